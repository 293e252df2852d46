/// Variables that a command supplies from files outside of the collections.
package struct SuppliedVariables: Sendable {
  /// Replaces a collection's environment of the same name.
  package var environment: Environment?
  /// Take precedence over the variables of the workspace.
  package var globals: [Variable] = []
  /// The values of secret variables, keyed by their names.
  package var secrets: [String: String] = [:]
  /// The names of variables whose values are secret, wherever they come from.
  package var secretNames: Set<String> = []

  package init() {}
}
