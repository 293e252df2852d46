internal import RequestModel

/// Reads a Postman collection v2.1 or v2.0. Nothing in it fails as a whole: what cannot be read becomes a note.
struct PostmanCollection {
  private var context = InterchangeContext()
  private var secrets: [PortableSecret] = []

  /// The collection of `{ "collection": { … } }`, as Postman's API wraps it.
  static func unwrapped(_ object: JSONObject) -> JSONObject {
    if object["item"] == nil, object["requests"] == nil, let inner = object["collection"]?.object { return inner }
    return object
  }

  static func isCollection(_ object: JSONObject) -> Bool {
    if PostmanV1.isCollection(object) { return true }
    guard let items = object["item"] else { return object["info"]?.object?["_postman_id"] != nil }
    return items.array != nil || items.object != nil
  }

  mutating func read(_ object: JSONObject, stem: String?) -> ImportResult {
    let collection = PostmanV1.isCollection(object) ? PostmanV1(object).converted : object
    let info = collection["info"]?.object ?? JSONObject()
    let name = info.text("name").flatMap { $0.isEmpty ? nil : $0 } ?? stem ?? "Imported"
    var root = PortableFolder(name: name)
    root.settings = settings(of: collection, docs: info["description"] ?? collection["description"])
    root.items = items(collection["item"])
    if let rest = PostmanExtras.rest(of: collection, known: ["info", "item", "description"] + Self.folderMembers) {
      root.settings["x-postman"] = rest
    }
    var result = ImportResult()
    root.secrets = secrets
    result.collections = [root]
    result.notes = context.notes
    return result
  }

  private static let folderMembers = ["name", "auth", "event", "variable", "protocolProfileBehavior"]

  /// The settings of the collection or of a folder.
  private mutating func settings(of group: JSONObject, docs: JSONValue?) -> JSONObject {
    var settings = JSONObject()
    if let docs = PostmanText.description(docs) { settings["docs"] = .textLines(docs) }
    let variables = PostmanVariables.rows(group["variable"], &secrets, &context)
    if !variables.isEmpty { settings["variables"] = .array(variables) }
    if let auth = PostmanAuth.read(group["auth"], &context) { settings["auth"] = auth }
    if let options = PostmanOptions.read(group["protocolProfileBehavior"], &context) { settings["options"] = options }
    if let scripts = PostmanScripts.read(group["event"], &context) { settings["scripts"] = scripts }
    return settings
  }

  private mutating func items(_ value: JSONValue?) -> [PortableItem] {
    let list = value?.array ?? value.map { [$0] } ?? []
    return list.enumerated().compactMap { item($0.element, number: $0.offset + 1) }
  }

  private mutating func item(_ value: JSONValue, number: Int) -> PortableItem? {
    guard let object = value.object else {
      context.note(.failed, "item \(number) is \(value.kindName), not an object")
      return nil
    }
    let name = object.text("name").flatMap { $0.isEmpty ? nil : $0 } ?? PostmanURL.fallbackName(object, number)
    context.enter(name)
    defer { context.leave() }
    return object["item"] != nil ? folder(object, name) : request(object, name)
  }

  private mutating func folder(_ object: JSONObject, _ name: String) -> PortableItem {
    var folder = PortableFolder(name: name, settings: settings(of: object, docs: object["description"]))
    folder.items = items(object["item"])
    if let rest = PostmanExtras.rest(of: object, known: ["item", "description"] + Self.folderMembers) {
      folder.settings["x-postman"] = rest
    }
    return .folder(folder)
  }

  private mutating func method(_ text: String) -> String {
    if text.isEmpty || SavedRequest(method: text, url: "").hasUsableMethod || text.contains("{{") {
      return text.isEmpty ? "GET" : text
    }
    context.note(.changed, "Method \"\(text)\" is none: GET in its place")
    return "GET"
  }

  private mutating func request(_ item: JSONObject, _ name: String) -> PortableItem? {
    // A string is the URL of a GET.
    let request = item["request"]?.object ?? ["url": item["request"] ?? .null]
    var document = JSONObject()
    document["method"] = .string(method(request.text("method") ?? ""))
    let url = PostmanURL(request["url"])
    document["url"] = .string(url.text)
    if !url.path.members.isEmpty { document["path"] = .object(url.path) }
    if !url.query.isEmpty { document["query"] = .array(url.query) }
    let headers = PostmanRows.headers(request["header"], &context)
    if !headers.isEmpty { document["headers"] = .array(headers) }
    let hasType = headers.contains { $0.object?.text("name")?.lowercased() == "content-type" }
    let isPruned = PostmanBody.isPruned(method: document.text("method") ?? "", item["protocolProfileBehavior"])
    if !isPruned, let body = PostmanBody.read(request["body"], hasContentType: hasType, &context) {
      document["body"] = body
    }
    if let auth = PostmanAuth.read(request["auth"] ?? item["auth"], &context) { document["auth"] = auth }
    if let options = PostmanOptions.read(item["protocolProfileBehavior"], &context) { document["options"] = options }
    let docs = PostmanText.description(request["description"]) ?? PostmanText.description(item["description"])
    if let docs { document["docs"] = .textLines(docs) }
    if let scripts = PostmanScripts.read(item["event"], &context) { document["scripts"] = scripts }
    let examples = PostmanExamples.read(item["response"], &context)
    if !examples.isEmpty { document["examples"] = .array(examples) }
    let known = ["name", "request", "auth", "description", "event", "response", "protocolProfileBehavior"]
    var rest = PostmanExtras.rest(of: item, known: known)?.object ?? JSONObject()
    if isPruned, let body = request["body"], PostmanBody.hasContent(body) {
      context.note(.dropped, "Body: Postman does not send it with \(document.text("method") ?? "")")
      rest["body"] = body
    }
    if !rest.members.isEmpty { document["x-postman"] = .object(rest) }
    return .request(PortableRequest(name: name, document: document))
  }
}

/// The members that this program has no place for, kept for an export to Postman.
enum PostmanExtras {
  static func rest(of object: JSONObject, known: [String]) -> JSONValue? {
    let rest = object.members.filter { member in !known.contains { member.key.means($0) } && !member.value.isEmpty }
    return rest.isEmpty ? nil : .object(JSONObject(members: rest))
  }
}

enum PostmanText {
  /// The text of a description: a string, or an object with `content`.
  static func description(_ value: JSONValue?) -> String? {
    let text = value?.string ?? value?.object?.text("content") ?? ""
    return text.isEmpty ? nil : text
  }
}
