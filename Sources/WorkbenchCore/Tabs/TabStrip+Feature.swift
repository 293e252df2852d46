// Tabs of open requests.
extension TabStrip {
  package static let commands = [
    PaneCommand<TabStrip>(
      "tab.keep", "Keep as tab", "Keep the request as a tab; editing or sending it does so too.",
      keywords: "pin open permanent",
      keys: [.control("t")], go: "T", whyUnavailable: { $0.whyNotKept(in: $1.workspace) },
      run: { tabs, context in
        if let request = context.workspace.shownRequest { tabs.keep(request) }
        return []
      }),
    PaneCommand<TabStrip>(
      "tab.close", "Close tab", "Close the tab of the request; unsaved edits stay.",
      keywords: "remove buffer exit", keys: [.control("w")], go: "X",
      whyUnavailable: { $0.whyNoTab(in: $1.workspace) },
      run: { _, context in context.workspace.shownRequest.map { [.commit, .tell(TabRequest.close($0))] } ?? [] }),
    PaneCommand<TabStrip>(
      "tab.closeOthers", "Close other tabs", "Close all other tabs.",
      keywords: "remove buffers only all", keys: [],
      whyUnavailable: { $0.whyNoTab(in: $1.workspace) ?? $0.whyAlone },
      run: { tabs, context in
        if let request = context.workspace.shownRequest { tabs.closeOthers(than: request) }
        return []
      }),
    PaneCommand<TabStrip>(
      "tab.reopen", "Reopen closed tab", "Reopen the tab closed last.",
      keywords: "restore undo buffer last", keys: [],
      whyUnavailable: { tabs, _ in tabs.canReopen ? nil : "No tab has been closed" },
      run: { $0.reopen(in: $1.workspace) }),
    PaneCommand<TabStrip>(
      "tab.next", "Next request tab", "Show the request of the next tab; a number before it shows that tab.",
      keywords: "switch buffer cycle right",
      keys: [.character("}")], count: .place, whyUnavailable: { tabs, _ in tabs.whyAlone },
      run: { tabs, context in
        context.count.map { tabs.show(number: $0) } ?? tabs.show(by: 1, from: context.workspace.shownRequest)
      }),
    PaneCommand<TabStrip>(
      "tab.previous", "Previous request tab", "Show the request of the previous tab.",
      keywords: "switch buffer cycle left",
      keys: [.character("{")], count: .repeats, whyUnavailable: { tabs, _ in tabs.whyAlone },
      run: { tabs, context in tabs.show(by: -1, from: context.workspace.shownRequest) }),
    moveCommand(
      "tab.moveLeft", "Move tab left", "Move the tab of the request to the left.",
      by: -1),
    moveCommand(
      "tab.moveRight", "Move tab right", "Move the tab of the request to the right.",
      by: 1),
  ]

  private static func moveCommand(
    _ name: String, _ title: String, _ help: String, by step: Int
  ) -> PaneCommand<TabStrip> {
    PaneCommand(
      name, title, help, keywords: "reorder drag buffer", keys: [],
      whyUnavailable: { $0.whyNoTab(in: $1.workspace) ?? $0.whyAlone },
      run: { tabs, context in
        if let request = context.workspace.shownRequest { tabs.move(request, by: step) }
        return []
      })
  }

  // MARK: Availability

  private var whyAlone: String? { all.count < 2 ? "There is no other tab: keep another request as a tab first" : nil }

  private func whyNoTab(in workspace: Workspace) -> String? {
    guard let request = workspace.shownRequest else { return "Select a request first" }
    return isKept(request) ? nil : "This request is not kept as a tab, so it has none to close or move"
  }

  private func whyNotKept(in workspace: Workspace) -> String? {
    guard let request = workspace.shownRequest else { return "Select a request first" }
    return isKept(request) ? "This request is a tab already" : nil
  }

  // MARK: Showing

  func show(by step: Int, from request: Address?) -> [PaneOutput] {
    neighbour(of: request, step).map { [.commit, .reveal($0)] } ?? []
  }

  private func show(number: Int) -> [PaneOutput] {
    guard all.indices.contains(number - 1) else {
      return [.information(all.isEmpty ? "There are no tabs" : "There is no tab \(number)")]
    }
    return [.commit, .reveal(all[number - 1])]
  }

  private mutating func reopen(in workspace: Workspace) -> [PaneOutput] {
    guard let address = reopen(where: { workspace.node($0) != nil }) else {
      return [.information("The requests of the closed tabs are gone")]
    }
    return [.commit, .reveal(address)]
  }

  // MARK: The row of tabs

  package func arrange(_ layout: inout Layout, beside neighbours: PaneNeighbours) {
    if isShown, neighbours == .requestAndResponse { layout.addTabs() }
  }

  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    guard let area = context.layout?.tabs else { return }
    canvas.draw(in: area) { titles(in: context, columns: area.columns).draw(into: &$0) }
  }

  package func handle(_ mouse: Mouse, in context: PaneContext) -> [PaneOutput]? {
    guard let area = context.layout?.tabs, area.contains(mouse.point) else { return nil }
    switch mouse.action {
    case .press:
      let hit = titles(in: context, columns: area.columns).hit(mouse.point.column - area.column)
      return hit.map { [.commit, .reveal($0)] } ?? []
    case .wheelUp: return show(by: -1, from: context.workspace.shownRequest)
    case .wheelDown: return show(by: 1, from: context.workspace.shownRequest)
    case .drag, .release: return nil
    }
  }

  private func titles(in context: PaneContext, columns: Int) -> TabTitles {
    TabTitles(
      self, nodes: nodes.value, preview: context.selectedNode, in: context.workspace, columns: columns)
  }

  fileprivate mutating func close(_ address: Address, in workspace: Workspace) -> [PaneOutput] {
    let next = successor(of: address)
    close(address)
    // Keep showing the closed request, as a preview.
    if next == nil { show(address) }
    let kept = "Closed \(workspace.title(of: address)); its unsaved edits are kept"
    return (next.map { [.reveal($0)] } ?? []) + (workspace.hasEdits(address) ? [.information(kept)] : [])
  }
}

package enum TabRequest: FeatureMessage, Equatable {
  /// Closes a tab. Its open field was committed before.
  case close(Address)
  case keep(Address)
  /// Restores the tabs of the last run.
  case restore([Address])
  /// Closes the tabs of removed files.
  case closeMissing

  package func apply(to tabs: inout TabStrip, in context: PaneContext) -> [PaneOutput] {
    switch self {
    case .close(let address): return tabs.close(address, in: context.workspace)
    case .keep(let address): tabs.keep(address)
    case .restore(let addresses):
      let nodes = context.workspace.nodes(addresses)
      tabs.restore(addresses.filter { nodes[$0] != nil })
    case .closeMissing:
      let nodes = context.workspace.nodes(tabs.all)
      tabs.keepOnly { nodes[$0] != nil }
    }
    return []
  }
}

extension Workspace {
  var shownRequest: Address? { if case .request(let address) = subject { address } else { nil } }
}
