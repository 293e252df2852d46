extension PortableFolder {
  /// The variables in all texts of the documents, in order.
  var templateNames: [String] { documents.flatMap(\.templateNames) }
}

extension JSONObject {
  /// The variables in all texts of the members, in order.
  var templateNames: [String] { JSONValue.object(self).templateNames }
}

extension JSONValue {
  /// The variables in all texts of the value, in order.
  var templateNames: [String] {
    var names: [String] = []
    collectTemplateNames(in: &names)
    return names
  }

  private func collectTemplateNames(in names: inout [String]) {
    switch self {
    case .string(let string): if string.hasBraces { names += Template(string.value).variables }
    case .array(let elements): for element in elements { element.collectTemplateNames(in: &names) }
    case .object(let object): for member in object.members { member.value.collectTemplateNames(in: &names) }
    default: break
    }
  }
}
