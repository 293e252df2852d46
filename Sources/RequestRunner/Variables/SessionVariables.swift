package import RequestModel
internal import Synchronization

/// Variables kept in memory until the program ends.
package final class SessionVariables: Sendable {
  private struct State {
    var variables: [Variable] = []
    var secrets: [ExactText: String] = [:]
  }

  private let state = Mutex(State())

  /// What scripts changed in other layers.
  package let scopes: ScopeChanges

  package init(_ scopes: ScopeChanges = ScopeChanges()) { self.scopes = scopes }

  package var all: [Variable] { state.withLock(\.variables) }

  package func set(_ name: String, to value: String, isSecret: Bool = false) {
    set(name, to: .string(value), isSecret: isSecret)
  }

  func set(_ name: String, to value: JSONValue, isSecret: Bool) {
    var variable = Variable(name, isSecret ? .secret : .value(""))
    if !isSecret { variable.value = value }
    state.withLock { [variable] state in
      state.variables.removeAll { $0.name.isExactly(name) }
      state.variables.append(variable)
      state.secrets[ExactText(name)] = isSecret ? value.templateText : nil
    }
  }

  func remove(_ name: String) {
    state.withLock { state in
      state.variables.removeAll { $0.name.isExactly(name) }
      state.secrets[ExactText(name)] = nil
    }
  }

  func removeAll() { state.withLock { $0 = State() } }

  /// Returns the value of a secret session variable.
  func secretValue(_ variable: Variable) -> String? {
    guard variable.source == .secret else { return nil }
    return state.withLock { $0.secrets[ExactText(variable.name)] }
  }
}
