import Foundation
import Glibc

/// Collections in the format of another program, such as a file exported by Postman.
///
/// They are imported into a private folder that is removed with this value. The file itself is only read.
final class ForeignCollections: Sendable {
  /// The file's name, as the user typed it.
  let name: String
  /// The base of relative paths in requests; `nil` if the file was downloaded.
  let baseFolder: String?
  /// The format, whose rules the requests are sent by.
  let format: ImportFormat
  /// The folders of the collections.
  let roots: [String]
  let globals: [Variable]
  /// The values of the collections' secret variables, by their names.
  let secrets: [String: String]
  /// The values of secret variables of environments, by the names of both.
  let environmentSecrets: [String: [String: String]]
  /// Whether scripts would run.
  let hasScripts: Bool
  private let source: ImportSource
  /// Entries that could not be read, which a run reports as broken requests.
  let broken: [InterchangeNote]
  /// Notes about parts that are left out, or sent in another form than written.
  let notes: [InterchangeNote]
  private let folder: TemporaryFolder
  /// The ids of folders by their paths.
  private let folderIDs: [String: String]

  /// - Parameter allowsFiles: Whether scripts and parts of bodies may be read from other files.
  /// - Returns: `nil` if the path is a request, a collection or a folder of this program, or does not exist.
  init?(_ name: String, allowsFiles: Bool) async throws {
    guard let source = try await Self.source(name, allowsFiles: allowsFiles), !source.isRequest else { return nil }
    guard let format = ImportFormat.sendable(source) else {
      if let refusal = source.refusal { throw CommandExit.fail(name + refusal, CommandExit.broken) }
      return nil
    }
    let result = Self.read(source, format)
    folder = try TemporaryFolder()
    self.name = name
    baseFolder = Self.baseFolder(of: name)
    globals = result.globals.compactMap { $0.object.map(Variable.init(document:)) }
    secrets = Dictionary(result.collections.flatMap(\.secrets).map { ($0.name, $0.value) }) { $1 }
    let environments = result.environments + result.collections.flatMap(\.environments)
    environmentSecrets = Self.secrets(of: environments)
    hasScripts = result.collections.contains(where: \.hasScripts)
    (self.source, self.format) = (source, format)
    do {
      (roots, folderIDs) = try Self.write(result, into: folder.path)
    } catch {
      throw CommandExit.fail("Cannot read \(name): \(error)", CommandExit.broken)
    }
    let reportsFailures = format.hasOnlyRequests
    broken = reportsFailures ? result.notes.filter { $0.kind == .failed } : []
    notes = reportsFailures ? result.notes.filter { $0.kind != .failed } : result.notes
  }

  /// The name for reports. A URL, which may have credentials, is shortened to its file.
  var shownName: String {
    ImportLoader.isURL(name) ? URL(string: name)?.lastPathComponent ?? format.title : name
  }

  /// The file as JSON, read on each access: most runs do not need it.
  var document: JSONObject { (try? JSONText(Array(source.data)).value.object) ?? JSONObject() }

  /// The same with those credentials masked that an import would move to the secrets.
  var maskedDocument: JSONObject {
    let imported = (try? format.read(source))?.collections ?? []
    let secrets = Set(imported.flatMap(\.secrets).map(\.value)).union(self.secrets.values)
    return SecretMask(secrets.filter { !$0.isEmpty }).masked(document)
  }

  private static func secrets(of environments: [PortableEnvironment]) -> [String: [String: String]] {
    var secrets: [String: [String: String]] = [:]
    for environment in environments {
      for secret in environment.secrets { secrets[environment.name, default: [:]][secret.name] = secret.value }
    }
    return secrets
  }

  /// The ids of the folders that contain a file.
  func folderIDs(around path: String) -> [String] {
    guard !folderIDs.isEmpty else { return [] }
    var (folder, ids) = (Address(path).parent, [String]())
    while !folder.path.isEmpty {
      if let id = folderIDs[folder.path] { ids.append(id) }
      folder = folder.parent
    }
    return ids
  }

  // MARK: Reading

  /// Files of other programs by which the folder of a collection is recognized.
  private static let marks = ["bruno.json", "opencollection.yml", "opencollection.yaml", ".resources/definition.yaml"]

  private static func source(_ name: String, allowsFiles: Bool) async throws -> ImportSource? {
    let isRemote = ImportLoader.isURL(name)
    if !isRemote {
      guard FileManager.default.fileExists(atPath: name) else { return nil }
      let isMarked = marks.contains { FileManager.default.fileExists(atPath: name + "/" + $0) }
      if CollectionStore.isFolder(name), !isMarked { return nil }
    }
    do {
      return try await ImportLoader(joinedAccess: allowsFiles ? .anywhere : .none).load(name)
    } catch {
      throw CommandExit.fail("\(error)", isRemote ? CommandExit.unfinished : CommandExit.broken)
    }
  }

  /// Imports a source. An unreadable file becomes a collection of one broken entry.
  private static func read(_ source: ImportSource, _ format: ImportFormat) -> ImportResult {
    var result = ImportResult()
    do throws(ImportError) { result = try format.readToSend(source) } catch {
      result.notes = [InterchangeNote(.failed, [], error.description)]
    }
    if result.collections.isEmpty { result.collections = [PortableFolder(name: source.stem ?? format.title)] }
    return result
  }

  private static func baseFolder(of name: String) -> String? {
    guard !ImportLoader.isURL(name) else { return nil }
    let path = RunPaths.resolved(name)
    return CollectionStore.isFolder(path) ? path : Address(path).parent.path
  }

  // MARK: Writing

  /// Writes each collection into a folder of its own.
  ///
  /// - Returns: The collections' folders, and the ids of the folders in them.
  private static func write(
    _ result: ImportResult, into folder: String
  ) throws(StoreError) -> ([String], ids: [String: String]) {
    var (roots, ids) = ([String](), [String: String]())
    for (number, collection) in result.collections.enumerated() {
      var part = ImportResult([collection])
      part.collections[0].environments += result.environments
      let target = folder + "/\(number)"
      let plan = try ImportPlan(part, into: target, onConflict: nil)
      try plan.writeTemporarily(into: target)
      if let top = plan.files.first?.path.prefix(while: { $0 != "/" }) { roots.append(target + "/" + top) }
      for file in plan.files where Address(file.path).name == "folder.json" {
        let settings = try? JSONText(file.bytes).value.object
        ids[target + "/" + Address(file.path).parent.path] = settings?["x-postman"]?.object?["id"]?.string
      }
    }
    return (roots, ids)
  }
}

extension ImportSource {
  /// The reason why a file that is not JSON cannot be sent, to follow its name.
  fileprivate var refusal: String? {
    guard !isFolder, let fileName, !fileName.lowercased().hasSuffix(".json") else { return nil }
    let isYAML = [".yaml", ".yml"].contains(where: fileName.lowercased().hasSuffix)
    if isYAML, json == nil, let jsonProblem { return ":\(jsonProblem)" }
    if let format = ImportFormat.of(self) {
      return ": run does not send \(format.title) — use workbench import first"
    }
    return ": No format of requests is recognized in it"
  }

  /// Whether it is a request of this program or a broken one, even if it looks like another format.
  fileprivate var isRequest: Bool {
    fileName?.endsExactly(with: ".json") == true && (json == nil || json?.object?["url"]?.string != nil)
  }
}

extension PortableFolder {
  /// Whether it or a request in it has scripts.
  fileprivate var hasScripts: Bool { documents.contains { $0["scripts"] != nil } }
}
