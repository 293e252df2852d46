import RequestModel
import TerminalUI

// What the effects answer.

extension Workbench {
  mutating func handle(_ event: LibraryEvent) -> [Effect] {
    switch event {
    case .loaded(let tree): return show(tree)
    case .opened(let address, .success(let request)):
      library.problems[address] = nil
      if library.drafts[address] == nil {
        library.drafts[address] = Draft(request)
      } else if library.drafts[address]?.saved != request {
        library.drafts[address]?.reload(request)
      }
      requestPane.fit(library, height: height(.request))
      return findLastExchange(of: address, request.id)
    case .opened(let address, .failure(let problem)):
      library.problems[address] = problem
      // What was read of it before is no longer what the file holds.
      if !hasEdits(address) { library.drafts[address] = nil }
      requestPane.fit(library, height: height(.request))
    case .scope(let address, let scope):
      library.scopes[address] = scope
      if let problem = scope.problems.first { notice = Notice(.failure, problem.sentence) }
      return sendIfWanted(address)
    case .saved(let address, let request): return markSaved(address, request)
    case .changedOnDisk(let address): askAboutChange(of: address)
    case .placed(let address, let old, let tree): return placed(address, old, tree)
    case .deleted(let address, let id, let tree): return deleted(address, id, tree)
    case .failed(let problem):
      // What was to be saved before leaving may be what failed.
      quitsWhenSaved = []
      notice = Notice(.failure, problem.sentence)
    case .drafts(let drafts): take(drafts)
    }
    return []
  }

  private mutating func show(_ tree: CollectionTree) -> [Effect] {
    let isFirst = !library.isLoaded
    let selected = isFirst ? initialSelection : selectedNode?.address
    library.tree = tree
    library.isLoaded = true
    if isFirst { expandFirstLevel() }
    sidebar.follow(selected, library, height: height(.sidebar))
    if isFirst, selected.flatMap(library.node) == nil { selectFirstRequest() }
    return isHistoryShown ? [] : showSelection()
  }

  /// A few collections stand open, many stand closed.
  private mutating func expandFirstLevel() {
    let roots = library.tree.nodes.filter { $0.depth == 0 && $0.isFolder }
    if roots.count <= 4 { sidebar.expanded.formUnion(roots.map(\.address)) }
  }

  private mutating func selectFirstRequest() {
    let rows = sidebar.rows(library)
    guard let row = rows.firstIndex(where: { !library.tree.nodes[$0].isFolder }) else { return }
    sidebar.window.select(row, of: rows.count, height: height(.sidebar))
  }

  private mutating func markSaved(_ address: Address, _ request: SavedRequest) -> [Effect] {
    library.drafts[address]?.markSaved(request)
    notice = Notice(.success, "Saved \(address.path)")
    var effects: [Effect] = []
    if library.drafts[address]?.isUnsaved == false { effects.append(.keepDraft(address, nil)) }
    if quitsWhenSaved.remove(address) != nil, quitsWhenSaved.isEmpty { effects += [remember(), .quit] }
    return effects + [.loadCollections]
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

  private mutating func placed(_ address: Address, _ old: Address?, _ tree: CollectionTree) -> [Effect] {
    var effects: [Effect] = []
    if let old {
      library.moved(from: old, to: address)
      effects = keepMoved(from: old, to: address)
    }
    library.tree = tree
    isHistoryShown = false
    sidebar.filter = nil
    sidebar.reveal(address, library, height: height(.sidebar))
    if let node = library.node(address), node.isFolder { sidebar.expanded.insert(address) }
    return effects + showSelection()
  }

  /// The files that are open are read at their new place, and what is unsaved is kept there.
  private func keepMoved(from old: Address, to new: Address) -> [Effect] {
    library.drafts.sorted { $0.key < $1.key }.filter { $0.key.isInside(new) }.flatMap { address, draft -> [Effect] in
      let former = Address(old.path + address.path.dropFirst(new.path.count))
      return draft.isUnsaved
        ? [.keepDraft(former, nil), .open(address), .keepDraft(address, draft.current)] : [.open(address)]
    }
  }

  private mutating func deleted(_ address: Address, _ id: TrashID, _ tree: CollectionTree) -> [Effect] {
    trash.append(id)
    library.tree = tree
    let gone = library.drafts.keys.filter { $0.isInside(address) }
    for address in gone { library.drafts[address] = nil }
    fit()
    notice = Notice(.success, "Deleted \(address.path) — u brings it back")
    return gone.map { .keepDraft($0, nil) } + showSelection()
  }

  private mutating func take(_ drafts: [Address: SavedRequest]) {
    for (address, request) in drafts {
      if library.drafts[address] == nil { continue }
      library.drafts[address]?.edit { $0 = request }
    }
    guard !drafts.isEmpty else { return }
    notice = Notice(
      .information, "\(Formatting.count(drafts.count, "request")) with edits from last time, not saved yet")
  }

  // MARK: Exchanges and history

  mutating func handle(_ event: ExchangeEvent, of id: ExchangeID) -> [Effect] {
    // A late answer of an exchange that was replaced belongs to nobody.
    guard let subject = library.live.first(where: { $0.value.id == id })?.key else { return [] }
    library.live[subject]?.apply(event)
    if subject == library.subject {
      fit()
      if responsePane.followsEnd, responsePane.tab == .body, case .body = event { selectInResponse(.max / 2) }
    }
    switch event {
    case .started(let now):
      library.now = now
      return wakeWhileRunning(isWakeAnswered: false)
    case .ended: return [.listHistory(query: historyPane.query)]
    case .body: return subject == library.subject ? filterAgain() : []
    case .head, .progress: return []
    }
  }

  mutating func handle(_ event: HistoryEvent) -> [Effect] {
    switch event {
    case .listed(let query, let entries, let total):
      library.historyCount = total
      // An answer to letters that have changed since is out of date.
      guard query == historyPane.query else { return [] }
      historyPane.show(entries, height: height(.sidebar))
      return isHistoryShown ? showPast() : []
    case .last(let address, let summary):
      library.lastExchanges[address] = summary
    case .opened(let exchange, let body, let sentBody):
      let subject = reopening.removeValue(forKey: exchange.id).map(Subject.request) ?? .past(exchange.id)
      // Meanwhile the request was sent again: that is its last exchange.
      if case .request = subject, library.live[subject] != nil { return [] }
      library.live[subject] = LiveExchange(id: exchange.id, stage: .ended(exchange), body: body, sentBody: sentBody)
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
    library.live = library.live.filter { key, exchange in
      guard case .past = key, key != subject else { return true }
      return exchange.isRunning
    }
  }

  mutating func takeEdited(_ text: String?, _ ticket: EditTicket) -> [Effect] {
    guard let text, case .request(let address) = ticket.subject else { return [] }
    var told: Notice?
    library.drafts[address]?.edit { told = RequestForm.setContent(text, of: ticket.area, in: &$0) }
    notice = told
    requestPane.fit(library, height: height(.request))
    guard let draft = library.drafts[address] else { return [] }
    return [.keepDraft(address, draft.isUnsaved ? draft.current : nil)]
  }
}
