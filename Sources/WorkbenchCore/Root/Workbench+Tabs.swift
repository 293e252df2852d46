import RequestModel
import TerminalUI

// Tabs of open requests, and the way back through what was shown.
extension Workbench {
  /// What is shown before an event, to see what the event has changed.
  struct Visit {
    let subject: Subject
    let running: ExchangeID?
    let isUnsaved: Bool
    let tabs: [Address]
    /// Whether the event moves a selection through a list.
    let isPassing: Bool
    /// Whether it is something that the user does.
    let isInput: Bool
  }

  struct TabNodesKey: Equatable, Sendable {
    let tree: Int
    let tabs: [Address]
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
      isUnsaved: isKept(workspace.subject) || workspace.hasShownEdits, tabs: tabs.kept,
      isPassing: isPassing, isInput: isInput)
  }

  /// Whether a key of the list runs a command that is not the list's own, such as the one that shows the collection.
  private func runsEverywhere(_ key: Key) -> Bool {
    guard case .command(let command) = keys.meaning(of: KeySequence(key), in: scope) else { return false }
    return command.scope == .everywhere
  }

  /// Notes where an event has led to: a step of the way back, and a tab for a request that was edited or sent.
  mutating func note(_ visit: Visit) -> [Effect] {
    var effects: [Effect] = []
    let subject = workspace.subject
    if subject == visit.subject {
      if visit.isInput, !visit.isPassing { trail.settle() }
      if case .request(let address) = subject {
        let isSent = workspace.runningID.map { $0 != visit.running } ?? false
        // Comparing a long body takes its time: what is kept needs none.
        if isSent || !visit.isUnsaved && workspace.hasShownEdits { tabs.keep(address) }
        if isSent {
          trail.settle()
          effects += noteUse(of: address)
        }
      }
    } else {
      trail.show(Trail.Place(subject, place(of: subject)), isPassing: visit.isPassing)
      if case .request(let address) = subject { tabs.show(address) } else { tabs.show(nil) }
    }
    let workspace = workspace
    tabNodes.update(for: TabNodesKey(tree: workspace.treeRevision, tabs: tabs.kept)) { workspace.nodes(tabs.kept) }
    if tabs.kept != visit.tabs { effects.append(.files(workspace.id, .navigation(.keepTabs(tabs.kept)))) }
    return effects
  }

  private func place(of subject: Subject) -> ExchangeSummary? {
    guard case .past(let id) = subject else { return nil }
    return historyPane.selectedEntry.flatMap { $0.id == id ? $0 : nil }
  }

  private func noteUse(of address: Address) -> [Effect] {
    guard let node = workspace.node(address) else { return [] }
    return [.files(workspace.id, .navigation(.use(node.useName)))]
  }

  private func isKept(_ subject: Subject) -> Bool {
    if case .request(let address) = subject { tabs.isKept(address) } else { true }
  }

  // MARK: Tabs

  private var shownRequest: Address? { if case .request(let address) = workspace.subject { address } else { nil } }

  var whyNoTabs: String? { tabs.all.count < 2 ? "There is no other tab" : nil }

  var whyNoTab: String? {
    guard let shownRequest else { return "Select a request first" }
    return tabs.isKept(shownRequest) ? nil : "This request is not kept as a tab"
  }

  var whyNotKept: String? {
    guard let shownRequest else { return "Select a request first" }
    return tabs.isKept(shownRequest) ? "This request is a tab already" : nil
  }

  mutating func keepTab() -> [Effect] {
    guard let shownRequest else { return [] }
    tabs.keep(shownRequest)
    return []
  }

  mutating func showTab(by step: Int) -> [Effect] { tabs.neighbour(of: shownRequest, step).map { showTab($0) } ?? [] }

  mutating func showTab(number: Int) -> [Effect] {
    let all = tabs.all
    guard all.indices.contains(number - 1) else {
      return route(.information(all.isEmpty ? "There are no tabs" : "There is no tab \(number)"))
    }
    return showTab(all[number - 1])
  }

  mutating func showTab(_ address: Address) -> [Effect] { commit() + route(.reveal(address)) }

  mutating func moveTab(by step: Int) -> [Effect] {
    if let shownRequest { tabs.move(shownRequest, by: step) }
    return []
  }

  mutating func closeTab() -> [Effect] {
    guard let address = shownRequest else { return [] }
    var effects = commit()
    let next = tabs.successor(of: address)
    tabs.close(address)
    effects += next.map { route(.reveal($0)) } ?? []
    // It stays on the screen as what is only looked at.
    if next == nil { tabs.show(address) }
    if workspace.hasEdits(address) {
      effects += route(.information("Closed \(workspace.title(of: address)); its unsaved edits are kept"))
    }
    return effects
  }

  mutating func closeOtherTabs() -> [Effect] {
    if let shownRequest { tabs.closeOthers(than: shownRequest) }
    return []
  }

  mutating func reopenTab() -> [Effect] {
    let workspace = workspace
    guard let address = tabs.reopen(where: { workspace.node($0) != nil }) else {
      return route(.information("The requests of the closed tabs are gone"))
    }
    return showTab(address)
  }

  /// Takes the tabs of the last run.
  mutating func restoreTabs(_ addresses: [Address]) {
    let nodes = workspace.nodes(addresses)
    tabs.restore(addresses.filter { nodes[$0] != nil })
  }

  /// Closes the tabs of files that other programs have removed.
  mutating func checkTabs() {
    let nodes = workspace.nodes(tabs.all)
    tabs.keepOnly { nodes[$0] != nil }
  }

  func tabTitles(columns: Int) -> TabTitles {
    TabTitles(tabs, nodes: tabNodes.value, preview: selectedNode, in: workspace, columns: columns)
  }

  mutating func handle(_ mouse: Mouse, inTabs area: Rect) -> [Effect] {
    switch mouse.action {
    case .press: tabTitles(columns: area.columns).hit(mouse.point.column - area.column).map { showTab($0) } ?? []
    case .wheelUp: showTab(by: -1)
    case .wheelDown: showTab(by: 1)
    default: []
    }
  }

  // MARK: Back and forward

  mutating func goBack() -> [Effect] { travel(-1, "There is nothing to go back to") }
  mutating func goForward() -> [Effect] { travel(1, "There is nothing to go forward to") }

  private mutating func travel(_ step: Int, _ none: String) -> [Effect] {
    let effects = commit()
    let workspace = workspace
    guard let place = trail.step(step, where: workspace.canShow) else { return effects + route(.information(none)) }
    switch place.subject {
    case .request(let address), .folder(let address), .environment(let address), .globals(let address, _):
      return effects + route(.reveal(address))
    case .past:
      guard let exchange = place.exchange else { return effects }
      return effects + perform(.exchange(exchange), .open)
    case .nothing: return effects
    }
  }
}

extension Workspace {
  var runningID: ExchangeID? { exchange.flatMap { $0.isRunning ? $0.id : nil } }

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
