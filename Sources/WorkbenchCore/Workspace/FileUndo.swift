/// A change of files, or of what is not saved yet, that can be undone.
package enum FileUndo: Equatable, Sendable {
  /// Files were deleted, renamed, moved, written or imported; restoring this undoes it.
  case undoable(TrashID)
  /// Files, folders or new requests without a file were made; deleting them undoes it.
  case created([Address])
  /// The file has unsaved edits, the last of them after the changes before this one, or it had some that were given up.
  case edited(Address)
  /// Matches were replaced in files, by the replacement of that number.
  case replaced(Int)
}

/// The direction of a step through the changes of files.
package enum FileStep: Equatable, Sendable { case undo, redo }

// Undoing changes of files, one after another, and doing them again.
extension Workspace {
  /// Undoes the last change: of files, or an edit that is not saved.
  mutating func undoLast() -> [PaneOutput] {
    fileChanges = fileChanges.filter(isUndoable)
    if isChangingSlowly || readsEarlierChanges && fileChanges.isEmpty { return wait(with: .undoDelete) }
    if case .undoable(let id) = fileChanges.last, let earlier = earlierImports[id] {
      return [.open(Confirm.undoing(earlier, clock))]
    }
    return fileChanges.popLast().map { takeBack($0, .undo) } ?? explanation(whyNothingToUndo)
  }

  /// Does the last change again that was undone.
  mutating func redoLast() -> [PaneOutput] {
    fileRedos = fileRedos.filter(isRedoable)
    if isChangingSlowly { return wait(with: .redoFiles) }
    return fileRedos.popLast().map { takeBack($0, .redo) } ?? explanation(whyNothingToRedo)
  }

  /// Undoes the last change of an environment, whatever else was changed after it, or makes it again.
  mutating func takeBackEnvironment(_ step: FileStep) -> [PaneOutput] {
    let list: WritableKeyPath<Workspace, [FileUndo]> = step == .undo ? \.fileChanges : \.fileRedos
    self[keyPath: list] = self[keyPath: list].filter { step == .undo ? isUndoable($0) : isRedoable($0) }
    let found = self[keyPath: list].lastIndex(where: isOfEnvironment)
    if isChangingSlowly || step == .undo && readsEarlierChanges && found == nil {
      return wait(with: step == .undo ? .undoEnvironment : .redoEnvironment)
    }
    guard let index = found else { return explanation(step == .undo ? whyNoEnvironmentToUndo : whyNoEnvironmentToRedo) }
    let change = self[keyPath: list].remove(at: index)
    return takeBack(change, step)
  }

  /// Keeps a step until the change that it takes is known.
  private mutating func wait(with step: UndoRequest) -> [PaneOutput] {
    waitingStep = step
    let what = isChangingSlowly ? "Waiting for a change of files to end…" : "Reading the changes of earlier runs…"
    return [.information(what), .expect(.changes)]
  }

  /// Takes the step that has waited, once all changes are known.
  mutating func resumeStep() -> [PaneOutput] {
    guard !isChangingSlowly, !readsEarlierChanges, let step = waitingStep else { return [] }
    waitingStep = nil
    return step.apply(to: &self)
  }

  private func explanation(_ reason: String?) -> [PaneOutput] { reason.map { [.information(keys.text($0))] } ?? [] }

  /// Whether a change is one of an environment or of the globals, which the list of environments undoes.
  private func isOfEnvironment(_ change: FileUndo) -> Bool {
    switch change {
    case .edited(let address): isListedEnvironment(address)
    case .created(let addresses): addresses.allSatisfy(isListedEnvironment)
    case .undoable(let id): environmentChanges.contains(id)
    case .replaced: false
    }
  }

  mutating func noteEnvironmentChange(_ id: TrashID, of address: Address?) {
    if let address, isListedEnvironment(address) { environmentChanges.insert(id) }
  }

  private func isListedEnvironment(_ address: Address) -> Bool {
    isEnvironment(address) || globalsFile == address
  }

  var whyNoEnvironmentToUndo: String? {
    if mayLearnOfChanges || fileChanges.contains(where: { isUndoable($0) && isOfEnvironment($0) }) { return nil }
    let others = whyNothingToUndo == nil ? ": {collections.undoDelete} in the collections undoes others" : ""
    return "No change of an environment to undo" + others
  }

  var whyNoEnvironmentToRedo: String? {
    if isChangingSlowly || fileRedos.contains(where: { isRedoable($0) && isOfEnvironment($0) }) { return nil }
    return "No undone change of an environment"
  }

  private func isUndoable(_ change: FileUndo) -> Bool {
    guard case .edited(let address) = change else { return true }
    return items[address].draft?.hasUndoableEdits ?? false
  }

  private func isRedoable(_ change: FileUndo) -> Bool {
    guard case .edited(let address) = change else { return true }
    return items[address].draft?.canRedo ?? false
  }

  /// Notes an edit of a file, which is now the last change.
  mutating func noteEdit(of address: Address) {
    guard fileChanges.last != .edited(address) else { return }
    fileChanges.removeAll { $0 == .edited(address) }
    fileChanges.append(.edited(address))
  }

  /// Notes a step through the edits of a file: edits that were undoable no more, as nothing was unsaved, may be so again.
  /// A replacement that the next step would undo in this file alone is undone first, in all its files.
  mutating func noteStep(of address: Address) {
    guard isUndoable(.edited(address)) else { return }
    guard let number = lastReplacement(in: address) else {
      if !fileChanges.contains(.edited(address)) { fileChanges.append(.edited(address)) }
      return
    }
    fileChanges.removeAll { $0 == .edited(address) }
    fileChanges.insert(.edited(address), at: fileChanges.lastIndex(of: .replaced(number)) ?? fileChanges.count)
  }

  /// The number of the replacement that made the content of a file, if it can be undone.
  private func lastReplacement(in address: Address) -> Int? {
    guard let current = items[address].draft?.current else { return nil }
    let made = features[ReplaceMemory.self].done.last { $0.edits[address]?.after == current }
    return made.flatMap { fileChanges.contains(.replaced($0.number)) ? $0.number : nil }
  }

  private mutating func takeBack(edit address: Address, _ step: FileStep) -> [PaneOutput] {
    if step == .undo { fileRedos.append(.edited(address)) }
    let restoresEdits = items[address].draft?.restoresEdits == true
    let outputs = apply(step == .undo ? .undo : .redo, to: address)
    if step == .redo, isUndoable(.edited(address)) { noteEdit(of: address) }
    let back = keys.name(of: step == .undo ? "collections.redo" : "collections.undoDelete")
    let givesUp = items[address].draft?.restoresEdits == true
    let title = title(of: address)
    let undid = restoresEdits ? "Restored the unsaved edits of \(title)" : "Undid an edit of \(title)"
    let redid = givesUp ? "Gave up the unsaved edits of \(title) again" : "Made an edit again of \(title)"
    return outputs + [.reveal(address), .success("\(step == .undo ? undid : redid) — \(back) reverts that")]
  }

  private mutating func takeBack(_ change: FileUndo, _ step: FileStep) -> [PaneOutput] {
    switch change {
    case .undoable(let id):
      regainedCreation = lostCreations.removeValue(forKey: id)
      return [files(.restore(id, isRedo: step == .redo))]
    case .edited(let address): return takeBack(edit: address, step)
    case .replaced(let number):
      return [.commit, .tell(step == .undo ? SearchRequest.undo(number) : SearchRequest.redo(number))]
    // Remove in reverse order: otherwise removing the first file would open one that is removed next.
    case .created(let addresses): return addresses.reversed().flatMap { remove($0, step) }
    }
  }

  private mutating func remove(_ address: Address, _ step: FileStep) -> [PaneOutput] {
    guard address.isScratch else {
      items[address].fileStep = step
      return [files(.delete(address, with: items[address].newFolders.filter { address.isInside($0) }))]
    }
    // Edits of a new request are nowhere else: only a question discards them.
    guard items[address].draft?.canUndo != true else {
      let key = keys.name(of: "collections.delete")
      return [.reveal(address), .information("This request was edited since it was pasted: \(key) discards it")]
    }
    return discardEdits(of: address)
  }

  var whyNothingToUndo: String? {
    mayLearnOfChanges || fileChanges.contains(where: isUndoable) ? nil : "No change to undo"
  }

  var whyNothingToRedo: String? {
    isChangingSlowly || fileRedos.contains(where: isRedoable) ? nil : "No undone change to make again"
  }

  /// Whether there may be changes to undo that are not known yet.
  private var mayLearnOfChanges: Bool { isChangingSlowly || readsEarlierChanges }

  /// Adds a new change. What was undone before cannot be done again after it.
  mutating func noteChange(_ change: FileUndo) {
    fileChanges.append(change)
    fileRedos = []
  }

  /// Matches were replaced in files, or a replacement was undone or made again.
  mutating func noteReplacement(_ number: Int, _ step: FileStep?) {
    fileChanges.removeAll { $0 == .replaced(number) }
    fileRedos.removeAll { $0 == .replaced(number) }
    noteChange(.replaced(number), after: step)
  }

  mutating func noteCreated(_ addresses: [Address], copyOf original: Address?) {
    if !addresses.isEmpty { noteChange(.created(addresses)) }
    for address in addresses {
      items[address].original = original
      if original == nil, isEnvironment(address) { items[address].creation = .opensVariable }
    }
  }

  /// Adds the opposite of a step, which the other direction takes.
  mutating func noteChange(_ change: FileUndo, after step: FileStep?) {
    switch step {
    case .undo: fileRedos.append(change)
    case .redo: fileChanges.append(change)
    case nil: noteChange(change)
    }
  }

  /// Adds the opposite of a change that was undone or made again. A restored file that was new before it was deleted can
  /// be taken back, or deleted again, as before.
  mutating func addOpposite(of change: FileUndo, isRedo: Bool, at address: Address?) {
    if case .undoable(let id) = change { noteEnvironmentChange(id, of: address) }
    if case .created = change, let index = regainedCreation {
      let list: WritableKeyPath<Workspace, [FileUndo]> = isRedo ? \.fileRedos : \.fileChanges
      self[keyPath: list].insert(change, at: min(index, self[keyPath: list].count))
    }
    regainedCreation = nil
    noteChange(change, after: isRedo ? .redo : .undo)
  }

  /// A deleted file takes its creation with it, until the deletion is undone.
  mutating func noteLostCreation(of address: Address, _ deletion: TrashID, _ step: FileStep?) {
    lostCreations[deletion] = (step == .undo ? fileRedos : fileChanges).lastIndex(of: .created([address]))
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
        switch change {
        case .created(let addresses):
          let left = follow(addresses)
          return left.isEmpty ? nil : .created(left)
        case .edited(let address): return follow([address]).first.map { .edited($0) }
        case .undoable, .replaced: return change
        }
      }
    }
    (fileChanges, fileRedos) = (followed(fileChanges), followed(fileRedos))
  }
}
