/// The variables of `--env-var` and `--global-var`: initial values of the environment and of all collections for a run,
/// as if set by a script. In contrast, the values of `--var` would hide values set by scripts later.
struct InitialVariables {
  private let environment: [String: String]
  private let globals: [String: String]

  init(_ what: RunContentOptions) throws {
    environment = try OptionText.variables(what.environmentVariables, of: "--env-var")
    globals = try OptionText.variables(what.globalVariables, of: "--global-var")
  }

  /// Warns about values that are masked because they look like credentials.
  ///
  /// - Returns: Their names.
  func warnOfCredentials() -> Set<String> {
    let all = Array(environment) + Array(globals)
    let names = Set(all.filter { SuppliedCredential.isLikely([$0.key], $0.value) }.map(\.key))
    StandardError.write(lines: names.sorted().map { "\($0) looks like a credential and is masked" })
    return names
  }

  /// Sets them in each collection of a source.
  func set(in source: RunPaths.Source) {
    if environment.isEmpty, globals.isEmpty { return }
    let (workspace, changes) = (source.services.workspace, source.services.engine.session.scopes)
    var known: Set<String> = []
    for item in source.items {
      let collection = workspace.collections.collectionRoot(of: item.address)
      let name = source.environment ?? workspace.onlyEnvironment(for: item.address)
      guard known.insert(SessionValues.owner(ofEnvironment: name, in: collection)).inserted else { continue }
      let scopes = SessionValues.scopes(
        root: workspace.collections.root, collection: collection, environment: name,
        owner: workspace.owner(ofEnvironment: name, for: item.address))
      for scope in scopes {
        let values = scope.layer == .environment ? environment : scope.layer == .workspace ? globals : [:]
        for (name, value) in values { changes.set(name, to: value, in: scope) }
      }
    }
  }
}
