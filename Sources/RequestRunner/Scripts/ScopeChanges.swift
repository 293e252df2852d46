internal import Synchronization

/// The changes of scripts to variables declared in files. Kept in memory until the program ends; files do not change.
package final class ScopeChanges: Sendable {
  typealias Scope = SessionValues.Scope

  private struct State {
    var values = SessionValues()
    var secrets: [Scope: [ExactText: String]] = [:]
    /// The same values, with secrets masked.
    var shown = SessionValues()
    /// The names that contain a secret.
    var secretNames: Set<ExactText> = []
    /// Whether it was reported that iterations share the changes.
    var isSharingNoted = false

    /// Changes the actual and the shown values.
    mutating func change(_ scope: Scope, _ change: (inout SessionValues.Changes) -> Void) {
      change(&values.changes[scope, default: .init()])
      change(&shown.changes[scope, default: .init()])
    }
  }

  private let state: Mutex<State>

  package init() { state = Mutex(State()) }

  /// Creates a copy, which does not see later changes.
  init(_ other: ScopeChanges) { state = Mutex(other.state.withLock(\.self)) }

  var isEmpty: Bool { state.withLock { $0.values.changes.isEmpty } }

  /// The changes of scripts, with secrets masked.
  var shown: SessionValues { state.withLock(\.shown) }

  /// - Parameter mask: Masks secrets in the shown value.
  func set(_ name: String, to value: JSONValue, isSecret: Bool, masking mask: (String) -> String, in scope: Scope) {
    var variable = Variable(name, isSecret ? .secret : .value(""))
    if isSecret { variable.secretScope = scope } else { variable.value = value }
    let shown = variable.concealed(mask)
    let isSecretName = !mask(name).isExactly(name)
    state.withLock { [variable] state in
      if isSecretName { state.secretNames.insert(ExactText(name)) }
      state.values.changes[scope, default: .init()].set(variable)
      state.shown.changes[scope, default: .init()].set(shown)
      state.secrets[scope, default: [:]][ExactText(name)] = isSecret ? value.templateText : nil
    }
  }

  /// Whether iterations that ran at the same time shared a change.
  var isShared: Bool { state.withLock(\.isSharingNoted) }

  /// - Returns: Whether it is the first time that iterations share a change.
  func noteSharing() -> Bool {
    state.withLock { state in
      defer { state.isSharingNoted = true }
      return !state.isSharingNoted
    }
  }

  /// Sets a variable as a script would, before the first script.
  package func set(_ name: String, to text: String, in scope: SessionValues.Scope) {
    set(name, to: .string(text), isSecret: false, masking: { $0 }, in: scope)
  }

  func remove(_ name: String, in scope: Scope) {
    state.withLock { state in
      state.change(scope) { $0.remove(name) }
      state.secrets[scope]?[ExactText(name)] = nil
    }
  }

  /// Drops changes, so that the declared values apply again.
  ///
  /// - Parameter name: `nil` for all variables.
  func dropChanges(of name: String? = nil, in scope: Scope) {
    state.withLock { state in
      guard state.values.changes[scope] != nil else { return }
      state.change(scope) { $0.unset(name) }
      if let name {
        state.secrets[scope]?[ExactText(name)] = nil
      } else {
        state.secrets[scope] = nil
      }
    }
  }

  func clear(_ scope: Scope) {
    state.withLock { state in
      state.change(scope) { $0 = .init(isCleared: true) }
      state.secrets[scope] = nil
    }
  }

  /// Masks the secrets in the shown values.
  func conceal(_ mask: (String) -> String) {
    state.withLock { state in
      for (scope, changes) in state.shown.changes {
        for variable in changes.set where !mask(variable.name).isExactly(variable.name) {
          state.secretNames.insert(ExactText(variable.name))
        }
        state.shown.changes[scope]?.conceal { $0.concealed(mask) }
      }
    }
  }

  /// Returns the value of a secret that a script set.
  func secretValue(_ variable: Variable) -> String? {
    guard let scope = variable.secretScope else { return nil }
    return state.withLock { $0.secrets[scope]?[ExactText(variable.name)] }
  }

  /// Applies the changes to the layers of a request.
  func apply(to variables: inout VariableScope, _ scopes: [Scope]) {
    state.withLock { $0.values.apply(to: &variables, scopes) }
  }

  /// Whether a script set the variable to a value that contains a secret.
  package func holdsSecret(_ name: String, of layer: VariableScope.Layer, owner: String) -> Bool {
    let scope = Scope(layer: layer, owner: owner)
    return state.withLock { $0.values.changes[scope]?[name] != $0.shown.changes[scope]?[name] }
  }

  /// Whether a script set a variable with this name, and the name contains a secret.
  package func hasSecretName(_ name: String) -> Bool { state.withLock { $0.secretNames.contains(ExactText(name)) } }

  /// The variables of a layer with the changes of scripts.
  package func applied(to variables: [Variable], of layer: VariableScope.Layer, owner: String) -> [Variable] {
    var scope = VariableScope()
    scope[layer] = variables
    apply(to: &scope, [Scope(layer: layer, owner: owner)])
    var left: [Variable] = []
    // Variables that are off are kept beside others with the same name.
    var places: [ExactText: Int] = [:]
    for variable in scope[layer] {
      let name = ExactText(variable.name)
      if !variable.isOff, let place = places[name] {
        left[place] = variable
      } else {
        if !variable.isOff { places[name] = left.count }
        left.append(variable)
      }
    }
    return left
  }
}

extension Variable {
  /// The variable with the secrets in its value masked.
  func concealed(_ mask: (String) -> String) -> Variable {
    guard case .literal = source, let text = value?.templateText else { return self }
    let masked = mask(text)
    if masked.isExactly(text) { return self }
    return with(self) { $0.value = .string(masked) }
  }
}
