/// A response and a request that stay on the screen beside the next ones.
package struct Pins: Feature {
  package private(set) var response: Pinned<ResponsePane>?
  private(set) var request: Pinned<RequestPane>?
  /// Whether the pinned response follows the selected row of the other one.
  private var scrollsAlong = true

  package static let commands = [
    PaneCommand<Pins>(
      "response.pin", "Pin response or request",
      "Keep the response or the focused request on the screen beside the next one; press again to unpin it.",
      keywords: "stick split view editor side keep hold", keys: [.character("&")],
      whyUnavailable: { $0.whyNotPinned(in: $1) }, run: { $0.toggle(in: $1) }),
    PaneCommand<Pins>(
      "response.scrollAlong", "Scroll together", "Scroll both responses together, or each on its own.",
      keywords: "synchronize sync lock scrolling pinned", keys: [],
      whyUnavailable: { pins, _ in pins.response == nil ? notPinned : nil },
      run: { pins, _ in pins.toggleScrollingAlong() }),
    PaneCommand<Pins>(
      "response.comparePinned", "Compare with pinned response",
      "Show what differs between the pinned response and this one.",
      keywords: "difference pinned side", keys: [],
      whyUnavailable: { $0.whyNotCompared(in: $1.workspace) }, run: { $0.compare(in: $1.workspace) }),
  ]

  // MARK: Commands

  private static let notPinned = "No response is pinned: {response.pin} pins the one shown"

  private func whyNotPinned(in context: PaneContext) -> String? {
    let workspace = context.workspace
    if context.focus == .request { return request == nil && workspace.file == nil ? "Select a request first" : nil }
    if response != nil { return nil }
    return workspace.exchange?.exchange == nil ? workspace.noResponse : nil
  }

  /// Pins the focused request or response, or unpins it.
  private mutating func toggle(in context: PaneContext) -> [PaneOutput] {
    if context.focus == .request {
      guard request != nil else { return [.tell(PinRequest())] }
      request = nil
    } else {
      guard response != nil else { return [.tell(PinResponse())] }
      response = nil
    }
    return [.information("Unpinned")]
  }

  private mutating func toggleScrollingAlong() -> [PaneOutput] {
    scrollsAlong.toggle()
    return [.information(scrollsAlong ? "Both responses scroll together" : "Each response scrolls on its own")]
  }

  private func whyNotCompared(in workspace: Workspace) -> String? {
    guard let response else { return Self.notPinned }
    guard let shown = workspace.exchange?.exchange else { return workspace.noResponse }
    return shown.id == response.live?.id ? "This is the pinned response" : nil
  }

  private func compare(in workspace: Workspace) -> [PaneOutput] {
    guard let old = response?.live, let shown = workspace.exchange else { return [] }
    return [.tell(CompareExchanges(first: shown.id, second: old.id))]
  }

  // MARK: Messages

  enum Message: FeatureMessage, Equatable {
    case response(Pinned<ResponsePane>)
    case request(Pinned<RequestPane>)
    /// Reports whether the pinned response has room.
    case reportResponse
    case reportRequest
    /// The tab of the other response, its selected row, and its first one on the screen.
    case showResponse(tab: String, selected: Int, first: Int)
    /// The tab of the other request.
    case showRequest(FormTab)

    func apply(to pins: inout Pins, in context: PaneContext) -> [PaneOutput] { pins.receive(self, in: context) }
  }

  private mutating func receive(_ message: Message, in context: PaneContext) -> [PaneOutput] {
    switch message {
    case .response(let pinned):
      (response, scrollsAlong) = (pinned, true)
      return [.tell(Message.reportResponse)]
    case .request(let pinned):
      request = pinned
      return [.tell(Message.reportRequest)]
    case .reportResponse:
      let hasRoom = context.layout?.pinned != nil || context.layout?.response == nil
      return [
        hasRoom
          ? .success("Pinned: the next response appears beside it")
          : .information("Pinned; this screen is too small for two responses")
      ]
    case .reportRequest:
      if context.layout?.pinnedRequest != nil { return [.success("Pinned: the next request appears beside it")] }
      let zoom = context.isZoomed ? "" : ": \(context.workspace.keys.name(of: "pane.zoom")) makes room"
      return [.information("Pinned; this screen is too small for two requests\(zoom)")]
    case .showResponse(let tab, let selected, let first): showResponse(tab, selected, first, in: context)
    case .showRequest(let tab): showRequest(tab, in: context)
    }
    return []
  }

  private mutating func showResponse(_ tab: String, _ selected: Int, _ first: Int, in context: PaneContext) {
    guard var pinned = response, let area = context.layout?.pinned else { return }
    let own = pinned.context(in: context.workspace, area)
    pinned.pane.select(tab, in: own)
    pinned.update(.changed, in: own)
    if scrollsAlong {
      pinned.pane.tab.select(row: selected, in: own)
      if first < pinned.pane.tab.rows.count { pinned.pane.tab.view.window.show(first: first) }
    }
    response = pinned
  }

  private mutating func showRequest(_ tab: FormTab, in context: PaneContext) {
    guard var pinned = request, let area = context.layout?.pinnedRequest else { return }
    let own = pinned.context(in: context.workspace, area)
    if pinned.pane.tabs(in: own).contains(tab) { pinned.pane.select(tab, in: own) }
    pinned.update(.changed, in: own)
    request = pinned
  }

  package mutating func follow(_ change: Relocation, in workspace: Workspace) {
    response?.follow(change, in: workspace)
    request?.follow(change, in: workspace)
  }

  // MARK: The screen

  package func arrange(_ layout: inout Layout, beside neighbours: PaneNeighbours) {
    if case .response = neighbours { return }
    if response != nil { layout.pin(\.pinned, beside: \.response) }
    if request != nil { layout.pin(\.pinnedRequest, beside: \.request) }
  }

  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    if let area = context.layout?.pinned { response?.draw(in: area, of: &canvas, context.workspace) }
    if let area = context.layout?.pinnedRequest { request?.draw(in: area, of: &canvas, context.workspace) }
  }

  package mutating func handle(_ mouse: Mouse, in context: PaneContext) -> [PaneOutput]? {
    let isHeld = mouse.action == .drag || mouse.action == .release
    if let area = context.layout?.pinned, isHeld || area.contains(mouse.point), var pinned = response {
      defer { response = pinned }
      let own = pinned.context(in: context.workspace, area)
      guard let rows = mouse.wheelRows else { return pinned.pane.drag(mouse.inside(area), in: own) }
      if scrollsAlong { return [.tell(ScrollResponse(rows: rows))] }
      pinned.update(.scrolled(rows), in: own)
      return []
    }
    guard let area = context.layout?.pinnedRequest, area.contains(mouse.point), var pinned = request else { return nil }
    if let rows = mouse.wheelRows { pinned.update(.scrolled(rows), in: pinned.context(in: context.workspace, area)) }
    request = pinned
    return []
  }

  package mutating func clearMark() { response?.pane.clearMark() }
}

// MARK: The panes

private struct PinResponse: PaneMessage, Equatable {
  func apply(to pane: inout ResponsePane, in context: PaneContext) -> [PaneOutput] {
    guard let live = context.workspace.exchange else { return [] }
    return [.tell(Pins.Message.response(Pinned(pane, of: context.workspace.subject, live)))]
  }
}

private struct PinRequest: PaneMessage, Equatable {
  func apply(to pane: inout RequestPane, in context: PaneContext) -> [PaneOutput] {
    [.tell(Pins.Message.request(Pinned(pane, of: context.workspace.subject)))]
  }
}

private struct ScrollResponse: PaneMessage, Equatable {
  let rows: Int

  func apply(to pane: inout ResponsePane, in context: PaneContext) -> [PaneOutput] {
    pane.update(.scrolled(rows), in: context)
  }
}

extension ResponsePane {
  /// Shows its tab and its rows in the pinned response.
  func showInPinned(_ context: PaneContext) -> [PaneOutput] {
    guard context.pinnedTitle == nil, context.workspace.features[Pins.self].response != nil else { return [] }
    let window = tab.view.window
    return [.tell(Pins.Message.showResponse(tab: tabID, selected: window.selected, first: window.first))]
  }
}

extension RequestPane {
  /// Shows its tab, and the edits made since, in the pinned request.
  func showInPinned(_ context: PaneContext) -> [PaneOutput] {
    guard context.pinnedTitle == nil, context.workspace.features[Pins.self].request != nil else { return [] }
    return [.tell(Pins.Message.showRequest(shownTab(in: context)))]
  }
}
