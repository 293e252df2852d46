/// A variable that templates see, and the declarations that it overrides.
package struct VariableInForce: Equatable, Sendable {
  package let name: String
  package let winner: ScopedVariable
  /// Declarations of the same name in lower layers, or earlier in the same one; the nearest first.
  package let overridden: [ScopedVariable]
  /// Whether any declaration of the name is secret, also one that is off: then no value of it is shown.
  package let isSecret: Bool
}

extension VariableScope {
  /// Every variable in force, by name. Variables that are off are not.
  package var inForce: [VariableInForce] {
    var declarations: [ExactText: [ScopedVariable]] = [:]
    for scoped in all { declarations[ExactText(scoped.variable.name), default: []].append(scoped) }
    return declarations.compactMap { VariableInForce($1) }.sorted { $0.name < $1.name }
  }

  /// The variable that `{{name}}` refers to; `nil` if no layer has it.
  package func inForce(_ name: String) -> VariableInForce? {
    VariableInForce(all.filter { $0.variable.name.isExactly(name) })
  }
}

extension VariableInForce {
  /// - Parameter declarations: All of one name, those that win last.
  fileprivate init?(_ declarations: [ScopedVariable]) {
    var active = declarations.filter { !$0.variable.isOff }
    guard let winner = active.popLast() else { return nil }
    self.init(
      name: winner.variable.name, winner: winner, overridden: active.reversed(),
      isSecret: declarations.contains { $0.variable.isSecret })
  }
}
