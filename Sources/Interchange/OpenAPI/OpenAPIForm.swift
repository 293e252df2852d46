/// The rows of forms. Fields that are not required are off.
struct OpenAPIForm {
  private struct Field {
    var name: String
    var value: JSONValue
    /// Whether it, or each element of it, is bytes.
    var isBinary = false
    var encoding: OpenAPINode?
    var isOff: Bool
    var description: String?
  }

  private var fields: [Field] = []

  private static let limit = 500

  init(_ media: OpenAPINode, _ schemaNode: OpenAPINode?, _ example: JSONValue?, _ state: OpenAPIImport) {
    let schema = schemaNode.map { Self.chosen($0, state) }
    let encodings = media["encoding"]
    let given = example?.object ?? schema?.keywords["example"]?.object
    for entry in (schema?.properties ?? []).prefix(Self.limit) {
      let (name, node) = (entry.key, entry.node)
      let property = state.schemas.schema(node)
      guard !property.flag("readOnly") else { continue }
      let example = given?[name] ?? schema?.partialExample[name]
      let isRequired = schema?.required.contains(name) == true
      fields.append(
        Field(
          name: name,
          value: example ?? (property.isBinary ? "" : state.sampler.value(of: node, for: .field) ?? ""),
          isBinary: Self.isBinary(property, state), encoding: encodings?[name],
          isOff: !isRequired && given?[name] == nil,
          description: property.text("description").map(OpenAPIText.trimmed)))
    }
    for member in given?.members ?? [] where schema?.property(member.key.value) == nil {
      fields.append(Field(name: member.key.value, value: member.value, isOff: false))
    }
    if example?.string != nil || schema == nil, let text = example?.string {
      for pair in URLQuery.decoded(text) {
        fields.append(Field(name: pair.name, value: .string(pair.value), isOff: false))
      }
    }
  }

  /// The schema with its first alternative.
  private static func chosen(_ node: OpenAPINode, _ state: OpenAPIImport) -> OpenAPISchema {
    let schema = state.schemas.schema(node)
    guard let first = schema.alternatives.first, let chosen = state.schemas.copy(schema) else { return schema }
    chosen.choose(state.schemas.schema(first))
    return chosen
  }

  /// The rows of `application/x-www-form-urlencoded`.
  var rows: [JSONValue] {
    fields.flatMap { field -> [JSONValue] in
      let hasStyle = field.encoding?["style"] != nil || field.encoding?["explode"] != nil
      // An object without a style is JSON.
      guard field.value.object == nil || hasStyle else { return [Self.row(field, field.name, field.value.compact)] }
      let style = OpenAPIStyle(field.encoding, standard: "form")
      return style.pairs(field.name, field.value).enumerated().map { index, pair in
        OpenAPIParameter.row(pair.name, pair.value, isOff: field.isOff, index == 0 ? field.description : nil)
      }
    }
  }

  /// The rows of `multipart/form-data`: bytes are files.
  var parts: [JSONValue] { fields.flatMap { field in Self.values(field).map { Self.part(field, $0) } } }

  /// An array is a part for each element.
  private static func values(_ field: Field) -> [JSONValue] {
    guard let elements = field.value.array, type(field) == nil || field.isBinary else { return [field.value] }
    return field.isBinary ? [""] : elements.isEmpty ? [""] : elements
  }

  private static func isBinary(_ schema: OpenAPISchema, _ state: OpenAPIImport) -> Bool {
    if schema.isBinary { return true }
    guard schema.type == "array", let items = schema.items else { return false }
    return state.schemas.schema(items).isBinary
  }

  /// The media type of a part, if the document has just one.
  private static func type(_ field: Field) -> String? {
    guard let type = field.encoding?.text("contentType"), !type.contains(","), !type.contains("*") else { return nil }
    return type
  }

  private static func part(_ field: Field, _ value: JSONValue) -> JSONValue {
    var row = row(field, field.name, value.compactText).object ?? JSONObject()
    var type = type(field)
    if field.isBinary {
      row.members.removeAll { $0.key.means("value") }
      row.members.insert(JSONMember(key: JSONString("file"), value: ""), at: 1)
    } else if value.object != nil || value.array != nil {
      type = type ?? "application/json"
    }
    if let type { row["type"] = .string(type) }
    return .object(row)
  }

  private static func row(_ field: Field, _ name: String, _ value: String) -> JSONValue {
    OpenAPIParameter.row(name, value, isOff: field.isOff, field.description)
  }
}
