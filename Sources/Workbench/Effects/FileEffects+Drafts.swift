import Synchronization

// Drafts: saving unsaved edits, and recovering them after a crash.

extension FileEffects {
  func keepDraft(_ file: SavedFile?, at address: Address) throws {
    guard let file else { return try drafts.discard(address) }
    let base = open.withLock { $0[address]?.fingerprint } ?? Fingerprint(of: [])
    try drafts.keep(file, at: address, base: base)
  }

  /// Assigns every draft of an earlier run to its file's row, or to a new row.
  ///
  /// Must run before the tree is shown, because files that the tree opens would replace drafts.
  func restoreDrafts(_ tree: CollectionTree) throws {
    let (kept, notes) = try drafts.takeOver()
    for note in notes { queue.tell(.failure, note) }
    var edits: [Address: SavedFile] = [:]
    var withoutFile: [Address: SavedFile] = [:]
    var outdated: [Address] = []
    for draft in kept.map(\.draft) {
      guard let home = home(of: draft, tree), edits[home] == nil else { continue }
      read(home)
      if try holdBack(draft, at: home) { outdated.append(home) }
      edits[home] = draft.file
    }
    var isTaken = Set(edits.keys)
    var adopted = Set<Address>()
    for draft in kept {
      let home = home(of: draft.draft, tree)
      if let home, adopted.insert(home).inserted {
        try drafts.adopt(draft, at: home)
      } else {
        let place = freePlace(for: draft.draft.address, isTaken)
        isTaken.insert(place)
        withoutFile[place] = draft.draft.file
        try drafts.adopt(draft, at: place)
      }
    }
    if !kept.isEmpty {
      tell(.drafts(edits, withoutFile: withoutFile))
      tellPasted()
    }
    for address in outdated { tell(.outdated(address)) }
  }

  /// Reports which drafts own values in the secrets.
  func tellPasted() {
    let names = drafts.pastedSecrets
    if !names.isEmpty { tell(.pastedSecrets(names)) }
  }

  /// The file of a draft: the one at its address, or the one with its request's id after a rename.
  private func home(of draft: RequestStore.Draft, _ tree: CollectionTree) -> Address? {
    // Settings may have no file yet.
    if draft.file.role != .request {
      return store.isKnown(draft.address) || store.isKnown(draft.address.parent) ? draft.address : nil
    }
    if let node = tree.nodes.first(where: { $0.address == draft.address }) {
      if case .request = node.kind { return node.address }
      return nil
    }
    guard let id = draft.file.request?.id else { return nil }
    let homes = tree.nodes.filter { if case .request(_, id) = $0.kind { true } else { false } }
    return homes.count == 1 ? homes[0].address : nil
  }

  /// The address if it is free, else a similar one.
  private func freePlace(for address: Address, _ taken: Set<Address>) -> Address {
    func isFree(_ address: Address) -> Bool { !taken.contains(address) && !store.isKnown(address) }
    if isFree(address) { return address }
    var number = 1
    while true {
      let name = address.stem + (number == 1 ? " draft" : " draft \(number)") + ".json"
      if isFree(address.parent.appending(name)) { return address.parent.appending(name) }
      number += 1
    }
  }

  /// Restores the version of the file that the draft is based on, so that saving asks first if the file has changed since.
  private func holdBack(_ draft: RequestStore.Draft, at address: Address) throws -> Bool {
    guard let file = open.withLock({ $0[address] }), file.fingerprint != draft.base else { return false }
    let text = try JSONText(JSONValue.object(draft.file.document).rendered())
    open.withLock { $0[address] = OpenedFile(address: address, text: text, content: file.content) }
    return true
  }
}
