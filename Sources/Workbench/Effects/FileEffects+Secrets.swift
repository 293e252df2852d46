import Synchronization

// The values of secret variables, and the environments that they belong to.
extension FileEffects {
  func perform(_ action: SecretAction, on place: SecretPlace) throws {
    let secrets = services.workspace.secrets
    let key = SecretStore.Key(collection: place.collection, environment: place.environment, name: place.name)
    switch action {
    case .find: tell(.secret(place, try secrets.value(key) == nil ? .unset : .set))
    case .set(let value):
      try secrets.set(value, for: key)
      tell(.secret(place, .set))
      let weakness = MaskingWeakness(of: value).map { ". \($0)" } ?? ""
      queue.tell(.success, "{{\(place.name)}} is set, kept with your secrets" + weakness)
    case .unset:
      let wasSet = try secrets.remove(key)
      tell(.secret(place, .unset))
      let sentence = wasSet ? "{{\(place.name)}} was removed from your secrets" : "{{\(place.name)}} has no value"
      queue.tell(wasSet ? .success : .information, sentence)
    case .reveal:
      guard let value = try secrets.value(key) else { return tell(.secret(place, .unset)) }
      tell(.secret(place, .revealed(value)))
    }
  }

  /// Stores and declares the secrets before their values leave the file.
  func perform(_ move: CredentialMove) throws {
    for (place, value) in move.secrets {
      try services.workspace.secrets.set(
        value, for: SecretStore.Key(collection: place.collection, environment: place.environment, name: place.name))
      tell(.secret(place, .set))
    }
    try declare(move.undeclared)
    let isSaved = try save(move.file, at: move.address, overwriting: false, evenReadOnly: false)
    for address in open.withLock({ Array($0.keys) }) where address != move.address { refresh(address) }
    tell(.scope(move.address, services.scope(of: move.address)))
    let names = move.secrets.keys.map { "{{\($0.name)}}" }.sorted().joined(separator: ", ")
    let edits = move.savesEdits ? ", which was saved with its unsaved edits" : ""
    let place = isSaved ? "no longer in \(move.address)\(edits)" : "but still in \(move.address), which was not saved"
    queue.tell(isSaved ? .success : .failure, "\(names): kept with your secrets, \(place)")
  }

  /// Declares secrets in the file of their environment or collection, and keeps the change.
  private func declare(_ places: [SecretPlace]) throws {
    guard let first = places.first else { return }
    let (_, written) = try store.writing(Self.declaringFile(of: first)) { () throws(StoreError) -> Void in
      for place in places {
        _ = try store.setVariable(
          place.name, to: "", environment: place.environment, of: place.collection, isSecret: true)
      }
    }
    if written.isChange { declarations.withLock { $0[first] = written } }
  }

  private static func declaringFile(of place: SecretPlace) -> String {
    place.collection + "/" + (place.environment.map { "environments/\($0).json" } ?? "collection.json")
  }

  /// Declares secrets whose declarations an undo has taken back.
  func declareAgain(_ places: [SecretPlace]) throws {
    guard let first = places.first else { return }
    try declare(places)
    tellOwnChange(of: address(Self.declaringFile(of: first)))
    tellScopes()
  }

  /// Takes back the declarations of secrets that were not changed since and that no other file uses.
  ///
  /// - Parameters:
  ///   - file: The file whose credentials they are.
  ///   - edits: The other files of the collection that have unsaved edits.
  func takeBackDeclarations(
    of places: [SecretPlace], for file: Address, _ edits: [Address: SavedFile] = [:]
  ) throws {
    guard let first = places.first else { return }
    let users = try users(of: places, besides: file, edits)
    var staying: [String] = []
    let isUndone = try users.isEmpty && undoDeclaration(of: first)
    if !isUndone {
      for place in places where users[place] == nil {
        let isGone = try store.removeDeclaration(place.name, environment: place.environment, of: place.collection)
        if !isGone { staying.append("{{\(place.name)}}") }
      }
    }
    let address = address(Self.declaringFile(of: first))
    tellOwnChange(of: address)
    tellScopes()
    if !staying.isEmpty {
      queue.tell(.information, "\(address) still declares \(staying.joined(separator: ", ")): it was changed since")
    }
    if !users.isEmpty { tellUsed(places.filter { users[$0] != nil }, by: Set(users.values), in: address) }
  }

  private func tellUsed(_ places: [SecretPlace], by files: Set<Address>, in address: Address) {
    let names = places.map { "{{\($0.name)}}" }.joined(separator: ", ")
    let (stay, value) = places.count == 1 ? ("stays", "its value stays") : ("stay", "their values stay")
    let users = files.sorted().map(\.path).joined(separator: ", ")
    queue.tell(.information, "\(names) \(stay) declared in \(address), and \(value) in your secrets, for \(users)")
  }

  /// The secrets that other files use, with one of the files.
  private func users(
    of places: [SecretPlace], besides file: Address, _ edits: [Address: SavedFile]
  ) throws -> [SecretPlace: Address] {
    let others = edits.filter { $0.key != file }.sorted { $0.key < $1.key }
    let skipped = Set(others.map { $0.key } + [file])
    var users: [SecretPlace: Address] = [:]
    for place in places {
      let edited = others.first { JSONValue.object($0.value.document).refers(to: place.name) }?.key
      users[place] = try edited ?? store.file(using: place.name, of: place.collection, besides: skipped)
    }
    return users
  }

  /// Makes the file that declares secrets as it was before.
  ///
  /// - Returns: Whether nothing else in it has changed since.
  private func undoDeclaration(of first: SecretPlace) throws -> Bool {
    guard let written = declarations.withLock({ $0.removeValue(forKey: first) }) else { return false }
    do throws(StoreError) {
      if try store.undo(written).isRemoval { run(.loadCollections) }
      return true
    } catch {
      guard case .changedOnDisk = error else { throw error }
      return false
    }
  }

  /// Renames an environment, including its secrets.
  func renameEnvironment(_ address: Address, to name: String) throws {
    let done = try store.rearranging(address) { () throws(StoreError) in try store.rename(address, to: name) }
    let secrets = Result { try moveSecrets(ofEnvironment: address, to: done.to) }
    try place(done.to, from: address)
    if done.isChange { keep(.rearranged(done)) }
    tellName(name, of: done.to)
    if case .failure(let error) = secrets {
      throw Problem("\(done.to) has its new name, but not its secrets, which \(address) has: \(error)")
    }
  }

  func moveSecrets(ofEnvironment address: Address, to new: Address) throws {
    let collection = store.collectionRoot(of: address)
    let secrets = services.workspace.secrets
    for key in try secrets.keys(of: collection).map(\.key) where key.environment == address.stem && new != address {
      var moved = key
      moved.environment = new.stem
      if let value = try secrets.value(key) { try secrets.set(value, for: moved) }
      try secrets.remove(key)
    }
  }
}
