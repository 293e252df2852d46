package import RequestModel

/// Every variable that a request can see. Later layers win over earlier ones.
///
///     built in < collection.json < folder.json, outer to inner < environment < --var
package struct VariableScope: Sendable {
  package var layers: [[Variable]]
  /// How the environment in force is called, for sentences.
  package var environment: String?
  private var environmentVariables: [Variable] = []

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
    environmentVariables = environment?.variables ?? []
  }

  /// Every declaration and every value of a name that any layer declares secret.
  var secretVariables: [Variable] {
    let variables = layers.joined()
    let names = Set(variables.filter(\.isSecret).map { ExactText($0.name) })
    return variables.filter { names.contains(ExactText($0.name)) }
  }

  /// Whether the environment in force declares the name secret, and so keeps the value.
  func environmentKeeps(_ name: String) -> Bool {
    environmentVariables.contains { $0.isSecret && $0.name.isExactly(name) }
  }
}
