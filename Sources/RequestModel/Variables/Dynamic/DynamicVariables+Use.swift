extension DynamicVariables {
  /// Returns the dynamic variables that texts use, also by the values of other variables, sorted and each once.
  ///
  /// - Parameter variables: Those of the files, inner ones last.
  package static func used(in texts: [String], _ variables: [Variable]) -> [String] {
    var values: [ExactText: String] = [:]
    for variable in variables where !variable.isOff {
      values[ExactText(variable.name)] = variable.value?.templateText ?? ""
    }
    var seen: Set<ExactText> = []
    var found: [String] = []
    var rest = texts
    while let text = rest.popLast() {
      for name in Template(text).variables.flatMap({ operands(of: $0) }) where seen.insert(ExactText(name)).inserted {
        if let value = values[ExactText(name)] { rest.append(value) } else if contains(name) { found.append(name) }
      }
    }
    return found.sorted()
  }

  /// The variables of a template, also those of its filters.
  private static func operands(of template: String) -> [String] {
    (try? TemplateExpression(template))?.variables ?? [template]
  }
}
