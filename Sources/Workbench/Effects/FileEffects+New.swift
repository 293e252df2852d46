import Synchronization

// The first file of a new request.
extension FileEffects {
  /// Writes the file, and moves what is kept of the request there.
  func saveNew(_ content: SavedFile, from former: Address, in folder: Address, named name: String) throws {
    let address = try store.freeAddress(named: name, in: folder)
    let newFolders = store.missingFolders(to: folder)
    let title = try store.title(named: name, at: address.stem)
    let declared = try moveValues(content.ownSecrets, from: former, to: address)
    let move = FileMove(from: former, to: address)
    let uncertain = content.uncertainPaths(after: move, from: former)
    let moved = content.moved(by: move, from: former)
    let named = moved.withoutSecrets(declared).named(address.stem == title ? nil : title)
    // The file has no declarations any more, so they come first.
    try declare(declared, for: folder)
    let saved = try store.write(named, at: address)
    open.withLock { $0[address] = saved }
    try drafts.discard(former)
    moveKept(from: former, to: address)
    try showTree { .savedNew(address, from: former, saved.content, tree: $0) }
    tell(.created([address]))
    tellStale(uncertain.isEmpty ? [] : [StalePaths(file: address, paths: uncertain)])
    if !newFolders.isEmpty { tell(.madeFolders(newFolders, for: address)) }
  }

  /// Copies the values of a request's own secrets to the collection that it is saved in.
  ///
  /// - Returns: The secrets that the collection now declares. Where it has another value, the request keeps its own
  ///   declaration.
  private func moveValues(_ names: [String], from former: Address, to address: Address) throws -> [String] {
    let secrets = services.workspace.secrets
    let (old, new) = (store.collectionRoot(of: former), store.collectionRoot(of: address))
    guard old != new else { return names }
    return try names.filter { name in
      let key = SecretStore.Key(collection: new, environment: nil, name: name)
      let value = try secrets.value(.init(collection: old, environment: nil, name: name))
      let other = try secrets.value(key)
      if let value, other == nil { try secrets.set(value, for: key) }
      guard let value, let other, value != other else { return true }
      queue.tell(
        .failure, "{{\(name)}} has another value in the collection of \(address.path): it is sent with that one")
      return false
    }
  }

  private func declare(_ names: [String], for folder: Address) throws {
    let known = names.isEmpty ? [] : try declaredSecrets(around: folder)
    let missing = names.filter { !known.contains($0) }
    guard !missing.isEmpty else { return }
    takeChange(of: [address(try store.declareSecrets(missing, for: folder))])
  }
}
