/// Writes a collection as a Postman collection v2.1. Notes members that Postman cannot express.
struct PostmanWriter {
  static let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

  var context = InterchangeContext()
  /// Headers of the open folders, which Postman does not have.
  private var headers: [[JSONObject]] = []
  /// Whether URLs are not escaped, for each open folder.
  private var asIs: [Bool] = []
  private let includesSecrets: Bool
  private var secrets: [String: String] = [:]

  init(includesSecrets: Bool) { self.includesSecrets = includesSecrets }

  mutating func collection(_ folder: PortableFolder) -> JSONValue {
    if includesSecrets { secrets = Dictionary(folder.secrets.map { ($0.name, $0.value) }) { $1 } }
    let rest = folder.settings["x-postman"]?.object ?? JSONObject()
    var info: JSONObject = ["name": .string(folder.name)]
    if let id = folder.sourceID { info["_postman_id"] = .string(id) }
    if let docs = folder.settings["docs"]?.joinedLines { info["description"] = .string(docs) }
    info["schema"] = .string(Self.schema)
    for member in rest["info"]?.object?.members ?? [] where info[member.key.value] == nil {
      info.members.append(member)
    }
    var collection: JSONObject = ["info": .object(info)]
    collection["item"] = .array(items(of: folder))
    addSettings(of: folder.settings, to: &collection)
    return .object(PostmanRemainder.added(to: collection, of: folder))
  }

  private mutating func items(of folder: PortableFolder) -> [JSONValue] {
    let own = folder.settings["headers"].objects
    if !own.isEmpty { context.note(.changed, "Headers of the folder: they are written into its requests") }
    headers.append(own)
    asIs.append(folder.settings["options"]?.object?["urlAsIs"]?.bool ?? asIs.last ?? false)
    defer {
      headers.removeLast()
      asIs.removeLast()
    }
    return folder.items.map { item in
      context.enter(item.name)
      defer { context.leave() }
      switch item {
      case .folder(let inner): return .object(self.folder(inner))
      case .request(let request): return .object(self.item(request))
      }
    }
  }

  private mutating func folder(_ folder: PortableFolder) -> JSONObject {
    var group: JSONObject = ["name": .string(folder.name)]
    if let id = folder.sourceID { group["id"] = .string(id) }
    if let docs = folder.settings["docs"]?.joinedLines { group["description"] = .string(docs) }
    group["item"] = .array(items(of: folder))
    addSettings(of: folder.settings, to: &group)
    return group
  }

  private mutating func addSettings(of settings: JSONObject, to group: inout JSONObject) {
    let rest = settings["x-postman"]?.object ?? JSONObject()
    addAuth(settings["auth"], rest, to: &group)
    addEvents(settings["scripts"], rest, to: &group)
    group["variable"] = settings["variables"].objects.map { JSONValue.object(variable($0)) }.asMember
    group["protocolProfileBehavior"] = behavior(settings["options"]?.object ?? JSONObject(), rest).asMember
    noteMissing(["checks"], in: settings)
    merge(rest, without: ["auth", "event", "protocolProfileBehavior"], into: &group)
  }

  private mutating func item(_ request: PortableRequest) -> JSONObject {
    var document = request.document
    if document.isSocket {
      document = SocketDocument.asRequest(document)
      document["examples"] = nil
    }
    let rest = document["x-postman"]?.object ?? JSONObject()
    var item: JSONObject = ["name": .string(request.name)]
    if let id = rest.text("id") ?? request.sourceID { item["id"] = .string(id) }
    addEvents(document["scripts"], rest, to: &item)
    var options = document["options"]?.object ?? JSONObject()
    var written = self.request(document, &options)
    var behavior = behavior(options, rest)
    PostmanLength.write(document, to: &written, &behavior)
    item["request"] = .object(written)
    item["response"] = .array(document["examples"].objects.map { .object(response($0)) })
    if PostmanBody.isPruned(method: document.text("method") ?? "GET"), document["body"] != nil {
      behavior["disableBodyPruning"] = true
    }
    if !behavior.members.isEmpty { item["protocolProfileBehavior"] = .object(behavior) }
    noteMissing(["checks", "captures", "tags"], in: document)
    let own = ["auth", "event", "protocolProfileBehavior", "request", "body", "operationName", "pathDescriptions"]
    merge(rest, without: own, into: &item)
    return item
  }

  /// - Parameter options: Loses `urlAsIs` if Postman sends the URL unencoded by default.
  private mutating func request(_ document: JSONObject, _ options: inout JSONObject) -> JSONObject {
    let rest = document["x-postman"]?.object ?? JSONObject()
    var request: JSONObject = ["method": .string(document.text("method") ?? "GET")]
    request["header"] = .array(requestHeaders(document))
    var writer = PostmanURLWriter(document, isAsIs: options["urlAsIs"]?.bool ?? asIs.last ?? false)
    writer.descriptions = rest["pathDescriptions"]?.object ?? JSONObject()
    if options["urlAsIs"] == true, asIs.last != true, writer.isInferred { options["urlAsIs"] = nil }
    if let body = body(document, rest) { request["body"] = .object(body) }
    request["url"] = writer.url
    addAuth(document["auth"], rest, to: &request)
    if let docs = document["docs"]?.joinedLines { request["description"] = .string(docs) }
    merge(rest["request"]?.object ?? JSONObject(), without: [], into: &request)
    return request
  }

  /// The headers of the folders, inner ones and those of the request in place of outer ones, and the request's.
  private mutating func requestHeaders(_ document: JSONObject) -> [JSONValue] {
    var own = document["headers"].objects
    let omitted = RequestOptions(document: document["options"]?.object ?? JSONObject()).omittedHeaders
    for level in headers.reversed() where !level.isEmpty {
      let names = Set(
        own.filter { $0["off"] != true }.map { ($0.text("name") ?? "").lowercased() } + omitted.map { $0.lowercased() })
      own = level.filter { !names.contains(($0.text("name") ?? "").lowercased()) } + own
    }
    if let header = contentType(document), !own.contains(where: \.isContentType) {
      own.append(header)
    }
    return own.map { .object(Self.textRow($0)) }
  }

  private mutating func response(_ example: JSONObject) -> JSONObject {
    let rest = example["x-postman"]?.object ?? JSONObject()
    var response: JSONObject = ["name": .string(example.text("name") ?? "")]
    if let original = rest["originalRequest"]?.object {
      var writer = PostmanWriter(includesSecrets: false)
      var options = original["options"]?.object ?? JSONObject()
      response["originalRequest"] = .object(writer.request(original, &options))
    }
    if let reason = example["reason"] { response["status"] = reason }
    if let status = example["status"]?.number { response["code"] = .number(status) }
    let body = example["body"]?.joinedLines
    response["_postman_previewlanguage"] = .string(PostmanPreview.language(of: example, body: body ?? ""))
    response["header"] = .array(example["headers"].objects.map { .object(Self.textRow($0)) })
    response["cookie"] = []
    if let body { response["body"] = .string(body) }
    if example["description"] != nil { context.note(.dropped, "Example: its description") }
    for member in rest.members where member.key.value != "originalRequest" {
      response[member.key.value] = member.value
    }
    return response
  }

  // MARK: Parts

  /// A row of a table.
  static func row(_ source: JSONObject) -> JSONObject {
    var row: JSONObject = ["key": .string(source.text("name") ?? "")]
    if let value = source["value"] { row["value"] = value == .null ? .null : .string(value.scalarText ?? "") }
    if source["off"] == true { row["disabled"] = true }
    if let description = source["description"]?.string { row["description"] = .string(description) }
    row.members += source["x-postman"]?.object?.members ?? []
    return row
  }

  /// A row whose value is a text.
  static func textRow(_ source: JSONObject) -> JSONObject {
    var row = row(source)
    if row["value"]?.string == nil { row["value"] = "" }
    return row
  }

  private mutating func addEvents(_ scripts: JSONValue?, _ rest: JSONObject, to item: inout JSONObject) {
    let events = [("prerequest", "preRequest"), ("test", "postResponse")].compactMap { listen, member -> JSONValue? in
      guard let text = scripts?.object?[member]?.joinedLines else { return nil }
      let lines = text.parts(separatedBy: "\n").map { JSONValue.string($0) }
      return ["listen": .string(listen), "script": ["type": "text/javascript", "exec": .array(lines)]]
    }
    item["event"] = (events + (rest["event"]?.array ?? [])).asMember
  }

  private mutating func variable(_ row: JSONObject) -> JSONObject {
    let name = row.text("name") ?? ""
    var variable = Self.variable(row, secret: secrets[name]) { context.note(.dropped, $0) }
    // The schema does not know secrets.
    if variable["type"] == "secret" { (variable["type"], variable["secret"]) = ("string", true) }
    return variable
  }

  /// - Parameter secret: The value to write for a secret; `nil` leaves it empty.
  static func variable(_ row: JSONObject, secret: String?, _ note: (String) -> Void) -> JSONObject {
    let name = row.text("name") ?? ""
    var variable: JSONObject = ["key": .string(name)]
    if row["secret"] == true {
      (variable["value"], variable["type"]) = (.string(secret ?? ""), "secret")
    } else {
      let value = row["value"] ?? ""
      (variable["value"], variable["type"]) = (value, .string(kind(of: value)))
    }
    if row["off"] == true { variable["disabled"] = true }
    if let description = row["description"]?.string { variable["description"] = .string(description) }
    for source in ["prompt", "fromCommand", "fromDotenv", "fromEnvironment"] where row[source] != nil {
      note("Variable \(name): where its value is from (\(source))")
    }
    return variable
  }

  private static func kind(of value: JSONValue) -> String {
    switch value {
    case .number: "number"
    case .bool: "boolean"
    case .string: "string"
    default: "any"
    }
  }

  private mutating func noteMissing(_ members: [String], in document: JSONObject) {
    for name in members where document[name]?.isEmpty == false {
      context.note(.dropped, "\(name.prefix(1).uppercased() + name.dropFirst()): Postman has no place for them")
    }
  }

  /// Adds members that an import kept.
  private func merge(_ rest: JSONObject, without: [String], into object: inout JSONObject) {
    for member in rest.members where !without.contains(member.key.value) && object[member.key.value] == nil {
      object.members.append(member)
    }
  }
}

/// How Postman shows a saved response.
enum PostmanPreview {
  static func language(of example: JSONObject, body: String) -> String {
    let type = example["headers"].objects.first(where: \.isContentType)?.text("value")?.lowercased() ?? ""
    if let language = ["json", "html", "xml", "javascript"].first(where: { type.contains($0) }) { return language }
    return type.isEmpty && (body.hasPrefix("{") || body.hasPrefix("[")) ? "json" : "text"
  }
}
