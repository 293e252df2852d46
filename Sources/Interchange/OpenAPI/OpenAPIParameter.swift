/// A parameter with the value that the document gives.
struct OpenAPIParameter {
  let name: String
  let place: String
  let isRequired: Bool
  let description: String?
  let style: OpenAPIStyle
  let value: JSONValue
  /// The media type of a parameter with `content`.
  let contentType: String?
  let schema: OpenAPISchema?
  /// Whether reserved characters are not percent-encoded.
  let allowsReserved: Bool

  /// - Returns: `nil` without a name.
  init?(_ node: OpenAPINode, _ state: OpenAPIImport) {
    guard let name = node.text("name"), let place = node.text("in") else { return nil }
    self.name = name
    self.place = place
    isRequired = node.flag("required") || place == "path"
    style = OpenAPIStyle(node, standard: place == "query" || place == "cookie" ? "form" : "simple")
    allowsReserved = node.flag("allowReserved")
    let content = node["content"]?.entries.first
    contentType = content?.key
    let typed = content?.node ?? node
    let schemaNode = typed["schema"]
    schema = schemaNode.map(state.schemas.schema)
    let given =
      OpenAPIExamples.listed(node).first?.value ?? content.flatMap { OpenAPIExamples.listed($0.node).first?.value }
    if let given {
      value = schema.map { OpenAPIExamples.fitting(given, $0) } ?? given
    } else {
      let purpose = Self.purpose(name, place, isRequired: isRequired, hasContent: content != nil)
      let sample = schemaNode.flatMap { state.sampler.value(of: $0, for: purpose) } ?? ""
      // A schema without a type says nothing about the value.
      value = place != "path" && sample == [:] && schema?.type == nil && content == nil ? "" : sample
    }
    description = Self.description(node, schema)
  }

  /// A segment, and what is sent with each request, must have a value; others may stay empty, and so may credentials: a
  /// made-up one looks like a real one.
  private static func purpose(
    _ name: String, _ place: String, isRequired: Bool, hasContent: Bool
  ) -> OpenAPISampler.Purpose {
    if place == "path" { return .field }
    if hasContent { return .request }
    let isSent = isRequired && ["query", "header"].contains(place)
    return isSent && !LiteralSecrets.isCredential(name) ? .field : .parameter
  }

  private static func description(_ node: OpenAPINode, _ schema: OpenAPISchema?) -> String? {
    var text = OpenAPIText.trimmed(node.text("description") ?? schema?.text("description") ?? "")
    let choices = (schema?.enumeration ?? []).compactMap(\.scalarText)
    if text.isEmpty, choices.count > 1 { text = "One of " + choices.prefix(50).joined(separator: ", ") }
    if node.flag("deprecated") { text = text.isEmpty ? "Deprecated" : "Deprecated. " + text }
    return text.isEmpty ? nil : text
  }

  var queryRows: [JSONValue] {
    // The value of a parameter with `content` is one text.
    let isOneText = contentType != nil
    let pairs = isOneText ? [(name: name, value: contentText)] : style.pairs(name, value)
    let members = isRequired ? schema?.required ?? [] : []
    let isObject = value.object != nil && !isOneText
    return pairs.enumerated().map { index, pair in
      // The row of a property is `filter[name]` or `name`.
      let isOfRequired = members.contains { pair.name == $0 || pair.name.hasSuffix("[\($0)]") }
      let isOptional = !isRequired || isObject && !members.isEmpty && !isOfRequired
      return Self.row(pair.name, pair.value, isOff: isOptional, index == 0 ? description : nil)
    }
  }

  var headerRow: JSONValue { Self.row(name, text, isOff: !isRequired, description) }

  var text: String { contentType != nil ? contentText : style.text(name, value) }

  private var contentText: String {
    if contentType?.contains("json") == true, value.string == nil || schema?.type == "string" { return value.compact }
    return value.compactText
  }

  static func row(_ name: String, _ value: String, isOff: Bool, _ description: String?) -> JSONValue {
    var row: JSONObject = ["name": .string(Template.escaping(name)), "value": .string(Template.escaping(value))]
    if isOff { row["off"] = true }
    if let description { row["description"] = .string(description) }
    return .object(row)
  }
}
