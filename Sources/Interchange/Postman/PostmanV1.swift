/// Converts a collection v1, whose requests and folders are in flat lists, to the shape of v2.1.
struct PostmanV1 {
  /// The maximum depth of folders. Deeper ones move to the top.
  private static let depthLimit = 200

  private let source: JSONObject
  private let requests: [JSONObject]
  private let requestsByID: [String: JSONObject]
  private let folders: [JSONObject]
  private let foldersByID: [String: JSONObject]
  /// Requests by the folder that they name, which may not list them.
  private let requestsByFolder: [String: [JSONObject]]
  private let foldersByParent: [String: [JSONObject]]
  /// Folders that another one lists or that name one as their parent.
  private var inner: Set<String> = []
  private let copies = Copies()
  private var seenFolders: Set<String> = []
  private var seenRequests: Set<String> = []

  static func isCollection(_ object: JSONObject) -> Bool {
    guard let requests = object["requests"]?.array, object["item"] == nil else { return false }
    // Other tools have lists of requests, too, but not of these.
    return object["order"] != nil || requests.isEmpty || requests.contains { $0.object?["url"] != nil }
  }

  init(_ source: JSONObject) {
    self.source = source
    requests = source["requests"].objects
    folders = source["folders"].objects
    requestsByID = Self.byID(requests)
    foldersByID = Self.byID(folders)
    requestsByFolder = Dictionary(grouping: requests) { Self.parent(of: $0) ?? "" }
    foldersByParent = Dictionary(grouping: folders) { Self.parent(of: $0) ?? "" }
    for folder in folders {
      inner.formUnion(Self.ids(folder["folders_order"]))
      if Self.parent(of: folder).map({ foldersByID[$0] != nil }) == true { inner.insert(folder.text("id") ?? "") }
    }
  }

  private static func byID(_ objects: [JSONObject]) -> [String: JSONObject] {
    Dictionary(objects.compactMap { object in object.text("id").map { ($0, object) } }) { $1 }
  }

  private static func ids(_ value: JSONValue?) -> [String] { (value?.array ?? []).compactMap(\.scalarText) }

  private static func parent(of object: JSONObject) -> String? {
    ["folder", "folder_id", "folderId", "parentId"].compactMap(object.filledText).first
  }

  static func converted(_ source: JSONObject) -> JSONObject {
    var conversion = PostmanV1(source)
    return conversion.collection()
  }

  private mutating func collection() -> JSONObject {
    var collection: JSONObject = [
      "info": [
        "name": source["name"] ?? "", "_postman_id": source["id"] ?? .null,
        "description": source["description"] ?? .null,
      ]
    ]
    var items = subfolders(of: source, depth: 1)
    // Some exports list their folders in no order.
    for folder in folders where !inner.contains(folder.text("id") ?? "") { items += group(folder, depth: 1) }
    items += newItems(Self.ids(source["order"]).compactMap { requestsByID[$0] })
    // Add folders and requests whose parent does not exist.
    for folder in folders { items += group(folder, depth: 1) }
    items += newItems(requests)
    collection["item"] = .array(items)
    copyShared(from: source, to: &collection)
    return collection
  }

  private mutating func subfolders(of group: JSONObject, depth: Int) -> [JSONValue] {
    guard depth < Self.depthLimit else { return [] }
    let inner = Self.ids(group["folders_order"]).compactMap { foldersByID[$0] }
    return inner.flatMap { self.group($0, depth: depth) }
  }

  /// The items of the requests that are not somewhere else already.
  private mutating func newItems(_ requests: [JSONObject]) -> [JSONValue] {
    let new = requests.filter { request in request.text("id").map { seenRequests.insert($0).inserted } ?? true }
    return new.map { .object(item($0)) }
  }

  /// - Returns: Nothing if the folder is somewhere else already.
  private mutating func group(_ folder: JSONObject, depth: Int) -> [JSONValue] {
    let id = folder.text("id")
    if let id, !seenFolders.insert(id).inserted { return [] }
    var group: JSONObject = ["name": folder["name"] ?? ""]
    if let id { group["id"] = .string(id) }
    if let description = folder["description"] { group["description"] = description }
    var items = subfolders(of: folder, depth: depth + 1)
    if let id, depth < Self.depthLimit {
      for child in foldersByParent[id] ?? [] { items += self.group(child, depth: depth + 1) }
    }
    items += newItems(Self.ids(folder["order"]).compactMap { requestsByID[$0] })
    if let id { items += newItems(requestsByFolder[id] ?? []) }
    group["item"] = .array(items)
    copyShared(from: folder, to: &group)
    return [.object(group)]
  }

  private func item(_ source: JSONObject) -> JSONObject {
    var item: JSONObject = ["name": source["name"] ?? ""]
    if let id = source["id"] { item["id"] = id }
    copyEvents(from: source, to: &item)
    item["request"] = .object(request(source))
    let responses = source["responses"]?.array ?? []
    item["response"] = .array(responses.map { $0.object.map { .object(response($0)) } ?? $0 })
    if let behaviour = source["protocolProfileBehavior"] { item["protocolProfileBehavior"] = behaviour }
    if let variables = source["variables"] { item["variable"] = variables }
    return item
  }

  private func request(_ source: JSONObject) -> JSONObject {
    var request = JSONObject()
    if let auth = PostmanV1Auth.read(source) { request["auth"] = auth }
    request["method"] = source["method"] ?? "GET"
    request["header"] = .array(PostmanV1Parts.headers(source))
    if let body = PostmanV1Parts.body(source) { request["body"] = .object(body) }
    request["url"] = PostmanV1Parts.url(source)
    if let description = source["description"] { request["description"] = description }
    return request
  }

  private func copyShared(from source: JSONObject, to group: inout JSONObject) {
    if let auth = PostmanV1Auth.read(source) { group["auth"] = auth }
    if let variables = source["variables"] { group["variable"] = variables }
    if let behaviour = source["protocolProfileBehavior"] { group["protocolProfileBehavior"] = behaviour }
    copyEvents(from: source, to: &group)
  }

  private func copyEvents(from source: JSONObject, to item: inout JSONObject) {
    let scripts = [("prerequest", source["preRequestScript"]), ("test", source["tests"])]
    let legacy = scripts.compactMap { listen, script -> JSONValue? in
      guard let script, !script.isEmpty else { return nil }
      return ["listen": .string(listen), "script": ["exec": script]]
    }
    if let events = source["events"], !events.isEmpty {
      item["event"] = events
    } else if !legacy.isEmpty {
      item["event"] = .array(legacy)
    }
  }

  private func response(_ source: JSONObject) -> JSONObject {
    var response: JSONObject = ["name": source["name"] ?? ""]
    if let original = originalRequest(of: source) { response["originalRequest"] = .object(request(original)) }
    let code = source["responseCode"]?.object
    if let status = code?["name"] ?? source["status"] { response["status"] = status }
    if let number = code?["code"] { response["code"] = number }
    if let headers = source["headers"] { response["header"] = headers }
    if let cookies = source["cookies"]?.array, !cookies.isEmpty { response["cookie"] = .array(cookies) }
    if let time = source["time"] { response["responseTime"] = time }
    response["body"] = source["text"] ?? .null
    return response
  }

  /// The request that was sent: an object, its JSON, or an id.
  private func originalRequest(of response: JSONObject) -> JSONObject? {
    for name in ["requestObject", "request"] {
      guard let value = response[name] else { continue }
      if let object = value.object { return object }
      guard let text = value.string else { continue }
      return (try? JSONText(text).value)?.object ?? copies.copyIfRoom(requestsByID[text])
    }
    return nil
  }

  /// Requests that responses name: many can name a large one.
  private final class Copies {
    private var bytes = 16 << 20

    /// - Returns: `nil` if there are too many.
    func copyIfRoom(_ request: JSONObject?) -> JSONObject? {
      guard let request, bytes > 0 else { return nil }
      bytes -= JSONValue.object(request).compact.utf8.count
      return request
    }
  }
}
