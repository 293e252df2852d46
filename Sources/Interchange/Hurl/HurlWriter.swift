extension ExportFormat {
  /// A file for Hurl: requests in order, checks as asserts.
  static let hurl = ExportFormat("hurl", "Hurl file", fileExtension: "hurl") { source throws(ExportError) in
    var writer = HurlWriter(source)
    return writer.write()
  }
}

/// Writes a collection as a Hurl file.
///
/// Members that the format cannot express are kept in comments; see `KeptMembers`.
struct HurlWriter: SequenceWriter {
  static let ownMember = "x-hurl"

  private let source: ExportSource
  private let captures: HurlCaptures
  private let followsNone: Bool
  var context = InterchangeContext()
  private var lines: [String] = []
  var path: [String] = []
  var writtenPath: [String] = []
  /// Variables that the next request sets.
  private var variables: [(name: String, value: String)] = []

  init(_ source: ExportSource) {
    self.source = source
    captures = HurlCaptures(source.collection)
    followsNone = Self.followsNone(source.collection, InheritedSettings())
  }

  /// Whether no request follows redirects.
  private static func followsNone(_ folder: PortableFolder, _ outer: InheritedSettings) -> Bool {
    let inherited = outer.below(folder.settings)
    return folder.items.allSatisfy { item in
      switch item {
      case .folder(let inner): followsNone(inner, inherited)
      case .request(let request):
        inherited.options(with: request.document["options"]?.object)["followRedirects"] == false
      }
    }
  }

  mutating func write() -> ExportResult {
    let collection = source.collection
    collectVariables((collection.settings["variables"]?.array ?? []) + source.globals, collection.secrets)
    let docs = collection.settings["docs"]?.linesText ?? ""
    let comments = docs.isEmpty ? [] : docs.split(omittingEmptySubsequences: false) { $0.isNewline }.map { "# " + $0 }
    write(collection, InheritedSettings())
    noteSettings(collection.settings)
    for environment in collection.environments {
      context.note(.dropped, "Environment \(environment.name): Hurl has files of variables instead")
    }
    var reader = HurlReader()
    let unmarked = (comments + [""] + lines).joined(separator: "\n")
    let shown = reader.read(unmarked, name: collection.name, followsNone: followsNone).settings
    var kept = KeptMembers(of: collection.settings.withoutOthers(than: "x-hurl"), shown: shown)
    kept.document.members.insert(JSONMember(key: JSONString("collection"), value: .string(collection.name)), at: 0)
    let text = (comments + ["# " + kept.comment, ""] + lines).joined(separator: "\n") + "\n"
    return ExportResult(text, notes: context.notes)
  }

  private mutating func collectVariables(_ rows: [JSONValue], _ secrets: [PortableSecret]) {
    var taken: Set<String> = []
    for row in rows.compactMap(\.object) where !row.flag("off") {
      let name = row.text("name") ?? ""
      if row.flag("secret"), let secret = secrets.first(where: { $0.name == name }), source.includesSecrets {
        variables.append((name, Self.literal(.string(secret.value))))
      } else if row.flag("secret") || row["value"] == nil {
        context.note(.dropped, "Variable \(name) needs a value: hurl --variable \(name)=…")
      } else if HurlText.name(name) != name || !taken.insert(name).inserted {
        context.note(.dropped, "Variable \"\(name)\": its name has other characters than letters and digits")
      } else {
        variables.append((name, Self.literal(row["value"] ?? "")))
      }
    }
  }

  /// A value: text that looks like another type is in quotes.
  private static func literal(_ value: JSONValue) -> String {
    guard let text = value.string else { return value.compact }
    let isOther = (try? JSONText(text)) != nil || text.hasPrefix("\"") || text.isEmpty || text != text.trimmed
    return isOther ? value.compact : text
  }

  // MARK: Items

  mutating func enterFolder(_ settings: JSONObject?) {
    lines += ["# " + folderMark(settings).comment, ""]
    writtenPath = path
  }

  mutating func noteSettings(_ settings: JSONObject) {
    if settings["scripts"] != nil { context.note(.dropped, "Scripts for all requests") }
    if settings["checks"] != nil { context.note(.dropped, "Checks for all requests") }
    if !path.isEmpty, settings["variables"] != nil { context.note(.dropped, "Variables of the folder") }
  }

  mutating func write(_ request: PortableRequest, _ inherited: InheritedSettings) {
    let method = request.document.text("method") ?? "GET"
    guard !method.isEmpty, method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return context.note(.failed, "Method \(method): Hurl has only those of upper-case letters")
    }
    let place = (path + [request.name]).joined(separator: "/")
    var text = HurlText()
    text.captured = captures.names
    var writer = HurlRequestWriter(
      request, inherited, captures: captures.rows[place] ?? [], variables: variables, text: text)
    variables = []
    let parts = writer.lines(&context)
    let shown = readBack(parts.head + parts.rest)
    if shown == nil { context.note(.failed, "Hurl cannot read it") }
    lines += parts.head + Self.comment(request, shown: shown) + parts.rest + [""]
  }

  /// Reads back a written entry; `nil` unless the reader sees exactly one.
  private func readBack(_ lines: [String]) -> PortableRequest? {
    var reader = HurlReader()
    let items = reader.read(lines.joined(separator: "\n") + "\n", name: "", followsNone: followsNone).items
    guard items.count == 1, case .request(let request) = items[0] else { return nil }
    return request
  }
}

/// Captures for the responses that requests use: `{{response "login" "$.token"}}` becomes a variable.
struct HurlCaptures {
  /// The names of variables by the text between the braces.
  private(set) var names: [String: String] = [:]
  /// The captures of requests by their paths.
  private(set) var rows: [String: [JSONObject]] = [:]

  init(_ collection: PortableFolder) {
    for name in collection.templateNames where name.contains("response") && names[name] == nil { addCapture(name) }
  }

  private mutating func addCapture(_ template: String) {
    guard let expression = try? TemplateExpression(template), expression.filters.isEmpty,
      case .response(let reference) = expression.operand
    else { return }
    let variable = HurlText.name(reference.request + "-\(names.count + 1)")
    var row: JSONObject = ["name": .string(variable)]
    switch reference.part {
    case .body: row["query"] = "body"
    case .status: row["query"] = "status"
    case .header(let name):
      row["query"] = "header"
      row["expression"] = .string(name)
    case .json(let path):
      row["query"] = "jsonpath"
      row["expression"] = .string(path)
    }
    names[template] = variable
    rows[reference.request, default: []].append(row)
  }
}
