/// Writes Bruno's JSON as `.bru` text.
struct BruText {
  private(set) var text = ""
  private(set) var notes: [String] = []

  static let methods: Set = ["get", "post", "put", "delete", "patch", "options", "head", "connect", "trace"]

  // MARK: Files

  mutating func request(_ item: JSONObject) {
    let request = item["request"]?.object ?? JSONObject()
    let body = request["body"]?.object ?? JSONObject()
    let auth = request["auth"]?.object ?? JSONObject()
    let isSocket = BrunoSocket.types.contains(item.text("type") ?? "")
    let type = isSocket ? "ws" : (item.text("type") ?? "").hasPrefix("graphql") ? "graphql" : "http"
    let tags = (item["tags"]?.array ?? []).compactMap(\.string)
    var meta = ["name: " + oneLine(item.text("name") ?? ""), "type: " + type, "seq: " + (item.text("seq") ?? "1")]
    if !tags.isEmpty { meta += ["tags: ["] + tags.map { "  " + $0 } + ["]"] }
    block("meta", meta)
    let method = request.text("method") ?? "GET"
    let isStandard = Self.methods.contains(method.lowercased()) && method == method.uppercased()
    let lines = [
      "url: " + value(request.text("url") ?? "", of: "The URL"), "body: " + (body.text("mode") ?? "none"),
      "auth: " + (auth.text("mode") ?? "inherit"),
    ]
    if isSocket {
      block("ws", lines)
    } else {
      block(isStandard ? method.lowercased() : "http", (isStandard ? [] : ["method: " + oneLine(method)]) + lines)
    }
    let params = request["params"].objects
    rows("params:query", params.filter { $0.text("type") != "path" })
    rows("params:path", params.filter { $0.text("type") == "path" })
    shared(request, isRequest: true)
    let settings = item["settings"]?.object ?? (params.contains(where: Self.isEncoded) ? JSONObject() : nil)
    if let settings { self.settings(settings) }
    if let docs = request.text("docs") { textBlock("docs", docs) }
    for example in item["examples"].objects { self.example(example) }
  }

  /// `collection.bru` or `folder.bru`.
  mutating func root(_ root: JSONObject) {
    let meta = root["meta"]?.object ?? JSONObject()
    block("meta", ["name", "seq"].compactMap { name in meta.text(name).map { name + ": " + oneLine($0) } })
    shared(root["request"]?.object ?? JSONObject(), isRequest: false)
    if let docs = root.text("docs") { textBlock("docs", docs) }
  }

  mutating func environment(_ environment: JSONObject) {
    let variables = environment["variables"].objects
    let open = variables.filter { !$0.flag("secret") }
    let secret = variables.filter { $0.flag("secret") }
    // Names of environments have no quotes in Bruno's grammar.
    if variables.contains(where: { $0["description"] != nil }) {
      notes.append("Environment \"\(environment.text("name") ?? "")\": its descriptions are dropped")
    }
    block(
      "vars",
      open.map { row in
        mark(row) + plainName(row.text("name") ?? "") + ": " + value(row.text("value") ?? "", of: "A variable")
      })
    let names = secret.map { "  " + mark($0) + secretName($0.text("name") ?? "") }
    if !names.isEmpty { text += "vars:secret [\n" + names.joined(separator: ",\n") + "\n]\n\n" }
    if let color = environment.text("color") { text += "color: " + oneLine(color) + "\n\n" }
  }

  /// The text with one line end.
  var file: String { text.hasSuffix("\n\n") ? String(text.dropLast()) : text }

  // MARK: Blocks

  private mutating func shared(_ request: JSONObject, isRequest: Bool) {
    rows("headers", request["headers"].objects)
    if let auth = request["auth"]?.object {
      if !isRequest { block("auth", ["mode: " + (auth.text("mode") ?? "inherit")]) }
      for member in auth.members where member.key.value != "mode" {
        self.auth(member.key.value, member.value.object ?? JSONObject())
      }
    }
    if let body = request["body"]?.object { self.body(body) }
    let vars = request["vars"]?.object
    rows("vars:pre-request", (vars?["req"]).objects)
    rows("vars:post-response", (vars?["res"]).objects)
    let checks = request["assertions"].objects
    block(
      "assert",
      checks.map {
        annotations($0) + mark($0) + oneLine($0.text("name") ?? "") + ": " + oneLine($0.text("value") ?? "")
      })
    let script = request["script"]?.object
    if let before = script?.text("req") { textBlock("script:pre-request", before) }
    if let after = script?.text("res") { textBlock("script:post-response", after) }
    if let hooks = script?.text("hooks") { textBlock("script:hooks", hooks) }
    if let tests = request.text("tests") { textBlock("tests", tests) }
  }

  private mutating func block(_ name: String, _ lines: [String], keepsEmpty: Bool = false) {
    guard !lines.isEmpty || keepsEmpty else { return }
    text += name + " {\n" + lines.map { "  " + $0.replacingExactly("\n", with: "\n  ") + "\n" }.joined() + "}\n\n"
  }

  private mutating func textBlock(_ name: String, _ content: String) {
    text += name + " {\n" + Self.indented(content, by: 2) + "\n}\n\n"
  }

  static func indented(_ text: String, by count: Int) -> String {
    let space = String(repeating: " ", count: count)
    return text.replacingExactly("\r\n", with: "\n").parts(separatedBy: "\n").map { space + $0 }.joined(separator: "\n")
  }

  // MARK: Pairs

  private mutating func rows(_ name: String, _ rows: [JSONObject], suffix: (JSONObject) -> String = { _ in "" }) {
    let lines = rows.map { row -> String in
      let text = row["value"]?.array.map { "@file(" + $0.compactMap(\.string).joined(separator: "|") + ")" }
      let title = "\"" + (row.text("name") ?? "") + "\""
      let local = row.flag("local") ? "@" : ""
      return annotations(row) + mark(row) + local + self.name(row.text("name") ?? "") + ": "
        + (text ?? value(row.text("value") ?? "", of: title)) + suffix(row)
    }
    block(name, lines)
  }

  private func mark(_ row: JSONObject) -> String { BrunoRows.isOff(row) ? "~" : "" }

  private mutating func annotations(_ row: JSONObject) -> String {
    var result = ""
    for annotation in row["annotations"].objects {
      guard let name = annotation.text("name"), !name.contains(where: { "():".contains($0) || $0.isWhitespace }) else {
        continue
      }
      result += "@" + name + (annotation.text("value").map { "(" + quoted($0) + ")" } ?? "") + "\n"
    }
    if let description = row.filledText("description") { result += "@description(" + quoted(description) + ")\n" }
    return result
  }

  private mutating func quoted(_ text: String) -> String {
    if !text.contains("'''"), text.contains("\n") || text.contains(")") || (text.contains("'") && text.contains("\"")) {
      return "'''\n" + Self.indented(text, by: 2) + "\n'''"
    }
    if text.contains("'''") { notes.append("A description has \"'''\", which ends it in Bruno") }
    let line = oneLine(text.replacingExactly("'''", with: "\"").replacingExactly(")", with: "]"))
    let safe = text.contains("'''") ? line : oneLine(text)
    return safe.contains("'") ? "\"" + safe + "\"" : "'" + safe + "'"
  }

  /// A name, in quotes where Bruno needs them.
  private mutating func name(_ text: String) -> String {
    if text.hasPrefix("~") { notes.append("\"\(text)\": in Bruno, a name with ~ in front is disabled") }
    let name = oneLine(text)
    let needsQuotes =
      name.contains { ":\"{}".contains($0) || $0.isWhitespace } || name.hasPrefix("@") || name.hasPrefix("#")
      || name.hasPrefix("//") || name.hasPrefix("'''") || name.hasPrefix("}")
    guard needsQuotes else { return name }
    return "\"" + name.replacingExactly("\"", with: "\\\"") + (name.hasSuffix("\\") ? " " : "") + "\""
  }

  private mutating func plainName(_ text: String) -> String {
    let name = oneLine(text)
    let isPlain = !name.contains { $0 == ":" || $0.isWhitespace }
    guard !isPlain else { return name }
    notes.append("Variable \"\(text)\": names in environments of Bruno have no spaces and colons")
    return String(name.map { $0 == ":" || $0.isWhitespace ? "_" : $0 })
  }

  private mutating func secretName(_ text: String) -> String {
    let name = plainName(text)
    return String(name.map { "[],".contains($0) ? "_" : $0 })
  }

  /// A value: several lines stand between `'''`.
  private mutating func value(_ text: String, of what: String) -> String {
    let text = text.replacingExactly("\r\n", with: "\n")
    if String(text[...].trimmed) != text { notes.append("\(what): Bruno removes white space at the ends") }
    guard text.contains("\n") else { return text }
    guard !text.contains("'''") else {
      notes.append("\(what): it has \"'''\", which Bruno cannot hold in several lines")
      return oneLine(text)
    }
    return "'''\n" + Self.indented(text, by: 2) + "\n'''"
  }

  private func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  // MARK: Auth and settings

  private static let order = [
    "grantType", "callbackUrl", "authorizationUrl", "accessTokenUrl", "refreshTokenUrl", "username", "password",
    "clientId", "clientSecret", "scope", "state", "pkce",
  ]

  private mutating func auth(_ kind: String, _ members: JSONObject) {
    let isCamel = kind == "awsv4"
    var lines: [String] = []
    let listed = kind == "oauth2" ? Self.order.compactMap { name in members.members.first { $0.key.means(name) } } : []
    let others = members.members.filter { member in !listed.contains { $0.key == member.key } }
    for member in listed + others where member.key.value != "additionalParameters" {
      let name = member.key.value == "accessTokenSecret" ? "tokenSecret" : member.key.value
      let text = value(member.value.scalarText ?? "", of: "Auth \(name)")
      lines.append((isCamel ? name : Self.snake(name)) + ": " + text)
    }
    block("auth:" + kind, lines, keepsEmpty: true)
    let requests = [("authorization", "auth_req"), ("token", "access_token_req"), ("refresh", "refresh_token_req")]
    for (ours, theirs) in requests {
      let params = (members["additionalParameters"]?.object?[ours]).objects
      for place in ["headers", "queryparams", "body"] {
        rows("auth:oauth2:additional_params:\(theirs):\(place)", params.filter { $0.text("sendIn") == place })
      }
    }
  }

  /// `accessTokenUrl` as `access_token_url`.
  private static func snake(_ name: String) -> String {
    if name == "baseURL" { return "base_url" }
    return name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
  }

  /// Whether a parameter changes if the URL is sent verbatim, Bruno's default without settings.
  private static func isEncoded(_ param: JSONObject) -> Bool {
    guard param["enabled"] != false else { return false }
    let isPath = param.text("type") == "path"
    let parts: [(String, PostmanEncoding.Part)] =
      (isPath ? [] : [(param.text("name") ?? "", .name)]) + [(param.text("value") ?? "", isPath ? .path : .value)]
    return parts.contains { text, part in
      let reading = PostmanEncoding.read(text, part)
      return !reading.isExact || !reading.text.isExactly(text)
    }
  }

  private mutating func settings(_ settings: JSONObject) {
    // A missing encodeUrl means false in this block.
    var members = settings
    if members["encodeUrl"] == nil { members["encodeUrl"] = true }
    block(
      "settings",
      members.members.map { member in
        let list = member.value.array?.compactMap(\.scalarText).joined(separator: ", ")
        return member.key.value + ": " + oneLine(list ?? member.value.scalarText ?? member.value.compact)
      })
  }

  // MARK: Bodies

  private mutating func body(_ body: JSONObject) {
    for mode in ["json", "text", "xml", "sparql"] {
      if let content = body.filledText(mode) { textBlock("body:" + mode, content) }
    }
    rows("body:form-urlencoded", body["formUrlEncoded"].objects)
    rows("body:multipart-form", body["multipartForm"].objects, suffix: Self.contentType)
    let files = body["file"].objects.map { file -> JSONObject in
      [
        "name": "file", "value": .array([file["filePath"] ?? ""]), "enabled": file["selected"] ?? false,
        "contentType": file["contentType"] ?? "",
      ]
    }
    rows("body:file", files, suffix: Self.contentType)
    for message in body["ws"].objects { self.message(message) }
    if let query = body["graphql"]?.object?.filledText("query") { textBlock("body:graphql", query) }
    if let variables = body["graphql"]?.object?.filledText("variables") { textBlock("body:graphql:vars", variables) }
  }

  /// A message of a WebSocket. Bruno writes its content between `'''` even if it has one line.
  private mutating func message(_ message: JSONObject) {
    let text = message.text("content") ?? ""
    let title = "Message \"\(message.text("name") ?? "")\""
    let marked = value(text, of: title)
    let content =
      marked.contains("\n") || text.contains("'''") ? marked : "'''\n" + Self.indented(text, by: 2) + "\n'''"
    var lines = ["name: " + oneLine(message.text("name") ?? ""), "type: " + oneLine(message.text("type") ?? "text")]
    if message.flag("selected") { lines.append("selected: true") }
    block("body:ws", lines + ["content: " + content])
  }

  private static func contentType(_ row: JSONObject) -> String {
    row.filledText("contentType").map { " @contentType(" + $0 + ")" } ?? ""
  }

  // MARK: Examples

  private mutating func example(_ example: JSONObject) {
    var lines = ["name: " + oneLine(example.text("name") ?? "")]
    if let description = example.text("description") {
      lines.append("description: " + value(description, of: "The description of an example"))
    }
    if let request = example["request"]?.object { lines += ["", "request: {"] + exampleRequest(request) + ["}"] }
    if let response = example["response"]?.object { lines += ["", "response: {"] + exampleResponse(response) + ["}"] }
    let content = lines.joined(separator: "\n")
    text += "example {\n" + Self.indented(content, by: 2) + "\n}\n\n"
  }

  private mutating func exampleRequest(_ request: JSONObject) -> [String] {
    var lines: [String] = []
    for name in ["url", "method"] {
      if let text = request.text(name) {
        lines.append("  " + name + ": " + oneLine(name == "method" ? text.lowercased() : text))
      }
    }
    let body = request["body"]?.object
    lines.append("  mode: " + (body?.text("mode") ?? "none"))
    var inner = BruText()
    let params = request["params"].objects
    inner.rows("params:query:", Self.plain(params.filter { $0.text("type") != "path" }))
    inner.rows("params:path:", Self.plain(params.filter { $0.text("type") == "path" }))
    inner.rows("headers:", Self.plain(request["headers"].objects))
    if let body {
      var bodies = BruText()
      bodies.body(body)
      inner.text += bodies.text.parts(separatedBy: "\n").map { line in
        line.hasPrefix("body:") && line.hasSuffix(" {") ? line.dropLast(2) + ": {" : line
      }.joined(separator: "\n")
    }
    return lines + inner.nested
  }

  private mutating func exampleResponse(_ response: JSONObject) -> [String] {
    var inner = BruText()
    inner.rows("headers:", Self.plain(response["headers"].objects))
    var status: [String] = []
    if let code = response.text("status") { status.append("code: " + code) }
    if let reason = response.text("statusText") { status.append("text: " + oneLine(reason)) }
    inner.block("status:", status)
    if let body = response["body"]?.object {
      let content = body.text("content") ?? ""
      if content.contains("'''") { notes.append("The body of an example has \"'''\", which ends it in Bruno") }
      let safe = content.replacingExactly("'''", with: "\"\"\"")
      inner.text +=
        "body: {\n  type: " + (body.text("type") ?? "text") + "\n  content: '''\n" + Self.indented(safe, by: 4)
        + "\n  '''\n}\n\n"
    }
    return inner.nested
  }

  /// Rows of examples have no annotations.
  private static func plain(_ rows: [JSONObject]) -> [JSONObject] {
    rows.map { row in
      JSONObject(members: row.members.filter { !["description", "annotations"].contains($0.key.value) })
    }
  }

  /// The blocks as lines of an outer one.
  private var nested: [String] {
    var lines = text.parts(separatedBy: "\n")
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { "  " + $0 }
  }
}
