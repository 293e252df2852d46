package import RequestModel

/// A change of files that can be undone.
package enum FileUndo: Equatable, Sendable {
  /// Files were deleted, renamed, moved, written or imported; restoring this undoes it.
  case undoable(TrashID)
  /// Files, folders or new requests without a file were made; deleting them undoes it.
  case created([Address])
}

// Undoing changes of files, one after another.
extension Workspace {
  /// Undoes the last change of files.
  mutating func undoLast() -> [PaneOutput] {
    if case .undoable(let id) = fileChanges.last, let earlier = earlierImports[id] {
      return [.overlay(.confirm(.undoing(earlier, clock)))]
    }
    switch fileChanges.popLast() {
    case .undoable(let id): return [files(.restore(id))]
    // The first one is selected: it goes last, so that none is opened that goes too.
    case .created(let addresses): return addresses.reversed().flatMap { remove($0) }
    case nil: return []
    }
  }

  private mutating func remove(_ address: Address) -> [PaneOutput] {
    guard address.isScratch else { return [files(.delete(address))] }
    // Edits of a new request are nowhere else: only a question discards them.
    guard items[address].draft?.canUndo != true else {
      let key = keys.name(of: "collections.delete")
      return [.reveal(address), .information("This request was edited since it was pasted: \(key) discards it")]
    }
    return discardEdits(of: address)
  }

  var whyNothingToUndo: String? { fileChanges.isEmpty ? "No change of files to undo" : nil }

  /// Adds the changes of earlier runs, before those of this one.
  mutating func adopt(_ earlier: [TrashID], _ imports: [EarlierImport]) {
    for entry in imports where !fileChanges.contains(.undoable(entry.id)) { earlierImports[entry.id] = entry }
    fileChanges = earlier.map(FileUndo.undoable).filter { !fileChanges.contains($0) } + fileChanges
  }

  /// Follows the files that were made. Those that are gone are left out.
  mutating func followCreated(_ follow: ([Address]) -> [Address]) {
    fileChanges = fileChanges.compactMap { change in
      guard case .created(let addresses) = change else { return change }
      let left = follow(addresses)
      return left.isEmpty ? nil : .created(left)
    }
  }
}
