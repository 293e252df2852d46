internal import RequestModel

/// The variables of a scope by name, for many look-ups.
struct VariableIndex {
  private var winners: [ExactText: Variable] = [:]
  private var secrets: Set<ExactText> = []

  init(_ scope: VariableScope) {
    for variable in scope.all {
      let name = ExactText(variable.name)
      if variable.isSecret { secrets.insert(name) }
      if !variable.isOff { winners[name] = variable }
    }
  }

  /// The innermost variable of that name that is not turned off.
  subscript(name: String) -> Variable? { winners[ExactText(name)] }

  /// Whether any layer declares the name secret: a value that `--var` or a folder gives it must not be shown either.
  func isSecret(_ name: String) -> Bool { secrets.contains(ExactText(name)) }
}
