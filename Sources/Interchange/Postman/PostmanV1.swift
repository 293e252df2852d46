internal import RequestModel

/// Converts a collection v1, whose requests and folders are in flat lists, to the shape of v2.1.
struct PostmanV1 {
  private let source: JSONObject
  private let requests: [String: JSONObject]
  private let folders: [String: JSONObject]

  static func isCollection(_ object: JSONObject) -> Bool {
    object["requests"]?.array != nil && object["item"] == nil
  }

  init(_ source: JSONObject) {
    self.source = source
    requests = Self.byID(source["requests"])
    folders = Self.byID(source["folders"])
  }

  private static func byID(_ value: JSONValue?) -> [String: JSONObject] {
    var result: [String: JSONObject] = [:]
    for object in (value?.array ?? []).compactMap(\.object) {
      if let id = object.text("id") { result[id] = object }
    }
    return result
  }

  var converted: JSONObject {
    var collection: JSONObject = [
      "info": ["name": source["name"] ?? "", "description": source["description"] ?? .null]
    ]
    var seen = Set<String>()
    var items = children(of: source, &seen)
    // Some exports list neither their folders nor their requests in an order.
    for folder in (source["folders"]?.array ?? []).compactMap(\.object) {
      guard let id = folder.text("id"), folder.text("folder_id") ?? folder.text("folder") == nil,
        seen.insert("folder " + id).inserted
      else { continue }
      items.append(.object(group(folder, &seen)))
    }
    for request in (source["requests"]?.array ?? []).compactMap(\.object) {
      guard let id = request.text("id"), seen.insert("request " + id).inserted else { continue }
      items.append(.object(item(request)))
    }
    collection["item"] = .array(items)
    copyShared(from: source, to: &collection)
    return collection
  }

  private func children(of group: JSONObject, _ seen: inout Set<String>) -> [JSONValue] {
    var items: [JSONValue] = []
    for id in (group["folders_order"]?.array ?? []).compactMap(\.scalarText) {
      guard let folder = folders[id], seen.insert("folder " + id).inserted else { continue }
      items.append(.object(self.group(folder, &seen)))
    }
    for id in (group["order"]?.array ?? []).compactMap(\.scalarText) {
      guard let request = requests[id], seen.insert("request " + id).inserted else { continue }
      items.append(.object(item(request)))
    }
    return items
  }

  private func group(_ folder: JSONObject, _ seen: inout Set<String>) -> JSONObject {
    var group: JSONObject = ["name": folder["name"] ?? ""]
    if let description = folder["description"] { group["description"] = description }
    group["item"] = .array(children(of: folder, &seen))
    copyShared(from: folder, to: &group)
    return group
  }

  private func item(_ source: JSONObject) -> JSONObject {
    var request: JSONObject = ["method": source["method"] ?? "GET", "url": url(source), "header": headers(source)]
    if let body = body(source) { request["body"] = .object(body) }
    if let description = source["description"] { request["description"] = description }
    if let auth = auth(source) { request["auth"] = auth }
    var item: JSONObject = ["name": source["name"] ?? "", "request": .object(request)]
    copyEvents(from: source, to: &item)
    if let behaviour = source["protocolProfileBehavior"] { item["protocolProfileBehavior"] = behaviour }
    item["response"] = .array((source["responses"]?.array ?? []).compactMap(\.object).map { .object(response($0)) })
    return item
  }

  private func copyShared(from source: JSONObject, to group: inout JSONObject) {
    if let auth = auth(source) { group["auth"] = auth }
    if let variables = source["variables"] { group["variable"] = variables }
    if let behaviour = source["protocolProfileBehavior"] { group["protocolProfileBehavior"] = behaviour }
    copyEvents(from: source, to: &group)
  }

  private func copyEvents(from source: JSONObject, to item: inout JSONObject) {
    if let events = source["events"], !events.isEmpty {
      item["event"] = events
      return
    }
    let scripts = [("prerequest", source["preRequestScript"]), ("test", source["tests"])]
    let events = scripts.compactMap { listen, script -> JSONValue? in
      guard let script, !script.isEmpty else { return nil }
      return ["listen": .string(listen), "script": ["exec": script]]
    }
    if !events.isEmpty { item["event"] = .array(events) }
  }

  private func url(_ source: JSONObject) -> JSONValue {
    let text = source.text("url") ?? ""
    var url: JSONObject = ["raw": .string(text)]
    if let query = source["queryParams"]?.array, !query.isEmpty { url["query"] = .array(query) }
    if let rows = source["pathVariableData"]?.array, !rows.isEmpty {
      url["variable"] = .array(rows)
    } else if let values = source["pathVariables"]?.object, !values.members.isEmpty {
      url["variable"] = .array(values.members.map { ["key": .string($0.key.value), "value": $0.value] })
    }
    return .object(url)
  }

  private func headers(_ source: JSONObject) -> JSONValue {
    if let rows = source["headerData"], rows.array?.isEmpty == false { return rows }
    return source["headers"] ?? .array([])
  }

  private func body(_ source: JSONObject) -> JSONObject? {
    guard let mode = source.text("dataMode") else { return nil }
    switch mode {
    case "raw":
      var body: JSONObject = ["mode": "raw", "raw": source["rawModeData"] ?? source["data"] ?? ""]
      if let options = source["dataOptions"] { body["options"] = options }
      return body
    case "urlencoded": return ["mode": "urlencoded", "urlencoded": source["data"] ?? .array([])]
    case "params": return ["mode": "formdata", "formdata": source["data"] ?? .array([])]
    case "binary": return ["mode": "file", "file": ["src": source["rawModeData"] ?? .null]]
    case "graphql": return ["mode": "graphql", "graphql": source["graphqlModeData"] ?? .null]
    default: return nil
    }
  }

  private func auth(_ source: JSONObject) -> JSONValue? {
    if let auth = source["auth"], auth != .null { return auth }
    guard let helper = source.text("currentHelper") else { return nil }
    if helper == "normal" || helper == "noauth" { return nil }
    guard let kind = Self.helpers[helper] ?? (AuthKind.named(helper) != nil ? helper : nil) else { return nil }
    let attributes = (source["helperAttributes"]?.object?.members ?? []).filter { !$0.key.means("id") }
    var auth: JSONObject = ["type": .string(kind)]
    auth[kind] = .object(JSONObject(members: attributes))
    return .object(auth)
  }

  private static let helpers = [
    "basicAuth": "basic", "bearerAuth": "bearer", "digestAuth": "digest", "hawkAuth": "hawk", "ntlmAuth": "ntlm",
    "oAuth1": "oauth1", "oAuth2": "oauth2", "awsSigV4": "awsv4", "apikeyAuth": "apikey", "edgegridAuth": "edgegrid",
  ]

  private func response(_ source: JSONObject) -> JSONObject {
    var response = JSONObject()
    if let name = source["name"] { response["name"] = name }
    if let code = source["responseCode"]?.object {
      response["code"] = code["code"]
      response["status"] = code["name"]
    }
    if let status = source["status"], response["status"] == nil { response["status"] = status }
    if let headers = source["headers"] { response["header"] = headers }
    if let body = source["text"] { response["body"] = body }
    return response
  }
}
