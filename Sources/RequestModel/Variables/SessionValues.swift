/// Values that responses and scripts set in memory, until the program ends. Values of secrets are not included.
package struct SessionValues: Equatable, Sendable {
  /// A layer of one collection, and of one environment of it.
  package struct Scope: Hashable, Sendable {
    package let layer: VariableScope.Layer
    package let owner: String

    package init(layer: VariableScope.Layer, owner: String) { (self.layer, self.owner) = (layer, owner) }
  }

  /// The changes by scripts to variables that files declare.
  package struct Changes: Equatable, Sendable {
    /// Whether the declarations in files are cleared, except for those of values from elsewhere: scripts do not list
    /// them, and so cannot set them again.
    package var isCleared = false
    package var removed: Set<ExactText> = []
    private var named = NamedVariables()
    package var set: [Variable] { named.all }
    /// The variable that was set with this name.
    package subscript(name: String) -> Variable? { named[name] }

    package init(isCleared: Bool = false) { self.isCleared = isCleared }

    package mutating func set(_ variable: Variable) { named.set(variable) }

    package mutating func remove(_ name: String) {
      named.remove(name)
      removed.insert(ExactText(name))
    }

    /// Drops what was set, so that the declared value applies again.
    ///
    /// - Parameter name: `nil` for all variables.
    package mutating func unset(_ name: String?) {
      if let name { named.remove(name) } else { named = NamedVariables() }
    }

    package mutating func conceal(_ concealed: (Variable) -> Variable) { named.conceal(concealed) }

    func apply(to variables: inout VariableScope, _ layer: VariableScope.Layer) {
      variables.remove(from: layer) { isCleared && $0.isInFile || removed.contains(ExactText($0.name)) }
      variables.add(set, to: layer)
    }
  }

  package var variables: [Variable] = []
  package var changes: [Scope: Changes] = [:]

  package init() {}

  /// The layers whose variables scripts change, and whose they are. The last one has the secrets of the session
  /// and values with one in them.
  ///
  /// - Parameters:
  ///   - root: The folder that is open.
  ///   - collection: The collection's folder.
  ///   - folder: The folder of the workspace that has the environment; `nil` for one of the collection.
  package static func scopes(
    root: String, collection: String, environment: String?, owner folder: String? = nil
  ) -> [Scope] {
    let ofEnvironment = owner(ofEnvironment: environment, in: folder ?? collection)
    return [
      Scope(layer: .workspace, owner: root), Scope(layer: .collection, owner: collection),
      Scope(layer: .environment, owner: ofEnvironment),
      Scope(layer: .session, owner: owner(ofEnvironment: environment, in: collection)),
    ]
  }

  /// The owner of an environment's variables, or of the variables of requests without an environment.
  package static func owner(ofEnvironment name: String?, in collection: String) -> String {
    collection + "\n" + (name ?? "")
  }

  /// Applies the changes to the layers of a request.
  package func apply(to variables: inout VariableScope, _ scopes: [Scope]) {
    for scope in scopes { changes[scope]?.apply(to: &variables, scope.layer) }
  }

  /// Whether the variable is one that a script set in a layer, not one of a file.
  package func hasSet(_ scoped: ScopedVariable) -> Bool {
    scoped.path == nil
      && changes.contains { $0.key.layer == scoped.layer && $0.value[scoped.variable.name] == scoped.variable }
  }
}

extension Variable {
  /// Whether its file or the secrets have the value, not a prompt, a command, a `.env` file or the process environment.
  fileprivate var isInFile: Bool {
    switch source {
    case .literal, .secret: true
    case .prompt, .command, .dotenv, .environmentVariable: false
    }
  }
}
