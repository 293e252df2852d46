/// Converts the parts of a collection v3, YAML files with a `$kind`, to the shape of v2.1.
enum PostmanV3 {
  /// Kinds of requests that this program has.
  static let requestKinds: Set = ["http-request", "graphql-request", "websocket-request", "socket.io-request"]

  /// - Parameter name: The name if the file does not have one.
  static func item(_ source: JSONObject, name: String, examples: [JSONValue]) -> JSONObject {
    var item: JSONObject = ["name": .string(self.name(source) ?? name)]
    if let id = source["id"] { item["id"] = id }
    item["request"] = .object(request(source))
    item["response"] = .array(examples)
    addSettings(source, to: &item)
    let kind = source.text("$kind") ?? ""
    for member in source.members where !isRead(member.key.value, of: kind) && item[member.key.value] == nil {
      item.members.append(member)
    }
    if PostmanSocket.kinds.contains(kind) { item[PostmanSocket.member] = .array(messages(source)) }
    if PostmanSocket.socketIOKinds.contains(kind) { PostmanSocket.takeSocketIO(from: &item) }
    return item
  }

  /// Messages that are in the request itself, as a single file has them. Others are in a folder.
  private static func messages(_ source: JSONObject) -> [JSONValue] {
    source["messages"].objects.map { message($0, name: "") }
  }

  /// - Parameter name: The name if the file does not have one.
  static func message(_ source: JSONObject, name: String) -> JSONValue {
    var message = source
    message["name"] = .string(self.name(source) ?? name)
    return .object(message)
  }

  /// Whether a member is read or only describes the file. Others are kept for an export.
  private static func isRead(_ member: String, of kind: String) -> Bool {
    switch member {
    case "query", "variables", "operationName": kind == "graphql-request"
    case "messages": PostmanSocket.kinds.contains(kind)
    default: known.contains(member)
    }
  }

  private static let known: Set = [
    "$kind", "$schema", "name", "id", "order", "url", "method", "headers", "queryParams", "pathVariables", "body",
    "auth", "settings", "scripts", "examples", "description",
  ]

  static func isFile(_ json: JSONValue?) -> Bool {
    guard let kind = json?.object?.text("$kind") else { return false }
    return kind == "collection" || requestKinds.contains(kind)
  }

  /// One file: a request alone, or a collection with its items in it.
  static func collection(_ source: JSONObject, name: String) -> JSONObject {
    guard source.text("$kind") == "collection" else {
      return [
        "info": ["name": .string(name)], "item": [.object(item(source, name: name, examples: examples(in: source)))],
      ]
    }
    var collection = group(source)
    collection["info"] = ["name": .string(self.name(source) ?? name), "description": source["description"] ?? .null]
    collection["item"] = .array(items(in: source))
    return collection
  }

  private static func items(in source: JSONObject) -> [JSONValue] {
    (source["items"]?.array ?? source["item"]?.array ?? []).enumerated().map { number, value in
      guard let object = value.object else { return value }
      if let kind = object.text("$kind"), requestKinds.contains(kind) {
        return .object(item(object, name: "Request \(number + 1)", examples: examples(in: object)))
      }
      guard object["items"] != nil || object["item"] != nil || object.text("$kind") == "collection" else {
        return value
      }
      var group = group(object)
      group["name"] = .string(name(object) ?? "Folder \(number + 1)")
      group["item"] = .array(items(in: object))
      return .object(group)
    }
  }

  private static func examples(in source: JSONObject) -> [JSONValue] {
    source["examples"].objects.enumerated().map { number, example in
      self.example(example, name: "Example \(number + 1)")
    }
  }

  static func name(_ source: JSONObject) -> String? { source.filledText("name") }

  /// The settings of a definition, without its items.
  static func group(_ source: JSONObject) -> JSONObject {
    var group = JSONObject()
    group.take("id", "description", from: source)
    if let auth = auth(source["auth"]) { group["auth"] = auth }
    if let rows = rows(source["variables"]) { group["variable"] = rows }
    addSettings(source, to: &group)
    return group
  }

  /// Scripts and options.
  private static func addSettings(_ source: JSONObject, to item: inout JSONObject) {
    item["event"] = events(source["scripts"]).asMember
    guard var settings = source["settings"]?.object else { return }
    if let names = settings["disabledSystemHeaders"]?.array {
      settings["disabledSystemHeaders"] = .object(
        JSONObject(members: names.compactMap(\.string).map { JSONMember(key: JSONString($0), value: true) }))
    }
    item["protocolProfileBehavior"] = .object(settings)
  }

  private static func request(_ source: JSONObject) -> JSONObject {
    let isGraphQL = source.text("$kind") == "graphql-request"
    var request: JSONObject = ["method": source["method"] ?? (isGraphQL ? "POST" : "GET")]
    if let headers = rows(source["headers"]) { request["header"] = headers }
    request["url"] = url(source)
    if isGraphQL {
      var graphql: JSONObject = ["query": source["query"] ?? ""]
      graphql.take("variables", "operationName", from: source)
      request["body"] = ["mode": "graphql", "graphql": .object(graphql)]
    } else if let body = body(source["body"]) {
      request["body"] = .object(body)
    }
    if let auth = auth(source["auth"]) { request["auth"] = auth }
    if let description = source["description"] { request["description"] = description }
    return request
  }

  /// The parameters count more than those in the text.
  private static func url(_ source: JSONObject) -> JSONValue {
    var url = source["url"]?.object ?? ["raw": .string(source.text("url") ?? "")]
    if let query = rows(source["queryParams"]), query.array?.isEmpty == false { url["query"] = query }
    if let path = rows(source["pathVariables"]), path.array?.isEmpty == false { url["variable"] = path }
    return .object(url)
  }

  /// A list of rows; an object has the values by their names.
  private static func rows(_ value: JSONValue?) -> JSONValue? {
    if let list = value?.array { return .array(list) }
    guard let members = value?.object?.members else { return nil }
    return .array(
      members.map { member in
        var row: JSONObject = ["key": .string(member.key.value)]
        for part in member.value.object?.members ?? [JSONMember(key: JSONString("value"), value: member.value)] {
          row[part.key.value] = part.value
        }
        return .object(row)
      })
  }

  private static func body(_ value: JSONValue?) -> JSONObject? {
    guard let source = value?.object, let type = source.text("type") ?? source.text("mode") else {
      return value?.string.map { ["mode": "raw", "raw": .string($0)] }
    }
    let content = source["content"] ?? source[type] ?? .null
    switch type {
    case "none": return nil
    case "formdata", "form-data", "multipart": return ["mode": "formdata", "formdata": rows(content) ?? .array([])]
    case "urlencoded", "x-www-form-urlencoded":
      return ["mode": "urlencoded", "urlencoded": rows(content) ?? content]
    case "file", "binary": return ["mode": "file", "file": content.object.map(JSONValue.object) ?? ["src": content]]
    case "graphql": return ["mode": "graphql", "graphql": content]
    default:
      let language = languages.contains(type) ? type : "text"
      return ["mode": "raw", "raw": .string(content.bodyText), "options": ["raw": ["language": .string(language)]]]
    }
  }

  private static let languages: Set = ["json", "xml", "html", "javascript", "text"]

  /// Of several, the first one counts.
  private static func auth(_ value: JSONValue?) -> JSONValue? {
    guard let source = value?.object ?? value?.array?.first?.object, let type = source.text("type") else { return nil }
    var auth: JSONObject = ["type": .string(type)]
    auth[type] = source["credentials"] ?? source[type]
    return .object(auth)
  }

  private static func events(_ value: JSONValue?) -> [JSONValue] {
    let named = (value?.object?.members ?? []).map { member -> JSONObject in
      ["type": .string(member.key.value), "code": member.value.object?["code"] ?? member.value]
    }
    return (value.objects + named).map { script in
      let type = script.text("type") ?? ""
      let name = type.split(separator: ":").last.map(String.init) ?? ""
      let isOther = type.hasPrefix("grpc:")
      let listen = isOther ? type : listens[name] ?? type
      return ["listen": .string(listen), "script": ["exec": script["code"] ?? script["exec"] ?? ""]]
    }
  }

  private static let listens = [
    "beforeRequest": "prerequest", "prerequest": "prerequest", "beforeQuery": "prerequest", "afterResponse": "test",
    "test": "test",
  ]

  /// - Parameter name: The name if the file does not have one.
  static func example(_ source: JSONObject, name: String) -> JSONValue {
    let answer = source["response"]?.object ?? source
    var response: JSONObject = ["name": .string(self.name(source) ?? name)]
    if let request = source["request"]?.object ?? source["originalRequest"]?.object {
      response["originalRequest"] = .object(self.request(request))
    }
    if let status = answer["statusText"] ?? answer["status"] { response["status"] = status }
    if let code = answer["statusCode"] ?? answer["code"] { response["code"] = code }
    if let headers = rows(answer["headers"] ?? answer["header"]) { response["header"] = headers }
    let content = answer["body"]?.object.map { $0["content"] ?? .null } ?? answer["body"] ?? .null
    if content != .null { response["body"] = .string(content.bodyText) }
    return .object(response)
  }
}
