internal import Synchronization

/// Variables kept in memory until the program ends.
package final class SessionVariables: Sendable {
  private struct State {
    var variables = NamedVariables()
    /// The variables with secrets in their values masked.
    var shown = NamedVariables()
  }

  private let state = Mutex(State())

  /// The changes of scripts to variables in other layers.
  package let scopes: ScopeChanges

  /// The secrets that captures and scripts set in the session, and values with one in them, each for one environment of a
  /// collection.
  let secrets = ScopeChanges()

  package init(_ scopes: ScopeChanges = ScopeChanges()) { self.scopes = scopes }

  package var all: [Variable] { state.withLock(\.variables.all) }

  /// The values set by responses and scripts, with secrets masked.
  package var shown: SessionValues {
    var values = scopes.shown
    values.changes.merge(secrets.shown.changes) { $1 }
    values.variables = state.withLock(\.shown.all)
    return values
  }

  /// Masks the secrets in the shown values.
  func conceal(_ mask: (String) -> String) {
    state.withLock { $0.shown.conceal { $0.concealed(mask) } }
    scopes.conceal(mask)
    secrets.conceal(mask)
  }

  /// Sets a variable that is no secret.
  package func set(_ name: String, to value: String) { set(name, to: .string(value), masking: { $0 }) }

  /// - Parameter mask: Masks secrets in the shown value.
  func set(_ name: String, to value: JSONValue, masking mask: (String) -> String) {
    var variable = Variable(name, .value(""))
    variable.value = value
    let shown = variable.concealed(mask)
    state.withLock { [variable] state in
      state.variables.set(variable)
      state.shown.set(shown)
    }
  }

  func remove(_ name: String) {
    state.withLock { state in
      state.variables.remove(name)
      state.shown.remove(name)
    }
  }

  func removeAll() { state.withLock { $0 = State() } }

  /// Returns the value of a secret that a response or a script set, in the session or in another scope.
  func secretValue(_ variable: Variable) -> String? {
    scopes.secretValue(variable) ?? secrets.secretValue(variable)
  }
}
