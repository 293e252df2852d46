package import RequestModel

/// A change of files that can be undone.
package enum FileUndo: Equatable, Sendable {
  /// Files were deleted, renamed, moved, written or imported; restoring this undoes it.
  case undoable(TrashID)
  /// Files, folders or new requests without a file were made; deleting them undoes it.
  case created([Address])
}

/// The direction of a step through the changes of files.
package enum FileStep: Equatable, Sendable { case undo, redo }

// Undoing changes of files, one after another, and doing them again.
extension Workspace {
  /// Undoes the last change of files.
  mutating func undoLast() -> [PaneOutput] {
    if case .undoable(let id) = fileChanges.last, let earlier = earlierImports[id] {
      return [.overlay(.confirm(.undoing(earlier, clock)))]
    }
    return fileChanges.popLast().map { takeBack($0, .undo) } ?? []
  }

  /// Does the last change again that was undone.
  mutating func redoLast() -> [PaneOutput] { fileRedos.popLast().map { takeBack($0, .redo) } ?? [] }

  private mutating func takeBack(_ change: FileUndo, _ step: FileStep) -> [PaneOutput] {
    switch change {
    case .undoable(let id): return [files(.restore(id, isRedo: step == .redo))]
    // The first one is selected: it goes last, so that none is opened that goes too.
    case .created(let addresses): return addresses.reversed().flatMap { remove($0, step) }
    }
  }

  private mutating func remove(_ address: Address, _ step: FileStep) -> [PaneOutput] {
    guard address.isScratch else {
      items[address].fileStep = step
      return [files(.delete(address))]
    }
    // Edits of a new request are nowhere else: only a question discards them.
    guard items[address].draft?.canUndo != true else {
      let key = keys.name(of: "collections.delete")
      return [.reveal(address), .information("This request was edited since it was pasted: \(key) discards it")]
    }
    return discardEdits(of: address)
  }

  var whyNothingToUndo: String? { fileChanges.isEmpty ? "No change of files to undo" : nil }
  var whyNothingToRedo: String? { fileRedos.isEmpty ? "No undone change of files to make again" : nil }

  /// Adds a new change. What was undone before cannot be done again after it.
  mutating func add(_ change: FileUndo) {
    fileChanges.append(change)
    fileRedos = []
  }

  /// Adds the opposite of a step, which the other direction takes.
  mutating func add(_ change: FileUndo, after step: FileStep?) {
    switch step {
    case .undo: fileRedos.append(change)
    case .redo: fileChanges.append(change)
    case nil: add(change)
    }
  }

  /// Adds the changes of earlier runs, before those of this one.
  mutating func adopt(_ earlier: [TrashID], _ imports: [EarlierImport]) {
    for entry in imports where !fileChanges.contains(.undoable(entry.id)) { earlierImports[entry.id] = entry }
    fileChanges = earlier.map(FileUndo.undoable).filter { !fileChanges.contains($0) } + fileChanges
  }

  /// Follows the files that were made. Those that are gone are left out.
  mutating func followCreated(_ follow: ([Address]) -> [Address]) {
    func followed(_ changes: [FileUndo]) -> [FileUndo] {
      changes.compactMap { change in
        guard case .created(let addresses) = change else { return change }
        let left = follow(addresses)
        return left.isEmpty ? nil : .created(left)
      }
    }
    (fileChanges, fileRedos) = (followed(fileChanges), followed(fileRedos))
  }
}
