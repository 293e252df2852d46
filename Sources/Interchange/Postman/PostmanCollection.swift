/// Reads a Postman collection v2.1 or v2.0. Unreadable parts become notes and do not fail the import.
struct PostmanCollection {
  private var context = InterchangeContext()
  private var secrets = PostmanSecrets()
  /// Whether bodies keep their text, and requests the ids that scripts may name.
  private let isSentAsIs: Bool
  /// The ids of requests that scripts name.
  private var namedIDs: Set<String> = []
  /// Whether the request of a saved response is read, which is kept as it was.
  private var isInExample = false
  /// The inherited settings of each open folder.
  private var folders: [Inherited] = []

  /// Inherited settings that are needed to read requests.
  private struct Inherited {
    /// Whether URLs are not escaped.
    var isAsIs = false
    /// Whether requests such as GET are sent with their bodies.
    var keepsBodies = false
    /// Whether `Content-Length: 0` is not sent.
    var omitsLength = false
    /// The value of `removeRefererHeaderOnRedirect`.
    var removesReferer: JSONValue?
    /// As our files have it.
    var auth: JSONValue?
  }

  init(isSentAsIs: Bool = false) {
    self.isSentAsIs = isSentAsIs
    context.isSentAsIs = isSentAsIs
  }

  /// The collection of `{ "collection": { … } }`, as Postman's API wraps it.
  static func unwrapped(_ object: JSONObject) -> JSONObject {
    if object["item"] == nil, object["requests"] == nil, let inner = object["collection"]?.object { return inner }
    return object
  }

  static func isCollection(_ object: JSONObject) -> Bool {
    if PostmanV1.isCollection(object) { return true }
    if let items = object["item"], items.array != nil || items.object != nil { return true }
    let info = object["info"]?.object
    return info?["_postman_id"] != nil || info?.text("schema")?.contains("getpostman.com") == true
  }

  mutating func read(_ object: JSONObject, stem: String?) -> ImportResult {
    let collection = PostmanV1.isCollection(object) ? PostmanV1.converted(object) : object
    if !isSentAsIs { namedIDs = PostmanIDs(collection).named }
    let folder = folder(of: collection, stem: stem)
    return ImportResult([folder], notes: context.notes)
  }

  private mutating func folder(of collection: JSONObject, stem: String?) -> PortableFolder {
    let info = collection["info"]?.object ?? JSONObject()
    let name = info.text("name") ?? collection.text("name")
    var root = PortableFolder(name: name.flatMap { $0.isEmpty ? nil : $0 } ?? stem ?? "Imported")
    root.sourceID = PostmanExtras.id(of: info) ?? PostmanExtras.id(of: collection)
    var rest = PostmanExtras.rest(of: collection, known: ["info", "item", "items", "variables"] + Self.folderMembers)
    rest["info"] = PostmanExtras.rest(of: info, known: ["name", "description", "schema"]).asMember
    root.settings = settings(of: collection, docs: info["description"] ?? collection["description"], &rest)
    PostmanRemainder.apply(collection, to: &root.settings) { (try? FolderSettings(document: $0)) != nil }
    open(collection, root.settings)
    root.items = items(collection["item"] ?? collection["items"])
    folders.removeLast()
    root.secrets = secrets.all
    return root
  }

  private static let folderMembers = ["name", "description", "auth", "event", "variable", "protocolProfileBehavior"]

  /// The settings of the collection or of a folder.
  private mutating func settings(of group: JSONObject, docs: JSONValue?, _ rest: inout JSONObject) -> JSONObject {
    var settings = JSONObject()
    if let docs = PostmanText.description(docs) { settings["docs"] = .textLines(docs) }
    settings["variables"] = PostmanVariables.rows(group["variable"] ?? group["variables"], &secrets, &context).asMember
    if let auth = auth(group["auth"], &rest) { settings["auth"] = auth }
    settings["options"] = options(group, &rest).asMember
    if let scripts = scripts(group, &rest) { settings["scripts"] = scripts }
    if !rest.members.isEmpty { settings["x-postman"] = .object(rest) }
    return settings
  }

  private mutating func auth(_ value: JSONValue?, _ rest: inout JSONObject) -> JSONValue? {
    var others = JSONObject()
    let auth = PostmanAuth.read(value, rest: &others, &context)
    if !others.members.isEmpty { rest["auth"] = .object(others) }
    if auth == nil, let value, let type = value.object?.filledText("type"), type != "inherit" {
      rest["auth"] = value
    }
    return auth
  }

  private mutating func options(_ object: JSONObject, _ rest: inout JSONObject) -> JSONObject {
    let options = PostmanOptions(object["protocolProfileBehavior"], &context)
    if !options.rest.members.isEmpty { rest["protocolProfileBehavior"] = .object(options.rest) }
    return options.options
  }

  /// The option about the `Referer`, which a request has from its folders, too.
  private func inheritReferer(_ rest: inout JSONObject) {
    guard let removes = folders.last?.removesReferer else { return }
    var behavior = rest["protocolProfileBehavior"]?.object ?? JSONObject()
    if behavior[PostmanOptions.removesReferer] == nil { behavior[PostmanOptions.removesReferer] = removes }
    rest["protocolProfileBehavior"] = .object(behavior)
  }

  private mutating func scripts(_ object: JSONObject, _ rest: inout JSONObject) -> JSONValue? {
    let events = PostmanScripts(object["event"], &context)
    if !events.rest.isEmpty { rest["event"] = .array(events.rest) }
    return events.scripts.members.isEmpty ? nil : .object(events.scripts)
  }

  private mutating func items(_ value: JSONValue?) -> [PortableItem] {
    guard let value else { return [] }
    guard let list = value.array ?? Self.single(value) else {
      context.note(.failed, "\"item\" is \(value.kindName), not an array")
      return []
    }
    return list.enumerated().compactMap { item($0.element, number: $0.offset + 1) }
  }

  /// An item that is not in an array.
  private static func single(_ value: JSONValue) -> [JSONValue]? {
    guard let object = value.object, object["request"] != nil || object["item"] != nil else { return nil }
    return [value]
  }

  private mutating func item(_ value: JSONValue, number: Int) -> PortableItem? {
    guard let source = value.object else {
      context.note(.failed, "item \(number) is \(value.kindName), not an object")
      return nil
    }
    let object = PostmanSocket.converted(source) ?? source
    let title = object.text("name") ?? object.text("title")
    let name = title.flatMap { $0.isEmpty ? nil : $0 } ?? PostmanURL.fallbackName(object, number)
    context.enter(name)
    defer { context.leave() }
    if object["request"] == nil, let kind = PostmanSocket.unsupportedKind(object) {
      return fail("\(kind) requests are not supported", name)
    }
    if object["request"] == nil, object["item"] == nil, let type = object.text("type") ?? object.text("$kind") {
      return fail("items of the type \(type) are not supported", name)
    }
    return object["item"] != nil ? folder(object, name) : .request(request(object, name))
  }

  /// Notes an item that cannot be read. Where requests are sent at once, it has its place among them.
  private mutating func fail(_ text: String, _ name: String) -> PortableItem? {
    if isSentAsIs { return .request(PortableRequest(name: name, unreadable: text)) }
    context.note(.failed, text)
    return nil
  }

  private mutating func folder(_ object: JSONObject, _ name: String) -> PortableItem {
    var folder = PortableFolder(name: name)
    folder.sourceID = PostmanExtras.id(of: object)
    var rest = PostmanExtras.rest(of: object, known: ["item", "variables"] + Self.folderMembers)
    if isSentAsIs { rest["id"] = folder.sourceID.map { .string($0) } }
    folder.settings = settings(of: object, docs: object["description"], &rest)
    open(object, folder.settings)
    folder.items = items(object["item"])
    folders.removeLast()
    PostmanRemainder.apply(object, to: &folder.settings) { (try? FolderSettings(document: $0)) != nil }
    return .folder(folder)
  }

  private mutating func open(_ group: JSONObject, _ settings: JSONObject) {
    var inherited = folders.last ?? Inherited()
    if let isAsIs = settings["options"]?.object?["urlAsIs"]?.bool { inherited.isAsIs = isAsIs }
    if let keeps = PostmanBody.keepsBodies(group["protocolProfileBehavior"]) { inherited.keepsBodies = keeps }
    inherited.omitsLength = PostmanLength.isOff(group) ?? inherited.omitsLength
    let removes = group["protocolProfileBehavior"]?.object?[PostmanOptions.removesReferer]
    inherited.removesReferer = removes ?? inherited.removesReferer
    inherited.auth = settings["auth"] ?? inherited.auth
    folders.append(inherited)
  }

  /// Postman sends methods in upper case.
  private mutating func method(_ text: String) -> String {
    if text.isEmpty { return "GET" }
    if text.hasBraces { return text }
    if SavedRequest(method: text, url: "").hasUsableMethod { return text.uppercased() }
    // Sending it fails, as it does in Postman.
    if context.isSentAsIs { return text }
    context.note(.changed, "Method \"\(text)\" is not valid: GET is used instead")
    return "GET"
  }

  private mutating func request(_ item: JSONObject, _ name: String) -> PortableRequest {
    // A string is the URL of a GET.
    let source = item["request"]?.object ?? ["url": item["request"] ?? .null]
    var rest = PostmanExtras.rest(of: item, known: Self.itemMembers)
    rest["request"] = PostmanExtras.rest(of: source, known: Self.requestMembers).asMember
    if let variables = item["variables"], !variables.isEmpty { rest["variable"] = variables }
    if let id = PostmanExtras.id(of: item), !isSentAsIs, namedIDs.contains(id) { rest["id"] = .string(id) }
    var options = options(item, &rest)
    inheritReferer(&rest)
    var document = JSONObject()
    document["method"] = .string(method(source.text("method") ?? ""))
    addURL(source["url"], to: &document, &options, &rest)
    var headers = PostmanRows.headers(source["header"], &context)
    if !headers.isEmpty { document["headers"] = .array(headers) }
    addBody(source["body"] ?? source["data"], of: item, to: &document, &headers, &rest)
    addLength(item, to: &document, &headers, &rest)
    if let auth = auth(source["auth"] ?? item["auth"], &rest) { document["auth"] = auth }
    placeOAuth1(of: &document)
    if !isSentAsIs, !isInExample, !headers.isEmpty {
      ReplacedHeaders.turnOff(PostmanAuth.header(of: document["auth"] ?? folders.last?.auth), in: &headers, &context)
      document["headers"] = .array(headers)
    }
    if !options.members.isEmpty { document["options"] = .object(options) }
    let docs = PostmanText.description(source["description"]) ?? PostmanText.description(item["description"])
    if let docs { document["docs"] = .textLines(docs) }
    if let scripts = scripts(item, &rest) { document["scripts"] = scripts }
    document["examples"] = examples(item["response"]).asMember
    if !rest.members.isEmpty { document["x-postman"] = .object(rest) }
    document = PostmanSocket.document(document, of: item, &context)
    PostmanRemainder.apply(item, to: &document) { (try? SavedRequest(document: $0)) != nil }
    if isSentAsIs, let id = PostmanExtras.id(of: item) { document["id"] = .string(id) }
    var request = PortableRequest(name: name, document: document)
    request.sourceID = PostmanExtras.id(of: item)
    return request
  }

  /// Adds the body, and the header with its type that Postman would add.
  private mutating func addBody(
    _ source: JSONValue?, of item: JSONObject, to document: inout JSONObject, _ headers: inout [JSONValue],
    _ rest: inout JSONObject
  ) {
    let type = headers.compactMap(\.object).first(where: \.isSentContentType)
    let typeText = type.map { $0.text("value") ?? "" }
    guard let body = body(source, of: item, document.text("method") ?? "", typeText, &rest) else { return }
    document["body"] = body
    guard typeText == nil, let header = PostmanBody.missingHeader(of: body, source) else { return }
    headers.append(header)
    document["headers"] = .array(headers)
  }

  /// Adds the header that Postman sends without a body.
  private func addLength(
    _ item: JSONObject, to document: inout JSONObject, _ headers: inout [JSONValue], _ rest: inout JSONObject
  ) {
    guard !isSentAsIs, !isInExample, PostmanLength.isAdded(to: document) else { return }
    if PostmanLength.isOff(item) ?? folders.last?.omitsLength ?? false { return PostmanLength.setOn(in: &rest) }
    let own = headers.compactMap(\.object).filter { $0["off"] != true }
    guard !own.contains(where: { PostmanLength.isWritten($0.text("name")) }) else { return }
    headers.append(PostmanLength.header)
    document["headers"] = .array(headers)
  }

  private mutating func examples(_ value: JSONValue?) -> [JSONValue] {
    guard let value, !value.isEmpty else { return [] }
    // Discard the notes: the same problems are reported for the request itself.
    var context = InterchangeContext()
    context.isSentAsIs = isSentAsIs
    swap(&context, &self.context)
    isInExample = true
    defer { isInExample = false }
    let examples = PostmanExamples.read(value, &context) { request(["request": $0], "").document }
    self.context = context
    return examples
  }

  private static let itemMembers = [
    "name", "request", "auth", "description", "event", "response", "protocolProfileBehavior", "variables",
    PostmanSocket.member, PostmanSocket.socketIOMember,
  ]
  private static let requestMembers = ["method", "url", "header", "body", "data", "auth", "description"]

  private mutating func addURL(
    _ value: JSONValue?, to document: inout JSONObject, _ options: inout JSONObject, _ rest: inout JSONObject
  ) {
    noteKind(of: value, "URL")
    let url = PostmanURL(
      value, isAsIs: options["urlAsIs"]?.bool ?? folders.last?.isAsIs ?? false, keepsText: isSentAsIs)
    document["url"] = .string(url.text)
    if !url.path.members.isEmpty { document["path"] = .object(url.path) }
    if !url.query.isEmpty { document["query"] = .array(url.query) }
    if url.needsAsIs { options["urlAsIs"] = true }
    if url.isEscapedMore { context.note(.changed, "URL: reserved characters in its parameters are percent-encoded") }
    EmptyPath.note(document, "Postman sends their names", &context)
    if !url.pathDescriptions.members.isEmpty { rest["pathDescriptions"] = .object(url.pathDescriptions) }
  }

  /// Names a URL or a body that is neither a text nor an object.
  private mutating func noteKind(of value: JSONValue?, _ name: String) {
    guard let value, value != .null, value.string == nil, value.object == nil else { return }
    context.note(.dropped, "\(name): it is \(value.kindName), not an object")
  }

  private mutating func body(
    _ value: JSONValue?, of item: JSONObject, _ method: String, _ type: String?, _ rest: inout JSONObject
  ) -> JSONValue? {
    guard let value else { return nil }
    noteKind(of: value, "Body")
    let keepsBody = PostmanBody.keepsBodies(item["protocolProfileBehavior"]) ?? folders.last?.keepsBodies ?? false
    let isPruned = !keepsBody && PostmanBody.isPruned(method: method)
    let isDisabled = value.object?.flag("disabled") == true
    if isSentAsIs, !isDisabled {
      // Scripts see the body, and may change the method.
      if !keepsBody, PostmanBody.hasContent(value) { rest[PostmanBody.pruningMark] = true }
      return PostmanBody.read(value, contentType: type, keepsText: true, keepsEmptyForm: true, &context)
    }
    if isPruned || isDisabled {
      guard PostmanBody.hasContent(value) else { return nil }
      context.noteUnused(isPruned ? "Body: Postman does not send it with \(method)" : "Body: it is disabled")
      rest["body"] = PostmanBody.cleaned(value)
      return nil
    }
    let keepsEmptyForm = takesOAuth1(value, of: item, method)
    return PostmanBody.read(value, contentType: type, keepsEmptyForm: keepsEmptyForm, &context)
  }

  /// Whether OAuth 1 adds its parameters to a form without rows.
  private func takesOAuth1(_ body: JSONValue, of item: JSONObject, _ method: String) -> Bool {
    guard ["POST", "PUT"].contains(method), let body = body.object, body.text("mode") == "urlencoded",
      body["urlencoded"]?.isEmpty != false
    else { return false }
    var (rest, notes) = (JSONObject(), InterchangeContext())
    let source = item["request"]?.object?["auth"] ?? item["auth"]
    let auth = PostmanAuth.read(source, rest: &rest, &notes) ?? folders.last?.auth
    return auth?.object?["oauth1"]?.object?.text("in") == "body"
  }

  /// Postman adds the parameters of OAuth 1 to forms with POST and PUT alone, and to the query with other methods.
  private mutating func placeOAuth1(of document: inout JSONObject) {
    guard !isSentAsIs, !isInExample, document["body"]?.object?["form"] != nil,
      let method = document.text("method"), !["POST", "PUT"].contains(method)
    else { return }
    let own = document["auth"]?.object
    guard var auth = own ?? folders.last?.auth?.object, var oauth = auth["oauth1"]?.object, oauth.text("in") == "body"
    else { return }
    guard own != nil else {
      context.note(
        .changed, "OAuth 1: its parameters are added to the form; with \(method), Postman adds them to the query")
      return
    }
    oauth["in"] = "query"
    auth["oauth1"] = .object(oauth)
    document["auth"] = .object(auth)
  }
}

/// The members that this program has no place for, kept for an export to Postman.
enum PostmanExtras {
  static func rest(of object: JSONObject, known: [String]) -> JSONObject {
    JSONObject(
      members: object.members.filter { member in
        !known.contains { member.key.means($0) } && !housekeeping.contains(member.key.value) && !member.value.isEmpty
      })
  }

  /// The id of an item in Postman.
  static func id(of object: JSONObject) -> String? {
    ["_postman_id", "id", "uid"].compactMap(object.filledText).first
  }

  /// Members about the export: ids, owners and dates.
  private static let housekeeping: Set = [
    "_postman_id", "id", "uid", "_postman_isSubFolder", "_exporter_id", "_collection_link", "owner", "createdAt",
    "updatedAt", "lastUpdatedBy", "lastRevision", "fork", "isPublic", PostmanRemainder.member,
  ]
}

enum PostmanText {
  /// The text of a description: a string, or an object with `content`.
  static func description(_ value: JSONValue?) -> String? {
    let text = value?.string ?? value?.object?.text("content") ?? ""
    return text.isEmpty ? nil : text
  }
}
