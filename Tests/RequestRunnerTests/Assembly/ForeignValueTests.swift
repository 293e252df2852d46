import Foundation
import Interchange
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// Requests of other programs are sent with the values that those programs send.
struct ForeignValueTests {
  @Test(arguments: ForeignValues.rows)
  func aValueIsSentAfterAnImportAsTheTableSays(_ row: ForeignValues.Row) async throws {
    let source = ImportSource(Data(row.source.utf8), fileName: row.file)
    let format = try #require(ImportFormat.of(source))
    #expect(try await sent(try format.read(source), byPostmansRules: false) == row.imported)
  }

  @Test(arguments: ForeignValues.rows)
  func aValueIsSentByARunAsTheTableSays(_ row: ForeignValues.Row) async throws {
    let source = ImportSource(Data(row.source.utf8), fileName: row.file)
    let format = try #require(ImportFormat.of(source))
    #expect(
      try await sent(try format.readToSend(source), byPostmansRules: format.sendsAsPostman) == row.direct)
  }

  @Test func theDocumentationHasTheSameTable() throws {
    let file = ProjectFiles.root.appending(path: "docs/values.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(lines.count == ForeignValues.rows.count + 1)
    for (row, line) in zip(ForeignValues.rows, lines.dropFirst()) {
      #expect(line.hasPrefix(row.documented), "\(row.documented)\n\(line)")
    }
  }

  // MARK: Sending

  private func sent(_ result: ImportResult, byPostmansRules: Bool) async throws -> String {
    let collection = try #require(result.collections.first, "\(result.notes)")
    let (request, folders) = try #require(first(in: collection, []), "\(result.notes)")
    let environment = try collection.environments.first.map {
      try RequestModel.Environment(name: $0.name, document: $0.document)
    }
    let scope = VariableScope(
      folders: try folders.map { try FolderSettings(document: $0) }, environment: environment)
    let secrets = Dictionary(collection.secrets.map { ($0.name, $0.value) }) { $1 }
    var assembly = RequestAssembly(
      try SavedRequest(document: request), folders: try folders.map { try FolderSettings(document: $0) }, scope: scope,
      dynamic: DynamicVariables(now: Date(timeIntervalSince1970: 0)), baseFolder: "/nowhere",
      access: .folder("/nowhere"),
      outside: OutsideValues(digests: LibcryptoDigests(), value: { secrets[$0.name] }))
    (assembly.sendsAsPostman, assembly.hasPostmanURL) = (byPostmansRules, byPostmansRules)
    assembly.resolver.keepsTemplates = byPostmansRules
    assembly.resolver.hasExpressions = !byPostmansRules
    do throws(Failure) {
      return line(of: try await assembly.prepare())
    } catch {
      return "error: " + error.sentence
    }
  }

  /// The first request with the settings of the collection and the folders around it.
  private func first(in folder: PortableFolder, _ outer: [JSONObject]) -> (JSONObject, [JSONObject])? {
    let settings = outer + [folder.settings]
    for item in folder.items {
      switch item {
      case .request(let request): return (request.document, settings)
      case .folder(let inner): if let found = first(in: inner, settings) { return found }
      }
    }
    return nil
  }

  private func line(of prepared: PreparedRequest) -> String {
    let url = OutgoingMessage.wireURL(prepared.url).replacing("http://h", with: "")
    let headers = prepared.headers.filter { $0.name.hasPrefix("X-") || $0.name == "Authorization" }
    let body = prepared.bodyText
    return ([prepared.method + " " + url] + headers.map { "\($0.name): \($0.value)" } + (body.isEmpty ? [] : [body]))
      .joined(separator: ", ")
  }
}
