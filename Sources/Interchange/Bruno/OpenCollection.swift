/// Turns OpenCollection YAML, as Bruno writes it, into the JSON of Bruno's export.
enum OpenCollection {
  static func isCollection(_ object: JSONObject) -> Bool { object["opencollection"]?.scalarText != nil }

  /// A request or a folder, and not `folder.yml` or another file beside them.
  static func isItem(_ object: JSONObject) -> Bool {
    let kinds = ["http", "graphql", "grpc", "websocket", "ws", "script"]
    return kinds.contains { object[$0] != nil } || object["info"]?.object?["type"] != nil
  }

  // MARK: Collections and folders

  static func collection(_ object: JSONObject) -> JSONObject {
    var result: JSONObject = ["root": .object(root(object))]
    if let name = object["info"]?.object?["name"] { result["name"] = name }
    var config = JSONObject()
    let source = object["config"]?.object ?? JSONObject()
    if let proxy = source["proxy"]?.object { config["proxy"] = .object(self.proxy(proxy)) }
    let certificates = source["clientCertificates"].objects.map(certificate)
    if !certificates.isEmpty { config["clientCertificates"] = ["certs": .array(certificates)] }
    if let protobuf = source["protobuf"] { config["protobuf"] = protobuf }
    for member in object["extensions"]?.object?.members ?? [] { config[member.key.value] = member.value }
    if !config.members.isEmpty { result["brunoConfig"] = .object(config) }
    result["items"] = .array(items(object["items"]))
    if let environments = source["environments"]?.array { result["environments"] = .array(environments) }
    return result
  }

  static func root(_ object: JSONObject) -> JSONObject {
    let info = object["info"]?.object ?? JSONObject()
    var root: JSONObject = ["meta": .object(info.taking(["name": "name", "seq": "seq"]))]
    root.take("docs", from: object)
    let source = object["request"]?.object ?? JSONObject()
    var request = source.taking(["headers": "headers"])
    if let auth = source["auth"] { request["auth"] = .object(self.auth(auth)) }
    addRuntime(source, to: &request)
    root["request"] = .object(request)
    return root
  }

  private static func proxy(_ source: JSONObject) -> JSONObject {
    if source["config"] != nil { return source }
    var proxy = source
    proxy["enabled"] = true
    return proxy
  }

  private static func certificate(_ source: JSONObject) -> JSONValue {
    var result: JSONObject = ["domain": source["domain"] ?? ""]
    for (theirs, ours) in certificatePaths where source[theirs] != nil { result[ours] = source[theirs] }
    return .object(result)
  }

  static let certificatePaths = [
    ("certificateFilePath", "certFilePath"), ("privateKeyFilePath", "keyFilePath"), ("pkcs12FilePath", "pfxFilePath"),
    ("passphrase", "passphrase"),
  ]

  // MARK: Items

  private static func items(_ value: JSONValue?) -> [JSONValue] {
    (value?.array ?? []).map { value in value.object.map { .object(item($0, stem: "")) } ?? value }
  }

  static func item(_ object: JSONObject, stem: String) -> JSONObject {
    let info = object["info"]?.object ?? JSONObject()
    let name = info.filledText("name") ?? stem
    let details = ["http", "graphql", "grpc", "websocket", "ws"].first { object[$0]?.object != nil }
    let type = info.text("type") ?? details ?? (object["items"] != nil ? "folder" : "http")
    if type == "folder" || (object["items"] != nil && details == nil) {
      return [
        "type": "folder", "name": .string(name), "root": .object(root(object)), "items": .array(items(object["items"])),
      ]
    }
    var item: JSONObject = ["type": .string(type + "-request"), "name": .string(name)]
    item.take("seq", "tags", from: info)
    item.take("settings", from: object)
    let source = details.flatMap { object[$0]?.object } ?? JSONObject()
    let runtime = object["runtime"]?.object ?? JSONObject()
    var request = JSONObject()
    request["method"] = source["method"] ?? (type == "graphql" ? "POST" : "GET")
    request.take("url", "headers", "params", from: source)
    let isSocket = BrunoSocket.types.contains(type)
    request["body"] = .object(
      isSocket ? BrunoSocket.body(ofYAML: source["message"]) : body(source["body"], type: type))
    // Older files have it beside the scripts.
    request["auth"] = .object(auth(source["auth"] ?? runtime["auth"]))
    addRuntime(runtime, to: &request)
    if let docs = object["docs"] ?? info["description"] { request["docs"] = docs }
    item["request"] = .object(request)
    let examples = (object["examples"]?.array ?? []).map { $0.object.map { .object(example($0)) } ?? $0 }
    if !examples.isEmpty { item["examples"] = .array(examples) }
    return item
  }

  /// Variables, scripts, assertions and actions.
  private static func addRuntime(_ runtime: JSONObject, to request: inout JSONObject) {
    var vars = JSONObject()
    if let variables = runtime["variables"] { vars["req"] = variables }
    vars["res"] = runtime["actions"].objects.filter { $0.text("type") == "set-variable" }.map(variable).asMember
    if !vars.members.isEmpty { request["vars"] = .object(vars) }
    var script = JSONObject()
    for source in runtime["scripts"].objects {
      guard let code = source["code"] else { continue }
      switch source.text("type") {
      case "before-request": script["req"] = code
      case "after-response": script["res"] = code
      case "tests": request["tests"] = code
      default: break
      }
    }
    if !script.members.isEmpty { request["script"] = .object(script) }
    request["assertions"] = runtime["assertions"].objects.map(assertion).asMember
  }

  private static func variable(_ action: JSONObject) -> JSONValue {
    let variable = action["variable"]?.object ?? JSONObject()
    var row: JSONObject = [
      "name": variable["name"] ?? "", "value": action["selector"]?.object?["expression"] ?? "",
      "enabled": .bool(!action.flag("disabled")),
    ]
    if variable.text("scope") == "request" { row["local"] = true }
    if let description = action["description"] { row["description"] = description }
    return .object(row)
  }

  private static func assertion(_ source: JSONObject) -> JSONValue {
    let operand = source["value"].flatMap { $0 == .null ? nil : " " + ($0.scalarText ?? $0.compact) } ?? ""
    var row: JSONObject = [
      "name": source["expression"] ?? "", "value": .string((source.text("operator") ?? "eq") + operand),
      "enabled": .bool(!source.flag("disabled")),
    ]
    if let description = source["description"] { row["description"] = description }
    return .object(row)
  }

  private static func example(_ source: JSONObject) -> JSONObject {
    var example = source
    if var request = source["request"]?.object {
      if request["body"] != nil { request["body"] = .object(body(request["body"], type: "http")) }
      example["request"] = .object(request)
    }
    return example
  }

  // MARK: Body and auth

  private static func body(_ value: JSONValue?, type: String) -> JSONObject {
    let body = value?.object ?? JSONObject()
    if type == "graphql" || body["query"] != nil {
      return ["mode": "graphql", "graphql": .object(body)]
    }
    guard let kind = body.text("type") else { return ["mode": "none"] }
    let mode = ["form-urlencoded": "formUrlEncoded", "multipart-form": "multipartForm"][kind] ?? kind
    return ["mode": .string(mode), mode: body["data"] ?? .null]
  }

  private static func auth(_ value: JSONValue?) -> JSONObject {
    guard let auth = value?.object else { return ["mode": .string(value?.string ?? "none")] }
    let type = auth.text("type") ?? "none"
    var members = auth
    members["type"] = nil
    if type == "oauth2" { members = oauth2(members) }
    return ["mode": .string(type), type: .object(members)]
  }

  private static func oauth2(_ source: JSONObject) -> JSONObject {
    var result = JSONObject()
    for member in source.members {
      let inner = member.value.object
      switch member.key.value {
      case "flow": result["grantType"] = member.value
      case "credentials":
        for member in inner?.members ?? [] {
          result[member.key.value == "placement" ? "credentialsPlacement" : member.key.value] = member.value
        }
      case "resourceOwner", "settings": for member in inner?.members ?? [] { result[member.key.value] = member.value }
      case "pkce": result["pkce"] = .bool(inner?.flag("enabled") ?? inner?["disabled"].map { $0.bool != true } ?? false)
      case "tokenConfig": addToken(inner ?? JSONObject(), to: &result)
      case "additionalParameters": result["additionalParameters"] = .object(parameters(inner ?? JSONObject()))
      default: result[member.key.value] = member.value
      }
    }
    return result
  }

  private static func addToken(_ config: JSONObject, to auth: inout JSONObject) {
    if let id = config["id"] { auth["credentialsId"] = id }
    if let source = config["source"] { auth["tokenSource"] = source }
    guard let placement = config["placement"]?.object else { return }
    if let prefix = placement["header"] {
      auth["tokenPlacement"] = "header"
      auth["tokenHeaderPrefix"] = prefix
    } else if let key = placement["query"] {
      auth["tokenPlacement"] = "url"
      auth["tokenQueryKey"] = key
    }
  }

  static let requests = [
    ("authorizationRequest", "authorization"), ("accessTokenRequest", "token"), ("refreshTokenRequest", "refresh"),
  ]
  static let places = [("header", "headers"), ("query", "queryparams"), ("body", "body")]

  private static func parameters(_ source: JSONObject) -> JSONObject {
    var result = JSONObject()
    for (theirs, ours) in requests {
      let rows = source[theirs].objects.map { row -> JSONValue in
        var row = row
        let place = row.text("placement")
        row["placement"] = nil
        row["sendIn"] = .string(places.first { $0.0 == place }?.1 ?? "headers")
        return .object(row)
      }
      result[ours] = rows.asMember
    }
    return result
  }
}
