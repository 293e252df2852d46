package import RequestModel
internal import Synchronization

/// Variables kept in memory until the program ends.
package final class SessionVariables: Sendable {
  private struct State {
    var variables: [Variable] = []
    var secrets: [ExactText: String] = [:]
    /// What values with secrets in them are shown as.
    var masked: [ExactText: JSONValue] = [:]
  }

  private let state = Mutex(State())

  /// What scripts changed in other layers.
  package let scopes: ScopeChanges

  package init(_ scopes: ScopeChanges = ScopeChanges()) { self.scopes = scopes }

  package var all: [Variable] { state.withLock(\.variables) }

  /// What responses and scripts set, with its secrets masked.
  package var shown: SessionValues {
    var values = scopes.shown
    state.withLock { state in
      values.variables = state.variables
      values.variables.replaceValues(with: state.masked)
    }
    return values
  }

  package func set(_ name: String, to value: String, isSecret: Bool = false) {
    set(name, to: .string(value), isSecret: isSecret)
  }

  /// - Parameter masked: What the value is shown as, if a secret is in it.
  func set(_ name: String, to value: JSONValue, isSecret: Bool, masked: JSONValue? = nil) {
    var variable = Variable(name, isSecret ? .secret : .value(""))
    if !isSecret { variable.value = value }
    state.withLock { [variable] state in
      state.variables.removeAll { $0.name.isExactly(name) }
      state.variables.append(variable)
      state.secrets[ExactText(name)] = isSecret ? value.templateText : nil
      state.masked[ExactText(name)] = masked
    }
  }

  func remove(_ name: String) {
    state.withLock { state in
      state.variables.removeAll { $0.name.isExactly(name) }
      state.secrets[ExactText(name)] = nil
      state.masked[ExactText(name)] = nil
    }
  }

  func removeAll() { state.withLock { $0 = State() } }

  /// Returns the value of a secret session variable.
  func secretValue(_ variable: Variable) -> String? {
    guard variable.source == .secret else { return nil }
    return state.withLock { $0.secrets[ExactText(variable.name)] }
  }
}
