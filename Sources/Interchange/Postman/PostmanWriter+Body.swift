// Bodies and their media types.
extension PostmanWriter {
  mutating func body(_ document: JSONObject, _ rest: JSONObject) -> JSONObject? {
    guard let body = document["body"]?.object, let kind = BodyKind.all.first(where: { body[$0.name] != nil }) else {
      return rest["body"]?.object
    }
    let content = body[kind.name] ?? .null
    switch kind.name {
    // As this program sends it.
    case "json": return Self.raw(content.compact, language: "json")
    case "text":
      let language = body.text("type").flatMap(Self.language)
      let hasType = document["headers"].objects.contains(where: \.isSentContentType)
      return Self.raw(content.joinedLines ?? "", language: language ?? (hasType ? nil : "text"))
    case "form": return ["mode": "urlencoded", "urlencoded": .array(content.objects.map { .object(Self.field($0)) })]
    case "multipart": return ["mode": "formdata", "formdata": .array(content.objects.map { .object(Self.part($0)) })]
    case "file": return ["mode": "file", "file": ["src": .string(content.string ?? "")]]
    case "graphql": return ["mode": "graphql", "graphql": .object(Self.graphql(content.object ?? JSONObject(), rest))]
    default:
      context.note(.dropped, "Body: Postman has no \(kind.shape.title)")
      return nil
    }
  }

  private static func raw(_ text: String, language: String?) -> JSONObject {
    var body: JSONObject = ["mode": "raw", "raw": .string(text)]
    if let language { body["options"] = ["raw": ["language": .string(language)]] }
    return body
  }

  private static func language(of type: String) -> String? {
    languages[type.prefix { $0 != ";" }.lowercased()]
  }

  private static let languages = [
    "application/json": "json", "application/xml": "xml", "text/html": "html", "application/javascript": "javascript",
    "text/plain": "text",
  ]

  /// The header for a media type that Postman does not send automatically.
  func contentType(_ document: JSONObject) -> JSONObject? {
    guard let body = document["body"]?.object, let type = body.filledText("type") else { return nil }
    if body["text"] != nil, Self.languages[type] != nil { return nil }
    return ["name": "Content-Type", "value": .string(type)]
  }

  private static func field(_ source: JSONObject) -> JSONObject {
    var field = textRow(source)
    field["type"] = "text"
    return field
  }

  private static func part(_ source: JSONObject) -> JSONObject {
    var part = row(source)
    if let file = source["file"]?.string {
      part["value"] = nil
      part["type"] = "file"
      part["src"] = file.isEmpty ? .null : .string(file)
      if let name = source["filename"] { part["fileName"] = name }
    } else {
      part["type"] = "text"
      if part["value"]?.string == nil { part["value"] = "" }
    }
    if let type = source["type"] { part["contentType"] = type }
    return part
  }

  private static func graphql(_ source: JSONObject, _ rest: JSONObject) -> JSONObject {
    var graphql: JSONObject = ["query": .string(source["query"]?.joinedLines ?? "")]
    if let variables = source["variables"], variables != .null {
      graphql["variables"] = .string(variables.string ?? variables.rendered())
    } else {
      graphql["variables"] = ""
    }
    if let name = source["operationName"] ?? rest["operationName"] { graphql["operationName"] = name }
    return graphql
  }
}
