package import RequestModel
internal import Synchronization

/// What scripts did to variables that files declare. Kept in memory until the program ends: files do not change.
package final class ScopeChanges: Sendable {
  /// The layer of one collection, and of one environment of it.
  struct Scope: Hashable, Sendable {
    let layer: VariableScope.Layer
    let owner: String
  }

  private struct Changes {
    /// Whether what the files declare is gone.
    var isCleared = false
    var removed: Set<ExactText> = []
    var set: [Variable] = []
    /// The names of variables that are no secrets, and whose values have one in them.
    var holders: Set<ExactText> = []
  }

  private struct State {
    var scopes: [Scope: Changes] = [:]
    /// The values of secrets.
    var secrets: [ExactText: String] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// - Parameter holdsSecret: Whether the value has a secret in it.
  func set(_ name: String, to value: JSONValue, isSecret: Bool, holdsSecret: Bool, in scope: Scope) {
    var variable = Variable(name, isSecret ? .secret : .value(""))
    if !isSecret { variable.value = value }
    state.withLock { state in
      state.scopes[scope, default: Changes()].set.removeAll { $0.name.isExactly(name) }
      state.scopes[scope, default: Changes()].set.append(variable)
      if holdsSecret, !isSecret {
        state.scopes[scope, default: Changes()].holders.insert(ExactText(name))
      } else {
        state.scopes[scope, default: Changes()].holders.remove(ExactText(name))
      }
      state.secrets[ExactText(name)] = isSecret ? value.templateText : nil
    }
  }

  func remove(_ name: String, in scope: Scope) {
    state.withLock { state in
      state.scopes[scope, default: Changes()].set.removeAll { $0.name.isExactly(name) }
      state.scopes[scope, default: Changes()].removed.insert(ExactText(name))
    }
  }

  func clear(_ scope: Scope) {
    state.withLock { state in state.scopes[scope] = Changes(isCleared: true) }
  }

  func secretValue(_ variable: Variable) -> String? {
    guard variable.source == .secret else { return nil }
    return state.withLock { $0.secrets[ExactText(variable.name)] }
  }

  /// Applies the changes to the layers of a request.
  func apply(to variables: inout VariableScope, _ scopes: [Scope]) {
    state.withLock { state in
      guard !state.scopes.isEmpty else { return }
      for scope in scopes {
        guard let changes = state.scopes[scope] else { continue }
        variables.remove(from: scope.layer) { changes.isCleared || changes.removed.contains(ExactText($0.name)) }
        variables.add(changes.set, to: scope.layer)
      }
    }
  }

  /// Whose the variables of an environment are, or those of requests without one.
  package static func owner(ofEnvironment name: String?, in collection: String) -> String {
    collection + "\n" + (name ?? "")
  }

  /// Whether a script set the variable to a value that has a secret in it.
  package func holdsSecret(_ name: String, of layer: VariableScope.Layer, owner: String) -> Bool {
    state.withLock { $0.scopes[Scope(layer: layer, owner: owner)]?.holders.contains(ExactText(name)) == true }
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
