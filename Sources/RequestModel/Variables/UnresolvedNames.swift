/// Collects the names that have no value, each once.
struct UnresolvedNames {
  let index: VariableIndex
  private(set) var names: [String] = []
  private var seen: Set<ExactText> = []

  init(index: VariableIndex) { self.index = index }

  mutating func visit(_ text: String) {
    for name in Template(text).variables { visit(name: name) }
  }

  private mutating func visit(name: String) {
    guard seen.insert(ExactText(name)).inserted else { return }
    if let variable = index[name] {
      if case .literal(let value) = variable.source { visit(value) }
    } else if DynamicVariables.contains(name) || ProcessVariable(name) != nil {
      return
    } else if let inner = try? TemplateExpression(name), inner.operand != .variable(name) {  // A problem of its own.
      for name in inner.variables { visit(name: name) }
    } else {
      names.append(name)
    }
  }

  private mutating func visit(_ value: JSONValue) {
    switch value {
    case .null, .bool, .number: break
    case .string(let string): visit(string.value)
    case .array(let elements): for element in elements { visit(element) }
    case .object(let object):
      for member in object.members {
        visit(member.key.value)
        visit(member.value)
      }
    }
  }
}
