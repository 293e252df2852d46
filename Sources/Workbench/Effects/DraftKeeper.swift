import Synchronization

/// Maps drafts on disk to the requests of this run.
final class DraftKeeper: Sendable {
  private let store: DraftStore
  private let root: String
  private let kept = Mutex<[Address: KeptDraft]>([:])
  /// The secrets whose values were stored as a request was pasted. They are removed with its draft.
  private let pasted = Mutex<[Address: [String]]>([:])
  /// Drafts of deleted requests, by deletion.
  private let deleted = Mutex<[TrashID: [Address: KeptDraft]]>([:])

  init(_ folders: UserFolders, root: String) {
    store = DraftStore(folders)
    self.root = root
  }

  /// All drafts of earlier runs below the root, the newest first.
  func takeOver() throws(StoreError) -> (drafts: [KeptDraft], notes: [String]) { try store.takeOver(root: root) }

  /// Assigns a draft of an earlier run to `address`.
  func adopt(_ draft: KeptDraft, at address: Address) throws(StoreError) {
    kept.withLock { $0[address] = draft }
    pasted.withLock { $0[address] = draft.draft.pastedSecrets.isEmpty ? nil : draft.draft.pastedSecrets }
    if draft.draft.address != address { try keep(draft.draft.file, at: address, base: draft.draft.base) }
  }

  func keep(_ file: SavedFile, at address: Address, base: Fingerprint) throws(StoreError) {
    let secrets = pasted.withLock { $0[address] ?? [] }
    let draft = RequestStore.Draft(root: root, address: address, base: base, file: file, pastedSecrets: secrets)
    let id = try store.keep(draft, as: kept.withLock { $0[address]?.id })
    kept.withLock { $0[address] = KeptDraft(id: id, draft: draft) }
  }

  /// Keeps the names with the draft of the address, and with those that replace it.
  func note(pasted names: [String], at address: Address) throws(StoreError) {
    pasted.withLock { $0[address] = names.isEmpty ? nil : names }
    guard let draft = kept.withLock({ $0[address]?.draft }) else { return }
    try keep(draft.file, at: address, base: draft.base)
  }

  /// The noted names by address.
  var pastedSecrets: [Address: [String]] { pasted.withLock(\.self) }

  func discard(_ address: Address) throws(StoreError) {
    pasted.withLock { $0[address] = nil }
    guard let draft = kept.withLock({ $0.removeValue(forKey: address) }) else { return }
    try store.discard(draft.id)
  }

  /// Updates the addresses after a file or folder has moved.
  func move(from old: Address, to new: Address) throws(StoreError) {
    let move = FileMove(from: old, to: new)
    for (address, taken) in takeDrafts(inside: old) {
      var draft = taken.draft
      draft.file = draft.file.moved(by: move, from: address)
      try adopt(KeptDraft(id: taken.id, draft: draft), at: address.moved(from: old, to: new))
    }
  }

  /// Sets aside the drafts of deleted files, so that a new file of the same name does not get them.
  func setAside(_ address: Address, as trash: TrashID) {
    let drafts = takeDrafts(inside: address)
    if !drafts.isEmpty { deleted.withLock { $0[trash] = drafts } }
  }

  /// Reassigns the drafts of restored files.
  func bringBack(_ trash: TrashID, from old: Address, to new: Address) throws(StoreError) -> [Address: SavedFile] {
    let drafts = deleted.withLock { $0.removeValue(forKey: trash) } ?? [:]
    var edits: [Address: SavedFile] = [:]
    for (address, draft) in drafts {
      let place = address.moved(from: old, to: new)
      try adopt(draft, at: place)
      edits[place] = draft.draft.file
    }
    return edits
  }

  /// Releases the drafts for the next program that opens the folder.
  func release() { store.release() }

  func file(at address: Address) -> SavedFile? { kept.withLock { $0[address]?.draft.file } }

  private func takeDrafts(inside folder: Address) -> [Address: KeptDraft] {
    kept.withLock { kept in
      let taken = kept.filter { $0.key.isInside(folder) }
      for address in taken.keys {
        kept[address] = nil
        pasted.withLock { $0[address] = nil }
      }
      return taken
    }
  }
}
