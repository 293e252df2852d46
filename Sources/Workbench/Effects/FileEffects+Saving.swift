import RequestModel
import RequestStore
import Synchronization
import WorkbenchCore

// Saving files, and what is kept of the workspace.
extension FileEffects {
  func save(
    _ content: SavedFile, at address: Address, overwriting: Bool, evenReadOnly: Bool
  ) throws {
    guard let file = open.withLock({ $0[address] }) else {
      guard !store.exists(address) else {
        throw Problem("Cannot save \(address): still reading the file — try again")
      }
      let saved = try store.write(try withOwnID(content), at: address)
      open.withLock { $0[address] = saved }
      return tell(.saved(address, saved.content))
    }
    do {
      let saved = try store.save(content, over: file, overwriting: overwriting, evenReadOnly: evenReadOnly)
      open.withLock { $0[address] = saved }
      tell(.saved(address, saved.content))
    } catch {
      switch error {
      case .changedOnDisk: tell(.changedOnDisk(address))
      case .gone: tell(.removedFromDisk(address))
      case .readOnly: tell(.readOnly(address, overwriting: overwriting))
      default: throw error
      }
    }
  }

  /// Writes the first file of a new request, and moves what is kept of it there.
  func saveNew(_ content: SavedFile, from former: Address, in folder: Address, named name: String) throws {
    let address = try store.freeAddress(named: name, in: folder)
    let saved = try store.write(content.named(address.stem == name ? nil : name), at: address)
    open.withLock { $0[address] = saved }
    try drafts.discard(former)
    moveKept(from: former, to: address)
    try trees.load(store) { tree in
      tell(.savedNew(address, from: former, saved.content, tree: tree))
      rearranged.withLock { $0 = tree }
    }
    tell(.created([address]))
  }

  /// Saves edits whose original file still exists as another request.
  private func withOwnID(_ file: SavedFile) throws -> SavedFile {
    guard let id = file.request?.id, try store.load().nodes.contains(where: { $0.kind.id == id }) else { return file }
    var file = file
    file.request?.id = nil
    return file
  }

  func remember(_ environments: [String: String], _ selection: Address?, _ filters: [String]) throws {
    let note = try WorkspaceState.update(services.folders) { state in
      for (collection, name) in environments { state.roots[collection, default: .init()].environment = name }
      state.roots[store.root, default: .init()].selected = selection
      // Keep the filters of other workspaces.
      state.filters = (state.filters.filter { !filters.contains($0) } + filters).suffix(100)
    }
    report(note)
  }

  func set(
    _ name: String, to value: String, _ environment: String, of collection: String, isSecret: Bool
  ) throws {
    let path = "\(collection)/environments/\(environment).json"
    let (isSecret, written) = try store.writing(path) { () throws(StoreError) in
      try store.setVariable(name, to: value, environment: environment, of: collection, isSecret: isSecret)
    }
    if isSecret {
      try services.workspace.secrets.set(
        value, for: .init(collection: collection, environment: environment, name: name))
    }
    tellScopes()
    if written.isChange { keep(.written(written)) }
    let place = isSecret ? "kept with your secrets" : "in environment \(environment)"
    queue.send(.notice(Notice(.success, "{{\(name)}} is set, \(place)")))
  }
}
