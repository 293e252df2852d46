// File events.
extension Workspace {
  /// - Parameter selected: The selected node. It keeps its row even if its file was removed.
  mutating func update(_ event: WorkspaceEvent, selected: Address?) -> [PaneOutput] {
    switch event {
    case .loaded(let tree):
      let changes = changes(to: tree, [])
      return follow(changes.moved) + adoptTree(tree, with: changes, keeping: selected)
    case .opened(let address, .success(let file)): return adoptFile(file, of: address)
    case .opened(let address, .failure(let problem)): return close(address, problem)
    case .scope(let address, let scope):
      let gone = keepGoneEnvironment(of: items[address].scope, in: scope)
      items[address].scope = scope
      items[address].isScopeStale = false
      let problem = scope.problems.first.map { [PaneOutput.failure($0.sentence)] } ?? []
      return gone + problem + sendIfPending(address) + beginIfEmpty()
    case .saved(let address, let file): return markSaved(address, file)
    case .session(let values): session = values
    case .captured(let address, let file): return adoptOwnChange(file, of: address)
    case .ownRemoval(let address): return followRemoval(of: address)
    case .changedOnDisk, .removedFromDisk, .readOnly, .failed: return stay(after: event)
    case .placed(let address, let old, let tree):
      if let old { followFiles(from: old, to: address) }
      return place(address, from: old, tree)
    case .savedNew(let address, let former, let file, let tree): return moveNew(former, to: address, file, tree)
    case .deleted(let address, let id, let tree, let step):
      return applyDeletion(of: address, as: id, tree, step ?? items[address].fileStep)
    case .created(let addresses, let original): noteCreated(addresses, copyOf: original)
    case .undoable, .undone, .trash, .slowChange, .madeFolders: return keepUndo(of: event)
    case .secret(let place, .revealed(let value)):
      secrets[place] = .set
      return [.request(.revealed(place, value))]
    case .secret(let place, let state): secrets[place] = state
    case .drafts(let edits, let recovered): return adoptEdits(edits, recovered)
    case .pastedSecrets(let names): for (address, names) in names { items[address].pastedSecrets = names }
    case .restoredEdits(let edits): return takeRestored(edits)
    case .diskChanged(let tree, let files, let removed):
      return updateTree(tree, changed: files, removed: removed, selected: selected)
    case .onDisk(let address, let file): return compare(address, with: file)
    case .base(let text): baseFetch = text
    case .listed(let listing): return [.tell(FilePicker.Listed(listing: listing))]
    case .uses(let uses): self.uses = uses
    case .tabs(let addresses):
      orderNew(asIn: addresses)
      return [.tell(TabRequest.restore(addresses))]
    case .outdated(let address): return markOutdated(address)
    case .asOpened(let address): items[address].isOutdated = false
    }
    return []
  }

  /// Keeps the changes of files that can be undone, and takes the step that has waited for them.
  private mutating func keepUndo(of event: WorkspaceEvent) -> [PaneOutput] {
    switch event {
    case .undoable(let id, let address):
      noteEnvironmentChange(id, of: address)
      noteChange(.undoable(id))
    case .undone(let change, let isRedo, let address): addOpposite(of: change, isRedo: isRedo, at: address)
    case .trash(let earlier, let imports, let places):
      for (id, address) in places { noteEnvironmentChange(id, of: address) }
      adopt(earlier, imports)
      readsEarlierChanges = false
    case .slowChange(let isSlow): isChangingSlowly = isSlow
    case .madeFolders(let folders, let address): items[address].newFolders = folders
    default: break
    }
    return resumeStep()
  }

  /// Takes the edits of files that were restored.
  private mutating func takeRestored(_ edits: [Address: SavedFile]) -> [PaneOutput] {
    for (address, file) in edits {
      if address.isScratch { items[address].draft = EditedFile(recovered: file) }
      items[address].draft?.edit { $0 = file }
    }
    return findLastExchanges(of: edits.filter { $0.key.isScratch })
  }

  private mutating func markOutdated(_ address: Address) -> [PaneOutput] {
    if !hasEdits(address) { return items[address].draft == nil ? [] : [files(.open(address))] }
    items[address].isOutdated = true
    return []
  }

  /// Does not quit after a save that was refused or has failed.
  private mutating func stay(after event: WorkspaceEvent) -> [PaneOutput] {
    stayWhenSaved()
    switch event {
    case .changedOnDisk(let address): return [.open(Confirm.changedOnDisk(address, self))]
    case .removedFromDisk(let address): return offerToWriteAgain(address)
    case .readOnly(let address, let overwriting):
      return [.open(Confirm.readOnly(address, overwriting: overwriting))]
    case .failed(let problem):
      regainedCreation = nil
      for address in items.addresses(where: { $0.fileStep != nil }) { items[address].fileStep = nil }
      return [.failure(problem.sentence)]
    default: return []
    }
  }

  /// The file cannot be read: its earlier content is stale, unless it was edited, or removed while it is shown.
  private mutating func close(_ address: Address, _ problem: Problem) -> [PaneOutput] {
    if items[address].isRowWithoutFile { return [] }
    items[address].problem = problem
    guard !hasEdits(address) else { return [] }
    items[address].draft = nil
    let isNotSent = sendsWhenRead == address
    if isNotSent { sendsWhenRead = nil }
    return [.request(.closeField(address))] + (isNotSent ? [.failure(problem.sentence)] : [])
  }

  func files(_ effect: FileEffect) -> PaneOutput { .effect(.files(id, effect)) }

  private mutating func adoptTree(
    _ tree: CollectionTree, with changes: DiskChanges, keeping selected: Address?
  ) -> [PaneOutput] {
    let remark = tree.remark == self.tree.remark ? nil : tree.remark
    show(tree, keeping: selected.map { changes.moved[$0] ?? $0 })
    let isFirst = !isLoaded
    (isLoaded, arrived) = (true, isFirst ? [] : changes.new)
    if isFirst { beginsEmpty = self.tree.nodes.isEmpty && remark == nil }
    let root = tree.nodes.isEmpty ? [files(.refresh(settingsFile(of: Address(""))))] : []
    return root + (isFirst ? [files(.navigation(.read))] : []) + (remark.map { [.information($0)] } ?? []) + openFound()
  }

  /// Opens files that have reappeared for drafts without a file.
  private func openFound() -> [PaneOutput] {
    items.addresses { $0.draft?.hasFile == false && !$0.isRowWithoutFile }.filter { !$0.isScratch }
      .map { files(.open($0)) }
  }

  /// Updates a file from the disk. An open text field without changes is reloaded.
  private mutating func adoptFile(_ file: SavedFile, of address: Address) -> [PaneOutput] {
    items[address].problem = nil
    items[address].isOutdated = false
    let isFieldUntouched = openField?.address == address && !hasEdits(address) && items[address].draft?.saved != file
    let edits = items[address].draft?.current
    if items[address].draft == nil {
      items[address].draft = EditedFile(file)
    } else if items[address].draft?.saved != file || items[address].draft?.hasFile == false {
      items[address].draft?.reload(file)
      if items[address].draft?.restoresEdits == true { noteEdit(of: address) }
    }
    var outputs: [PaneOutput] = isFieldUntouched ? [.request(.renewField)] : []
    // Edits get the new name of a renamed file, also where they are kept.
    if let draft = items[address].draft, draft.isUnsaved, let edits, draft.current != edits {
      outputs.append(files(.keepDraft(address, draft.current)))
    }
    return outputs + (file.request.map { findLastExchange(of: $0, at: address) } ?? []) + fillInNew(address)
  }

  /// Looks up when the shown request was sent last, unless that is known.
  func findLastExchange() -> [PaneOutput] {
    guard case .request(let address) = subject, let request = items[address].draft?.saved.request else { return [] }
    return findLastExchange(of: request, at: address)
  }

  /// Looks up when requests were sent last that no file is read for.
  private func findLastExchanges(of files: [Address: SavedFile]) -> [PaneOutput] {
    files.sorted { $0.key < $1.key }.flatMap { address, file in
      file.request.map { findLastExchange(of: $0, at: address) } ?? []
    }
  }

  private func findLastExchange(of request: SavedRequest, at address: Address) -> [PaneOutput] {
    let isKnown = items[address].live != nil || items[address].lastExchange != nil
    let origin = Exchange.Origin(root: id.root, address: address)
    return isKnown ? [] : [.effect(.findLastExchange(origin, request.id))]
  }

  private mutating func markSaved(_ address: Address, _ file: SavedFile) -> [PaneOutput] {
    items[address].draft?.markSaved(file)
    items[address].isOutdated = false
    var outputs: [PaneOutput] = [.dropWaiting(.saving(address))] + noteSaved(address)
    if items[address].draft?.isUnsaved == false { outputs.append(files(.keepDraft(address, nil))) }
    if items[address].quitsWhenSaved {
      items[address].quitsWhenSaved = false
      if !quitsWhenSaved { outputs += [.remember, .effect(.quit)] }
    }
    if file.role != .request {
      // Everything below it may inherit something else now.
      makeScopesStale()
      outputs.append(files(.refresh(address)))
      if case .globals(address, let collection) = subject, let member = member(of: collection) {
        outputs.append(files(.refresh(member)))
      }
    }
    return outputs + [files(.loadCollections)]
  }

  mutating func place(_ address: Address, from old: Address?, _ tree: CollectionTree) -> [PaneOutput] {
    if let old { relocate(relocation(of: old, to: address)) }
    show(tree)
    if isEnvironment(address) { changeEnvironments(from: old, to: address) }
    return (old.map { [.moved($0, to: address)] } ?? []) + openFound() + (old == nil ? [] : reopen(in: address))
      + [.reveal(address)]
  }

  /// Reloads open files after a move and rebases unsaved edits on them.
  private func reopen(in new: Address) -> [PaneOutput] {
    let open = items.addresses { $0.draft != nil && !$0.isRowWithoutFile }.filter { $0.isInside(new) }
    return open.flatMap { address in
      let edits = items[address].draft.flatMap { $0.isUnsaved ? $0.current : nil }
      return [files(.open(address))] + (edits.map { [files(.keepDraft(address, $0))] } ?? [])
    }
  }

  private mutating func applyDeletion(
    of address: Address, as id: TrashID, _ tree: CollectionTree, _ step: FileStep?
  ) -> [PaneOutput] {
    let copied = items[address].original
    items[address].fileStep = nil
    noteLostCreation(of: address, id, step)
    followCreated { $0.filter { !$0.isInside(address) } }
    noteEnvironmentChange(id, of: address)
    noteChange(.undoable(id), after: step)
    // Unsaved edits stay with the deleted file; restoring it restores both.
    for gone in items.addresses(where: { $0.draft != nil }) where gone.isInside(address) { items[gone].draft = nil }
    show(tree)
    forgetIfGone(address)
    if isEnvironment(address) { changeEnvironments(from: address, to: nil) }
    let back = step == .undo ? "collections.redo" : "collections.undoDelete"
    let original = copied.flatMap { step == .undo && (node($0) != nil || isEnvironment($0)) ? $0 : nil }
    return [.moved(address, to: nil)] + (original.map { [.reveal($0)] } ?? [])
      + [.success("Deleted \(address.path) — \(keys.name(of: back)) restores it")]
  }

  mutating func discardEdits(of address: Address) -> [PaneOutput] {
    // Settings of a folder without a file are empty ones.
    let item = items[address]
    let isReadAgain = item.draft?.current.role != .request
    items[address].draft = nil
    removeRow(address)
    forgetIfGone(address)
    return [.moved(address, to: nil), files(.keepDraft(address, nil))] + (isReadAgain ? [files(.open(address))] : [])
      + removeSecrets(of: address, item)
  }

  /// Forgets what was kept of a deleted file, so that a new one of its name does not get it. A file of a base stays.
  private mutating func forgetIfGone(_ address: Address) {
    if node(address) == nil, !isEnvironment(address) { relocate(relocation(of: address, to: nil)) }
  }

  private mutating func adoptEdits(_ edits: [Address: SavedFile], _ recovered: [Address: SavedFile]) -> [PaneOutput] {
    for (address, file) in edits { items[address].draft?.edit { $0 = file } }
    for (address, file) in recovered { items[address].draft = EditedFile(recovered: file) }
    let found = findLastExchanges(of: recovered)
    let count = edits.count + recovered.count
    let areRequests = (edits.values.map(\.role) + recovered.values.map(\.role)).allSatisfy { $0 == .request }
    let noun = areRequests ? "request" : "file"
    return count == 0
      ? [] : found + [.information("\(Formatting.count(count, noun)) with unsaved edits from last time")]
  }

  // MARK: Other programs

  /// Updates the tree and reloads changed requests without edits. Unsaved edits stay.
  private mutating func updateTree(
    _ tree: CollectionTree, changed: Set<Address>, removed: Set<Address>, selected: Address?
  ) -> [PaneOutput] {
    var changes = changes(to: tree, changed)
    changes.removed = removed
    let moves = follow(changes.moved)
    makeScopesStale()
    for address in items.addresses(where: { $0.draft != nil })
    where changed.contains(address)
      && (!changes.gone.contains(address) || items[address].draft?.current.role != .request)
    {
      if hasEdits(address) {
        items[address].isOutdated = true
      } else if shownFile != address {
        items[address].draft = nil
      }
    }
    for address in items.addresses(where: \.isOutdated) where changes.gone.contains(address) {
      items[address].isOutdated = false
    }
    return moves + adoptTree(tree, with: changes, keeping: selected)
      + [.tell(TabRequest.closeMissing), .treeChanged, .tell(GitRequest.report(changes))]
  }

  /// Reloads the shown request, or only its context if it has unsaved edits.
  func refreshShown() -> [PaneOutput] {
    guard let address = shownFile else { return [] }
    let isKept = hasEdits(address) || items[address].isRowWithoutFile
    return [files(isKept ? .refresh(address) : .open(address))]
  }

  /// Reloads the tree, and everything else when it is next shown.
  mutating func reload() -> [PaneOutput] {
    makeScopesStale()
    return refreshShown() + [files(.loadCollections)]
  }

  // MARK: The shown subject

  /// Shows a request, folder or exchange, and loads it if needed.
  mutating func show(_ next: Subject) -> [PaneOutput] {
    guard next != subject else { return [] }
    removeUneditedRow(before: next)
    subject = next
    sendsWhenRead = nil
    // History loads bodies on demand.
    if case .past(let id) = next { return items[next].live == nil ? [.effect(.openExchange(id))] : [] }
    guard let address = shownFile else { return [] }
    // Another program may have changed the file.
    if !hasEdits(address), !address.isScratch { return [files(.open(address))] + refreshViewer() }
    let isStale = items[address].isScopeStale || items[address].scope == nil
    return (isStale ? [files(.refresh(address))] : []) + refreshViewer()
  }

  /// Reads what the collection inherits that a file of the workspace is seen from, if that may have changed.
  private func refreshViewer() -> [PaneOutput] {
    guard case .globals(_, let collection) = subject, let member = member(of: collection), items[member].isScopeStale
    else { return [] }
    return [files(.refresh(member))]
  }

  /// Removes the row of an unedited request without a file once it is no longer selected.
  private mutating func removeUneditedRow(before next: Subject) {
    if case .past = next { return }
    guard case .request(let shown) = subject, items[shown].isRowWithoutFile, !hasEdits(shown) else { return }
    // The response of a new request stays.
    if shown.isScratch, items[shown].live != nil { return }
    removeRow(shown)
    items[shown].draft = nil
  }

  /// Shows an exchange opened from history as `subject`.
  mutating func show(_ exchange: LiveExchange, at subject: Subject) {
    // The request was sent again meanwhile.
    if case .request = subject, items[subject].live != nil { return }
    items[subject].live = exchange
    guard case .past = subject else { return }
    // Release the bodies of exchanges no longer shown.
    for other in items.subjects(where: { $0.live?.isRunning == false }) where other != subject {
      if case .past = other { items[other].live = nil }
    }
  }

  /// The request in the tree that the shown exchange was sent from.
  var originInTree: Address? {
    guard let origin = exchange?.exchange?.origin else { return nil }
    if let id = request?.id {
      let node = tree.nodes.first { if case .request(_, id) = $0.kind { true } else { false } }
      if let node { return node.address }
    }
    return origin.root == id.root && node(origin.address) != nil ? origin.address : nil
  }

  /// Why the request of the shown exchange cannot be selected.
  var whyNoOrigin: String? { originInTree == nil ? whyNotHere(exchange?.exchange?.origin) : nil }

  /// Why the file of a request that was sent earlier is not in the tree: it is gone, or of another workspace.
  func whyNotHere(_ origin: Exchange.Origin?) -> String? {
    if let origin, origin.root != id.root { return "This request is of another workspace: \(origin.root)" }
    return origin.flatMap { node($0.address) } == nil ? "This request is not in the collections" : nil
  }

  /// Loads the last exchange of the shown request, to show it as its response.
  mutating func reopenLast() -> [PaneOutput] {
    guard let exchange = lastExchange, case .request(let address) = subject else { return [] }
    items[address].reopening = exchange.id
    return [.effect(.openExchange(exchange.id))]
  }

  var whyNoLastExchange: String? {
    if exchange != nil { return "The last response is already shown" }
    return lastExchange == nil ? "This request was never sent: \(keys.name(of: "request.send")) sends it" : nil
  }
}

extension Confirm {
  fileprivate static func changedOnDisk(_ address: Address, _ workspace: Workspace) -> Confirm {
    Confirm(
      title: "Changed on disk since you opened it",
      text: "Another program changed \(address.path). It was not overwritten.",
      choices: [
        .letter(
          "o", "overwrite it with these edits", short: "overwrite",
          .workspace(.save(address, overwriting: true, evenReadOnly: false))),
        .letter("m", "compare and merge", short: "merge", .effect(.files(workspace.id, .readDisk(address)))),
        .letter(
          "r", "reload it; \(workspace.keys.name(of: "request.undo")) restores these edits", short: "reload",
          .effect(.files(workspace.id, .open(address)))),
        .leave("decide later"),
      ])
  }

  fileprivate static func readOnly(_ address: Address, overwriting: Bool) -> Confirm {
    Confirm(
      title: "File is read-only — overwrite?", text: "\(address.path) stays read-only.",
      choices: [
        .letter("o", "overwrite it", .workspace(.save(address, overwriting: overwriting, evenReadOnly: true))),
        .leave("cancel"),
      ])
  }
}
