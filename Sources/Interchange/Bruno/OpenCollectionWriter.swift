/// Turns the JSON of Bruno's export into OpenCollection documents, as Bruno writes them.
enum OpenCollectionWriter {
  static func collection(_ collection: JSONObject) -> JSONObject {
    let config = collection["brunoConfig"]?.object ?? JSONObject()
    let root = collection["root"]?.object ?? JSONObject()
    var result: JSONObject = ["opencollection": "1.0.0", "info": ["name": collection["name"] ?? ""]]
    var own = JSONObject()
    if let proxy = config["proxy"]?.object { own["proxy"] = .object(self.proxy(proxy)) }
    own["clientCertificates"] = (config["clientCertificates"]?.object?["certs"]).objects.map(certificate).asMember
    if let protobuf = config["protobuf"] { own["protobuf"] = protobuf }
    if !own.members.isEmpty { result["config"] = .object(own) }
    addSettings(of: root, to: &result)
    result["extensions"] = extensions(config).asMember
    return result
  }

  private static func extensions(_ config: JSONObject) -> JSONObject {
    let known = ["version", "name", "type", "proxy", "clientCertificates", "protobuf", "scripts"]
    var result = JSONObject(members: config.members.filter { !known.contains($0.key.value) })
    if let scripts = config["scripts"] {
      var own = result["bruno"]?.object ?? JSONObject()
      own["scripts"] = scripts
      result["bruno"] = .object(own)
    }
    return result
  }

  static func folder(_ item: JSONObject) -> JSONObject {
    var result: JSONObject = [
      "info": ["name": item["name"] ?? "", "type": "folder", "seq": item["seq"] ?? 1]
    ]
    addSettings(of: item["root"]?.object ?? JSONObject(), to: &result)
    return result
  }

  private static func addSettings(of root: JSONObject, to result: inout JSONObject) {
    let source = root["request"]?.object ?? JSONObject()
    var request = JSONObject()
    if let headers = source["headers"] { request["headers"] = .array(rows(headers)) }
    if let auth = auth(source["auth"]) { request["auth"] = auth }
    let runtime = runtime(source)
    request.members += runtime.members
    if !request.members.isEmpty { result["request"] = .object(request) }
    if let docs = root["docs"] { result["docs"] = docs }
  }

  static func environment(_ environment: JSONObject) -> JSONObject {
    let variables = environment["variables"].objects.map { row -> JSONValue in
      guard row.flag("secret") else { return .object(self.row(row)) }
      // Older versions know "transient", newer ones "secret".
      var result: JSONObject = ["name": row["name"] ?? "", "secret": true, "transient": true]
      if BrunoRows.isOff(row) { result["disabled"] = true }
      if let description = row["description"] { result["description"] = description }
      return .object(result)
    }
    var result: JSONObject = ["name": environment["name"] ?? "", "variables": .array(variables)]
    if let color = environment["color"] { result["color"] = color }
    return result
  }

  private static func proxy(_ source: JSONObject) -> JSONObject {
    var proxy = source
    proxy["enabled"] = nil
    if let auth = source["auth"]?.object, !auth.flag("enabled") { proxy["auth"] = nil }
    return proxy
  }

  private static func certificate(_ source: JSONObject) -> JSONValue {
    let isArchive = source["pfxFilePath"] != nil
    var result: JSONObject = ["domain": source["domain"] ?? "", "type": isArchive ? "pkcs12" : "pem"]
    for (theirs, ours) in OpenCollection.certificatePaths where source[ours] != nil { result[theirs] = source[ours] }
    return .object(result)
  }

  // MARK: Requests

  static func request(_ item: JSONObject) -> JSONObject {
    let request = item["request"]?.object ?? JSONObject()
    let isGraphQL = item.text("type") == "graphql-request"
    let isSocket = BrunoSocket.types.contains(item.text("type") ?? "")
    let type = isSocket ? "websocket" : isGraphQL ? "graphql" : "http"
    var info: JSONObject = ["name": item["name"] ?? "", "type": .string(type), "seq": item["seq"] ?? 1]
    if let tags = item["tags"] { info["tags"] = tags }
    var details: JSONObject =
      isSocket
      ? BrunoSocket.details(request) : ["method": request["method"] ?? "GET", "url": request["url"] ?? ""]
    if let headers = request["headers"] { details["headers"] = .array(rows(headers)) }
    let params = request["params"].objects.map { param -> JSONValue in
      var row = row(param)
      row["type"] = param["type"]
      return .object(row)
    }
    details["params"] = params.asMember
    if !isSocket, let body = body(request["body"]) { details["body"] = body }
    if let auth = auth(request["auth"]) { details["auth"] = auth }
    var result: JSONObject = ["info": .object(info), type: .object(details)]
    result["runtime"] = runtime(request).asMember
    if let settings = item["settings"] { result["settings"] = settings }
    result["examples"] = item["examples"].objects.map(example).asMember
    if let docs = request["docs"] { result["docs"] = docs }
    return result
  }

  private static func row(_ source: JSONObject) -> JSONObject {
    var row: JSONObject = ["name": source["name"] ?? "", "value": source["value"] ?? ""]
    let annotations = (source["annotations"]?.array ?? []).compactMap { $0.object?.text("name") }
    if let type = annotations.first(where: { ["number", "boolean", "object"].contains($0) }) {
      row["value"] = ["type": .string(type), "data": source["value"] ?? ""]
    }
    if let description = source["description"] { row["description"] = description }
    if BrunoRows.isOff(source) { row["disabled"] = true }
    return row
  }

  private static func rows(_ value: JSONValue) -> [JSONValue] {
    (value.array ?? []).compactMap { $0.object.map { .object(row($0)) } }
  }

  private static func runtime(_ request: JSONObject) -> JSONObject {
    var runtime = JSONObject()
    let vars = request["vars"]?.object
    if let before = vars?["req"] { runtime["variables"] = .array(rows(before)) }
    var scripts: [JSONValue] = []
    let sources = [
      ("before-request", request["script"]?.object?["req"]), ("after-response", request["script"]?.object?["res"]),
      ("tests", request["tests"]),
    ]
    for (type, code) in sources { if let code { scripts.append(["type": .string(type), "code": code]) } }
    if !scripts.isEmpty { runtime["scripts"] = .array(scripts) }
    runtime["assertions"] = request["assertions"].objects.map(assertion).asMember
    runtime["actions"] = (vars?["res"]).objects.map(action).asMember
    return runtime
  }

  private static func assertion(_ row: JSONObject) -> JSONValue {
    let text = row.text("value") ?? ""
    let operation = text.prefix { !$0.isWhitespace }
    let operand = text[operation.endIndex...].trimmed
    var result: JSONObject = ["expression": row["name"] ?? "", "operator": .string(String(operation))]
    if !operand.isEmpty { result["value"] = .string(String(operand)) }
    if let description = row["description"] { result["description"] = description }
    if BrunoRows.isOff(row) { result["disabled"] = true }
    return .object(result)
  }

  private static func action(_ row: JSONObject) -> JSONValue {
    var result: JSONObject = [
      "type": "set-variable", "phase": "after-response",
      "selector": ["expression": row["value"] ?? "", "method": "jsonq"],
      "variable": ["name": row["name"] ?? "", "scope": row.flag("local") ? "request" : "runtime"],
    ]
    if let description = row["description"] { result["description"] = description }
    if BrunoRows.isOff(row) { result["disabled"] = true }
    return .object(result)
  }

  private static func body(_ value: JSONValue?) -> JSONValue? {
    guard let body = value?.object, let mode = body.text("mode"), mode != "none", let data = body[mode] else {
      return nil
    }
    switch mode {
    case "graphql": return data
    case "formUrlEncoded": return ["type": "form-urlencoded", "data": .array(rows(data))]
    case "multipartForm":
      let parts = data.objects.map { source -> JSONValue in
        var part = row(source)
        part["type"] = source["type"]
        if let type = source["contentType"] { part["contentType"] = type }
        return .object(part)
      }
      return ["type": "multipart-form", "data": .array(parts)]
    default: return ["type": .string(mode), "data": data]
    }
  }

  private static func example(_ source: JSONObject) -> JSONValue {
    var example = source
    if var request = source["request"]?.object {
      request["mode"] = nil
      if let headers = request["headers"] { request["headers"] = .array(rows(headers)) }
      if let own = request["body"] { request["body"] = body(own) }
      example["request"] = .object(request)
    }
    if var response = source["response"]?.object {
      if let status = response.text("status").flatMap({ Int($0) }) { response["status"] = .number(status) }
      if let headers = response["headers"] { response["headers"] = .array(rows(headers)) }
      if let body = response["body"]?.object {
        response["body"] = ["type": body["type"] ?? "text", "data": body["content"] ?? ""]
      }
      example["response"] = .object(response)
    }
    return .object(example)
  }

  // MARK: Auth

  /// - Returns: `nil` for none, which OpenCollection does not write.
  private static func auth(_ value: JSONValue?) -> JSONValue? {
    guard let auth = value?.object, let mode = auth.text("mode"), mode != "none" else { return nil }
    if mode == "inherit" { return "inherit" }
    var result: JSONObject = ["type": .string(mode)]
    let members = auth[mode]?.object ?? JSONObject()
    guard mode != "oauth2" else {
      result.members += oauth2(members).members
      return .object(result)
    }
    for member in members.members {
      let isQuery = member.key.means("placement") && member.value == "queryparams"
      result[member.key.value] = isQuery ? "query" : member.value
    }
    return .object(result)
  }

  private static let groups = [
    "clientId": "credentials", "clientSecret": "credentials", "username": "resourceOwner", "password": "resourceOwner",
    "autoFetchToken": "settings", "autoRefreshToken": "settings",
  ]

  private static func oauth2(_ members: JSONObject) -> JSONObject {
    let grant = members.text("grantType") ?? "client_credentials"
    var result: JSONObject = ["flow": .string(grant == "password" ? "resource_owner_password" : grant)]
    func set(_ name: String, _ value: JSONValue, in group: String) {
      var inner = result[group]?.object ?? JSONObject()
      inner[name] = value
      result[group] = .object(inner)
    }
    for member in members.members {
      let name = member.key.value
      switch name {
      case "grantType", "tokenHeaderPrefix", "tokenQueryKey": break
      case "credentialsPlacement": set("placement", member.value, in: "credentials")
      case "pkce": set("enabled", .bool(member.value.scalarText == "true"), in: "pkce")
      case "credentialsId": set("id", member.value, in: "tokenConfig")
      case "tokenSource": set("source", member.value, in: "tokenConfig")
      case "tokenPlacement":
        let isHeader = member.value == "header"
        let key: JSONValue = isHeader ? members["tokenHeaderPrefix"] ?? "" : members["tokenQueryKey"] ?? "access_token"
        set("placement", isHeader ? ["header": key] : ["query": key], in: "tokenConfig")
      case "additionalParameters":
        for (theirs, ours) in OpenCollection.requests {
          let rows = (member.value.object?[ours]).objects.map(parameter)
          if !rows.isEmpty { set(theirs, .array(rows), in: name) }
        }
      default:
        if let group = groups[name] { set(name, member.value, in: group) } else { result[name] = member.value }
      }
    }
    if members["tokenPlacement"] == nil, let prefix = members["tokenHeaderPrefix"] {
      set("placement", ["header": prefix], in: "tokenConfig")
    }
    return result
  }

  private static func parameter(_ row: JSONObject) -> JSONValue {
    var result = self.row(row)
    result["placement"] = .string(OpenCollection.places.first { $0.1 == row.text("sendIn") }?.0 ?? "header")
    return .object(result)
  }
}
