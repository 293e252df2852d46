package import RequestModel

/// Every variable that a request can see. Later layers win over earlier ones.
///
///     built in < collection.json < folder.json, outer to inner < environment < --var
package struct VariableScope: Sendable {
  package var layers: [[Variable]]
  /// How the environment in force is called, for sentences.
  package var environment: String?

  package init(layers: [[Variable]] = [], environment: String? = nil) {
    self.layers = layers
    self.environment = environment
  }

  package init(
    builtIn: [String: String] = [:], folders: [FolderSettings] = [], environment: Environment? = nil,
    overrides: [String: String] = [:]
  ) {
    func layer(_ values: [String: String]) -> [Variable] { values.map { Variable($0.key, .value($0.value)) } }
    layers = [layer(builtIn)] + folders.map(\.variables) + [environment?.variables ?? [], layer(overrides)]
    self.environment = environment?.name
  }

  /// Whether any layer declares the name secret: a value that `--var` or a folder gives it must not be shown either.
  func isSecret(_ name: String) -> Bool {
    layers.contains { $0.contains { $0.name == name && $0.isSecret } }
  }

  /// Every declaration and every value of a name that any layer declares secret.
  var secretVariables: [Variable] {
    let variables = layers.joined()
    let names = Set(variables.filter(\.isSecret).map(\.name))
    return variables.filter { names.contains($0.name) }
  }

  /// The innermost variable of that name that is not turned off.
  package func variable(_ name: String) -> Variable? {
    for layer in layers.reversed() {
      if let variable = layer.last(where: { $0.name == name && !$0.isOff }) { return variable }
    }
    return nil
  }
}
