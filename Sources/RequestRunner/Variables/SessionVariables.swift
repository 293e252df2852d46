package import RequestModel
internal import Synchronization

/// Variables kept in memory until the program ends.
package final class SessionVariables: Sendable {
  private struct State {
    var variables: [Variable] = []
    var secrets: [ExactText: String] = [:]
    /// The variables with secrets in their values masked.
    var shown: [Variable] = []

    mutating func forget(_ name: String) {
      variables.removeAll { $0.name.isExactly(name) }
      shown.removeAll { $0.name.isExactly(name) }
    }
  }

  private let state = Mutex(State())
  private static let scope = SessionValues.Scope(layer: .session, owner: "")

  /// The changes of scripts to variables in other layers.
  package let scopes: ScopeChanges

  /// The secrets that scripts set in the session, each for one environment of a collection.
  let secrets = ScopeChanges()

  package init(_ scopes: ScopeChanges = ScopeChanges()) { self.scopes = scopes }

  package var all: [Variable] { state.withLock(\.variables) }

  /// The values set by responses and scripts, with secrets masked.
  package var shown: SessionValues {
    var values = scopes.shown
    values.changes.merge(secrets.shown.changes) { $1 }
    values.variables = state.withLock(\.shown)
    return values
  }

  /// Masks the secrets in the shown values.
  func conceal(_ mask: (String) -> String) {
    state.withLock { $0.shown = $0.shown.map { $0.concealed(mask) } }
    scopes.conceal(mask)
    secrets.conceal(mask)
  }

  package func set(_ name: String, to value: String, isSecret: Bool = false) {
    set(name, to: .string(value), isSecret: isSecret)
  }

  /// - Parameter mask: Masks secrets in the shown value.
  func set(
    _ name: String, to value: JSONValue, isSecret: Bool, masking mask: (String) -> String = { $0 }
  ) {
    var variable = Variable(name, isSecret ? .secret : .value(""))
    if isSecret { variable.secretScope = Self.scope } else { variable.value = value }
    let shown = variable.concealed(mask)
    state.withLock { [variable] state in
      state.forget(name)
      state.variables.append(variable)
      state.shown.append(shown)
      state.secrets[ExactText(name)] = isSecret ? value.templateText : nil
    }
  }

  func remove(_ name: String) {
    state.withLock { state in
      state.forget(name)
      state.secrets[ExactText(name)] = nil
    }
  }

  func removeAll() { state.withLock { $0 = State() } }

  /// Returns the value of a secret that a response or a script set, in the session or in another scope.
  func secretValue(_ variable: Variable) -> String? {
    guard variable.secretScope == Self.scope else {
      return scopes.secretValue(variable) ?? secrets.secretValue(variable)
    }
    return state.withLock { $0.secrets[ExactText(variable.name)] }
  }
}
