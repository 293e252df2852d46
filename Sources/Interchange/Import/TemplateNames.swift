extension PortableFolder {
  /// The variables in all texts of the documents, in order.
  var templateNames: [String] { documents.flatMap(\.templateNames) }
}

extension JSONObject {
  /// The variables in all texts of the members, in order.
  var templateNames: [String] { templateNames(except: []) }

  /// The variables in all texts of the members, in order, except for those in members of some names at any depth.
  func templateNames(except others: Set<String>) -> [String] {
    var names: [String] = []
    JSONValue.object(self).collectTemplateNames(in: &names, except: others)
    return names
  }
}

extension JSONValue {
  /// The variables in all texts of the value, in order.
  var templateNames: [String] {
    var names: [String] = []
    collectTemplateNames(in: &names, except: [])
    return names
  }

  fileprivate func collectTemplateNames(in names: inout [String], except others: Set<String>) {
    switch self {
    case .string(let string): if string.hasBraces { names += Template(string.value).variables }
    case .array(let elements): for element in elements { element.collectTemplateNames(in: &names, except: others) }
    case .object(let object):
      for member in object.members where others.isEmpty || !others.contains(member.key.value) {
        member.value.collectTemplateNames(in: &names, except: others)
      }
    default: break
    }
  }
}
