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
    for place in move.undeclared {
      _ = try store.setVariable(
        place.name, to: "", environment: place.environment, of: place.collection, isSecret: true)
    }
    let isSaved = try save(move.file, at: move.address, overwriting: false, evenReadOnly: false)
    for address in open.withLock({ Array($0.keys) }) where address != move.address { refresh(address) }
    tell(.scope(move.address, services.scope(of: move.address)))
    let names = move.secrets.keys.map { "{{\($0.name)}}" }.sorted().joined(separator: ", ")
    let edits = move.savesEdits ? ", which was saved with its unsaved edits" : ""
    let place = isSaved ? "no longer in \(move.address)\(edits)" : "but still in \(move.address), which was not saved"
    queue.tell(isSaved ? .success : .failure, "\(names): kept with your secrets, \(place)")
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
