import Foundation

/// The body of a request in an HTTP file.
struct HTTPFileBody {
  var entry: HTTPFileEntry
  let sources: HTTPFileSources
  /// Why the body cannot be read, if the requests are sent at once.
  private(set) var problems: [String] = []

  private var type: String { (entry.header("content-type") ?? "").lowercased() }

  private var isJSON: Bool { type.contains("json") }

  /// Reads the body, and removes the headers that its kind sends automatically.
  mutating func read(_ templates: inout HTTPFileTemplates) -> JSONValue? {
    var lines = entry.body
    if entry.allowsComments { lines.removeAll { HTTPFileComment($0) != nil } }
    lines = HTTPFileEntry.withoutEmptyEnds(lines)
    guard !lines.isEmpty else { return nil }
    if type.hasPrefix("multipart/form-data"), let body = multipart(lines, &templates) { return body }
    if let file = Self.reference(lines[0]), lines.count == 1, !isGraphQL(lines),
      let body = whole(file, &templates.context)
    {
      return body
    }
    let text = lines.map { inlined($0, &templates.context) }.joined(separator: "\n")
    let translated = templates.translate(text)
    if isGraphQL(lines) { return graphql(translated, &templates.context) }
    if type.hasPrefix("application/x-www-form-urlencoded"), let rows = form(lines, &templates) { return rows }
    return self.text(translated)
  }

  // MARK: Text

  private mutating func text(_ text: String) -> JSONValue {
    if isJSON, let json = JSONBodyText.value(of: text) {
      if type == "application/json" { _ = entry.takeHeader("content-type") }
      return ["json": json]
    }
    var body: JSONObject = ["text": .textLines(text)]
    // With the type in a header, commas and comments stay in what is sent.
    if !JSONBodyText.isSentShortened(text), let type = takeType() { body["type"] = .string(type) }
    return .object(body)
  }

  private mutating func takeType() -> String? {
    guard let type = entry.header("content-type"), !type.contains("{{"), !type.isEmpty else { return nil }
    return entry.takeHeader("content-type")
  }

  // MARK: Files

  struct Reference: Equatable {
    var path: String
    /// Whether variables in the file are replaced.
    var hasVariables: Bool
    var encoding = "utf8"

    /// Files whose variables are replaced when they are sent are read as UTF-8.
    func noteEncoding(_ context: inout InterchangeContext) {
      guard !["utf8", "utf-8"].contains(encoding.lowercased()) else { return }
      context.note(.changed, "The file \(path) is read as UTF-8, not as \(encoding)")
    }
  }

  /// The file of `< path`, `<@ path` or `<@latin1 path`.
  static func reference(_ line: String) -> Reference? {
    guard line.hasPrefix("<") else { return nil }
    let mark = line.dropFirst().prefix { !$0.isWhitespace }
    let path = String(line.dropFirst(1 + mark.count)).trimmed
    guard !path.isEmpty, mark.isEmpty || mark.hasPrefix("@") else { return nil }
    let encoding = mark.dropFirst()
    return Reference(path: path, hasVariables: !mark.isEmpty, encoding: encoding.isEmpty ? "utf8" : String(encoding))
  }

  private mutating func whole(_ file: Reference, _ context: inout InterchangeContext) -> JSONValue? {
    // A file beside a single HTTP file is read when it is sent.
    if file.hasVariables, sources.files != nil, content(file) != nil { return nil }
    var body: JSONObject = ["file": .string(file.path)]
    if let type = takeType() { body["type"] = .string(type) }
    if file.hasVariables {
      file.noteEncoding(&context)
      body["variables"] = true
    }
    return .object(body)
  }

  /// The text of a file beside the source.
  private func content(_ file: Reference) -> String? {
    guard case .bytes(let bytes) = sources.content(of: file.path) else { return nil }
    let data = Data(bytes)
    let isLatin = ["latin1", "iso88591", "binary", "iso-8859-1"].contains(file.encoding.lowercased())
    return isLatin ? String(data: data, encoding: .isoLatin1) : String(decoding: data, as: UTF8.self)
  }

  /// The line, or the content of the file it refers to.
  private mutating func inlined(_ line: String, _ context: inout InterchangeContext) -> String {
    guard let file = Self.reference(line) else { return line }
    if let content = content(file), context.mayRepeat(content.utf8.count) {
      return content.hasSuffix("\n") ? String(content.dropLast()) : content
    }
    refuse("Body: the file \(file.path), which is joined with other text", file, &context)
    return line
  }

  /// Requests that are sent at once would be sent without the file.
  private mutating func refuse(_ what: String, _ file: Reference, _ context: inout InterchangeContext) {
    guard context.isSentAsIs else { return context.note(.dropped, what) }
    problems.append("\(what): \(sources.problem(of: file.path, context))")
  }

  // MARK: Forms

  /// The pairs of lines such as `a=1` and `&b=2`.
  private mutating func form(_ lines: [String], _ templates: inout HTTPFileTemplates) -> JSONValue? {
    let text = lines.map(\.trimmed).filter { !$0.isEmpty }.reduce(into: "") { text, line in
      if !text.isEmpty, !text.hasSuffix("&"), !line.hasPrefix("&") { text += "&" }
      text += line
    }
    var rows: [JSONValue] = []
    for pair in Self.pairs(text) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { return nil }
      let values = parts.map { templates.translate(HTTPFileText.decoded($0.trimmed, plusIsSpace: true)) }
      rows.append(["name": .string(values[0]), "value": .string(values[1])])
    }
    guard !rows.isEmpty else { return nil }
    if type == "application/x-www-form-urlencoded" { _ = entry.takeHeader("content-type") }
    return ["form": .array(rows)]
  }

  /// Splits at ampersands outside of templates.
  private static func pairs(_ text: String) -> [String] {
    var pairs = [""]
    for piece in HTTPFileText.pieces(text) {
      if piece.isTemplate {
        pairs[pairs.count - 1] += piece.text
        continue
      }
      let parts = piece.text.split(separator: "&", omittingEmptySubsequences: false)
      pairs[pairs.count - 1] += parts[0]
      pairs += parts.dropFirst().map(String.init)
    }
    return pairs.filter { !$0.isEmpty }
  }

  // MARK: GraphQL

  private func isGraphQL(_ lines: [String]) -> Bool {
    if entry.request?.method == "GRAPHQL" { return true }
    if entry.header("x-request-type")?.lowercased() == "graphql" { return true }
    if lines[0].hasPrefix("gql ") { return true }
    guard isJSON || type.isEmpty else { return false }
    let word = lines[0].prefix { $0.isLetter }
    let next = lines[0].dropFirst(word.count).first
    return ["query", "mutation", "subscription"].contains(word) && (next == nil || " {(".contains(next ?? " "))
      && lines.contains { $0.contains("{") }
  }

  private mutating func graphql(_ text: String, _ context: inout InterchangeContext) -> JSONValue {
    _ = entry.takeHeader("x-request-type")
    let operation = entry.takeHeader("x-graphql-operation")
    if type == "application/json" { _ = entry.takeHeader("content-type") }
    var (query, variables) = Self.split(text)
    if query.hasPrefix("gql ") { query = imported(query, &context) }
    var graphql: JSONObject = ["query": .textLines(query)]
    if let variables { graphql["variables"] = (try? JSONText(variables).value) ?? .string(variables) }
    if let operation, !operation.isEmpty { graphql["operationName"] = .string(operation) }
    return ["graphql": .object(graphql)]
  }

  /// The query of `gql name < file`.
  private mutating func imported(_ line: String, _ context: inout InterchangeContext) -> String {
    guard let mark = line.firstIndex(of: "<"), let file = Self.reference(String(line[mark...])) else { return line }
    if let content = content(file) { return content.trimmed }
    refuse("GraphQL: the query in \(file.path)", file, &context)
    return "# \(file.path)"
  }

  /// The query, and the JSON object after an empty line.
  private static func split(_ text: String) -> (query: String, variables: String?) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let starts = lines.indices.dropFirst().lazy.filter { lines[$0 - 1].trimmed.isEmpty && lines[$0].hasPrefix("{") }
    // Each may be followed by the rest of the text. A few bound the time, and variables come last.
    for index in starts.suffix(20) {
      let rest = lines[index...].joined(separator: "\n").trimmed
      if (try? JSONText(rest).value) != nil || rest.contains("{{") && rest.hasSuffix("}") {
        return (lines[..<index].joined(separator: "\n").trimmed, rest)
      }
    }
    return (text, nil)
  }

  // MARK: Multipart

  private mutating func multipart(_ lines: [String], _ templates: inout HTTPFileTemplates) -> JSONValue? {
    guard let header = entry.header("content-type"), let boundary = HTTPFileMultipart.boundary(header) else {
      return nil
    }
    var reader = HTTPFileMultipart(boundary: boundary)
    guard let parts = reader.parts(lines) else { return nil }
    let rows = parts.map { $0.row(&templates) }
    _ = entry.takeHeader("content-type")
    if !boundary.hasPrefix(HTTPFileMultipart.ownBoundary) {
      templates.context.note(.changed, "Body: another boundary than \"\(boundary)\" is chosen when it is sent")
    }
    return ["multipart": .array(rows)]
  }
}

enum SourcePath {
  /// The path among the files of the source; `nil` outside of it.
  static func resolved(_ path: String, in folder: String) -> String? {
    guard !path.hasPrefix("/"), !path.contains("{{") else { return nil }
    return joined(folder.split(separator: "/"), path.replacing("\\", with: "/"))
  }

  /// A path in a folder of the source; `nil` outside of the source.
  static func joined(_ folder: [Substring], _ path: String) -> String? {
    let names = (folder + path.split(separator: "/")).removingDotNames
    return names.first == ".." ? nil : names.joined(separator: "/")
  }
}
