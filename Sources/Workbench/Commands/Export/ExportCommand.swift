import ArgumentParser
import Foundation
import Interchange
import RequestModel
import RequestRunner
import RequestStore

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes requests as collections, documents and code of other tools.",
    discussion: """
      Formats: \(ExportFormat.all.map { "\($0.name) (\($0.title))" }.joined(separator: ", ")). A request or folder is \
      exported with what it inherits. Secrets are left out, and placeholders such as YOUR_TOKEN stand in code, unless \
      --secrets is given. What a format has no place for is reported.
      """)

  @Argument(help: "A request, a folder or a collection.", completion: .file())
  var path: String?

  @Option(help: "A past exchange instead: its id, or the first letters of it.")
  var exchange: String?

  @Option(help: "The format.", completion: .list(ExportFormat.all.map(\.name)))
  var format: String

  @Option(
    name: [.short, .long], help: "The file or folder to write. (default: standard output, for formats of one file)",
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("env"), help: "The environment whose values stand in code. (default: the collection's only one)")
  var environment: String?

  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: "A variable for code, name=value; may be repeated and wins over all others.")
  var variables: [String] = []

  @Flag(help: "Writes the values of secrets, too. Files are readable only by you.")
  var secrets = false

  func validate() throws {
    guard (path == nil) != (exchange == nil) else {
      throw ValidationError("Name a request, folder or collection, or a past exchange with --exchange ID")
    }
    let hasValues = environment != nil || !variables.isEmpty
    if exchange != nil, hasValues || secrets {
      throw ValidationError("A past exchange has its values, with secrets masked: leave out --env, --var and --secrets")
    }
    if hasValues, let format = ExportFormat.named(format), format.needs != .requests {
      throw ValidationError("\(format.title) keeps {{variables}} as they are: leave out --env and --var")
    }
  }

  func run() async throws {
    guard let format = ExportFormat.named(format) else {
      let names = ExportFormat.all.map(\.name).joined(separator: ", ")
      throw CommandExit.fail("There is no format \"\(format)\" — choose one of \(names)", CommandExit.usage)
    }
    let (source, notes) = try await source(for: format)
    let result: ExportResult
    do {
      result = try format.write(source)
    } catch {
      throw CommandExit.fail("\(path ?? exchange ?? ""): \(error)", CommandExit.broken)
    }
    try ExportOutput(path: output, format: format, name: source.collection.name, isPrivate: secrets)
      .write(result.files)
    for note in notes + result.notes { StandardError.write(note.line) }
  }

  private func source(for format: ExportFormat) async throws -> (ExportSource, [InterchangeNote]) {
    if let exchange {
      let history = try HistoryList.open()
      guard let found = try HistoryList.find(exchange, in: history) else {
        throw CommandExit.fail(
          "No exchange has the id \"\(exchange)\" — workbench history list shows them", CommandExit.usage)
      }
      return (finished(ExportSource(exchange: found)), [])
    }
    let exporting = try CollectionExport(path: path ?? "", includesSecrets: secrets)
    var source = finished(exporting.source)
    var notes = exporting.notes
    switch format.needs {
    case .collection: break
    case .requests:
      source.requests = try await exporting.codeRequests(environment, try OptionText.variables(variables))
    case .exchanges: source.exchanges = try exporting.exchanges()
    case .history:
      do {
        source.exchanges = try exporting.exchanges()
      } catch {
        notes.append(InterchangeNote(.dropped, [], "What history knows: \(error)"))
      }
    }
    return (source, notes)
  }

  private func finished(_ source: ExportSource) -> ExportSource {
    var source = source
    source.version = WorkbenchCommand.configuration.version
    source.date = Date()
    source.includesSecrets = secrets
    return source
  }
}

extension InterchangeNote {
  /// For people: `dropped: orders / create: …`.
  var line: String {
    let place = path.isEmpty ? "" : path.joined(separator: " / ") + ": "
    return "\(kind.rawValue): \(place)\(text)"
  }
}

/// Where an export goes.
struct ExportOutput {
  let path: String?
  let format: ExportFormat
  /// The name of the collection.
  let name: String
  let isPrivate: Bool

  func write(_ files: [ExportResult.File]) throws {
    guard let path else {
      guard files.count == 1, let file = files.first else {
        throw CommandExit.fail(
          "\(format.title) has \(files.count) files — name a folder for them with -o", CommandExit.usage)
      }
      return try StandardOutput.write(file.bytes)
    }
    let folder = URL(fileURLWithPath: path)
    if files.count == 1, files[0].path.isEmpty || !isFolder(path) {
      return try write(files[0], to: isFolder(path) ? folder.appending(path: fileName) : folder)
    }
    for file in files {
      try write(file, to: folder.appending(path: file.path.isEmpty ? fileName : file.path))
    }
    StandardError.write("\(Formatting.count(files.count, "file")) written to \(path)")
  }

  private var fileName: String { (FileStem.of(name) ?? "export") + "." + format.fileExtension }

  private func isFolder(_ path: String) -> Bool { path.hasSuffix("/") || CollectionStore.isFolder(path) }

  private func write(_ file: ExportResult.File, to url: URL) throws {
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url, options: .atomic)
      if isPrivate { try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path) }
      try file.bytes.write(to: url)
    } catch {
      throw CommandExit.fail("Cannot write \(url.path) — check the folder and its mode", CommandExit.unfinished)
    }
  }
}
