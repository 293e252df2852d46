/// The values that a document gives for a schema.
enum OpenAPIExamples {
  /// The constant, an example, the default or the first choice.
  static func documented(_ schema: OpenAPISchema) -> JSONValue? {
    if let constant = schema.keywords["const"] { return constant }
    for keyword in ["example", "examples", "x-example", "default"] {
      guard let value = schema.keywords[keyword], value != .null else { continue }
      guard keyword == "examples" else { return value }
      if let first = value.array?.first(where: { $0 != .null }) { return first }
      // Some write them like the examples of a media type.
      if let first = value.object?.members.first?.value { return first.object?["value"] ?? first }
    }
    // An empty choice means that there is no value.
    return schema.enumeration.first { !$0.isEmpty } ?? schema.enumeration.first
  }

  /// The value converted to the schema's type if that is unambiguous: YAML reads `12345` as a number, and some
  /// documents have JSON in texts.
  static func fitting(_ value: JSONValue, _ schema: OpenAPISchema) -> JSONValue {
    guard let type = schema.types.first(where: { $0 != "null" }) ?? schema.type, schema.types.count <= 2 else {
      return value
    }
    switch (type, value) {
    case ("string", .number(let number)): return .string(number.text)
    case ("string", .bool(let bool)): return .string(bool ? "true" : "false")
    case ("integer", .string(let string)), ("number", .string(let string)), ("boolean", .string(let string)):
      let parsed = try? JSONText(string.value).value
      return (type == "boolean" ? parsed?.bool != nil : parsed?.number != nil) ? parsed ?? value : value
    case ("object", .string(let string)):
      let parsed = try? JSONText(string.value).value
      return parsed?.object == nil ? value : parsed ?? value
    case ("array", .string(let string)):
      let parsed = try? JSONText(string.value).value
      return parsed?.array == nil ? value : parsed ?? value
    default: return value
    }
  }

  /// The examples of a parameter, a media type or a header, in order: `example`, then the named ones.
  static func listed(_ node: OpenAPINode) -> [OpenAPIExample] {
    var found: [OpenAPIExample] = []
    if let example = node["example"] ?? node["x-example"] { found.append(OpenAPIExample(value: example.value)) }
    guard let examples = node["examples"] ?? node["x-examples"] else { return found }
    // A list is wrong here, but is written.
    for value in examples.value.array ?? [] { found.append(OpenAPIExample(value: value)) }
    for entry in examples.entries {
      let (name, example) = (entry.key, entry.node)
      guard example.isObject else {
        found.append(OpenAPIExample(name: name, value: example.value))
        continue
      }
      let value = ["value", "dataValue", "serializedValue"].lazy.compactMap { example.raw($0) }.first
      let link = example.text("externalValue")
      guard value != nil || link != nil else { continue }
      found.append(
        OpenAPIExample(
          name: name, title: example.text("summary"), value: value.map { example.with($0).resolved.value }, link: link))
    }
    return found
  }
}

/// An example of a document.
struct OpenAPIExample {
  var name: String?
  var title: String?
  var value: JSONValue?
  /// Where its value is, if it is not in the document.
  var link: String?
}
