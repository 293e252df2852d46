/// Converts parts written for 3.1 to the version of a document.
enum OpenAPIVersion {
  case swagger, v30, v31

  init(_ root: OpenAPINode) {
    if root["openapi"] == nil, root["swagger"] != nil {
      self = .swagger
    } else {
      self = root.text("openapi")?.hasPrefix("3.0") == true ? .v30 : .v31
    }
  }

  func operation(_ source: JSONObject) -> JSONObject {
    guard self != .v31 else { return source }
    var operation = source
    var parameters = (source["parameters"]?.array ?? []).map(parameter)
    if self == .swagger, let (type, media) = Self.content(source["requestBody"]).first {
      parameters += Self.parameters(type, media)
      operation["requestBody"] = nil
      operation["consumes"] = [.string(type)]
    } else if let body = source["requestBody"] {
      operation["requestBody"] = contents(of: body)
    }
    operation["parameters"] = parameters.isEmpty ? nil : .array(parameters)
    let responses = source["responses"]?.object ?? JSONObject()
    operation["responses"] = .object(
      responses.mapValues { self == .swagger ? Self.response($0) : contents(of: $0) })
    return operation
  }

  func parameter(_ source: JSONValue) -> JSONValue {
    guard self != .v31, var parameter = source.object else { return source }
    guard self == .swagger else {
      parameter["schema"] = parameter["schema"].map(Self.schema30)
      return .object(parameter)
    }
    let type = Self.schema30(parameter["schema"] ?? [:]).object?.text("type") ?? "string"
    let example = parameter["example"]
    (parameter["schema"], parameter["example"]) = (nil, nil)
    parameter["type"] = .string(type)
    parameter.add("x-example", example)
    return .object(parameter)
  }

  func media(_ source: JSONValue) -> JSONValue {
    guard self != .v31, var media = source.object else { return source }
    media["schema"] = media["schema"].map(Self.schema30)
    return .object(media)
  }

  /// - Returns: `nil` for schemes that Swagger 2.0 does not have.
  func scheme(_ source: JSONValue) -> JSONValue? {
    guard self == .swagger, let scheme = source.object else { return source }
    switch (scheme.text("type"), scheme.text("scheme")) {
    case ("apiKey", _): return source
    case ("http", "basic"): return ["type": "basic"]
    case ("oauth2", _):
      guard let flow = scheme["flows"]?.object?.members.first, var members = flow.value.object else { return nil }
      let names = ["authorizationCode": "accessCode", "clientCredentials": "application"]
      members["refreshUrl"] = nil
      let head: JSONObject = ["type": "oauth2", "flow": .string(names[flow.key.value] ?? flow.key.value)]
      return .object(JSONObject(members: head.members + members.members))
    default: return nil
    }
  }

  private func contents(of value: JSONValue) -> JSONValue {
    guard var object = value.object, let content = object["content"]?.object else { return value }
    object["content"] = .object(content.mapValues(media))
    return .object(object)
  }

  // MARK: 3.0

  /// A schema without the type `null` and without lists of types.
  private static func schema30(_ source: JSONValue) -> JSONValue {
    guard var schema = source.object else { return source }
    let types = schema["type"]?.array?.compactMap(\.string) ?? schema.text("type").map { [$0] } ?? []
    let plain = types.filter { $0 != "null" }
    schema["type"] = plain.count == 1 ? .string(plain[0]) : nil
    if plain.count < types.count { schema["nullable"] = true }
    schema["items"] = schema["items"].map(schema30)
    if let properties = schema["properties"]?.object { schema["properties"] = .object(properties.mapValues(schema30)) }
    return .object(schema)
  }

  // MARK: Swagger 2.0

  private static func content(_ value: JSONValue?) -> [(type: String, media: JSONObject)] {
    (value?.object?["content"]?.object?.members ?? []).map { ($0.key.value, $0.value.object ?? JSONObject()) }
  }

  private static func parameters(_ type: String, _ media: JSONObject) -> [JSONValue] {
    let schema = media["schema"]?.object ?? JSONObject()
    guard type == "application/x-www-form-urlencoded" || type == "multipart/form-data" else {
      var body: JSONObject = ["name": "body", "in": "body", "required": true]
      body["schema"] = schema30(.object(schema))
      body.add("x-example", media["example"])
      return [.object(body)]
    }
    let required = schema["required"]?.array ?? []
    return (schema["properties"]?.object?.members ?? []).map { member in
      let property = member.value.object ?? JSONObject()
      let isFile = property.text("format") == "binary"
      var field: JSONObject = ["name": .string(member.key.value), "in": "formData"]
      field.add("description", property["description"])
      if required.contains(.string(member.key.value)) { field["required"] = true }
      field["type"] = isFile ? "file" : property["type"] ?? "string"
      if !isFile { field.add("x-example", property["example"]) }
      return .object(field)
    }
  }

  private static func response(_ value: JSONValue) -> JSONValue {
    guard var response = value.object, let (type, media) = content(value).first else { return value }
    response["content"] = nil
    response.add("schema", media["schema"].map(schema30))
    response.add("examples", media["example"].map { .object([type: $0]) })
    return .object(response)
  }
}
