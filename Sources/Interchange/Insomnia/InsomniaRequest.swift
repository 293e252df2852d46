/// Reads a request of Insomnia v5.
enum InsomniaRequest {
  static func document(_ item: JSONObject, _ templates: inout InsomniaTemplates) -> JSONObject {
    let settings = InsomniaSettings(item["settings"]?.object, &templates.context)
    var document: JSONObject = ["method": .string(method(item, &templates.context))]
    document["url"] = .string(templates.translated(item.text("url") ?? "").trimmed)
    document["path"] = pathParameters(item["pathParameters"], &templates).asMember
    EmptyPath.note(document, "Insomnia sends their names", &templates.context)
    document["query"] = InsomniaRows.rows(item["parameters"], allowsBare: true, &templates).asMember
    var headers = InsomniaRows.rows(item["headers"], &templates)
    let type = InsomniaRows.contentType(headers)
    let body = InsomniaBody(item["body"], contentType: type, isRendered: settings.rendersBody, &templates)
    if let impliedType = body.impliedType, body.value != nil {
      InsomniaRows.removeContentType(impliedType, from: &headers)
    }
    if let own = body.headerType, !own.isEmpty, type == nil {
      headers.append(["name": "Content-Type", "value": .string(own)])
    }
    if !headers.isEmpty { document["headers"] = .array(headers) }
    if let value = body.value { document["body"] = value }
    let auth = InsomniaAuth(item["authentication"], &templates)
    if let value = auth.value { document["auth"] = value }
    var options = settings.options
    options.members += auth.options.members
    if !options.members.isEmpty { document["options"] = .object(options) }
    if let docs = item.insomniaDocs { document["docs"] = docs }
    if let scripts = InsomniaScripts.read(item["scripts"]) { document["scripts"] = scripts }
    var rest = JSONObject()
    if let auth = auth.rest { rest["authentication"] = auth }
    if !settings.rest.members.isEmpty { rest["settings"] = .object(settings.rest) }
    if !rest.members.isEmpty { document["x-insomnia"] = .object(rest) }
    return document
  }

  private static func method(_ item: JSONObject, _ context: inout InterchangeContext) -> String {
    let method = (item.text("method") ?? "").trimmed
    if method.isEmpty { return "GET" }
    if SavedRequest(method: method, url: "").hasUsableMethod { return method }
    context.note(.changed, "Method \"\(method)\" is not valid: GET is used instead")
    return "GET"
  }

  private static func pathParameters(_ value: JSONValue?, _ templates: inout InsomniaTemplates) -> JSONObject {
    var values: [(key: String, value: JSONValue?)] = []
    for row in value.objects {
      guard let name = row.filledText("name") else { continue }
      values.append((name, .string(templates.translated(row.text("value") ?? ""))))
    }
    var path = JSONObject()
    path.set(values)
    return path
  }
}

/// Rows of Insomnia's tables: `name`, `value`, `disabled`, `description`.
enum InsomniaRows {
  /// - Parameter allowsBare: Whether a row without a value is sent as a bare name, as in a query.
  static func rows(
    _ value: JSONValue?, allowsBare: Bool = false, _ templates: inout InsomniaTemplates
  ) -> [JSONValue] {
    value.objects.compactMap { source -> JSONValue? in
      let name = templates.translated(source.text("name") ?? "")
      let value = templates.translated(source.text("value") ?? "")
      // Tables end with an empty row in Insomnia.
      guard !name.isEmpty || !value.isEmpty else { return nil }
      var row: JSONObject = ["name": .string(name)]
      if !allowsBare || !value.isEmpty { row["value"] = .string(value) }
      if source.flag("disabled") { row["off"] = true }
      if let description = source.filledText("description") { row["description"] = .string(description) }
      return .object(row)
    }
  }

  static func contentType(_ headers: [JSONValue]) -> String? {
    headers.compactMap(\.object).first(where: \.isSentContentType)?.text("value").flatMap {
      $0.isEmpty || $0.contains("{{") ? nil : $0
    }
  }

  /// Removes the header if the body already has the same media type.
  static func removeContentType(_ type: String, from headers: inout [JSONValue]) {
    headers.removeAll { row in
      guard let row = row.object, row.isSentContentType else { return false }
      let value = row.text("value")?.lowercased() ?? ""
      // Without a boundary, the header of a multipart form has no meaning.
      return value == type.lowercased() || type == InsomniaBody.multipartType && value.hasPrefix(type)
    }
  }
}

/// Scripts before a request and after its response.
enum InsomniaScripts {
  static let members = [("preRequest", "preRequest"), ("afterResponse", "postResponse")]

  static func read(_ value: JSONValue?) -> JSONValue? {
    var scripts = JSONObject()
    for (theirs, ours) in members {
      guard let text = value?.object?.text(theirs), !text.trimmed.isEmpty else { continue }
      scripts[ours] = .array(text.parts(separatedBy: "\n").map(JSONValue.string))
    }
    return scripts.members.isEmpty ? nil : .object(scripts)
  }
}

/// How Insomnia sends a request.
struct InsomniaSettings {
  private(set) var options = JSONObject()
  private(set) var rendersBody = true
  /// Settings without an equivalent, kept for an export.
  private(set) var rest = JSONObject()

  init(_ settings: JSONObject?, _ context: inout InterchangeContext) {
    guard let settings else { return }
    switch settings.text("followRedirects") {
    case "on": options["followRedirects"] = true
    case "off": options["followRedirects"] = false
    default: break
    }
    readCookies(settings["cookies"]?.object, &context)
    if settings["encodeUrl"]?.bool == false { options["urlAsIs"] = true }
    if settings["renderRequestBody"]?.bool == false { rendersBody = false }
    if settings["rebuildPath"]?.bool == false {
      rest["rebuildPath"] = false
      context.note(.dropped, "Setting rebuildPath: dots in the path are sent as they are")
    }
  }

  private mutating func readCookies(_ cookies: JSONObject?, _ context: inout InterchangeContext) {
    let sends = cookies?["send"]?.bool ?? true
    let stores = cookies?["store"]?.bool ?? true
    if !sends, !stores { options["cookies"] = false }
    guard sends != stores else { return }
    rest["cookies"] = ["send": .bool(sends), "store": .bool(stores)]
    context.note(.changed, "Cookies are both sent and kept; in Insomnia they are \(sends ? "only sent" : "only kept")")
  }
}
