/// Turns `.bru` documents into the JSON of Bruno's own export, which the readers of all its formats share.
enum BruItem {
  static let methods: Set = ["get", "post", "put", "patch", "delete", "options", "head", "connect", "trace", "http"]

  static func isRequest(_ document: BruDocument) -> Bool {
    document.blocks.contains { methods.contains($0.name) || $0.name == "grpc" || $0.name == "ws" }
  }

  static func isEnvironment(_ document: BruDocument) -> Bool {
    !document.blocks.isEmpty
      && document.blocks.allSatisfy {
        $0.name == "vars" || $0.name == "color" || $0.name.hasPrefix("vars:secret")
          || $0.name.hasPrefix("vars:externalsecrets")
      }
  }

  // MARK: Requests

  static func request(_ document: BruDocument, stem: String) -> JSONObject {
    var item: JSONObject = ["type": .string(type(document)), "name": .string(name(document) ?? stem)]
    if let seq = document.value("seq", in: "meta") { item["seq"] = .string(seq) }
    let tags = document.pairs("meta").first { $0.name == "tags" }.map(self.tags) ?? []
    item["tags"] = tags.map(JSONValue.string).asMember
    var settings = typed(document.pairs("settings"))
    // In other formats, a missing one means true.
    if settings["encodeUrl"] == nil { settings["encodeUrl"] = .null }
    item["settings"] = .object(settings)
    var request = shared(document)
    let http = document.blocks.last { methods.contains($0.name) }
    let method = http?.name == "http" ? document.value("method", in: "http") : http?.name
    if let method { request["method"] = .string(http?.name == "http" ? method : method.uppercased()) }
    let block = http?.name ?? (document.block("ws") == nil ? "" : "ws")
    if !block.isEmpty { request["url"] = .string(document.value("url", in: block) ?? "") }
    let query = rows(document.pairs("query") + document.pairs("params:query"), adding: "query")
    request["params"] = (query + rows(document.pairs("params:path"), adding: "path")).asMember
    request["body"] = .object(body(document, mode: document.value("body", in: block)))
    request["auth"] = .object(auth(document, mode: document.value("auth", in: block) ?? "none"))
    request["assertions"] = rows(document.pairs("assert")).asMember
    item["request"] = .object(request)
    let examples = document.blocks.compactMap { block -> JSONValue? in
      guard block.name == "example", case .text(let text) = block.content else { return nil }
      return .object(BruExample.read(text))
    }
    item["examples"] = examples.asMember
    item["unknownBlocks"] = document.unknownBlocks.map(JSONValue.string).asMember
    return item
  }

  private static func name(_ document: BruDocument) -> String? {
    document.value("name", in: "meta").flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func type(_ document: BruDocument) -> String {
    let type = document.value("type", in: "meta") ?? "http"
    if document.block("grpc") != nil { return "grpc-request" }
    if document.block("ws") != nil { return "ws-request" }
    return type.hasSuffix("-request") ? type : type + "-request"
  }

  private static func tags(_ pair: BruDocument.Pair) -> [String] {
    if let list = pair.list { return list }
    return pair.value.split { ",[]".contains($0) }.map { String($0.trimmed) }.filter { !$0.isEmpty }
  }

  /// Returns the members that requests, folders and collections share.
  private static func shared(_ document: BruDocument) -> JSONObject {
    var request = JSONObject()
    request["headers"] = rows(document.pairs("headers")).asMember
    var script = JSONObject()
    if let text = document.text("script:pre-request") { script["req"] = .string(text) }
    if let text = document.text("script:post-response") { script["res"] = .string(text) }
    if let text = document.text("script:hooks") { script["hooks"] = .string(text) }
    if !script.members.isEmpty { request["script"] = .object(script) }
    if let text = document.text("tests") { request["tests"] = .string(text) }
    if let text = document.text("docs") { request["docs"] = .string(text) }
    var vars = JSONObject()
    vars["req"] = rows(document.pairs("vars:pre-request") + document.pairs("vars")).map(local).asMember
    vars["res"] = rows(document.pairs("vars:post-response")).map(local).asMember
    request["vars"] = vars.asMember
    return request
  }

  /// A variable whose name begins with `@` is only for its request.
  private static func local(_ value: JSONValue) -> JSONValue {
    guard var row = value.object, let name = row.text("name"), name.hasPrefix("@") else { return value }
    row["name"] = .string(String(name.dropFirst()))
    row["local"] = true
    return .object(row)
  }

  // MARK: Folders and environments

  /// `collection.bru` or `folder.bru`.
  static func root(_ document: BruDocument) -> JSONObject {
    var root: JSONObject = ["meta": .object(typed(document.pairs("meta")))]
    if let name = name(document) { root["meta"] = .object(["name": .string(name)]) }
    if let seq = document.value("seq", in: "meta"), var meta = root["meta"]?.object {
      meta["seq"] = .string(seq)
      root["meta"] = .object(meta)
    }
    var request = shared(document)
    if let mode = document.value("mode", in: "auth") { request["auth"] = .object(auth(document, mode: mode)) }
    if let docs = request["docs"] { root["docs"] = docs }
    request["docs"] = nil
    root["request"] = .object(request)
    return root
  }

  static func environment(_ document: BruDocument, name: String) -> JSONObject {
    var variables = rows(document.pairs("vars"))
    for block in document.blocks where block.name != "vars" && block.name.hasPrefix("vars:") {
      let items = document.list(block.name) + document.pairs(block.name).map { ($0.isEnabled ? "" : "~") + $0.name }
      variables += items.map { item in
        let isOff = item.hasPrefix("~")
        return [
          "name": .string(isOff ? String(item.dropFirst()) : item), "value": "", "enabled": .bool(!isOff),
          "secret": true,
        ]
      }
    }
    var environment: JSONObject = ["name": .string(name), "variables": .array(variables)]
    if let color = document.text("color") { environment["color"] = .string(color) }
    return environment
  }

  // MARK: Parts

  static func rows(_ pairs: [BruDocument.Pair], adding type: String? = nil) -> [JSONValue] {
    pairs.map { pair in
      var (value, description) = Self.description(in: pair.value)
      description = pair.annotations.first { $0.name == "description" }?.value ?? description
      if let list = pair.list { value = list.joined(separator: ",") }
      var row: JSONObject = [
        "name": .string(pair.name), "value": .string(value), "enabled": .bool(pair.isEnabled),
      ]
      if let type { row["type"] = .string(type) }
      if let description { row["description"] = .string(description) }
      let others = pair.annotations.filter { $0.name != "description" }.map { annotation -> JSONValue in
        var object: JSONObject = ["name": .string(annotation.name)]
        if let value = annotation.value { object["value"] = .string(value) }
        return .object(object)
      }
      row["annotations"] = others.asMember
      return .object(row)
    }
  }

  /// Splits `@description("…")` off the end of a value.
  private static func description(in value: String) -> (value: String, description: String?) {
    for (open, close) in [("@description('''", "''')"), ("@description(\"", "\")")] where value.hasSuffix(close) {
      guard let start = value.firstRange(of: open),
        start.upperBound <= value.index(value.endIndex, offsetBy: -close.count)
      else { continue }
      let inner = value[start.upperBound..<value.index(value.endIndex, offsetBy: -close.count)]
      let lines = String(inner).parts(separatedBy: "\n").map { $0.removingExactly(prefix: "    ") ?? $0 }
      let text = String(lines.joined(separator: "\n")[...].trimmed)
      let decoded = close == "\")" ? (try? JSONText("\"" + text + "\"").value.string) ?? nil : nil
      return (String(value[..<start.lowerBound].trimmed), decoded ?? text)
    }
    return (value, nil)
  }

  /// Splits `@contentType(…)` off the end of a value.
  private static func contentType(in value: String) -> (value: String, type: String?) {
    guard value.hasSuffix(")"), let start = value.firstRange(of: "@contentType(") else { return (value, nil) }
    return (String(value[..<start.lowerBound].trimmed), String(value[start.upperBound...].dropLast()))
  }

  private static func files(in value: String) -> [String]? {
    guard value.hasPrefix("@file("), value.hasSuffix(")") else { return nil }
    return value.dropFirst(6).dropLast().split(separator: "|", omittingEmptySubsequences: true).map(String.init)
  }

  static func typed(_ pairs: [BruDocument.Pair]) -> JSONObject {
    var object = JSONObject()
    for pair in pairs {
      let scalar = (try? JSONText(pair.value).value).flatMap { $0.number != nil || $0.bool != nil ? $0 : nil }
      object[pair.name] = pair.list.map { .array($0.map(JSONValue.string)) } ?? scalar ?? .string(pair.value)
    }
    return object
  }

  // MARK: Body

  static func body(_ document: BruDocument, mode: String?) -> JSONObject {
    var body = JSONObject()
    // The oldest files have a block without a kind.
    if let text = document.text("body") { body["json"] = .string(text) }
    for mode in ["json", "text", "xml", "sparql"] {
      if let text = document.text("body:" + mode) { body[mode] = .string(text) }
    }
    var graphql = JSONObject()
    if let text = document.text("body:graphql") { graphql["query"] = .string(text) }
    if let text = document.text("body:graphql:vars") { graphql["variables"] = .string(text) }
    if !graphql.members.isEmpty { body["graphql"] = .object(graphql) }
    if document.block("body:form-urlencoded") != nil {
      body["formUrlEncoded"] = .array(rows(document.pairs("body:form-urlencoded")))
    }
    if document.block("body:multipart-form") != nil {
      body["multipartForm"] = .array(rows(document.pairs("body:multipart-form")).map(part))
    }
    if document.block("body:ws") != nil { body["ws"] = .array(messages(document)) }
    if document.block("body:file") != nil { body["file"] = .array(rows(document.pairs("body:file")).map(file)) }
    let isOldest = document.block("body") != nil
    body.members.insert(
      JSONMember(key: JSONString("mode"), value: .string(mode ?? (isOldest ? "json" : "none"))), at: 0)
    return body
  }

  /// The messages of a WebSocket, a block each.
  private static func messages(_ document: BruDocument) -> [JSONValue] {
    document.blocks.compactMap { block in
      guard block.name == "body:ws", case .pairs(let pairs) = block.content else { return nil }
      var message = JSONObject()
      for pair in pairs { message[pair.name] = .string(pair.value) }
      return .object(message)
    }
  }

  private static func part(_ value: JSONValue) -> JSONValue {
    guard var row = value.object else { return value }
    let (text, type) = contentType(in: row.text("value") ?? "")
    row["type"] = "text"
    row["value"] = .string(text)
    if let files = files(in: text) {
      row["type"] = "file"
      row["value"] = .array(files.map(JSONValue.string))
    }
    if let type { row["contentType"] = .string(type) }
    return .object(row)
  }

  private static func file(_ value: JSONValue) -> JSONValue {
    let row = value.object ?? JSONObject()
    let (text, type) = contentType(in: row.text("value") ?? "")
    return [
      "filePath": .string(files(in: text)?.first ?? text), "contentType": .string(type ?? ""),
      "selected": row["enabled"] ?? true,
    ]
  }

  // MARK: Auth

  private static func auth(_ document: BruDocument, mode: String) -> JSONObject {
    var auth: JSONObject = ["mode": .string(mode)]
    for block in document.blocks where block.name.hasPrefix("auth:") {
      let name = String(block.name.dropFirst(5))
      guard !name.contains(":") else { continue }
      var members = JSONObject()
      for pair in document.pairs(block.name) { members[camel(pair.name)] = .string(pair.value) }
      auth[name] = .object(members)
    }
    let additional = additionalParameters(document)
    if !additional.members.isEmpty, var oauth2 = auth["oauth2"]?.object {
      oauth2["additionalParameters"] = .object(additional)
      auth["oauth2"] = .object(oauth2)
    }
    return auth
  }

  private static func additionalParameters(_ document: BruDocument) -> JSONObject {
    var result = JSONObject()
    for block in document.blocks {
      guard let rest = block.name.removingExactly(prefix: "auth:oauth2:additional_params:"),
        let (request, place) = rest.cut(at: ":"),
        let member = ["auth_req": "authorization", "access_token_req": "token", "refresh_token_req": "refresh"][request]
      else { continue }
      let rows = rows(document.pairs(block.name)).map { value -> JSONValue in
        var row = value.object ?? JSONObject()
        row["sendIn"] = .string(place)
        return .object(row)
      }
      result[member] = .array((result[member]?.array ?? []) + rows)
    }
    return result
  }

  /// `access_token_url` as `accessTokenUrl`.
  private static func camel(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
