extension Template {
  /// Whether a text refers to a variable, as a value, an argument of a filter, or by a path into its value.
  package static func refers(_ text: String, to name: String) -> Bool {
    guard text.hasBraces, text.containsExactly(name) else { return false }
    return Template(text).variables.contains { written in
      if written.isExactly(name) { return true }
      guard let expression = try? TemplateExpression(written) else { return false }  // Reported where it is used.
      return expression.variables.contains { used in
        used.isExactly(name) || MemberPath(used)?.variable.isExactly(name) == true
      }
    }
  }
}

extension JSONValue {
  /// Whether a text in the value refers to a variable.
  package func refers(to name: String) -> Bool {
    switch self {
    case .null, .bool, .number: false
    case .string(let string): string.hasBraces && Template.refers(string.value, to: name)
    case .array(let elements): elements.contains { $0.refers(to: name) }
    case .object(let object):
      object.members.contains { Template.refers($0.key.value, to: name) || $0.value.refers(to: name) }
    }
  }
}
