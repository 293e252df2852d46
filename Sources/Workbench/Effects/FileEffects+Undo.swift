import RequestModel
import RequestStore
import Synchronization
import WorkbenchCore

/// A change of files that can be undone until the program ends.
enum UndoableChange: Sendable {
  case rearranged(Rearrangement)
  case written(WrittenFile)
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
    case .written(let file): try undo(file)
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

  private func undo(_ file: WrittenFile) throws {
    do {
      try store.undo(file)
    } catch {
      throw Problem("Cannot undo the change of \(file.path): \(error)")
    }
    tell(.captured(self.address(file.path)))
    tellScopes()
    queue.send(.notice(Notice(.success, "\(self.address(file.path).path) is as it was")))
  }
}
