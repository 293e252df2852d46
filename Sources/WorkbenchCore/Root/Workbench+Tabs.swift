// Tabs of open requests, and going back through the shown items.
extension Workbench {
  package internal(set) var tabs: TabStrip {
    get { workspace.features[TabStrip.self] }
    _modify { yield &workspace.features[TabStrip.self] }
  }

  var trail: Trail {
    get { workspace.features[Trail.self] }
    _modify { yield &workspace.features[Trail.self] }
  }

  /// The state before an event, to find out what the event changed.
  struct Visit {
    let subject: Subject
    let running: ExchangeID?
    let isUnsaved: Bool
    let tabs: [Address]
    /// Whether the event moves a selection through a list.
    let isPassing: Bool
    /// Whether it is a user action.
    let isInput: Bool
  }

  func visit(_ event: Event) -> Visit {
    var (isPassing, isInput) = (false, false)
    if case .input(let input) = event {
      isInput = true
      isPassing = overlays.isEmpty && focusedPane == .sidebar
      if case .mouse = input { isPassing = overlays.isEmpty }
      if case .key(let key) = input, isPassing, !isEditingText { isPassing = !runsEverywhere(key) }
    }
    return Visit(
      subject: workspace.subject, running: workspace.runningID,
      isUnsaved: (workspace.shownRequest.map(tabs.isKept) ?? true) || workspace.hasShownEdits, tabs: tabs.kept,
      isPassing: isPassing, isInput: isInput)
  }

  /// Whether a key in the list runs a command that acts everywhere, such as the one that shows the collection.
  private func runsEverywhere(_ key: Key) -> Bool {
    guard case .command(let command) = keys.meaning(of: KeySequence(key), in: scope) else { return false }
    return command.scope == .everywhere
  }

  /// Records the result of an event: a step to go back to, and a tab for a request that was edited or sent.
  mutating func note(_ visit: Visit) -> [Effect] {
    var effects: [Effect] = []
    let subject = workspace.subject
    if subject == visit.subject {
      if visit.isInput, !visit.isPassing { trail.settle() }
      if case .request(let address) = subject {
        let isSent = workspace.runningID.map { $0 != visit.running } ?? false
        // Comparing a long body is slow. A request that was unsaved before already has its tab.
        if isSent || !visit.isUnsaved && workspace.hasShownEdits { tabs.keep(address) }
        if isSent {
          trail.settle()
          if let name = workspace.node(address)?.useName {
            effects.append(.files(workspace.id, .navigation(.use(name))))
          }
        }
      }
    } else {
      trail.show(Trail.Place(subject, place(of: subject)), isPassing: visit.isPassing)
      if case .request(let address) = subject { tabs.show(address) } else { tabs.show(nil) }
      // A new request that is empty again is gone once it is left.
      if case .request(let left) = visit.subject, left.isScratch, workspace.node(left) == nil {
        tabs.keepOnly { $0 != left }
      }
    }
    let workspace = workspace
    let kept = tabs.kept
    tabs.nodes.update(for: TabStrip.NodesKey(tree: workspace.treeRevision, tabs: kept)) { workspace.nodes(kept) }
    if tabs.kept != visit.tabs { effects.append(.files(workspace.id, .navigation(.keepTabs(tabs.kept)))) }
    return effects
  }

  private func place(of subject: Subject) -> ExchangeSummary? {
    guard case .past(let id) = subject else { return nil }
    return panes[HistoryPane.self].selectedEntry.flatMap { $0.id == id ? $0 : nil }
  }
}

extension Workspace {
  var runningID: ExchangeID? {
    items.read(subject) { item in item.live?.isRunning == true ? item.live?.id : nil }
  }

  var hasShownEdits: Bool { shownFile.map(hasEdits) ?? false }

  /// The rows of some files, found in one pass.
  func nodes(_ addresses: [Address]) -> [Address: CollectionNode] {
    let wanted = Set(addresses)
    guard !wanted.isEmpty else { return [:] }
    return Dictionary(tree.nodes.lazy.filter { wanted.contains($0.address) }.map { ($0.address, $0) }) { first, _ in
      first
    }
  }

  func canShow(_ place: Trail.Place) -> Bool {
    switch place.subject {
    case .request(let address): node(address) != nil
    case .folder(let address): address.path.isEmpty || node(address) != nil
    case .past: place.exchange != nil
    case .environment, .globals: true
    case .nothing: false
    }
  }
}
