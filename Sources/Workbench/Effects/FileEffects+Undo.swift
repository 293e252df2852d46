import RequestModel
import RequestStore
import Synchronization
import WorkbenchCore

/// A change of files that can be undone until the program ends.
enum UndoableChange: Sendable {
  case rearranged(Rearrangement)
  /// With the secret whose value was set.
  case written(WrittenFile, ChangedSecret?)
}

/// The value of a secret before and after it was set.
struct ChangedSecret: Sendable {
  let key: SecretStore.Key
  private let before: String?
  private let after: String

  init(setting key: SecretStore.Key, to value: String, in secrets: SecretStore) throws(StoreError) {
    (self.key, after) = (key, value)
    // The user's command may have another value, which is not stored.
    let isStored = try secrets.keys(of: key.collection).contains { $0.key == key }
    before = isStored ? try secrets.value(key) : nil
    try secrets.set(value, for: key)
  }

  var isChange: Bool { before != after }

  /// - Returns: Whether it has a value now; `nil` if it has changed since, and stays.
  func undo(in secrets: SecretStore) throws(StoreError) -> Bool? {
    guard try secrets.value(key) == after else { return nil }
    if let before { try secrets.set(before, for: key) } else { try secrets.remove(key) }
    return before != nil
  }
}

// Undoing changes of files besides deletions and imports, which last longer.
extension FileEffects {
  /// Shows a new file or folder, which undo moves to the trash.
  func placeNew(_ address: Address, named name: String? = nil) throws {
    try place(address, from: nil)
    tell(.created([address]))
    if let name { tellName(name, of: address) }
  }

  /// Renames or moves a file or folder.
  func rearrange(
    _ address: Address, to name: String? = nil, _ change: () throws(StoreError) -> Address
  ) throws {
    let done = try store.rearranging(address, change)
    try place(done.to, from: address)
    if done.isChange { keep(.rearranged(done)) }
    if let name { tellName(name, of: done.to) }
  }

  /// Says how a file or folder is named where it cannot have the name that was typed.
  func tellName(_ name: String, of address: Address) {
    guard let sentence = Self.difference(from: name, of: address) else { return }
    queue.send(.notice(Notice(.information, sentence)))
  }

  static func difference(from name: String, of address: Address) -> String? {
    guard let stem = FileStem.of(name) else { return nil }
    let own = address.stem
    if !own.isExactly(stem) { return "\(stem) is taken in its folder: this one is \(own)" }
    return name.contains("/") ? "A slash makes no folder here: its name on the disk is \(own)" : nil
  }

  func keep(_ change: UndoableChange) {
    let id = TrashID("change " + RequestID.random().text)
    changes.withLock { $0[id] = change }
    tell(.undoable(id))
  }

  func undo(_ change: UndoableChange) throws {
    switch change {
    case .rearranged(let change): try undo(change)
    case .written(let file, let secret): try undo(file, secret)
    }
  }

  private func undo(_ change: Rearrangement) throws {
    let isEnvironment = store.fileRole(of: change.to) == .environment
    let address: Address
    do {
      address = try store.undo(change)
    } catch {
      throw Problem("Cannot undo the move of \(change.from) to \(change.to): \(error)")
    }
    if isEnvironment { try moveSecrets(ofEnvironment: change.to, to: address) }
    try place(address, from: change.to)
    let isElsewhere = address != change.from
    let sentence = isElsewhere ? "It is \(address) now: its old name is taken" : "It is \(address) again"
    queue.send(.notice(Notice(isElsewhere ? .information : .success, sentence)))
  }

  private func undo(_ file: WrittenFile, _ secret: ChangedSecret?) throws {
    let address = address(file.path)
    if file.isChange {
      do {
        try store.undo(file)
      } catch {
        throw Problem("Cannot undo the change of \(file.path): \(error)")
      }
      tell(.captured(address))
      tellScopes()
    }
    let remark = try secret.map { try undo($0) }
    let done = file.isChange ? "\(address.path) is as it was" : nil
    let isWhole = remark?.isKept != true
    let sentence = [done, remark?.sentence].compactMap(\.self).joined(separator: "; ")
    queue.send(.notice(Notice(isWhole ? .success : .failure, sentence)))
  }

  private func undo(_ secret: ChangedSecret) throws -> (sentence: String, isKept: Bool) {
    let name = "{{\(secret.key.name)}}"
    guard let isSet = try secret.undo(in: services.workspace.secrets) else {
      return ("the value of \(name) in your secrets has changed since: it stays", true)
    }
    let key = secret.key
    let place = SecretPlace(collection: key.collection, environment: key.environment, name: key.name)
    tell(.secret(place, isSet ? .set : .unset))
    return (isSet ? "\(name) has its former value" : "the value of \(name) was removed from your secrets", false)
  }
}
