package import RequestModel
internal import Synchronization

/// What scripts did to variables that files declare. Kept in memory until the program ends: files do not change.
package final class ScopeChanges: Sendable {
  typealias Scope = SessionValues.Scope

  private struct State {
    var values = SessionValues()
    /// The values of secrets.
    var secrets: [ExactText: String] = [:]
    /// What values with secrets in them are shown as.
    var masked: [Scope: [ExactText: JSONValue]] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// What scripts changed, with its secrets masked.
  var shown: SessionValues {
    state.withLock { state in
      var values = state.values
      for scope in values.changes.keys { values.changes[scope]?.set.replaceValues(with: state.masked[scope] ?? [:]) }
      return values
    }
  }

  /// - Parameter masked: What the value is shown as, if a secret is in it.
  func set(_ name: String, to value: JSONValue, isSecret: Bool, masked: JSONValue? = nil, in scope: Scope) {
    var variable = Variable(name, isSecret ? .secret : .value(""))
    if !isSecret { variable.value = value }
    state.withLock { [variable] state in
      state.values.changes[scope, default: .init()].set(variable)
      state.secrets[ExactText(name)] = isSecret ? value.templateText : nil
      state.masked[scope, default: [:]][ExactText(name)] = masked
    }
  }

  func remove(_ name: String, in scope: Scope) {
    state.withLock { state in
      state.values.changes[scope, default: .init()].remove(name)
      state.masked[scope]?[ExactText(name)] = nil
    }
  }

  func clear(_ scope: Scope) {
    state.withLock { state in
      state.values.changes[scope] = .init(isCleared: true)
      state.masked[scope] = nil
    }
  }

  func secretValue(_ variable: Variable) -> String? {
    guard variable.source == .secret else { return nil }
    return state.withLock { $0.secrets[ExactText(variable.name)] }
  }

  /// Applies the changes to the layers of a request.
  func apply(to variables: inout VariableScope, _ scopes: [Scope]) {
    state.withLock { $0.values.apply(to: &variables, scopes) }
  }

  /// Whether a script set the variable to a value that has a secret in it.
  package func holdsSecret(_ name: String, of layer: VariableScope.Layer, owner: String) -> Bool {
    state.withLock { $0.masked[Scope(layer: layer, owner: owner)]?[ExactText(name)] != nil }
  }

  /// The variables of a layer as scripts left them.
  package func applied(to variables: [Variable], of layer: VariableScope.Layer, owner: String) -> [Variable] {
    var scope = VariableScope()
    scope[layer] = variables
    apply(to: &scope, [Scope(layer: layer, owner: owner)])
    var left: [Variable] = []
    for variable in scope[layer] {
      let former = left.firstIndex { !$0.isOff && !variable.isOff && $0.name.isExactly(variable.name) }
      if let index = former {
        left[index] = variable
      } else {
        left.append(variable)
      }
    }
    return left
  }
}

extension [Variable] {
  /// Replaces the values of the variables of these names.
  mutating func replaceValues(with shown: [ExactText: JSONValue]) {
    guard !shown.isEmpty else { return }
    for index in indices {
      guard let value = shown[ExactText(self[index].name)] else { continue }
      self[index].value = value
    }
  }
}
