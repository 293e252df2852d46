import Foundation

extension ExportFormat {
  /// A file for REST Client, JetBrains and httpyac, with its environments beside it.
  static let http = ExportFormat("http", "HTTP file (.http)", fileExtension: "http") {
    source throws(ExportError) in
    var writer = HTTPFileWriter(source)
    return writer.write()
  }
}

/// Writes a collection as an HTTP file.
///
/// Members that the format cannot express are kept in comments; see `KeptMembers`.
struct HTTPFileWriter: SequenceWriter {
  static let ownMember = "x-http"

  private let source: ExportSource
  private let references: HTTPFileReferences
  var context = InterchangeContext()
  private var lines: [String] = []
  var path: [String] = []
  var writtenPath: [String] = []
  private var prompts: [String: String] = [:]
  private var values: [String: String] = [:]
  private var variableLines: [String] = []

  init(_ source: ExportSource) {
    self.source = source
    references = HTTPFileReferences(source.collection)
  }

  mutating func write() -> ExportResult {
    let collection = source.collection
    let head = headLines(collection)
    write(collection, InheritedSettings())
    noteSettings(collection.settings)
    let text = (head.kept([]) + lines).joined(separator: "\n")
    var reader = HTTPFileReader()
    let shown = reader.read(text, name: collection.name).settings
    var kept = KeptMembers(of: collection.settings.withoutOthers(than: "x-http"), shown: shown)
    kept.document.members.insert(JSONMember(key: JSONString("collection"), value: .string(collection.name)), at: 0)
    let content = (head.kept(["# " + kept.comment]) + lines).joined(separator: "\n") + "\n"
    let beside = HTTPEnvironmentWriter(source: source).files(&context)
    let name = beside.isEmpty ? "" : HTTPEnvironmentWriter.fileName(collection.name) + ".http"
    return ExportResult(
      files: [ExportResult.File(name, Data(content.utf8))] + beside, notes: context.notes)
  }

  // MARK: Before the requests

  private struct Head {
    var docs: [String]
    var variables: [String]

    func kept(_ comment: [String]) -> [String] {
      let lines = docs + comment
      return (lines.isEmpty ? [] : lines + [""]) + (variables.isEmpty ? [] : variables + [""])
    }
  }

  private mutating func headLines(_ collection: PortableFolder) -> Head {
    var rows = collection.settings["variables"]?.array ?? []
    rows += source.globals
    addVariables(rows, collection.secrets)
    addVariables(ofFoldersIn: collection)
    let docs = collection.settings["docs"]?.linesText ?? ""
    let comments = docs.isEmpty ? [] : docs.split(omittingEmptySubsequences: false) { $0.isNewline }.map { "# " + $0 }
    return Head(docs: comments, variables: variableLines)
  }

  private mutating func addVariables(ofFoldersIn folder: PortableFolder) {
    for item in folder.items {
      guard case .folder(let inner) = item else { continue }
      context.enter(inner.name)
      addVariables(inner.settings["variables"]?.array ?? [], inner.secrets)
      addVariables(ofFoldersIn: inner)
      context.leave()
    }
  }

  private mutating func addVariables(_ rows: [JSONValue], _ secrets: [PortableSecret]) {
    for row in rows.compactMap(\.object) where !row.flag("off") {
      let name = row.text("name") ?? ""
      guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || $0 == "=" || $0 == ":" }) else {
        context.note(.dropped, "Variable \"\(name)\": its name has other characters than letters and digits")
        continue
      }
      guard let value = value(of: row, name, secrets) else { continue }
      if let earlier = values[name] {
        if earlier != value { context.note(.dropped, "Variable \(name): the file has another one of that name") }
        continue
      }
      values[name] = value
      variableLines.append("@\(name) = \(value)")
    }
  }

  /// The text after `@name =`; `nil` for a variable without a value in the file.
  private mutating func value(of row: JSONObject, _ name: String, _ secrets: [PortableSecret]) -> String? {
    if let variable = row.text("fromEnvironment") { return "{{$processEnv \(variable)}}" }
    if row["fromDotenv"] != nil { return "{{$dotenv \(row.text("key") ?? name)}}" }
    if let question = row.text("prompt") {
      prompts[name] = question
      return nil
    }
    if row["fromCommand"] != nil {
      context.note(.dropped, "Variable \(name): the output of a command")
      return nil
    }
    if row.flag("secret") {
      if let secret = secrets.first(where: { $0.name == name }), source.includesSecrets { return oneLine(secret.value) }
      context.note(.dropped, "Variable \(name): the value of a secret")
      return nil
    }
    return row["value"].flatMap { oneLine(references.translated($0.templateText, &context)) } ?? ""
  }

  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  // MARK: Items

  /// A region without a request says where the next ones belong.
  mutating func enterFolder(_ settings: JSONObject?) {
    let title = path.joined(separator: " / ").split(whereSeparator: \.isNewline).joined(separator: " ")
    lines += [("### " + title).trimmed, "# " + folderMark(settings).comment, ""]
    writtenPath = path
  }

  mutating func noteSettings(_ settings: JSONObject) {
    if settings["scripts"] != nil {
      context.note(.dropped, "Scripts for all requests: HTTP files have only those of requests")
    }
    if settings["checks"] != nil { context.note(.dropped, "Checks for all requests") }
  }

  mutating func write(_ request: PortableRequest, _ inherited: InheritedSettings) {
    let identifier = references.identifiers[(path + [request.name]).joined(separator: "/")]
    let writer = HTTPFileRequestWriter(request, inherited, references, identifier: identifier, prompts: prompts)
    let title = ("### " + request.name.split(whereSeparator: \.isNewline).joined(separator: " ")).trimmed
    var parts = writer.lines(withBody: true, &context)
    var shown = readBack([title] + parts.head + parts.rest)
    if shown == nil {
      context.note(.dropped, "Body: a line of it begins another request in an HTTP file")
      parts = writer.lines(withBody: false, &context)
      shown = readBack([title] + parts.head + parts.rest)
    }
    note(request.document)
    lines += [title] + parts.head + Self.comment(request, shown: shown) + parts.rest + [""]
  }

  /// Reads back a written request; `nil` unless the reader sees exactly one.
  private func readBack(_ lines: [String]) -> PortableRequest? {
    let text = lines.joined(separator: "\n") + "\n"
    // The first region is the text before `###`.
    guard HTTPFileRegions(text).regions.count == 2 else { return nil }
    var reader = HTTPFileReader()
    let requests = Dictionary(references.identifiers.map { ($0.value, $0.key) }) { first, _ in first }
    let items = reader.read(text, name: "", requests: requests).items
    guard items.count == 1, case .request(let request) = items[0] else { return nil }
    return request
  }

  private mutating func note(_ document: JSONObject) {
    if document["examples"] != nil { context.note(.dropped, "Examples: HTTP files have no place for saved responses") }
    if document["captures"] != nil { context.note(.dropped, "Captures: other programs need a script") }
    let checks = document["checks"].objects.filter { !$0.flag("off") }
    if document["x-http"]?.object?.text("scripts") == "httpyac" {
      let dropped = checks.filter { HTTPFileChecks.text($0) == nil }.map(CheckName.of)
      if !dropped.isEmpty {
        context.note(.dropped, "Checks that httpyac has no words for: " + dropped.joined(separator: ", "))
      }
    } else if document["checks"] != nil {
      context.note(.dropped, "Checks: other programs need a script")
    }
  }
}
