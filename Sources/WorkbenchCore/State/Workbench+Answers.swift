import RequestModel
import TerminalUI

// What the effects answer.

extension Workbench {
  mutating func handle(_ event: WorkspaceEvent) -> [Effect] {
    switch event {
    case .loaded(let tree): return show(tree)
    case .opened(let address, .success(let request)):
      takeFile(address, request)
      return findLastExchange(of: address, request.id)
    case .opened(let address, .failure(let problem)):
      workspace.problems[address] = problem
      // What was read of it before is no longer what the file holds.
      if !hasEdits(address) {
        workspace.drafts[address] = nil
        if requestPane.editing?.subject == .request(address) { requestPane.editing = nil }
      }
      requestPane.fit(workspace, height: height(.request))
    case .scope(let address, let scope):
      workspace.scopes[address] = scope
      workspace.staleScopes.remove(address)
      if let problem = scope.problems.first { notice = Notice(.failure, problem.sentence) }
      return sendIfWanted(address)
    case .saved(let address, let request): return markSaved(address, request)
    case .changedOnDisk(let address): askAboutChange(of: address)
    case .placed(let address, let old, let tree): return placed(address, old, tree)
    case .deleted(let address, let id, let tree): return deleted(address, id, tree)
    case .readOnly(let address, let overwriting): askAboutMode(of: address, overwriting)
    case .trash(let earlier): trash = earlier.filter { !trash.contains($0) } + trash
    case .failed(let problem):
      // What was to be saved before leaving may be what failed.
      quitsWhenSaved = []
      notice = Notice(.failure, problem.sentence)
    case .drafts(let drafts, let recovered): takeDrafts(drafts, recovered)
    case .restoredEdits(let edits):
      for (address, request) in edits { workspace.drafts[address]?.edit { $0 = request } }
    case .diskChanged(let tree, let files): return takeChanges(tree, files)
    case .outdated(let address): return takeOutdated(address)
    }
    return []
  }

  mutating func show(_ tree: CollectionTree) -> [Effect] {
    let isFirst = !workspace.isLoaded
    let selected = isFirst ? initialSelection : selectedNode?.address
    if let remark = tree.remark, remark != workspace.tree.remark { notice = Notice(.information, remark) }
    workspace.show(tree, keeping: selected)
    workspace.isLoaded = true
    if isFirst { expandFirstLevel() }
    // Where the selected row is gone, its folder is selected: nothing is sent by accident then.
    let nearest = (sidebarFollows ?? selected).flatMap(workspace.nearest)
    sidebarFollows = nil
    sidebar.follow(nearest, workspace, height: height(.sidebar))
    if isFirst, selected.flatMap(workspace.node) == nil { selectFirstRequest() }
    return readFound() + (isHistoryShown ? [] : showSelection())
  }

  /// Edits that had no file are those of the file that is there now.
  private func readFound() -> [Effect] {
    workspace.drafts.filter { !$0.value.hasFile && !workspace.rowsWithoutFile.contains($0.key) }.keys.sorted().map {
      files(.open($0))
    }
  }

  /// A few collections stand open, many stand closed.
  private mutating func expandFirstLevel() {
    let roots = workspace.tree.nodes.filter { $0.depth == 0 && $0.isFolder }
    if roots.count <= 4 { sidebar.expanded.formUnion(roots.map(\.address)) }
  }

  private mutating func selectFirstRequest() {
    let rows = sidebar.rows(workspace)
    guard let row = rows.firstIndex(where: { !workspace.tree.nodes[$0].isFolder }) else { return }
    sidebar.window.select(row, of: rows.count, height: height(.sidebar))
  }

  private mutating func markSaved(_ address: Address, _ request: SavedRequest) -> [Effect] {
    workspace.drafts[address]?.markSaved(request)
    workspace.outdated.remove(address)
    notice = Notice(.success, "Saved \(address.path)")
    var effects: [Effect] = []
    if workspace.drafts[address]?.isUnsaved == false { effects.append(files(.keepDraft(address, nil))) }
    if quitsWhenSaved.remove(address) != nil, quitsWhenSaved.isEmpty { effects += [remember(), .quit] }
    return effects + [files(.loadCollections)]
  }

  private mutating func askAboutChange(of address: Address) {
    quitsWhenSaved = []
    overlays.append(
      .confirm(
        Confirm(
          title: "The file was changed by somebody else",
          text: "\(address.path) is not as it was when it was opened. It has been left alone.",
          choices: [
            .init(key: .character("o"), label: "overwrite it with these edits", action: .overwrite(address)),
            .init(key: .character("r"), label: "read it again; u brings these edits back", action: .reload(address)),
            .init(key: .escape, label: "decide later", action: .dismiss),
          ])))
  }

  private mutating func askAboutMode(of address: Address, _ overwriting: Bool) {
    quitsWhenSaved = []
    overlays.append(
      .confirm(
        Confirm(
          title: "File is read-only — overwrite?",
          text: "Nobody may write \(address.path). Its mode stays as it is.",
          choices: [
            .init(
              key: .character("o"), label: "overwrite it", action: .saveReadOnly(address, overwriting: overwriting)),
            .init(key: .escape, label: "leave it", action: .dismiss),
          ])))
  }

  private mutating func placed(_ address: Address, _ old: Address?, _ tree: CollectionTree) -> [Effect] {
    if let old { workspace.moved(from: old, to: address) }
    workspace.show(tree)
    let effects = readFound() + (old == nil ? [] : readMoved(to: address))
    isHistoryShown = false
    sidebar.filter = nil
    sidebar.reveal(address, workspace, height: height(.sidebar))
    if let node = workspace.node(address), node.isFolder { sidebar.expanded.insert(address) }
    return effects + showSelection()
  }

  /// The files that are open are read at their new place, and what is unsaved is based on them as they are now.
  private func readMoved(to new: Address) -> [Effect] {
    let open = workspace.drafts.filter { $0.key.isInside(new) && !workspace.rowsWithoutFile.contains($0.key) }
    return open.sorted { $0.key < $1.key }.flatMap { address, draft -> [Effect] in
      draft.isUnsaved ? [files(.open(address)), files(.keepDraft(address, draft.current))] : [files(.open(address))]
    }
  }

  private mutating func deleted(_ address: Address, _ id: TrashID, _ tree: CollectionTree) -> [Effect] {
    trash.append(id)
    // Edits stay with the deleted file: both come back together.
    for gone in workspace.drafts.keys where gone.isInside(address) { workspace.drafts[gone] = nil }
    workspace.show(tree)
    fit()
    notice = Notice(.success, "Deleted \(address.path) — u brings it back")
    return showSelection()
  }

  // MARK: Exchanges and history

  mutating func handle(_ event: ExchangeEvent, of id: ExchangeID) -> [Effect] {
    // A late answer of an exchange that was replaced belongs to nobody.
    guard let subject = workspace.live.first(where: { $0.value.id == id })?.key else { return [] }
    workspace.live[subject]?.apply(event)
    if subject == workspace.subject {
      fit()
      if responsePane.followsEnd, responsePane.tab == .body, case .body = event { selectInResponse(.max / 2) }
    }
    switch event {
    case .started(let now):
      workspace.now = now
      return wakeWhileRunning(isWakeAnswered: false)
    case .ended: return [.listHistory(query: historyPane.query)]
    case .body: return subject == workspace.subject ? filterAgain() : []
    case .refused(let sources):
      askToAllow(sources, subject)
      return []
    case .head, .progress, .replaced, .sent: return []
    }
  }

  mutating func handle(_ event: HistoryEvent) -> [Effect] {
    switch event {
    case .listed(let query, let entries, let total):
      workspace.historyCount = total
      // An answer to letters that have changed since is out of date.
      guard query == historyPane.query else { return [] }
      historyPane.show(entries, height: height(.sidebar))
      return isHistoryShown ? showPast() : []
    case .last(let origin, let summary):
      if origin.root == workspace.tree.root { workspace.lastExchanges[origin.address] = summary }
    case .opened(let exchange, let body, let sentBody):
      let subject = reopening.removeValue(forKey: exchange.id).map(Subject.request) ?? .past(exchange.id)
      // Meanwhile the request was sent again: that is its last exchange.
      if case .request = subject, workspace.live[subject] != nil { return [] }
      workspace.live[subject] = LiveExchange(id: exchange.id, stage: .ended(exchange), body: body, sentBody: sentBody)
      if case .past = subject { forgetOtherPasts(than: subject) }
      fit()
    case .failed(let problem):
      historyPane.problem = problem
      notice = Notice(.failure, problem.sentence)
    }
    return []
  }

  /// Bodies of history are kept for the one that is looked at, not for all that were passed by.
  private mutating func forgetOtherPasts(than subject: Subject) {
    workspace.live = workspace.live.filter { key, exchange in
      guard case .past = key, key != subject else { return true }
      return exchange.isRunning
    }
  }

  mutating func takeEdited(_ text: String?, _ ticket: EditTicket) -> [Effect] {
    guard let text, case .request(let address) = ticket.subject else { return [] }
    var told: Notice?
    workspace.drafts[address]?.edit { told = EditTarget.text(ticket.field).commit(text, to: &$0) }
    notice = told
    requestPane.fit(workspace, height: height(.request))
    return keep(address)
  }
}
