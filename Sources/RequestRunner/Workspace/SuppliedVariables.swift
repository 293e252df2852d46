package import RequestModel

/// Variables that a command brings along, from files outside of the collections.
package struct SuppliedVariables: Sendable {
  /// Counts instead of a collection's environment of that name.
  package var environment: Environment?
  /// Counts more than the variables of the workspace.
  package var globals: [Variable] = []
  /// The values of secret variables, by their names.
  package var secrets: [String: String] = [:]
  /// The names of variables whose values are secrets, wherever they come from.
  package var secretNames: Set<String> = []

  package init() {}
}
