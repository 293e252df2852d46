/// Reads the requests of Bruno's JSON.
enum BrunoRequest {
  /// - Parameter dotenv: The collection's `.env` file.
  static func read(_ item: JSONObject, dotenv: Dotenv?, _ context: inout InterchangeContext) -> JSONObject? {
    let type = item.text("type") ?? "http-request"
    let isSocket = BrunoSocket.types.contains(type)
    guard isSocket || ["http-request", "graphql-request", "http", "graphql", "request"].contains(type) else {
      context.note(.dropped, "Its kind is \(type), which is not supported")
      return nil
    }
    var request = item["request"]?.object ?? JSONObject()
    let messages = isSocket ? BrunoSocket.messages(request["body"], &context) : []
    if isSocket { request["body"] = nil }
    var extras = JSONObject()
    var document: JSONObject = ["method": .string(method(request.text("method") ?? "", &context))]
    readURL(request, &document, &context)
    let headers = BrunoRows.rows(request["headers"])
    if !headers.isEmpty { document["headers"] = .array(headers) }
    let contentType = contentType(headers)
    var body = request["body"]
    if type.hasPrefix("graphql"), var object = body?.object, object.text("mode") == nil {
      object["mode"] = "graphql"
      body = .object(object)
    }
    if let body = BrunoBody.read(body, contentType: contentType, &extras, &context) { document["body"] = body }
    if let auth = BrunoAuth.read(request["auth"], &extras, &context) { document["auth"] = auth }
    var options = BrunoOptions.read(item["settings"], &extras)
    if item["settings"]?.object?["encodeUrl"] == .null {
      BrunoEncoding.keepBytes(of: &document, &options, &context)
    }
    if !options.members.isEmpty { document["options"] = .object(options) }
    readTexts(item, request, &document, &extras, &context)
    for name in (item["unknownBlocks"]?.array ?? []).compactMap(\.string) {
      context.note(.dropped, "Block \"\(name)\" is unknown")
    }
    readVariables(request, dotenv, &document, &context)
    readChecks(request, &document, &context)
    readCaptures(request, &document, &extras, &context)
    document["examples"] = BrunoExamples.read(item["examples"], of: request).asMember
    if !extras.members.isEmpty { document["x-bruno"] = .object(extras) }
    return isSocket ? BrunoSocket.document(document, messages, &context) : document
  }

  /// Reads documentation, tags and scripts.
  private static func readTexts(
    _ item: JSONObject, _ request: JSONObject, _ document: inout JSONObject, _ extras: inout JSONObject,
    _ context: inout InterchangeContext
  ) {
    let docs = text(request["docs"]) ?? text(item["docs"])
    if let docs { document["docs"] = .textLines(docs) }
    document["tags"] = (item["tags"]?.array ?? []).compactMap(\.scalarText).map(JSONValue.string).asMember
    if let scripts = scripts(request) { document["scripts"] = scripts }
    guard let hooks = text(request["script"]?.object?["hooks"]) else { return }
    extras["hooks"] = .textLines(hooks)
    context.note(.changed, "The script for hooks is only kept")
  }

  static func contentType(_ headers: [JSONValue]) -> String? {
    headers.compactMap(\.object).first(where: \.isSentContentType)?.text("value")
  }

  static func text(_ value: JSONValue?) -> String? {
    let text = value?.scalarText ?? value?.object?.text("content")
    return text.flatMap { $0[...].trimmed.isEmpty ? nil : $0 }
  }

  private static func method(_ text: String, _ context: inout InterchangeContext) -> String {
    if text.isEmpty { return "GET" }
    if text.contains("{{") || SavedRequest(method: text, url: "").hasUsableMethod { return text }
    // Sending it fails, as it does in Bruno.
    if context.isSentAsIs { return text }
    context.note(.changed, "Method \"\(text)\" is not valid: GET is used instead")
    return "GET"
  }

  static func scripts(_ request: JSONObject) -> JSONValue? {
    var scripts = JSONObject()
    let script = request["script"]?.object
    if let before = text(script?["req"]) { scripts["preRequest"] = .textLines(before) }
    let after = text(script?["res"])
    let tests = text(request["tests"])
    if let script = tests.map({ BrunoTests.joined($0, after: after) }) ?? after {
      scripts["postResponse"] = .textLines(script)
    }
    return scripts.members.isEmpty ? nil : .object(scripts)
  }

  // MARK: URL

  private static func readURL(_ request: JSONObject, _ document: inout JSONObject, _ context: inout InterchangeContext)
  {
    let url = request.text("url") ?? ""
    let params = request["params"].objects
    var path = JSONObject()
    let pathRows = params.filter { $0.text("type") == "path" }
    path.set(pathRows.map { (key: $0.text("name") ?? "", value: .string($0.text("value") ?? "")) })
    let query = params.filter { $0.text("type") != "path" }
    let parts = BrunoURL(url)
    var rows = query.map { BrunoRows.row($0) }
    var address = parts.address + parts.fragment
    if !parts.pairs.isEmpty, rows.isEmpty {
      address = url
    } else if !parts.pairs.isEmpty {
      // Bruno sends the URL; its table mirrors the URL.
      let matched = parts.matched(rows)
      if matched == nil {
        context.note(.changed, "Query: the parameters of the URL are not those of the table, and replace them")
      }
      rows = matched ?? parts.pairs.map { $0.row } + rows.filter { $0["off"] != nil }
    }
    document["url"] = .string(address)
    if URLDots.areThere(in: address) { document[SavedRequest.dotsMark] = true }
    if !path.members.isEmpty { document["path"] = .object(path) }
    EmptyPath.note(document, "Bruno leaves the segments empty", &context)
    if !rows.isEmpty { document["query"] = .array(rows.map(JSONValue.object)) }
  }

  // MARK: Checks and variables

  static func readChecks(
    _ request: JSONObject, _ document: inout JSONObject, _ context: inout InterchangeContext
  ) {
    let checks = request["assertions"].objects.map { row -> JSONValue in
      let text = "\(row.text("name") ?? ""): \(row.text("value") ?? "")"
      if let check = BrunoChecks.read(row) {
        if let difference = BrunoChecks.difference(row), !BrunoRows.isOff(row) {
          context.note(.changed, "Assertion \"\(text)\": \(difference)")
        }
        return .object(check)
      }
      if !BrunoRows.isOff(row) { context.note(.dropped, "Assertion \"\(text)\" has no equivalent, so it fails") }
      var check: JSONObject = ["query": .string(CheckSubject.unsupported), "expression": .string(text)]
      if BrunoRows.isOff(row) { check["off"] = true }
      check["x-bruno"] = ["assertion": .object(row)]
      return .object(check)
    }
    document["checks"] = checks.asMember
  }

  private static func readVariables(
    _ request: JSONObject, _ dotenv: Dotenv?, _ document: inout JSONObject, _ context: inout InterchangeContext
  ) {
    // Requests of Bruno have no secrets, but files may say that there are: they are moved with other credentials.
    var secrets: [PortableSecret] = []
    var rows = BrunoVariables.rows(request["vars"]?.object?["req"], dotenv: dotenv, &secrets)
    for secret in secrets {
      let place = rows.firstIndex { $0.object?.text("name") == secret.name && $0.object?["value"] == nil }
      guard let index = place, var row = rows[index].object else { continue }
      row["value"] = .string(secret.value)
      if context.isSentAsIs { row["secret"] = nil }
      rows[index] = .object(row)
    }
    if !rows.isEmpty { document["variables"] = .array(rows) }
  }

  private static func readCaptures(
    _ request: JSONObject, _ document: inout JSONObject, _ extras: inout JSONObject,
    _ context: inout InterchangeContext
  ) {
    let vars = request["vars"]?.object
    var captures: [JSONValue] = []
    var others: [JSONValue] = []
    for row in (vars?["res"]).objects {
      if let capture = BrunoCaptures.read(row) {
        captures.append(.object(capture))
      } else {
        context.note(
          .dropped,
          "Variable \"\(row.text("name") ?? "")\": the expression \(row.text("value") ?? "") has no equivalent")
        others.append(.object(row))
      }
    }
    if !captures.isEmpty { document["captures"] = .array(captures) }
    if !others.isEmpty { extras["captures"] = .array(others) }
  }
}

/// A URL in parts. Braces of variables hide question marks and hashes.
struct BrunoURL {
  struct Pair {
    var name: String
    var value: String?

    var row: JSONObject {
      var row: JSONObject = ["name": .string(name)]
      if let value { row["value"] = .string(value) }
      return row
    }
  }

  private(set) var address = ""
  private(set) var pairs: [Pair] = []
  private(set) var fragment = ""

  init(_ url: String) {
    let scalars = url.unicodeScalars
    var depth = 0
    var mark: String.Index?
    var hash: String.Index?
    for index in scalars.indices where hash == nil {
      switch scalars[index] {
      case "{": depth += 1
      case "}": depth = max(0, depth - 1)
      case "?" where depth == 0 && mark == nil: mark = index
      case "#" where depth == 0: hash = index
      default: break
      }
    }
    let end = hash ?? url.endIndex
    fragment = String(url[end...])
    address = String(url[..<(mark ?? end)])
    guard let mark else { return }
    let query = String(url[scalars.index(after: mark)..<end])
    pairs = query.parts(separatedBy: "&").filter { !$0.isEmpty }.map { part in
      part.cut(at: "=").map { Pair(name: $0.before, value: $0.after) } ?? Pair(name: part)
    }
  }

  /// The rows of the table, if those that are sent are the parameters of the URL.
  func matched(_ rows: [JSONObject]) -> [JSONObject]? {
    var rest = pairs[...]
    var result: [JSONObject] = []
    for row in rows {
      guard row["off"] == nil else {
        result.append(row)
        continue
      }
      guard let pair = rest.popFirst(), Self.isSame(pair.name, row.text("name")),
        Self.isSame(pair.value ?? "", row.text("value"))
      else { return nil }
      var row = row
      if pair.value == nil { row["value"] = nil }
      result.append(row)
    }
    return rest.isEmpty ? result : nil
  }

  private static func isSame(_ text: String, _ other: String?) -> Bool {
    text.isExactly(other ?? "") || text.isExactly(escaped(other ?? "")) || text.isExactly(escapedName(other ?? ""))
      || URLQuery.decoded("x=" + text).first?.value.isExactly(other ?? "") == true
  }

  /// The characters that end a value; percent signs are data, which Bruno encodes itself.
  static func escaped(_ text: String) -> String {
    text.replacingExactly("&", with: "%26").replacingExactly("#", with: "%23")
  }

  static func escapedName(_ text: String) -> String { escaped(text).replacingExactly("=", with: "%3D") }
}

/// `settings` of a request.
enum BrunoOptions {
  static func read(_ value: JSONValue?, _ extras: inout JSONObject) -> JSONObject {
    var options = JSONObject()
    var kept = JSONObject()
    let settings = value?.object ?? JSONObject()
    for member in settings.members {
      let value = member.value
      let number = value.number ?? value.string.flatMap { try? JSONText($0).value.number }
      switch member.key.value {
      case "followRedirects": if value.scalarText == "false" { options["followRedirects"] = false }
      case "maxRedirects":
        if let number, Int(number.text).map({ 0...10_000 ~= $0 }) == true { options["maxRedirects"] = .number(number) }
      case "timeout":
        // Bruno writes 0 into every request; its unit is the millisecond.
        guard let milliseconds = number.flatMap({ Int($0.text) }), 1...1_000_000_000 ~= milliseconds else { continue }
        options["timeout"] = .number(seconds(milliseconds))
      case "encodeUrl": if value.scalarText == "false" { options["urlAsIs"] = true }
      case "omitHeaders":
        let names = value.array?.compactMap(\.scalarText) ?? value.scalarText.map { [$0] } ?? []
        if !names.isEmpty { options["omitHeaders"] = .string(names.joined(separator: ", ")) }
      default: if member.value.scalarText != "true" { kept[member.key.value] = member.value }
      }
    }
    if !kept.members.isEmpty { extras["settings"] = .object(kept) }
    return options
  }

  private static func seconds(_ milliseconds: Int) -> JSONNumber {
    guard milliseconds % 1000 != 0 else { return JSONNumber(milliseconds / 1000) }
    let fraction = String(1000 + milliseconds % 1000).dropFirst().trimmingSuffix { $0 == "0" }
    return JSONNumber(text: "\(milliseconds / 1000).\(fraction)")
  }

  static func written(
    _ value: JSONValue?, extras: JSONObject?, _ context: inout InterchangeContext
  ) -> JSONObject {
    var settings = JSONObject()
    for member in value?.object?.members ?? [] {
      switch member.key.value {
      case "followRedirects": settings["followRedirects"] = member.value
      case "maxRedirects": settings["maxRedirects"] = member.value
      case "timeout":
        if let seconds = member.value.number.flatMap({ Double($0.text) }), seconds < 1_000_000 {
          settings["timeout"] = .number(Int((seconds * 1000).rounded()))
        }
      case "urlAsIs": settings["encodeUrl"] = .bool(member.value.bool != true)
      case "omitHeaders":
        let names = (member.value.scalarText ?? "").split(separator: ",").map { JSONValue.string(String($0.trimmed)) }
        settings["omitHeaders"] = .array(names)
      default: context.note(.dropped, "Option \(member.key.value): Bruno does not have it")
      }
    }
    for member in extras?["settings"]?.object?.members ?? [] { settings[member.key.value] = member.value }
    return settings
  }
}

/// Saved responses.
enum BrunoExamples {
  static func read(_ value: JSONValue?, of request: JSONObject) -> [JSONValue] {
    value.objects.enumerated().map { number, source in
      let name = source.filledText("name") ?? "Example \(number + 1)"
      var example: JSONObject = ["name": .string(name)]
      if let description = BrunoRows.description(source) { example["description"] = .string(description) }
      let response = source["response"]?.object ?? JSONObject()
      let (status, reason) = statusAndReason(response)
      if let status { example["status"] = .number(status) }
      if let reason { example["reason"] = .string(reason) }
      let headers = BrunoRows.rows(response["headers"])
      if !headers.isEmpty { example["headers"] = .array(headers) }
      let body = response["body"]
      let content = body?.object.flatMap { $0["content"] ?? $0["data"] } ?? body
      if let content, let text = content.scalarText ?? (content.isEmpty ? nil : content.rendered()), !text.isEmpty {
        example["body"] = .textLines(text)
      }
      var extras = JSONObject()
      if let type = body?.object?.text("type"), type != guessedType(headers) { extras["type"] = .string(type) }
      if let own = source["request"]?.object, !isSame(own, request) { extras["request"] = .object(own) }
      if !extras.members.isEmpty { example["x-bruno"] = .object(extras) }
      return .object(example)
    }
  }

  /// Some versions wrote the two the other way round.
  private static func statusAndReason(_ response: JSONObject) -> (Int?, String?) {
    let first = response.text("status")
    let second = response.text("statusText")
    func code(_ text: String?) -> Int? { text.flatMap { Int($0) }.flatMap { 100...599 ~= $0 ? $0 : nil } }
    let (status, reason) = code(first) == nil && code(second) != nil ? (code(second), first) : (code(first), second)
    return (status, reason.flatMap { $0.isEmpty ? nil : $0 })
  }

  private static func isSame(_ own: JSONObject, _ request: JSONObject) -> Bool {
    let members = own.members.filter { !$0.value.isEmpty && $0.key.value != "uid" }
    return members.allSatisfy { member in
      switch member.key.value {
      case "url": member.value.scalarText == request.text("url")
      case "method": member.value.scalarText?.uppercased() == (request.text("method") ?? "GET").uppercased()
      case "mode": true
      case "body": member.value.object?.text("mode") == "none"
      default: false
      }
    }
  }

  static func guessedType(_ headers: [JSONValue]) -> String {
    let type = BrunoRequest.contentType(headers)?.lowercased() ?? ""
    return type.contains("json") ? "json" : type.contains("html") ? "html" : type.contains("xml") ? "xml" : "text"
  }

  static func written(_ value: JSONValue?, of request: JSONObject) -> [JSONValue] {
    value.objects.map { example in
      let extras = example["x-bruno"]?.object
      var result: JSONObject = ["name": .string(example.text("name") ?? "")]
      if let description = example.text("description") { result["description"] = .string(description) }
      result["request"] =
        extras?["request"] ?? ["url": request["url"] ?? "", "method": request["method"] ?? "GET", "mode": "none"]
      var response = JSONObject()
      let headers = BrunoRows.written(example["headers"])
      if !headers.isEmpty { response["headers"] = .array(headers) }
      if let status = example.text("status") { response["status"] = .string(status) }
      if let reason = example.text("reason") { response["statusText"] = .string(reason) }
      if let body = BrunoText.lines(example["body"]) {
        let type = extras?.text("type") ?? guessedType(example["headers"]?.array ?? [])
        response["body"] = ["type": .string(type), "content": .string(body)]
      }
      if !response.members.isEmpty { result["response"] = .object(response) }
      return .object(result)
    }
  }
}
