import Foundation
import Glibc

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Imports collections, environments and requests from other tools.",
    discussion: CommandHelp.text(
      """
      Formats: \(ImportFormat.all.map { "\($0.name) (\($0.title))" }.joined(separator: ", ")). Without --format the content \
      tells. All files are written, or none. What could not be carried over is reported. Values of secret variables go \
      to your secrets, not into files. The same source again, by its id or else its path or URL, brings its collection \
      up to date; any other goes beside what is there. Exits with 3 if nothing could be imported.
      """,
      examples: [
        "workbench import shop.postman_collection.json --into collections",
        "workbench import https://api.example.com/openapi.json --dry-run",
        "workbench import session.har --filter 'host:api.example.com status:2xx'", "workbench import --undo",
      ],
      exits: """
        0 done, 2 usage, 3 nothing could be imported, or a file cannot be written, 4 it could not be fetched, \
        or another import goes on, 5 interrupted.
        """))

  @Argument(
    help: ArgumentHelp("A file, a folder, an archive, a URL, or - for standard input.", valueName: "source"),
    completion: .file())
  var given: String?

  @Option(
    help: ArgumentHelp(
      "The folder to create the collection in; for an environment, the collection. (default: ./collections)",
      valueName: "folder"),
    completion: .directory)
  var into: String?

  @Option(help: ArgumentHelp("The format, if it cannot be detected.", valueName: "name"))
  var format: String?

  @Option(help: ArgumentHelp("What to do with files that exist.", valueName: "action"))
  var onConflict: ImportConflict?

  @Option(
    help: ArgumentHelp(
      "Which entries of an HTTP Archive to import: host:api.x status:2xx method:POST type:json, or a part of the URL.",
      valueName: "words"))
  var filter: String?

  @Flag(help: "Lets a file refer to others in its folder, as OpenAPI documents do.")
  var references = false

  @Flag(help: "Prints what would be written, and writes nothing.")
  var dryRun = false

  @Flag(help: "Undoes the last import into the folder: brings back what it replaced and removed, and removes the rest.")
  var undo = false

  @Flag(help: "Reports as JSON.")
  var json = false

  private var source: String { given ?? "" }

  func validate() throws {
    if undo, given != nil { throw ValidationError("--undo takes no source, only --into FOLDER") }
    if undo, let option = optionsOfImports.first {
      throw ValidationError("\(option) is for an import, and --undo takes back the last one — leave one out")
    }
    if !undo, given == nil { throw ValidationError("Name what to import: a file, a folder, an archive, a URL, or -") }
  }

  /// The used options that undoing does not have.
  private var optionsOfImports: [String] {
    [
      ("--format", format != nil), ("--on-conflict", onConflict != nil), ("--filter", filter != nil),
      ("--references", references), ("--dry-run", dryRun), ("--json", json),
    ].filter(\.1).map(\.0)
  }

  func run() async throws {
    if undo { return try ImportUndoing(folder: targetFolder).run() }
    let result: ImportReport
    do {
      result = try await imported()
    } catch let failure as Failure {
      throw CommandExit.fail(failure.sentence, failure.code)
    } catch StoreError.busy(let path, let holder) {
      throw CommandExit.fail("\(StoreError.busy(path: path, holder: holder))", CommandExit.unfinished)
    }
    // To free a large collection value by value would take a tenth of the time of its import.
    defer { UntilExit.keep(result) }
    try result.write(asJSON: json)
    guard let reason = result.failureReason else { return }
    throw CommandExit.fail("\(source): nothing could be imported, \(reason)", CommandExit.broken)
  }

  /// An error that is written after the progress line was removed.
  private struct Failure: Error {
    let sentence: String
    let code: ExitCode

    init(_ sentence: String, _ code: ExitCode) { (self.sentence, self.code) = (sentence, code) }
  }

  private static let interrupted = "Interrupted — nothing was imported"

  private func imported() async throws -> ImportReport {
    let (work, interruption) = (ImportProgress(), Interruption())
    let line = isatty(STDERR_FILENO) == 1 ? ProgressLine { [source] in work.text(source) } : nil
    defer { line?.clear() }
    // Nothing has been written yet.
    interruption.begin {
      if isatty(STDERR_FILENO) == 1 { StandardError.write(sequence: "\r\u{1B}[K") }
      StandardError.write(Self.interrupted)
      _exit(CommandExit.interrupted.rawValue)
    }
    defer { interruption.end() }
    var imported = try await load(work)
    let isFailure = imported.result.isFailure
    let failureReason = isFailure ? imported.result.failureReason : nil
    if isFailure { imported.result.collections = [] }
    let target = try target(for: imported.result)
    if let reason = NamedFile.obstacle(toFolder: target) {
      throw Failure("Cannot import into \(target): \(reason)", CommandExit.usage)
    }
    let isWriting = !dryRun && !isFailure
    let (planned, written) = try FolderLock.holding(
      target, isWriting: isWriting,
      patience: .init(limit: FolderLock.Patience.ofCommands) { Self.tell($0, above: line) }
    ) {
      () throws -> (ImportPlan, ImportPlan.Written) in
      let plan = try plan(imported, target, work)
      return (plan, isWriting ? try write(plan, target, interruption, work) : ImportPlan.Written())
    }
    return ImportReport(
      format: imported.format, target: target, plan: planned,
      notes: imported.result.notes + planned.notes + written.notes, changes: changes(planned, imported.result),
      secretCount: dryRun ? planned.secrets.count : written.secretCount, isDryRun: dryRun,
      failureReason: failureReason)
  }

  private static func tell(_ sentence: String, above line: ProgressLine?) {
    guard let line else { return StandardError.write(sentence) }
    line.interrupted { StandardError.write(sentence) }
  }

  private func load(_ work: ImportProgress) async throws -> (format: ImportFormat, result: ImportResult) {
    var source = try await read(work)
    let format = try chosenFormat(source)
    try applyFilter(to: &source, format)
    do {
      return (format, try format.readWithFiles(source))
    } catch {
      throw Failure("\(self.source): \(error)", CommandExit.broken)
    }
  }

  private func write(
    _ plan: ImportPlan, _ target: String, _ interruption: Interruption, _ work: ImportProgress
  ) throws -> ImportPlan.Written {
    interruption.begin { work.cancel() }
    let environment = ProcessInfo.processInfo.environment
    // Without a home, only what needs one fails.
    let folders = try? UserFolders(environment: environment)
    let secrets = folders.map { SecretStore($0, environment: environment) }
    do {
      return try plan.write(into: target, trash: folders?.trash, secrets: secrets)
    } catch {
      guard case .cancelled = error else { throw error }
      throw Failure(Self.interrupted, CommandExit.interrupted)
    }
  }

  /// The changes of the source's document since its last import, breaking changes first.
  private func changes(_ plan: ImportPlan, _ result: ImportResult) -> [OpenAPIDiff.Change] {
    guard let earlier = plan.earlierSource, let source = result.source else { return [] }
    return OpenAPIDiff.changes(from: earlier, to: source)
  }

  private func read(_ work: ImportProgress) async throws -> ImportSource {
    let loader = ImportLoader(allowsReferences: references, progress: work)
    do {
      if source == "-" { return try loader.source(FileHandle.standardInput.readDataToEndOfFile()) }
      return try await loader.load(source)
    } catch {
      let isFile = source != "-" && !ImportLoader.isURL(source)
      throw Failure("\(error)", isFile ? CommandExit.reading(source) : CommandExit.broken)
    }
  }

  private func applyFilter(to source: inout ImportSource, _ format: ImportFormat) throws {
    guard let filter else { return }
    guard format.hasFilter else {
      throw Failure("--filter chooses entries of HTTP Archives, and \(self.source) is not one", CommandExit.usage)
    }
    do {
      source.filter.conditions = try HARConditions(filter)
    } catch {
      throw Failure("\(error)", CommandExit.usage)
    }
  }

  private func chosenFormat(_ source: ImportSource) throws -> ImportFormat {
    let names = ImportFormat.all.map(\.name).joined(separator: ", ")
    if let format {
      if let known = ImportFormat.named(format) { return known }
      throw Failure("There is no format \"\(format)\" — choose one of \(names)", CommandExit.usage)
    }
    if let found = ImportFormat.of(source) { return found }
    if let problem = source.problem { throw Failure("\(self.source):\(problem)", CommandExit.broken) }
    throw Failure(
      "\(self.source) is not in any of the formats \(names) — name one with --format", CommandExit.broken)
  }

  private func target(for result: ImportResult) throws -> String {
    let path = targetFolder
    let needsCollection = result.collections.isEmpty && !result.environments.isEmpty
    guard needsCollection, !FileManager.default.fileExists(atPath: path + "/collection.json") else { return path }
    let folder = into ?? Self.defaultTarget
    throw Failure(
      "An environment belongs to a collection, and \(folder) is not one — name its folder with --into",
      CommandExit.usage)
  }

  private static let defaultTarget = "collections"

  private var targetFolder: String { URL(fileURLWithPath: into ?? Self.defaultTarget).standardizedFileURL.path }

  private func plan(
    _ imported: (format: ImportFormat, result: ImportResult), _ target: String, _ work: ImportProgress
  ) throws -> ImportPlan {
    do {
      return try ImportPlan(
        imported.result, format: imported.format.name, into: target, onConflict: onConflict, progress: work)
    } catch StoreError.exists(let path) {
      throw Failure(
        "\(path) already exists — choose --on-conflict skip, replace or both, or another folder with --into",
        CommandExit.broken)
    }
  }
}

extension ImportConflict: ExpressibleByArgument {}

/// The result of an import as text or JSON.
struct ImportReport {
  let format: ImportFormat
  let target: String
  let plan: ImportPlan
  let notes: [InterchangeNote]
  var changes: [OpenAPIDiff.Change] = []
  /// How many values went to the user's secrets, or would.
  let secretCount: Int
  let isDryRun: Bool
  /// The reason why nothing could be imported.
  var failureReason: String?

  var failureCount: Int { notes.count { $0.kind == .failed } }

  func write(asJSON: Bool) throws {
    if asJSON { return try StandardOutput.write(text: json.rendered() + "\n") }
    try writeText()
  }

  private func writeText() throws {
    try StandardOutput.write(lines: files.filter { $0.fate != .keep }.map { "\(Self.verb($0.fate)) \($0.path)" })
    for change in changes {
      let place = change.operation.map { $0 + ": " } ?? ""
      StandardError.write("\(change.isBreaking ? "breaking" : "compatible"): \(place)\(change.text)")
    }
    for line in notes.lines { StandardError.write(line) }
    guard failureReason == nil else { return }
    let written = files.count { $0.fate == .create || $0.fate == .replace }
    let sentence = isDryRun ? "would be written to" : "written to"
    let counts = [
      "\(Formatting.count(written, "file")) \(sentence) \(target)", removal, secrets,
      failureCount > 0 ? "\(Formatting.count(failureCount, "item")) failed" : nil,
      Formatting.count(notes.count, "note"),
    ]
    StandardError.write("\(format.title): " + counts.compactMap(\.self).joined(separator: ", "))
  }

  private var removal: String? {
    let removed = files.count { $0.fate == .remove }
    guard removed > 0 else { return nil }
    let count = Formatting.count(removed, "file")
    return isDryRun
      ? "\(count) would go to the trash" : "\(count) moved to the trash (workbench import --undo brings back)"
  }

  private var secrets: String? {
    guard secretCount > 0 else { return nil }
    return "\(Formatting.count(secretCount, "value")) \(isDryRun ? "for" : "in") your secrets"
  }

  private var files: [ImportPlan.File] { plan.visibleFiles }

  private static func verb(_ fate: ImportPlan.Fate) -> String {
    switch fate {
    case .create: "new     "
    case .replace: "replace "
    case .skip: "skip    "
    case .remove: "remove  "
    case .keep: "keep    "
    }
  }

  private var json: JSONValue {
    let files = files.map { JSONValue.object(["path": .string($0.path), "action": .string($0.fate.rawValue)]) }
    let notes = notes.map { note in
      JSONValue.object([
        "kind": .string(note.kind.rawValue), "path": .array(note.path.map(JSONValue.string)),
        "text": .string(note.text),
      ])
    }
    return [
      "format": .string(format.name), "into": .string(target), "dryRun": .bool(isDryRun),
      "failed": .number(JSONNumber(failureCount)), "secrets": .number(JSONNumber(secretCount)), "files": .array(files),
      "notes": .array(notes), "changes": .array(changes.map(Self.json)),
    ]
  }

  private static func json(_ change: OpenAPIDiff.Change) -> JSONValue {
    [
      "breaking": .bool(change.isBreaking), "operation": change.operation.map { .string($0) } ?? .null,
      "text": .string(change.text),
    ]
  }
}
