extension RequestWorkspace {
  /// The file that declares a captured variable.
  package func path(of captured: CapturedVariable) -> String {
    let owner = rooted(at: captured.origin.root).owner(of: captured)
    return switch captured.place {
    case .environment(let name): "\(owner)/environments/\(name).json"
    case .collection: "\(owner)/collection.json"
    }
  }

  /// The folder whose environment or `collection.json` declares a captured variable.
  private func owner(of captured: CapturedVariable) -> String {
    switch captured.place {
    case .environment(let name): owner(ofEnvironment: name, for: captured.origin.address)
    case .collection: collections.collectionRoot(of: captured.origin.address)
    }
  }

  /// Writes a captured variable to the environment or the collection of its request, or to the secrets if it is secret.
  package func save(_ captured: CapturedVariable) throws(StoreError) {
    let workspace = rooted(at: captured.origin.root)
    let owner = workspace.owner(of: captured)
    let environment: String? = if case .environment(let name) = captured.place { name } else { nil }
    let isSecret = try workspace.collections.setVariable(
      captured.name, to: captured.value, environment: environment, of: owner, isSecret: captured.isSecret)
    guard isSecret else { return }
    try secrets.set(
      captured.value, for: SecretStore.Key(collection: owner, environment: environment, name: captured.name))
  }
}
