import Dispatch
import Synchronization

// Variables that responses and users set in files.
extension FileEffects {
  /// Sets a variable from a response in its file, and reports that.
  func save(_ captured: CapturedVariable) throws {
    let workspace = services.workspace
    try disk.sync {
      try change { try workspace.save(captured) }
      tellOwnChange(of: address(workspace.path(of: captured)))
    }
  }

  func set(
    _ name: String, to value: String, _ environment: String, of collection: String, isSecret: Bool,
    creating: Bool = false
  ) throws {
    let path = "\(collection)/environments/\(environment).json"
    let (isSecret, written) = try store.writing(path) { () throws(StoreError) in
      try store.setVariable(
        name, to: value, environment: environment, of: collection, isSecret: isSecret, creating: creating)
    }
    tellOwnChange(of: address(path))
    let key = SecretStore.Key(collection: collection, environment: environment, name: name)
    let secret: ChangedSecret?
    do {
      secret = isSecret ? try ChangedSecret(setting: key, to: value, in: services.workspace.secrets) : nil
    } catch {
      if written.isChange { keep(.written(written, nil)) }
      throw Problem("{{\(name)}} is in environment \(environment), but its value is not in your secrets: \(error)")
    }
    if isSecret { tell(.secret(SecretPlace(collection: collection, environment: environment, name: name), .set)) }
    tellScopes()
    if written.isChange || secret?.isChange == true { keep(.written(written, secret)) }
    let place = isSecret ? "kept with your secrets" : "in environment \(environment)"
    queue.tell(.success, "{{\(name)}} is set, \(place)")
  }

  /// Reads what the open files inherit.
  func tellScopes() {
    for address in open.withLock({ Array($0.keys) }) { tell(.scope(address, services.scope(of: address))) }
  }

  /// Reports a file that the program has changed, whose unsaved edits are put on that.
  func tellOwnChange(of address: Address) {
    // A file that is gone or cannot be read says so when it is opened.
    let content = try? store.openFile(address)?.content
    tell(.captured(address, content))
  }
}
