/// The variables of a scope by name, for fast look-up.
package struct VariableIndex: Sendable {
  private var winners: [ExactText: ScopedVariable] = [:]
  private var secrets: Set<ExactText> = []

  package init(_ scope: VariableScope) {
    for scoped in scope.all {
      let name = ExactText(scoped.variable.name)
      if scoped.variable.isSecret { secrets.insert(name) }
      if !scoped.variable.isOff { winners[name] = scoped }
    }
  }

  /// The innermost enabled variable of that name.
  package subscript(name: String) -> Variable? { winners[ExactText(name)]?.variable }

  /// That variable with its origin.
  package func origin(of name: String) -> ScopedVariable? { winners[ExactText(name)] }

  /// The names in `text` that have no value: those that would keep a request from being sent, besides secrets and other
  /// values from outside that turn out to be missing. Looks into the values of variables, too.
  package func unresolved(in text: String) -> [String] { unresolved(in: CollectionOfOne(text)) }

  /// The names without a value in `texts`, each once.
  package func unresolved(in texts: some Sequence<String>) -> [String] {
    var search = UnresolvedNames(index: self)
    for text in texts { search.visit(text) }
    return search.names
  }

  /// Returns whether any layer declares the name secret. Then its values in other layers are secrets too.
  package func isSecret(_ name: String) -> Bool { secrets.contains(ExactText(name)) }
}
