/// The JSON Schema of example values.
enum InferredSchema {
  private static let depthLimit = 32

  static func of(_ value: JSONValue, depth: Int = 0) -> JSONValue {
    switch value {
    case .null: return ["type": "null"]
    case .bool: return ["type": "boolean"]
    case .number(let number): return ["type": number.int == nil ? "number" : "integer"]
    case .string(let string):
      // The value of a variable may have any type.
      return string.value.hasPrefix("{{") && string.value.hasSuffix("}}") ? [:] : ["type": "string"]
    case .array(let elements):
      let schemas = depth < depthLimit ? elements.prefix(100).map { of($0, depth: depth + 1) } : []
      guard let first = schemas.first else { return ["type": "array", "items": [:]] }
      return ["type": "array", "items": schemas.dropFirst().reduce(first, merged)]
    case .object(let object):
      guard depth < depthLimit else { return ["type": "object"] }
      var properties = JSONObject()
      properties.set(object.members.map { ($0.key.value, of($0.value, depth: depth + 1)) })
      guard !properties.members.isEmpty else { return ["type": "object"] }
      return [
        "type": "object", "properties": .object(properties),
        "required": .array(properties.keys.map { .string($0) }),
      ]
    }
  }

  /// The type of a value that is written as text, such as a query parameter.
  static func of(text: String) -> JSONValue {
    if text == "true" || text == "false" { return ["type": "boolean"] }
    if Int(text) != nil, String(Int(text) ?? 0) == text { return ["type": "integer"] }
    return ["type": "string"]
  }

  /// The example of a value that is written as text, with the type that `of(text:)` gives it.
  static func example(text: String) -> JSONValue {
    switch of(text: text).object?.text("type") {
    case "boolean": .bool(text == "true")
    case "integer": .number(JSONNumber(text: text))
    default: .string(text)
    }
  }

  /// A schema that both values fit.
  private static func merged(_ a: JSONValue, _ b: JSONValue) -> JSONValue {
    guard a != b, let one = a.object, let other = b.object else { return a }
    let types = Set(types(one)).union(types(other))
    guard !types.isEmpty else { return [:] }
    var result = one["properties"] != nil || one["items"] != nil ? one : other
    result["type"] = type(types)
    if let ours = one["properties"]?.object, let theirs = other["properties"]?.object {
      let known = Dictionary(ours.members.map { ($0.key.value, $0.value) }) { $1 }
      var properties = ours
      properties.set(
        theirs.members.map { member in
          (member.key.value, known[member.key.value].map { merged($0, member.value) } ?? member.value)
        })
      result["properties"] = .object(properties)
      let both = Set(one["required"]?.array ?? []).intersection(other["required"]?.array ?? [])
      result["required"] = .array((one["required"]?.array ?? []).filter(both.contains))
    }
    if let ours = one["items"], let theirs = other["items"] { result["items"] = merged(ours, theirs) }
    return .object(result)
  }

  private static func types(_ schema: JSONObject) -> [String] {
    schema["type"]?.array?.compactMap(\.string) ?? schema.text("type").map { [$0] } ?? []
  }

  private static func type(_ types: Set<String>) -> JSONValue {
    var types = types
    // Integers are numbers.
    if types.contains("number") { types.remove("integer") }
    let sorted = types.sorted()
    return sorted.count == 1 ? .string(sorted[0]) : .array(sorted.map(JSONValue.string))
  }
}

/// Bodies as `content` of OpenAPI.
enum OpenAPIBodyWriter {
  static func content(_ body: JSONObject?, _ headers: [JSONValue]) -> JSONObject? {
    guard let body else { return nil }
    let own = headers.compactMap(\.object).first(where: \.isSentContentType)?.text("value")
    let type = own ?? body.text("type")
    if let json = body["json"] { return content(type ?? "application/json", InferredSchema.of(json), json) }
    if body["text"] != nil { return text(OpenAPIWriter.text(body["text"]) ?? "", type ?? "text/plain") }
    if let rows = body["form"]?.array { return content("application/x-www-form-urlencoded", schema(rows), nil) }
    if let rows = body["multipart"]?.array { return content("multipart/form-data", schema(rows), nil) }
    if body["file"] != nil {
      return content(type ?? "application/octet-stream", ["type": "string", "format": "binary"], nil)
    }
    guard let graphql = body["graphql"]?.object else { return nil }
    let query = JSONValue.string(OpenAPIWriter.text(graphql["query"]) ?? "")
    var example: JSONObject = ["query": query, "variables": graphql["variables"] ?? [:]]
    var properties: JSONObject = ["query": ["type": "string"], "variables": ["type": "object"]]
    if let operation = graphql.filledText("operationName") {
      example["operationName"] = .string(operation)
      properties["operationName"] = ["type": "string"]
    }
    return content(
      "application/json", ["type": "object", "properties": .object(properties), "required": ["query"]],
      .object(example))
  }

  /// Text of a response or a request.
  static func text(_ text: String, _ type: String) -> JSONObject {
    if type.lowercased().contains("json"), let json = try? JSONText(text).value {
      return content(type, InferredSchema.of(json), json)
    }
    return content(type, ["type": "string"], .string(text))
  }

  private static func content(_ type: String, _ schema: JSONValue, _ example: JSONValue?) -> JSONObject {
    var media: JSONObject = ["schema": schema]
    if let example { media["example"] = example }
    return [type: .object(media)]
  }

  private static func schema(_ rows: [JSONValue]) -> JSONValue {
    var properties = JSONObject()
    var required: [JSONValue] = []
    for row in rows.compactMap(\.object) {
      guard let name = row.filledText("name") else { continue }
      var schema = InferredSchema.of(text: row.text("value") ?? "").object ?? JSONObject()
      if row["file"] != nil { schema = ["type": "string", "format": "binary"] }
      if let text = row.filledText("description") { schema["description"] = .string(text) }
      if let value = row.text("value"), !value.contains("{{") {
        schema["example"] = schema["format"] == "binary" ? .string(value) : InferredSchema.example(text: value)
      }
      properties[name] = .object(schema)
      if !row.flag("off"), !required.contains(.string(name)) { required.append(.string(name)) }
    }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { schema["required"] = .array(required) }
    return .object(schema)
  }
}

/// Responses from saved examples, and from a past exchange.
enum OpenAPIResponseWriter {
  static func responses(_ document: JSONObject, _ exchange: Exchange?) -> JSONObject {
    var responses = JSONObject()
    for example in document["examples"].objects {
      let status = example.text("status") ?? "200"
      guard responses[status] == nil else { continue }
      let type = example["headers"].objects.first(where: \.isSentContentType)?.text("value")
      // An import puts the status before the description.
      let name = example.text("name") ?? example.text("reason") ?? ""
      let description = name.removingExactly(prefix: status + ": ") ?? name
      responses[status] = response(description, OpenAPIWriter.text(example["body"]), type)
    }
    if let response = exchange?.response, responses[String(response.status)] == nil {
      let text = String(validating: response.body, as: UTF8.self)
      responses[String(response.status)] = self.response(
        response.reason, text?.isEmpty == true ? nil : text, response.headers.first("Content-Type"))
    }
    if responses.members.isEmpty { responses["default"] = ["description": "Any response"] }
    return responses
  }

  private static func response(_ description: String, _ body: String?, _ type: String?) -> JSONValue {
    var response: JSONObject = ["description": .string(description.isEmpty ? "Response" : description)]
    if let body {
      let type = type.map { String($0.prefix { $0 != ";" }) }
      let isJSON = type == nil && (try? JSONText(body)) != nil
      response["content"] = .object(OpenAPIBodyWriter.text(body, type ?? (isJSON ? "application/json" : "text/plain")))
    }
    return .object(response)
  }
}
