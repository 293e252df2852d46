extension PortableFolder {
  /// The variables in all texts of the documents, in order.
  var templateNames: [String] { documents.flatMap { JSONValue.object($0).templateNames } }
}

extension JSONValue {
  /// The variables in all texts of the value, in order.
  var templateNames: [String] {
    switch self {
    case .string(let string):
      let text = string.value
      return text.hasBraces ? Template(text).variables : []
    case .array(let elements): return elements.flatMap(\.templateNames)
    case .object(let object): return object.members.flatMap(\.value.templateNames)
    default: return []
    }
  }
}
