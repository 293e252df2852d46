import Synchronization

/// A change of files that can be undone until the program ends, a replacement also later.
enum UndoableChange: Sendable {
  case rearranged(Rearrangement)
  case replaced(KeptReplacement)
  /// With the secret whose value was set.
  case written(WrittenFile, ChangedSecret?)
  /// The rest of a change whose file is as it was: a secret that the store did not take back.
  case secret(ChangedSecret, of: WrittenFile)
  /// The rest of a rename whose file has its name again: secrets that the store did not move.
  case secrets(of: Address, to: Address, Rearrangement)
}

/// A change that is undone but for its secrets, as their store has failed.
struct PartlyUndone: Error {
  let rest: UndoableChange
  let problem: Problem
}

/// The value of a secret before and after it was set; `nil` if there was none.
struct ChangedSecret: Sendable {
  let key: SecretStore.Key
  let before: String?
  private let after: String?

  init(setting key: SecretStore.Key, to value: String, in secrets: SecretStore) throws(StoreError) {
    // The user's command may have another value, which is not stored.
    let isStored = try secrets.keys(of: key.collection).contains { $0.key == key }
    self.init(key, before: isStored ? try secrets.value(key) : nil, after: value)
    try secrets.set(value, for: key)
  }

  private init(_ key: SecretStore.Key, before: String?, after: String?) {
    (self.key, self.before, self.after) = (key, before, after)
  }

  var isChange: Bool { before != after }

  /// - Returns: The change made; undoing it sets the value again. `nil` if it has changed since, and stays.
  func undo(in secrets: SecretStore) throws(StoreError) -> ChangedSecret? {
    guard try secrets.value(key) == after else { return nil }
    if let before { try secrets.set(before, for: key) } else { try secrets.remove(key) }
    return ChangedSecret(key, before: after, after: before)
  }
}

// Undoing changes of files besides deletions and imports, which last longer.
extension FileEffects {
  /// Shows a new file or folder, which undo moves to the trash.
  func placeNew(_ address: Address, named name: String? = nil, copyOf original: Address? = nil) throws {
    tell(.created([address], copyOf: original))
    try place(address, from: nil)
    if let name { tellName(name, of: address) }
  }

  /// Renames or moves a file or folder.
  func rearrange(
    _ address: Address, to name: String? = nil, in folder: Address? = nil, _ change: () throws(StoreError) -> Address
  ) throws {
    let done = try store.rearranging(address, into: folder, change)
    if done.isChange { keep(.rearranged(done)) }
    try place(done.to, from: address)
    tellStale(done.stalePaths)
    if let name { tellName(name, of: done.to) }
  }

  /// Says how a file or folder is named where it cannot have the name that was typed.
  func tellName(_ name: String, of address: Address) {
    guard let sentence = Self.difference(from: name, of: address) else { return }
    queue.tell(.information, sentence)
  }

  static func difference(from name: String, of address: Address) -> String? {
    guard let stem = FileStem.of(name) else { return nil }
    let own = address.stem
    if !own.isExactly(stem) { return "\(stem) is taken in its folder: this one is \(own)" }
    return name.contains("/") ? "A slash makes no folder here: its name on the disk is \(own)" : nil
  }

  /// Keeps a new change to undo it, or the opposite of one that was undone or made again.
  ///
  /// - Parameter isRedo: `nil` for a new change.
  func keep(_ change: UndoableChange, as former: TrashID? = nil, isRedo: Bool? = nil) {
    let id = former ?? TrashID("change " + RequestID.random().text)
    changes.withLock { $0[id] = change }
    let place = place(of: change)
    tell(isRedo.map { WorkspaceEvent.undone(.undoable(id), isRedo: $0, of: place) } ?? .undoable(id, of: place))
  }

  /// The file or folder that was changed, if it is one.
  private func place(of change: UndoableChange) -> Address? {
    switch change {
    case .rearranged(let done): done.to
    case .replaced(let kept): kept.files.count == 1 ? kept.files.first?.address : nil
    case .written(let file, _), .secret(_, let file): address(file.path)
    case .secrets(_, let new, _): new
    }
  }

  /// Undoes a change, and keeps what does it again, or what is left of it if the store of secrets fails.
  func undo(_ change: UndoableChange, _ id: TrashID, isRedo: Bool) throws {
    do {
      let inverse: UndoableChange? =
        switch change {
        case .rearranged(let change): .rearranged(try undo(change, isRedo: isRedo))
        case .replaced(let kept): undo(kept, isRedo: isRedo).map { UndoableChange.replaced($0) }
        case .written(let file, let secret): try undo(file, secret)
        case .secret(let secret, let file): try undo(secret, of: file, done: [])
        case .secrets(let old, let new, let inverse): .rearranged(try undoSecrets(of: old, to: new, inverse))
        }
      if let inverse { keep(inverse, isRedo: isRedo) }
    } catch let error as PartlyUndone {
      // The step is where it was, so that the same key tries it again.
      keep(error.rest, as: id, isRedo: !isRedo)
      throw error.problem
    }
  }

  private func undoSecrets(of old: Address, to new: Address, _ inverse: Rearrangement) throws -> Rearrangement {
    try moveSecretsBack(of: old, to: new, inverse)
    queue.tell(.success, "\(new) has its secrets again")
    return inverse
  }

  /// Moves the secrets of an environment that has its name again.
  private func moveSecretsBack(of old: Address, to new: Address, _ inverse: Rearrangement) throws {
    do {
      try moveSecrets(ofEnvironment: old, to: new)
    } catch {
      throw PartlyUndone(
        rest: .secrets(of: old, to: new, inverse),
        problem: Problem("\(new) has its name again, but not its secrets, which \(old) has: \(error)"))
    }
  }

  private func undo(_ change: Rearrangement, isRedo: Bool) throws -> Rearrangement {
    let isEnvironment = store.fileRole(of: change.to) == .environment
    let inverse: Rearrangement
    do {
      inverse = try store.takingBack(change)
    } catch {
      throw Problem("Cannot undo the move of \(change.from) to \(change.to): \(error)")
    }
    let address = inverse.to
    try place(address, from: change.to)
    if isEnvironment { try moveSecretsBack(of: change.to, to: address, inverse) }
    let isElsewhere = address != change.from
    let done = change.from.parent == change.to.parent ? "Renamed" : "Moved"
    let sentence =
      isElsewhere ? "\(done) to \(address): \(change.from) is taken" : "\(done) \(isRedo ? "" : "back ")to \(address)"
    queue.tell(isElsewhere ? .information : .success, sentence)
    tellStale(inverse.stalePaths)
    return inverse
  }

  /// - Returns: `nil` if nothing was undone.
  private func undo(_ file: WrittenFile, _ secret: ChangedSecret?) throws -> UndoableChange? {
    let address = address(file.path)
    var inverse = file
    if file.isChange {
      do {
        inverse = try store.undo(file)
      } catch {
        throw Problem("Cannot undo the change of \(file.path): \(error)")
      }
      let isGone = inverse.isRemoval && store.fileRole(of: address) == .environment
      if isGone { tellRemoval(of: address) } else { tellOwnChange(of: address) }
      tellScopes()
    }
    let done = file.isChange ? ["\(address.path) is \(inverse.isRemoval ? "removed" : "as it was")"] : []
    guard let secret else {
      queue.tell(.success, done.joined())
      return .written(inverse, nil)
    }
    return try undo(secret, of: inverse, done: done)
  }

  /// Reports a file that the program has removed. With unsaved edits it stays open.
  func tellRemoval(of address: Address) {
    noteDeletion(of: address)
    if drafts.file(at: address) == nil { open.withLock { $0[address] = nil } }
    tell(.ownRemoval(address))
  }

  /// - Parameters:
  ///   - inverse: What was done to the file.
  ///   - done: The same in words.
  private func undo(_ secret: ChangedSecret, of inverse: WrittenFile, done: [String]) throws -> UndoableChange? {
    let taken: ChangedSecret?
    do {
      taken = try secret.undo(in: services.workspace.secrets)
    } catch {
      let start = done.map { $0 + ", but the" }.first ?? "The"
      throw PartlyUndone(
        rest: .secret(secret, of: inverse),
        problem: Problem("\(start) value of {{\(secret.key.name)}} in your secrets was not put back: \(error)"))
    }
    let sentences = done + [Self.sentence(on: secret, isUndone: taken != nil)]
    queue.tell(taken == nil ? .failure : .success, sentences.joined(separator: "; "))
    if taken != nil {
      let place = SecretPlace(
        collection: secret.key.collection, environment: secret.key.environment, name: secret.key.name)
      tell(.secret(place, secret.before == nil ? .unset : .set))
    }
    return inverse.isChange || taken != nil ? .written(inverse, taken) : nil
  }

  private static func sentence(on secret: ChangedSecret, isUndone: Bool) -> String {
    let name = "{{\(secret.key.name)}}"
    guard isUndone else { return "the value of \(name) in your secrets has changed since: it stays" }
    return secret.before == nil
      ? "the value of \(name) was removed from your secrets" : "\(name) in your secrets has its former value"
  }
}
