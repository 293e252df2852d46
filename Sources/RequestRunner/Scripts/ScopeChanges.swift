package import RequestModel
internal import Synchronization

/// What scripts did to variables that files declare. Kept in memory until the program ends: files do not change.
package final class ScopeChanges: Sendable {
  typealias Scope = SessionValues.Scope

  private struct State {
    var values = SessionValues()
    /// The values of secrets.
    var secrets: [ExactText: String] = [:]
    /// The same values, with secrets in them masked.
    var shown = SessionValues()

    /// Changes both kinds of values.
    mutating func change(_ scope: Scope, _ change: (inout SessionValues.Changes) -> Void) {
      change(&values.changes[scope, default: .init()])
      change(&shown.changes[scope, default: .init()])
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// What scripts changed, with its secrets masked.
  var shown: SessionValues { state.withLock(\.shown) }

  func set(_ name: String, to value: JSONValue, isSecret: Bool, in scope: Scope) {
    var variable = Variable(name, isSecret ? .secret : .value(""))
    if !isSecret { variable.value = value }
    state.withLock { [variable] state in
      state.change(scope) { $0.set(variable) }
      state.secrets[ExactText(name)] = isSecret ? value.templateText : nil
    }
  }

  func remove(_ name: String, in scope: Scope) {
    state.withLock { $0.change(scope) { $0.remove(name) } }
  }

  func clear(_ scope: Scope) {
    state.withLock { $0.change(scope) { $0 = .init(isCleared: true) } }
  }

  /// Masks the secrets in what is shown.
  func conceal(_ mask: (String) -> String) {
    state.withLock { state in
      for scope in state.shown.changes.keys { state.shown.changes[scope]?.set.conceal(mask) }
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
    let scope = Scope(layer: layer, owner: owner)
    return state.withLock { state in
      func variable(_ values: SessionValues) -> Variable? {
        values.changes[scope]?.set.first { $0.name.isExactly(name) }
      }
      return variable(state.values) != variable(state.shown)
    }
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
  /// Masks the secrets in the values.
  mutating func conceal(_ mask: (String) -> String) {
    for index in indices {
      guard case .literal = self[index].source, let text = self[index].value?.templateText else { continue }
      let masked = mask(text)
      if !masked.isExactly(text) { self[index].value = .string(masked) }
    }
  }
}
