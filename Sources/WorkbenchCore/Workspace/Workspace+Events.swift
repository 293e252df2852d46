import RequestModel
import TerminalUI

// What the files have to say.
extension Workspace {
  /// - Parameter selected: What is selected in the tree: a request keeps its row though its file is gone.
  mutating func update(_ event: WorkspaceEvent, selected: Address?) -> [PaneOutput] {
    switch event {
    case .loaded(let tree): return take(tree, keeping: selected)
    case .opened(let address, .success(let request)): return take(request, of: address)
    case .opened(let address, .failure(let problem)):
      problems[address] = problem
      // What was read of it before is no longer what the file holds.
      guard !hasEdits(address) else { return [] }
      drafts[address] = nil
      return [.closeField(address)]
    case .scope(let address, let scope):
      scopes[address] = scope
      staleScopes.remove(address)
      return (scope.problems.first.map { [.failure($0.sentence)] } ?? []) + sendIfWanted(address)
    case .saved(let address, let request): return markSaved(address, request)
    case .changedOnDisk(let address):
      quitsWhenSaved = []
      return [.overlay(.confirm(.changedOnDisk(address, id)))]
    case .placed(let address, let old, let tree): return place(address, from: old, tree)
    case .deleted(let address, let id, let tree): return forget(address, as: id, tree)
    case .readOnly(let address, let overwriting):
      quitsWhenSaved = []
      return [.overlay(.confirm(.readOnly(address, overwriting: overwriting)))]
    case .trash(let earlier): trash = earlier.filter { !trash.contains($0) } + trash
    case .failed(let problem):
      // What was to be saved before quitting may be what failed.
      quitsWhenSaved = []
      return [.failure(problem.sentence)]
    case .drafts(let edits, let recovered): return take(edits, recovered)
    case .restoredEdits(let edits):
      for (address, request) in edits { drafts[address]?.edit { $0 = request } }
    case .diskChanged(let tree, let files): return take(tree, changed: files, selected: selected)
    case .outdated(let address):
      if hasEdits(address) {
        outdated.insert(address)
      } else if drafts[address] != nil {
        return [files(.open(address))]
      }
    }
    return []
  }

  func files(_ effect: FileEffect) -> PaneOutput { .effect(.files(id, effect)) }

  private mutating func take(_ tree: CollectionTree, keeping selected: Address?) -> [PaneOutput] {
    let remark = tree.remark == self.tree.remark ? nil : tree.remark
    show(tree, keeping: selected)
    isLoaded = true
    return (remark.map { [.information($0)] } ?? []) + openFound()
  }

  /// Reads the files that edits without a file have found.
  private func openFound() -> [PaneOutput] {
    drafts.filter { !$0.value.hasFile && !rowsWithoutFile.contains($0.key) }.keys.sorted().map { files(.open($0)) }
  }

  /// Takes over what a file holds. A text field that is open without a change shows the new content.
  private mutating func take(_ request: SavedRequest, of address: Address) -> [PaneOutput] {
    problems[address] = nil
    outdated.remove(address)
    let isFieldUntouched = openField?.address == address && !hasEdits(address)
    if drafts[address] == nil {
      drafts[address] = EditedRequest(request)
    } else if drafts[address]?.saved != request || drafts[address]?.hasFile == false {
      drafts[address]?.reload(request)
    }
    let isKnown = live[.request(address)] != nil || lastExchanges[address] != nil
    let origin = Exchange.Origin(root: id.root, address: address)
    return (isFieldUntouched ? [.renewField] : [])
      + (isKnown ? [] : [.effect(.findLastExchange(origin, request.id))])
  }

  private mutating func markSaved(_ address: Address, _ request: SavedRequest) -> [PaneOutput] {
    drafts[address]?.markSaved(request)
    outdated.remove(address)
    var outputs: [PaneOutput] = [.notice(Notice(.success, "Saved \(address.path)"))]
    if drafts[address]?.isUnsaved == false { outputs.append(files(.keepDraft(address, nil))) }
    if quitsWhenSaved.remove(address) != nil, quitsWhenSaved.isEmpty { outputs += [.remember, .effect(.quit)] }
    return outputs + [files(.loadCollections)]
  }

  private mutating func place(_ address: Address, from old: Address?, _ tree: CollectionTree) -> [PaneOutput] {
    if let old { moved(from: old, to: address) }
    show(tree)
    return (old.map { [.moved($0, to: address)] } ?? []) + openFound() + (old == nil ? [] : reopen(in: address))
      + [.reveal(address)]
  }

  /// Reads open files at their new place, and bases unsaved edits on them as they are now.
  private func reopen(in new: Address) -> [PaneOutput] {
    let open = drafts.filter { $0.key.isInside(new) && !rowsWithoutFile.contains($0.key) }
    return open.sorted { $0.key < $1.key }.flatMap { address, draft in
      draft.isUnsaved
        ? [files(.open(address)), files(.keepDraft(address, draft.current))] : [files(.open(address))]
    }
  }

  private mutating func forget(_ address: Address, as id: TrashID, _ tree: CollectionTree) -> [PaneOutput] {
    trash.append(id)
    // Edits stay with the deleted file: both come back together.
    for gone in drafts.keys where gone.isInside(address) { drafts[gone] = nil }
    show(tree)
    return [
      .moved(address, to: nil), .notice(Notice(.success, "Deleted \(address.path) — u brings it back")),
    ]
  }

  mutating func discardEdits(of address: Address) -> [PaneOutput] {
    drafts[address] = nil
    removeRow(address)
    return [.moved(address, to: nil), files(.keepDraft(address, nil))]
  }

  private mutating func take(_ edits: [Address: SavedRequest], _ recovered: [Address: SavedRequest]) -> [PaneOutput] {
    for (address, request) in edits { drafts[address]?.edit { $0 = request } }
    for (address, request) in recovered { drafts[address] = EditedRequest(recovered: request) }
    let count = edits.count + recovered.count
    return count == 0
      ? [] : [.information("\(Formatting.count(count, "request")) with edits from last time, not saved yet")]
  }

  // MARK: Other programs

  /// Shows the tree as it is now. Edits stay; requests without edits are read again.
  private mutating func take(_ tree: CollectionTree, changed: Set<Address>, selected: Address?) -> [PaneOutput] {
    let before = Set(self.tree.nodes.lazy.filter { !$0.isFolder }.map(\.address)).subtracting(rowsWithoutFile)
    let after = Set(tree.nodes.lazy.filter { !$0.isFolder }.map(\.address))
    let gone = before.subtracting(after)
    let renamed = followRenamed(tree, gone: gone, new: after.subtracting(before))
    staleScopes = Set(scopes.keys)
    for address in drafts.keys where changed.contains(address) && after.contains(address) {
      if hasEdits(address) {
        outdated.insert(address)
      } else if subject != .request(address) {
        drafts[address] = nil
      }
    }
    let kept = renamed.first { $0.old == selected }?.new ?? selected
    let loaded = take(tree, keeping: kept)
    let moves = renamed.flatMap { [.moved($0.old, to: $0.new), files(.follow($0.old, to: $0.new))] }
    return moves + loaded + [.diskChanged(changed.union(before.symmetricDifference(after)), gone: gone)]
  }

  /// Requests keep their edits where their files were moved or renamed: their ids say where they went.
  private mutating func followRenamed(
    _ tree: CollectionTree, gone: Set<Address>, new: Set<Address>
  ) -> [(old: Address, new: Address)] {
    guard !new.isEmpty else { return [] }
    var renamed: [(old: Address, new: Address)] = []
    for old in drafts.keys.sorted() where gone.contains(old) {
      guard let id = drafts[old]?.saved.id else { continue }
      let homes = tree.nodes.filter { new.contains($0.address) && $0.kind.id == id }
      guard homes.count == 1, let home = homes.first?.address else { continue }
      moved(from: old, to: home)
      if openField?.address == old { openField?.address = home }
      renamed.append((old, home))
    }
    return renamed
  }

  /// Says what other programs have changed.
  func notice(ofChanges changed: Set<Address>, gone: Set<Address>) -> Notice? {
    guard let first = changed.first else { return nil }
    if case .request(let shown) = subject, outdated.contains(shown), changed.contains(shown) {
      return Notice(.failure, "\(shown.path): changed on disk since you opened it; your edits stay")
    }
    if changed.count > 1 { return Notice(.information, "\(Formatting.count(changed.count, "file")) changed on disk") }
    return Notice(
      .information, gone.contains(first) ? "\(first.path) was removed from the disk" : "\(first.path) changed on disk")
  }

  /// Reads again what is shown: the file if nothing is unsaved, else only what surrounds it.
  func refreshShown() -> [PaneOutput] {
    switch subject {
    case .request(let address):
      let isKept = hasEdits(address) || rowsWithoutFile.contains(address)
      return [files(isKept ? .refresh(address) : .open(address))]
    case .folder(let folder): return neighbour(of: folder).map { [files(.refresh($0))] } ?? []
    case .past, .nothing: return []
    }
  }

  /// Reads the tree again, and everything else when it is looked at.
  mutating func reload() -> [PaneOutput] {
    staleScopes = Set(scopes.keys)
    return refreshShown() + [files(.loadCollections)]
  }

  // MARK: What is in sight

  /// Brings a request, folder or exchange into sight and reads it if needed.
  mutating func show(_ next: Subject) -> [PaneOutput] {
    guard next != subject else { return [] }
    dropEmptyRow(before: next)
    subject = next
    sendsWhenRead = nil
    switch next {
    case .request(let address):
      // A file without edits is read each time it is looked at: another program may have changed it.
      if !hasEdits(address) { return [files(.open(address))] }
      return staleScopes.contains(address) || scopes[address] == nil ? [files(.refresh(address))] : []
    // The bodies of history are read when they are looked at.
    case .past(let id): return live[next] == nil ? [.effect(.openExchange(id))] : []
    case .folder, .nothing: return []
    }
  }

  /// A request whose file is gone keeps its row without edits only while it is selected.
  private mutating func dropEmptyRow(before next: Subject) {
    if case .past = next { return }
    guard case .request(let shown) = subject, rowsWithoutFile.contains(shown), !hasEdits(shown) else { return }
    removeRow(shown)
    drafts[shown] = nil
  }

  /// Takes over an exchange of history that was opened.
  ///
  /// - Parameter subject: Where it is shown.
  mutating func show(_ exchange: LiveExchange, at subject: Subject) {
    // If the request was sent again meanwhile, that is its last exchange.
    if case .request = subject, live[subject] != nil { return }
    live[subject] = exchange
    guard case .past = subject else { return }
    // Keep the bodies of the exchange in sight, not of all that were passed by.
    live = live.filter { key, exchange in
      guard case .past = key, key != subject else { return true }
      return exchange.isRunning
    }
  }

  /// The request of the tree that the exchange in sight was sent from.
  var originInTree: Address? {
    guard let origin = exchange?.exchange?.origin else { return nil }
    if let id = request?.id {
      let node = tree.nodes.first { if case .request(_, id) = $0.kind { true } else { false } }
      if let node { return node.address }
    }
    return origin.root == id.root && node(origin.address) != nil ? origin.address : nil
  }

  var whyNoLastExchange: String? {
    if exchange != nil { return "The last response is shown already" }
    return lastExchange == nil ? "This request was never sent" : nil
  }
}

extension Confirm {
  fileprivate static func changedOnDisk(_ address: Address, _ workspace: WorkspaceID) -> Confirm {
    Confirm(
      title: "Changed on disk since you opened it",
      text: "Another program changed \(address.path). It was left alone.",
      choices: [
        .init(
          key: .character("o"), label: "overwrite it with these edits",
          action: .save(address, overwriting: true, evenReadOnly: false)),
        .init(
          key: .character("r"), label: "read it again; u brings these edits back",
          action: .effect(.files(workspace, .open(address)))),
        .init(key: .escape, label: "decide later", action: nil),
      ])
  }

  fileprivate static func readOnly(_ address: Address, overwriting: Bool) -> Confirm {
    Confirm(
      title: "File is read-only — overwrite?", text: "\(address.path) is read-only. Its mode stays as it is.",
      choices: [
        .init(
          key: .character("o"), label: "overwrite it",
          action: .save(address, overwriting: overwriting, evenReadOnly: true)),
        .init(key: .escape, label: "leave it", action: nil),
      ])
  }
}
