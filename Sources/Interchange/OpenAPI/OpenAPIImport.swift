/// State shared by the readers of a document's parts.
final class OpenAPIImport {
  let documents: OpenAPIDocuments
  let schemas: OpenAPISchemas
  let sampler: OpenAPISampler
  /// The document in the parts that the collection and its requests keep.
  var kept: (rest: JSONValue, operations: [String: JSONValue])
  var notes = OpenAPINotes()
  var variables = DeclaredVariables()

  init(_ documents: OpenAPIDocuments) {
    self.documents = documents
    schemas = OpenAPISchemas(sizeOfDocument: documents.root.value.valueCount)
    sampler = OpenAPISampler(schemas)
    kept = (documents.root.value, [:])
  }
}

extension JSONObject {
  /// Appends a member that is not there yet, unless it is empty.
  mutating func append(_ key: String, _ value: JSONValue?) {
    guard let value, !value.isEmpty else { return }
    members.append(JSONMember(key: JSONString(key), value: value))
  }
}

extension JSONValue {
  /// The number of values in it.
  fileprivate var valueCount: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
    case .object(let object): object.members.reduce(1) { $0 + $1.value.valueCount }
    default: 1
    }
  }

  /// The value with `{{` in its texts escaped, so that they are sent literally.
  var escapingBraces: JSONValue {
    mappingTexts { $0.hasBraces ? JSONString(Template.escaping($0.value)) : $0 }
  }

  /// The value with `{{` instead of its escape, as in a document.
  var unescapingBraces: JSONValue { mappingTexts { JSONString(OpenAPIText.unescaped($0.value)) } }

  /// The value with other texts, and the same names of members.
  private func mappingTexts(_ change: (JSONString) -> JSONString) -> JSONValue {
    switch self {
    case .string(let string): .string(change(string))
    case .array(let elements): .array(elements.map { $0.mappingTexts(change) })
    case .object(let object): .object(object.mapValues { $0.mappingTexts(change) })
    default: self
    }
  }
}
