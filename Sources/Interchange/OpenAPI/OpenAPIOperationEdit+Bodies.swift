/// The body of an operation.
extension OpenAPIOperationEdit {
  mutating func editBody() {
    let types = (Self.contentType(before), Self.contentType(now))
    guard before.document["body"] != now.document["body"] || types.0 != types.1 else { return }
    let headers = now.document["headers"]?.array ?? []
    let written = OpenAPIBodyWriter.content(now.document["body"]?.object, headers)?.members.first
    if version == .swagger { return editSwaggerBody(written) }
    guard let written else { return value["requestBody"] = nil }
    var body = operation.body?.object ?? JSONObject()
    var content = body["content"]?.object ?? JSONObject()
    let preferred = OpenAPIMediaType.preferred(content.keys).map { content.members[$0].key.value }
    if let preferred, OpenAPIMediaType(preferred).means(written.key.value) {
      var media = operation.body?["content"]?[preferred]?.object ?? JSONObject()
      editMedia(&media)
      content[preferred] = .object(media)
    } else {
      if let preferred { content[preferred] = nil }
      content[written.key.value] = version.media(written.value)
    }
    body["content"] = .object(content)
    value["requestBody"] = .object(body)
  }

  private static func contentType(_ request: OpenAPIPlacedRequest) -> String? {
    request.document["headers"].objects.first(where: \.isSentContentType)?.text("value")
  }

  private func editMedia(_ media: inout JSONObject) {
    let body = now.document["body"]?.object ?? JSONObject()
    if let json = body["json"] {
      setExample(json.unescapingBraces, in: &media)
    } else if let text = OpenAPIWriter.text(body["text"]) {
      setExample(.string(OpenAPIText.unescaped(text)), in: &media)
    } else if let rows = now.formRows {
      editForm(&media, rows)
    }
  }

  /// The rows that are sent become the example. Properties without a row are removed.
  private func editForm(_ media: inout JSONObject, _ rows: [JSONObject]) {
    let node = operation.node.with(.object(media))
    let schema = node["schema"].map(state.schemas.schema)
    var example = JSONObject()
    for row in rows where !row.flag("off") {
      guard let name = row.text("name") else { continue }
      let text = OpenAPIText.unescaped(row.text("value") ?? "")
      let property = schema?.property(name)
      let isArray = property.map { state.schemas.schema($0).type == "array" } == true
      let items = property.flatMap { state.schemas.schema($0).items }
      if isArray {
        example[name] = .array((example[name]?.array ?? []) + [fitting(text, items)])
      } else {
        example[name] = fitting(text, property)
      }
    }
    setExample(.object(example), in: &media)
    let names = Set(rows.compactMap { $0.text("name") })
    guard var own = media["schema"]?.object, var properties = own["properties"]?.object else { return }
    let old = before.formRows ?? []
    let gone = Set(old.compactMap { $0.text("name") }).subtracting(names)
    properties.members.removeAll { gone.contains($0.key.value) }
    own["properties"] = .object(properties)
    if let required = own["required"]?.array {
      own["required"] = .array(required.filter { !gone.contains($0.string ?? "") })
    }
    media["schema"] = .object(own)
  }

  // MARK: Swagger 2.0

  private mutating func editSwaggerBody(_ written: JSONMember?) {
    let places: Set = ["body", "formData"]
    let fields = operation.fields
    if let rows = now.formRows, !fields.isEmpty { return editFields(rows, fields) }
    if let body = now.document["body"]?.object, let json = body["json"], let name = operation.bodyName {
      value["parameters"] = changedParameters(name, "body") { object in
        if var examples = object["x-examples"]?.object, !examples.members.isEmpty {
          examples.members[0].value = json.unescapingBraces
          object["x-examples"] = .object(examples)
        } else {
          setExample(json.unescapingBraces, in: &object)
        }
      }
      return
    }
    let list = (value["parameters"]?.array ?? []).filter { element in
      !places.contains(operation.node.with(element).resolved.text("in") ?? "")
    }
    value["parameters"] = list.isEmpty ? nil : .array(list)
    guard let written else { return }
    let made = version.operation(["requestBody": ["content": .object(JSONObject(members: [written]))]])
    for parameter in made["parameters"]?.array ?? [] { value.append(parameter, to: "parameters") }
    if let consumes = made["consumes"] { value["consumes"] = consumes }
  }

  private mutating func editFields(_ rows: [JSONObject], _ fields: [OpenAPINode]) {
    let old = before.formRows ?? []
    let names = fields.compactMap { $0.text("name") }
    for field in fields {
      guard let name = field.text("name") else { continue }
      let (was, after) = (old.first { $0.text("name") == name }, rows.first { $0.text("name") == name })
      guard was != after else { continue }
      guard let after else {
        value["parameters"] = .array(
          (value["parameters"]?.array ?? []).filter { element in
            let node = operation.node.with(element).resolved
            return node.text("in") != "formData" || node.text("name") != name
          })
        continue
      }
      value["parameters"] = changedParameters(name, "formData") { object in
        if after.flag("off") != was?.flag("off") ?? false { object["required"] = after.flag("off") ? nil : true }
        if after.text("description") != was?.text("description") { object["description"] = after["description"] }
        if let text = after.text("value"), text != was?.text("value") {
          setExample(fitting(OpenAPIText.unescaped(text), field), in: &object)
        }
      }
    }
    let added = rows.filter { !names.contains($0.text("name") ?? "") }.map(JSONValue.object)
    for parameter in OpenAPIWriter.rows(added, in: "formData") {
      value.append(version.parameter(parameter), to: "parameters")
    }
  }
}

extension OpenAPIMediaType {
  /// Whether another type is this one, parameters aside.
  fileprivate func means(_ other: String) -> Bool { isPattern || name == OpenAPIMediaType(other).name }
}

extension OpenAPIOperation {
  /// The form fields of a Swagger 2.0 operation.
  fileprivate var fields: [OpenAPINode] { written.filter { $0.text("in") == "formData" } }

  /// The name of the parameter that is the body.
  fileprivate var bodyName: String? { written.last { $0.text("in") == "body" }?.text("name") }

  private var written: [OpenAPINode] {
    (pathNode["parameters"]?.elements ?? []) + (node["parameters"]?.elements ?? [])
  }
}
