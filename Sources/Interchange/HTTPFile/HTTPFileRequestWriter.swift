/// Writes one request as a region of an HTTP file.
struct HTTPFileRequestWriter {
  let request: PortableRequest
  let inherited: InheritedSettings
  let references: HTTPFileReferences
  /// The name by which other requests refer to this one.
  let identifier: String?
  /// Questions for prompted variables, by variable name.
  let prompts: [String: String]

  private let isSocket: Bool
  private var document: JSONObject { request.document }
  private var extras: JSONObject { document["x-http"]?.object ?? JSONObject() }
  private var isForHTTPYac: Bool { extras.text("scripts") == "httpyac" }

  init(
    _ request: PortableRequest, _ inherited: InheritedSettings, _ references: HTTPFileReferences, identifier: String?,
    prompts: [String: String]
  ) {
    isSocket = request.document.isSocket
    self.request = isSocket ? HTTPFileSocket.request(request) : request
    (self.inherited, self.references) = (inherited, references)
    (self.identifier, self.prompts) = (identifier, prompts)
  }

  /// The lines of the region without `###`; comments for the head, and the rest.
  func lines(withBody: Bool, _ context: inout InterchangeContext) -> (head: [String], rest: [String]) {
    var headers = headerRows(&context)
    let body = withBody ? self.body(&headers, &context) : []
    var rest = script("preRequest", after: "<")
    rest.append(requestLine(&context))
    rest += queryLines(&context) + headers.map { headerLine($0, &context) }
    if !body.isEmpty { rest += [""] + body }
    let after = script("postResponse", after: ">")
    rest += (after.isEmpty ? [] : [""] + after) + asserts
    return (head(rest, &context), rest)
  }

  // MARK: Comments

  private func head(_ rest: [String], _ context: inout InterchangeContext) -> [String] {
    var lines: [String] = []
    if let identifier { lines.append("# @name " + identifier) }
    if let docs = document["docs"]?.linesText {
      lines += docs.split(omittingEmptySubsequences: false) { $0.isNewline }.map { "# " + $0 }
    }
    let tags = (document["tags"]?.array ?? []).compactMap(\.string).filter { !$0.contains(",") }
    if !tags.isEmpty { lines.append("# @tag " + tags.joined(separator: ", ")) }
    lines += optionLines(&context)
    let text = rest.joined(separator: "\n")
    for (name, question) in prompts.sorted(by: { $0.key < $1.key }) where text.contains("{{" + name + "}}") {
      lines.append("# @prompt \(name) \(question)")
    }
    lines += (extras["metadata"]?.array ?? []).compactMap(\.string).map { "# " + $0 }
    return lines.map { $0.replacing("\n", with: " ") }
  }

  private func optionLines(_ context: inout InterchangeContext) -> [String] {
    var lines: [String] = []
    var others: [String] = []
    for member in inherited.options(with: document["options"]?.object).members {
      switch (member.key.value, member.value) {
      case ("followRedirects", .bool(let isOn)): if !isOn { lines.append("# @no-redirect") }
      case ("cookies", .bool(let isOn)): if !isOn { lines.append("# @no-cookie-jar") }
      case ("verifyTLS", .bool(let isOn)): if !isOn { lines.append("# @no-reject-unauthorized") }
      case ("urlAsIs", .bool(let isOn)): if isOn { lines.append("# @no-auto-encoding") }
      case ("timeout", .number(let number)): lines.append("# @timeout " + number.text)
      case ("connectTimeout", .number(let number)): lines.append("# @connection-timeout " + number.text)
      case ("proxy", .string(let url)): lines.append(url.value == "none" ? "# @noproxy" : "# @proxy " + url.value)
      // All requests of such files are sent so.
      case ("unknownAsText", _): break
      case ("http", _): break
      default: others.append(member.key.value)
      }
    }
    if !others.isEmpty { context.note(.dropped, "Options: " + others.joined(separator: ", ")) }
    return lines
  }

  // MARK: The request line

  private func requestLine(_ context: inout InterchangeContext) -> String {
    let method = document.text("method") ?? "GET"
    let url = PathParameters.url(of: document)
    let version = ["1.1": " HTTP/1.1", "2": " HTTP/2", "2-prior-knowledge": " HTTP/2 (Prior Knowledge)"]
    let http = inherited.options(with: document["options"]?.object).text("http") ?? ""
    let target = references.translated(url, &context).split(whereSeparator: \.isNewline).joined()
    return method + " " + target + (version[http] ?? "")
  }

  /// The parameters on lines of their own: first those that are sent.
  private func queryLines(_ context: inout InterchangeContext) -> [String] {
    let isAsIs = inherited.options(with: document["options"]?.object).flag("urlAsIs")
    var rows = document["query"].objects
    if let auth = inherited.auth(with: document["auth"]?.object)?["apikey"]?.object, auth.text("in") == "query" {
      rows.append(["name": .string(auth.text("key") ?? ""), "value": .string(auth.text("value") ?? "")])
    }
    var hasQuery = (document.text("url") ?? "").contains("?")
    var lines: [String] = []
    for row in rows.filter({ !$0.flag("off") }) + rows.filter({ $0.flag("off") }) {
      let texts = [row.text("name") ?? "", row.text("value")].compactMap { $0 }.map { text in
        let translated = references.translated(text, &context)
        return isAsIs || row.flag("asIs") ? translated : HTTPFileText.encoded(translated)
      }
      let pair = texts.joined(separator: "=")
      if row.flag("off") {
        lines.append("# &" + pair)
      } else {
        lines.append((hasQuery ? "    &" : "    ?") + pair)
        hasQuery = true
      }
    }
    return lines.map { $0.replacing("\n", with: "%0A") }
  }

  // MARK: Headers

  private func headerRows(_ context: inout InterchangeContext) -> [JSONObject] {
    var rows = inherited.headers(with: document["headers"]?.array ?? []).compactMap(\.object)
    guard let auth = inherited.auth(with: document["auth"]?.object) else { return rows }
    let hasOwn = rows.contains { $0.text("name")?.lowercased() == "authorization" && !$0.flag("off") }
    if !hasOwn, let header = HTTPFileAuth.header(auth, &context) { rows.append(header) }
    return rows
  }

  private func headerLine(_ row: JSONObject, _ context: inout InterchangeContext) -> String {
    let text = (row.text("name") ?? "") + ": " + references.translated(row.text("value") ?? "", &context)
    return (row.flag("off") ? "# " : "") + text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  // MARK: Body

  private func body(_ headers: inout [JSONObject], _ context: inout InterchangeContext) -> [String] {
    if isSocket { return HTTPFileSocket.lines(document, &headers, &context) { references.translated($0, &$1) } }
    guard let body = document["body"]?.object else { return [] }
    var text: String
    var type: String?
    if let json = body["json"] {
      (text, type) = (json.compact, "application/json")
    } else if let lines = body["text"] {
      (text, type) = (lines.linesText, body.text("type"))
    } else if let rows = body["form"] {
      text = rows.sentRows.map { row in
        [row.text("name") ?? "", row.text("value") ?? ""].map(HTTPFileText.encodedForm).joined(separator: "=")
      }.joined(separator: "\n&")
      type = "application/x-www-form-urlencoded"
    } else if let rows = body["multipart"] {
      headers.removeAll(where: \.isContentType)
      (text, type) = HTTPFileMultipart.text(rows.sentRows)
    } else if let path = body.text("file") {
      (text, type) = ((body.flag("variables") ? "<@ " : "< ") + path, body.text("type"))
    } else if let graphql = body["graphql"]?.object {
      (text, type) = (Self.text(graphql: graphql), "application/json")
    } else {
      return []
    }
    let hasType = headers.contains(where: \.isSentContentType)
    if let type, !hasType { headers.append(["name": "Content-Type", "value": .string(type)]) }
    text = references.translated(text, &context)
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }

  /// The JSON that every program sends alike.
  private static func text(graphql: JSONObject) -> String {
    var members = ["\"query\": " + JSONValue.string(graphql["query"]?.linesText ?? "").compact]
    if let operation = graphql["operationName"], !operation.isEmpty {
      members.append("\"operationName\": " + operation.compact)
    }
    if let variables = graphql["variables"] {
      members.append("\"variables\": \(variables.string ?? variables.compact)")
    }
    return "{\n  " + members.joined(separator: ",\n  ") + "\n}"
  }

  // MARK: Scripts and checks

  /// - Parameter mark: Says in JetBrains' files when the script runs.
  private func script(_ member: String, after mark: String) -> [String] {
    guard let script = document["scripts"]?.object?[member]?.linesText else { return [] }
    let lines = script.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    return isForHTTPYac ? ["{{"] + lines + ["}}"] : [mark + " {%"] + lines + ["%}"]
  }

  /// Only httpyac knows them; for the others they would be part of the body.
  private var asserts: [String] {
    guard isForHTTPYac else { return [] }
    let checks = (document["checks"]?.array ?? []).compactMap { $0.object.flatMap(HTTPFileChecks.text) }
    let others = (extras["asserts"]?.array ?? []).compactMap(\.string)
    let all = (checks + others).map { "?? " + $0 }
    return all.isEmpty ? [] : [""] + all
  }
}

/// The `:name` segments of a URL.
enum PathParameters {
  static func values(_ document: JSONObject) -> [(name: String, value: String)] {
    (document["path"]?.object?.members ?? []).map { ($0.key.value, $0.value.string ?? "") }
  }

  /// The URL with the values of its segments.
  static func url(of document: JSONObject) -> String {
    replaced(document.text("url") ?? "", values(document).map { ($0.name, HTTPFileText.encoded($0.value)) })
  }

  /// The URL with these segments replaced, in one pass over its path.
  static func replaced(_ url: String, _ values: [(name: String, value: String)]) -> String {
    guard !values.isEmpty else { return url }
    let replacements = Dictionary(values.map { (":" + $0.name, $0.value) }) { first, _ in first }
    let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    let segments = url[..<end].split(separator: "/", omittingEmptySubsequences: false)
    return segments.map { replacements[String($0)] ?? String($0) }.joined(separator: "/") + url[end...]
  }
}

extension HTTPFileMultipart {
  /// The boundary of written files, which means nothing.
  static let ownBoundary = "WorkbenchBoundary"

  /// The body and its media type.
  static func text(_ rows: [JSONObject]) -> (text: String, type: String) {
    let values = rows.compactMap { $0.text("value") }
    var boundary = ownBoundary
    while values.contains(where: { $0.contains(boundary) }) { boundary += "X" }
    var lines: [String] = []
    for row in rows {
      lines.append("--" + boundary)
      let file = row.text("file")
      var disposition = "Content-Disposition: form-data; name=\(quoted(row.text("name") ?? ""))"
      if let name = row.text("filename") ?? file?.split(separator: "/").last.map(String.init) {
        disposition += "; filename=" + quoted(name)
      }
      lines.append(disposition)
      if let type = row.text("type") { lines.append("Content-Type: " + type) }
      let mark = row.flag("variables") ? "<@ " : "< "
      lines += ["", file.map { mark + $0 } ?? row.text("value") ?? ""]
    }
    lines.append("--" + boundary + "--")
    return (lines.joined(separator: "\n"), "multipart/form-data; boundary=" + boundary)
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
