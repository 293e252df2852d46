/// Collects the names that have no value, each once.
struct UnresolvedNames {
  let index: VariableIndex
  private(set) var names: [String] = []
  private var seen: Set<ExactText> = []

  init(index: VariableIndex) { self.index = index }

  mutating func visit(_ text: String) {
    for name in Template(text).expressions { visit(name: name) }
  }

  private mutating func visit(name: String) {
    guard seen.insert(ExactText(name)).inserted else { return }
    if Template.isNested(name) {
      visit(nested: name)
    } else if let variable = index[name] {
      if case .literal(let value) = variable.source { visit(value) }
    } else if DynamicVariables.contains(name) || ProcessVariable(name) != nil {
      return
    } else if let inner = try? TemplateExpression(name), inner.operand != .variable(name) {  // A problem of its own.
      for name in inner.variables { visit(name: name) }
    } else if let part = part(name) {
      visit(part)
    } else {
      names.append(name)
    }
  }

  /// The part of a variable's value that `name` is a path to, or a text whose value may have that part.
  private func part(_ name: String) -> JSONValue? {
    guard let path = MemberPath(name), case .literal(let value)? = index[path.variable]?.source else { return nil }
    if let text = value.string, !Template(text).isPlainText { return value }
    return path.part(of: value)
  }

  /// The names in a name, and the name that is made of them where their values are known.
  private mutating func visit(nested name: String) {
    if let inner = try? TemplateExpression(name), inner.operand != .variable(name) {  // A problem of its own.
      for name in inner.variables { visit(name: name) }
      return
    }
    visit(name)
    if let whole = index.filled(name) { visit(name: whole) }
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

extension VariableIndex {
  /// How many variables a name is looked up with.
  private static let lookUpLimit = 100

  /// The text with the values of its variables; `nil` if the files lack a value, or if the text has escaped braces.
  package func filled(_ text: String) -> String? {
    var left = Self.lookUpLimit
    return filled(text, &left)
  }

  private func filled(_ text: String, _ left: inout Int) -> String? {
    var result = ""
    for piece in Template(text).pieces {
      switch piece {
      case .text(let text): result += text
      case .escapedBraces: return nil
      case .variable(let template):
        left -= 1
        guard left > 0, let name = Template.isNested(template) ? filled(template, &left) : template,
          let variable = self[name], case .literal(let value) = variable.source,
          let text = filled(value.templateText, &left)
        else { return nil }
        result += text
      }
    }
    return result
  }
}
