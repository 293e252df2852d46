/// Turns the parts of a Swagger 2.0 operation into those of OpenAPI 3.
struct SwaggerOperation {
  /// The parameters that are not part of the body.
  private(set) var rows: [OpenAPINode] = []
  private(set) var body: OpenAPINode?
  private(set) var responses: [(code: String, node: OpenAPINode)] = []

  init(_ node: OpenAPINode, parameters: [OpenAPINode], root: OpenAPINode) {
    var fields: [OpenAPINode] = []
    let consumes = Self.mediaTypes("consumes", node, root)
    for parameter in parameters {
      switch parameter.text("in") {
      case "body": body = Self.body(parameter, consumes)
      case "formData": fields.append(parameter)
      default: rows.append(Self.parameter(parameter))
      }
    }
    if body == nil, !fields.isEmpty { body = Self.form(fields, consumes) }
    let produces = Self.mediaTypes("produces", node, root)
    responses = (node["responses"]?.entries ?? []).filter { !$0.key.hasPrefix("x-") }
      .map { ($0.key, Self.response($0.node, produces)) }
  }

  private static func mediaTypes(_ key: String, _ node: OpenAPINode, _ root: OpenAPINode) -> [String] {
    node[key] == nil ? root.texts(key) : node.texts(key)
  }

  // MARK: Parameters

  /// In Swagger 2.0, parameters, headers and form fields are schemas themselves.
  private static func schema(_ node: OpenAPINode) -> JSONObject {
    let others: Set = ["name", "in", "required", "allowEmptyValue", "collectionFormat", "example", "x-example"]
    return JSONObject(members: node.object.members.filter { !others.contains($0.key.value) })
  }

  private static func parameter(_ node: OpenAPINode) -> OpenAPINode {
    guard node.isObject, node["schema"] == nil else { return node }
    let kept: Set = ["name", "in", "required", "description", "allowEmptyValue", "example", "x-example"]
    var members = node.object.members.filter {
      kept.contains($0.key.value) || $0.key.value.hasPrefix("x-")
    }
    members += style(node)
    var schema = schema(node)
    schema["description"] = nil
    members.append(JSONMember(key: JSONString("schema"), value: .object(schema)))
    return node.with(.object(JSONObject(members: members)))
  }

  /// The style of a `collectionFormat`. The default is `csv`; OpenAPI 3 repeats the name by default.
  private static func style(_ node: OpenAPINode) -> [JSONMember] {
    guard node.text("type") == "array" else { return [] }
    let place = node.text("in")
    let simple = place == "path" || place == "header" ? "simple" : "form"
    let (style, explode): (String, Bool) =
      switch node.text("collectionFormat") {
      case "multi": ("form", true)
      case "ssv": ("spaceDelimited", false)
      case "tsv": ("tabDelimited", false)
      case "pipes": ("pipeDelimited", false)
      default: (simple, false)
      }
    let object: JSONObject = ["style": .string(style), "explode": .bool(explode)]
    return object.members
  }

  // MARK: Bodies

  private static func body(_ node: OpenAPINode, _ consumes: [String]) -> OpenAPINode {
    var body = node.object.taking(["description": "description", "required": "required"])
    body["content"] = content(consumes, schema: node.raw("schema")) { type in
      node["x-examples"]?.raw(type) ?? node.raw("x-example") ?? node.raw("example")
    }
    return node.with(.object(body))
  }

  /// The same schema for each of the media types, which are JSON if there are none.
  private static func content(
    _ types: [String], schema: JSONValue?, _ example: (_ type: String) -> JSONValue?
  ) -> JSONValue {
    var content = JSONObject()
    for type in types.isEmpty ? ["application/json"] : types {
      var media = JSONObject()
      media.add("schema", schema)
      media.add("example", example(type))
      content[type] = .object(media)
    }
    return .object(content)
  }

  private static func form(_ fields: [OpenAPINode], _ consumes: [String]) -> OpenAPINode {
    var properties: [JSONMember] = []
    var required: [JSONValue] = []
    var encoding = JSONObject()
    for field in fields {
      guard let name = field.text("name") else { continue }
      var schema = schema(field)
      if let example = field.raw("x-example") ?? field.raw("example") { schema["example"] = example }
      properties.append(JSONMember(key: JSONString(name), value: .object(schema)))
      if field.flag("required") { required.append(.string(name)) }
      let style = style(field)
      if !style.isEmpty { encoding[name] = .object(JSONObject(members: style)) }
    }
    let schema: JSONObject = [
      "type": "object", "properties": .object(JSONObject(members: properties)), "required": .array(required),
    ]
    let isMultipart =
      consumes.contains { $0.hasPrefix("multipart/") } || fields.contains { $0.text("type") == "file" }
    let type = isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"
    let media: JSONObject = ["schema": .object(schema), "encoding": .object(encoding)]
    return fields[0].with(["content": .object([type: .object(media)])])
  }

  // MARK: Responses

  private static func response(_ node: OpenAPINode, _ produces: [String]) -> OpenAPINode {
    var response = node.object.taking(["description": "description"])
    if let headers = node["headers"] {
      let converted = headers.entries.map { entry -> JSONMember in
        var header: JSONObject = ["schema": .object(schema(entry.node))]
        header.add("description", entry.node.raw("description"))
        header.add("x-example", entry.node.raw("x-example") ?? entry.node.raw("example"))
        return JSONMember(key: JSONString(entry.key), value: .object(header))
      }
      response["headers"] = .object(JSONObject(members: converted))
    }
    let examples = node["examples"]
    let types = produces + (examples?.object.keys ?? []).filter { !produces.contains($0) && $0.contains("/") }
    guard node.raw("schema") != nil || examples != nil else { return node.with(.object(response)) }
    response["content"] = content(types, schema: node.raw("schema")) { examples?.raw($0) }
    return node.with(.object(response))
  }

  // MARK: Security

  /// A security scheme in the shape of OpenAPI 3.
  static func scheme(_ node: OpenAPINode) -> OpenAPINode {
    switch node.text("type") {
    case "basic": return node.with(["type": "http", "scheme": "basic"])
    case "oauth2":
      guard let flow = node.text("flow") else { return node }
      let names = ["accessCode": "authorizationCode", "application": "clientCredentials"]
      let members = node.object.members.filter { ["authorizationUrl", "tokenUrl", "scopes"].contains($0.key.value) }
      let flows: JSONObject = [names[flow] ?? flow: .object(JSONObject(members: members))]
      return node.with(["type": "oauth2", "flows": .object(flows)])
    default: return node
    }
  }
}
