/// Writes one request as an entry of a Hurl file.
struct HurlRequestWriter {
  let request: PortableRequest
  let inherited: InheritedSettings
  /// Captures for responses that other requests use.
  let captures: [JSONObject]
  /// Variables of the collection, which the first request sets.
  let variables: [(name: String, value: String)]
  private(set) var text: HurlText
  private var headers: [JSONObject] = []
  private var optionLines: [String] = []
  private var login: String?

  private var document: JSONObject { request.document }

  init(
    _ request: PortableRequest, _ inherited: InheritedSettings, captures: [JSONObject],
    variables: [(name: String, value: String)], text: HurlText
  ) {
    (self.request, self.inherited, self.captures) = (request, inherited, captures)
    (self.variables, self.text) = (variables, text)
  }

  /// The comments above, and the lines of the entry.
  mutating func lines(_ context: inout InterchangeContext) -> (head: [String], rest: [String]) {
    let name = request.name.split(whereSeparator: \.isNewline).joined(separator: " ")
    var head = ["# " + name]
    if let docs = document["docs"]?.linesText {
      head += docs.split(omittingEmptySubsequences: false) { $0.isNewline }.map { "# " + $0 }
    }
    headers = inherited.headers(with: document["headers"]?.array ?? []).compactMap(\.object)
    var query = document["query"].objects.map { Parameter(document: $0).decoded.document }
    addAuth(&query, &context)
    addOptions(&context)
    let body = body(&context)
    var rest = [(document.text("method") ?? "GET") + " " + text.url(url)]
    rest += headers.compactMap { row($0, &context) }
    rest += section("Query", query.compactMap { row($0, &context) })
    if let login { rest += section("BasicAuth", [login]) }
    rest += section("Options", optionLines)
    rest += body + response(&context)
    note(&context)
    return (head, rest)
  }

  private var url: String {
    let url = PathParameters.url(of: document)
    return url.schemeMark != nil || url.hasPrefix("{{") ? url : "http://" + url
  }

  private func section(_ name: String, _ lines: [String]) -> [String] { lines.isEmpty ? [] : ["[\(name)]"] + lines }

  private mutating func row(_ row: JSONObject, _ context: inout InterchangeContext) -> String? {
    guard let name = row.filledText("name") else {
      context.note(.dropped, "A row without a name")
      return nil
    }
    return (row.flag("off") ? "#" : "") + text.key(name) + ": " + text.value(row.text("value") ?? "")
  }

  // MARK: Auth

  private mutating func addAuth(_ query: inout [JSONObject], _ context: inout InterchangeContext) {
    guard let auth = inherited.auth(with: document["auth"]?.object), let kind = auth.members.first?.key.value,
      let members = auth[kind]?.object
    else { return }
    let user = (members.text("username") ?? "", members.text("password") ?? "")
    switch kind {
    case "basic":
      if user.0.isEmpty { option("user", ":" + user.1) } else { login = text.key(user.0) + ": " + text.value(user.1) }
    case "digest", "ntlm":
      option("user", user.0 + ":" + user.1)
      option(kind, "true")
    case "negotiate":
      option("user", ":")
      option("negotiate", "true")
    case "awsv4":
      let scope = [members.text("region") ?? "", members.text("service") ?? ""].joined(separator: ":")
      option("aws-sigv4", "aws:amz:" + scope)
      option("user", (members.text("accessKey") ?? "") + ":" + (members.text("secretKey") ?? ""))
      if let token = members.text("sessionToken") {
        headers.append(["name": "X-Amz-Security-Token", "value": .string(token)])
      }
    case "apikey" where members.text("in") == "query":
      query.append(["name": .string(members.text("key") ?? ""), "value": .string(members.text("value") ?? "")])
    default:
      if let header = HTTPFileAuth.header(auth, &context) { headers.append(header) }
    }
  }

  // MARK: Options

  private mutating func option(_ name: String, _ value: String) { optionLines.append(name + ": " + text.value(value)) }

  private mutating func addOptions(_ context: inout InterchangeContext) {
    let options = inherited.options(with: document["options"]?.object)
    if options["followRedirects"]?.bool != false {
      option(options.flag("followAuthorization") ? "location-trusted" : "location", "true")
    }
    var others: [String] = []
    for member in options.members where !writeOption(member, of: options) {
      let name = member.key.value
      if let option = Self.onCommandLine[name] {
        let value = member.value.scalarText ?? ""
        context.note(.dropped, "\(name): Hurl has it on the command line alone: hurl \(option)=\(value)")
      } else {
        others.append(name)
      }
    }
    if !others.isEmpty { context.note(.dropped, "Options: " + others.joined(separator: ", ")) }
    for row in (document["x-hurl"]?.object?["options"]).objects {
      option(row.text("name") ?? "", row.text("value") ?? "")
    }
    for variable in variables { option("variable", variable.name + "=" + variable.value) }
  }

  /// Options that Hurl has only on its command line.
  private static let onCommandLine = ["maxBody": "--max-filesize", "noProxy": "--no-proxy"]

  /// - Returns: Whether entries of Hurl have such an option.
  private mutating func writeOption(_ member: JSONMember, of options: JSONObject) -> Bool {
    let value = member.value
    switch member.key.value {
    case "followRedirects", "followAuthorization", "clientPassphrase": break
    case "maxRedirects": option("max-redirs", value.scalarText ?? "")
    case "timeout": option("max-time", duration(value))
    case "connectTimeout": option("connect-timeout", duration(value))
    case "verifyTLS": if value.bool == false { option("insecure", "true") }
    case "http":
      if let version = value.string, version != "auto" { option("http" + version, "true") }
    case "retries": option("retry", value.scalarText ?? "")
    case "retryDelay": option("retry-interval", duration(value))
    case "rateLimit": option("limit-rate", value.scalarText ?? "")
    case "omitHeaders": return value.string == "Content-Type"
    case "cookies", "urlAsIs", "compression", "expectContinue":
      return value.bool == false && member.key.means("urlAsIs")
    default: return writeRoute(member, of: options)
    }
    return true
  }

  private mutating func writeRoute(_ member: JSONMember, of options: JSONObject) -> Bool {
    let value = member.value
    switch member.key.value {
    case "ipVersion": option("ipv" + (value.string ?? ""), "true")
    case "netrc": if value.bool == true, options["netrcFile"] == nil { option("netrc", "true") }
    case "netrcFile": if options["netrc"] != false { option("netrc-file", value.string ?? "") }
    case "pinnedKeys":
      let keys = RequestOptions(document: options).pinnedKeys.joined(separator: ";")
      option("pinnedpubkey", value.string?.contains("{{") == true ? value.string ?? "" : keys)
    case "proxy":
      if value.string == "none" { return false }
      option("proxy", value.string ?? "")
    case "caBundle": option("cacert", value.string ?? "")
    case "clientKey": option("key", value.string ?? "")
    case "unixSocket": option("unix-socket", value.string ?? "")
    case "clientCertificate":
      option("cert", (value.string ?? "") + (options.text("clientPassphrase").map { ":" + $0 } ?? ""))
    case "resolve", "connectTo":
      for row in value.sentRows {
        let name = member.key.means("resolve") ? "resolve" : "connect-to"
        option(name, (row.text("name") ?? "") + ":" + (row.text("value") ?? ""))
      }
    default: return false
    }
    return true
  }

  private func duration(_ value: JSONValue) -> String {
    let seconds = value.number?.double ?? 0
    if seconds == seconds.rounded(), seconds < 1e9 { return "\(Int(seconds))s" }
    return "\(Int((min(seconds, 1e9) * 1000).rounded()))ms"
  }

  // MARK: Body

  private mutating func body(_ context: inout InterchangeContext) -> [String] {
    guard let body = document["body"]?.object else { return [] }
    if let json = body["json"] {
      let content = json.compact
      // An array that begins with a word looks like a section.
      let isPlain = json.isContainer && content.dropFirst().first?.isLetter == false
      if isPlain, let plain = text.plain(content) { return [plain] }
      addType("application/json")
      return text.body(content)
    }
    if let content = body["text"] {
      let isOmitted = inherited.options(with: document["options"]?.object).text("omitHeaders") == "Content-Type"
      if let type = body.text("type") { addType(type) } else if !isOmitted { addType("text/plain; charset=utf-8") }
      return text.body(content.linesText)
    }
    if let rows = body["form"]?.array {
      return section("Form", rows.compactMap(\.object).compactMap { row($0, &context) })
    }
    if let rows = body["multipart"]?.array {
      return section("Multipart", rows.compactMap(\.object).compactMap { part($0, &context) })
    }
    if let path = body.text("file") {
      if let type = body.text("type") { addType(type) }
      return ["file," + text.fileName(path) + ";"]
    }
    return body["graphql"]?.object.map { graphql($0) } ?? []
  }

  private mutating func addType(_ type: String) {
    guard !headers.contains(where: \.isSentContentType) else { return }
    headers.append(["name": "Content-Type", "value": .string(type)])
  }

  private mutating func part(_ row: JSONObject, _ context: inout InterchangeContext) -> String? {
    guard let path = row.text("file") else {
      if let type = row.text("type") { context.note(.dropped, "Part \"\(row.text("name") ?? "")\": its type \(type)") }
      return self.row(row, &context)
    }
    if row["filename"] != nil { context.note(.dropped, "Part \"\(row.text("name") ?? "")\": its file name") }
    if row.flag("off") { return nil }
    guard let name = row.filledText("name"), !path.isEmpty else { return nil }
    return text.key(name) + ": file," + text.fileName(path) + ";"
      + (row.text("type").map { " " + text.value($0) } ?? "")
  }

  private mutating func graphql(_ graphql: JSONObject) -> [String] {
    let query = graphql["query"]?.linesText ?? ""
    let variables = graphql["variables"]
    let isObject = variables.map { $0.object != nil || $0.string?.hasPrefix("{") == true } ?? true
    let operation = graphql.filledText("operationName")
    guard isObject, operation == nil, !query.isEmpty, !query.contains("```"), let plain = text.plain(query),
      let values = text.plain(variables.map { $0.string ?? $0.rendered() } ?? "")
    else {
      var content: JSONObject = ["query": .string(query)]
      content["operationName"] = operation.map { .string($0) }
      content["variables"] = variables ?? .null
      addType("application/json")
      return text.body(JSONValue.object(content).rendered())
    }
    return ["```graphql", plain] + (values.isEmpty ? [] : ["", "variables " + values]) + ["```"]
  }

  // MARK: The response

  private mutating func response(_ context: inout InterchangeContext) -> [String] {
    var checks = document["checks"].objects
    let own = document["captures"].objects
    var version = document["x-hurl"]?.object?.text("version").map { "/" + $0 } ?? ""
    if let first = checks.first, first["x-hurl"]?.object?.flag("version") == true, first.text("query") == "version",
      first.checkPredicate == "equals", let value = first.text("value")
    {
      version = "/" + value
      checks.removeFirst()
    }
    guard !checks.isEmpty || !own.isEmpty || !captures.isEmpty || !version.isEmpty else { return [] }
    var asserts = HurlAssertWriter(text: text)
    var status = "*"
    if let first = checks.first, let code = Self.statusLine(first) {
      status = String(code)
      checks.removeFirst()
    }
    let body = checks.last.flatMap { asserts.body($0) }
    if body != nil { checks.removeLast() }
    var captured = self.lines(captures: own, &asserts, &context)
    captured += captures.compactMap { asserts.line(capture: $0) }
    let lines = self.lines(checks, &asserts, &context)
    text = asserts.text
    return ["HTTP\(version) \(status)"] + section("Captures", captured) + section("Asserts", lines) + (body ?? [])
  }

  /// The status of a check that the line of the status can express.
  private static func statusLine(_ check: JSONObject) -> Int? {
    let isPlain = check.keys.allSatisfy { ["query", "predicate", "value"].contains($0) }
    guard isPlain, check.text("query") == "status", check.checkPredicate == "equals",
      let code = check["value"]?.number?.int, (0...999).contains(code)
    else { return nil }
    return code
  }

  private func lines(
    captures: [JSONObject], _ asserts: inout HurlAssertWriter, _ context: inout InterchangeContext
  ) -> [String] {
    var lines: [String] = []
    for capture in captures where !capture.flag("off") {
      if let line = asserts.line(capture: capture) {
        lines.append(line)
      } else {
        context.note(.dropped, "Capture \(capture.text("name") ?? ""): Hurl has no words for it")
      }
    }
    return lines
  }

  private func lines(
    _ checks: [JSONObject], _ asserts: inout HurlAssertWriter, _ context: inout InterchangeContext
  ) -> [String] {
    var (lines, dropped) = ([String](), [String]())
    for check in checks where !check.flag("off") {
      if let line = asserts.line(check) { lines.append(line) } else { dropped.append(CheckName.of(check)) }
    }
    if !dropped.isEmpty {
      context.note(.dropped, "Checks that Hurl has no words for: " + dropped.joined(separator: ", "))
    }
    return lines
  }

  private func note(_ context: inout InterchangeContext) {
    if document["scripts"] != nil { context.note(.dropped, "Scripts") }
    if document["examples"] != nil { context.note(.dropped, "Examples: Hurl files have no place for saved responses") }
    for name in text.undefined.sorted() {
      context.note(.changed, "{{\(name)}} needs a value: hurl --variable \(name)=…")
    }
  }
}
