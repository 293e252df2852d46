/// The reason why an environment cannot be selected by name.
package enum EnvironmentError: Error, CustomStringConvertible {
  case unknown(String, known: [String])
  case ambiguous(String, collections: [String])

  package var description: String {
    switch self {
    case .unknown(let name, let known):
      let choice = known.isEmpty ? "there are none here" : "choose one of \(known.joined(separator: ", "))"
      return "No environment \"\(name)\" — \(choice)"
    case .ambiguous(let name, let collections):
      return
        "\(collections.joined(separator: " and ")) both have an environment \"\(name)\" — run the command in one of them"
    }
  }
}

extension RequestWorkspace {
  /// Returns the default environment of a request: the only one of its collection, or of the workspace for a collection
  /// without environments.
  package func onlyEnvironment(for address: Address) -> String? {
    (try? collections.environments(for: address))?.only?.name
  }

  package func hasEnvironment(_ name: String, for address: Address) -> Bool {
    ((try? collections.environments(for: address)) ?? []).contains { $0.name.isExactly(name) }
  }

  /// Reads an environment. Ignores errors in others.
  ///
  /// - Returns: The environment, its file and the folder that has it; both are `nil` for a supplied one.
  func environment(
    _ name: String, for address: Address
  ) throws(Failure) -> (Environment, path: String?, owner: String?) {
    if let environment = supplied.environment, environment.name.isExactly(name) { return (environment, nil, nil) }
    let files = try unprepared { () throws(StoreError) in try collections.environments(for: address) }
    if let file = files.first(where: { $0.name.isExactly(name) }) {
      return (try unprepared(file.content.get), file.path, file.owner)
    }
    let known = files.map { "\"\($0.name)\"" }.joined(separator: ", ")
    throw Failure(
      .unprepared,
      "No environment \"\(name)\" — \(known.isEmpty ? "this collection has none" : "choose one of \(known)")")
  }

  /// The folder that has an environment of a request: its collection, or a folder of the workspace.
  package func owner(ofEnvironment name: String?, for address: Address) -> String {
    guard let name, supplied.environment?.name.isExactly(name) != true else {
      return collections.collectionRoot(of: address)
    }
    return collections.owner(ofEnvironment: name, for: address)
  }

  /// Checks that one of the requests' collections has the environment, and that its file is valid.
  ///
  /// - Throws: `EnvironmentError` or `StoreError`.
  package func checkEnvironment(_ name: String, for addresses: [Address]) throws {
    guard !addresses.isEmpty, supplied.environment?.name.isExactly(name) != true else { return }
    var known: [String] = []
    var seen: Set<ExactText> = []
    for address in addresses where seen.insert(ExactText(collections.collectionRoot(of: address))).inserted {
      let files = try collections.environments(for: address)
      if let file = files.first(where: { $0.name.isExactly(name) }) { return _ = try file.content.get() }
      known += files.map(\.name).filter { !known.contains($0) }
    }
    throw EnvironmentError.unknown(name, known: known)
  }

  /// Returns the path of the only collection that declares an environment, or the folder of the workspace that does, for
  /// commands without a path. Searches the collection around the root, else the root and what is in its `collections`
  /// folder.
  ///
  /// - Throws: `EnvironmentError` or `StoreError`.
  package func collection(declaring name: String) throws -> String {
    var known: [String] = []
    var found: [String] = []
    let collections = try nearbyCollections()
    for path in collections {
      let files = try rooted(at: path).collections.environments(for: Address(""))
      known += files.map(\.name).filter { !known.contains($0) }
      if let file = files.first(where: { $0.name.isExactly(name) }) {
        _ = try file.content.get()
        // Several collections share one of the workspace.
        let place = file.isShared && collections.count > 1 ? file.owner : path
        if !found.contains(place) { found.append(place) }
      }
    }
    guard let path = found.first else { throw EnvironmentError.unknown(name, known: known) }
    guard found.count == 1 else { throw EnvironmentError.ambiguous(name, collections: found) }
    return path
  }

  private func nearbyCollections() throws(StoreError) -> [String] {
    if let own = CollectionStore.collection(around: collections.root) { return [own] }
    let shared = rooted(at: collections.root + "/collections").collections
    guard CollectionStore.isFolder(shared.root) else { return [collections.root] }
    let nested = try shared.load().nodes.filter { $0.kind == .folder(isCollection: true) }
    return [collections.root, shared.root] + nested.map { shared.path(of: $0.address) }
  }
}
