internal import RequestModel
package import RequestStore

extension RequestWorkspace {
  /// The file that declares a captured variable.
  package func path(of captured: CapturedVariable) -> String {
    let collection = rooted(at: captured.origin.root).collections.collectionRoot(of: captured.origin.address)
    return switch captured.place {
    case .environment(let name): "\(collection)/environments/\(name).json"
    case .collection: "\(collection)/collection.json"
    }
  }

  /// Writes a captured variable to the environment or the collection of its request, or to the secrets if it is secret.
  package func save(_ captured: CapturedVariable) throws(StoreError) {
    let workspace = rooted(at: captured.origin.root)
    let collection = workspace.collections.collectionRoot(of: captured.origin.address)
    let environment: String? = if case .environment(let name) = captured.place { name } else { nil }
    let isSecret = try workspace.collections.setVariable(
      captured.name, to: captured.value, environment: environment, of: collection, isSecret: captured.isSecret)
    guard isSecret else { return }
    try secrets.set(
      captured.value, for: SecretStore.Key(collection: collection, environment: environment, name: captured.name))
  }
}
