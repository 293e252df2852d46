import RequestModel
import TerminalUI

/// A response that stays on the screen beside the next ones.
package struct PinnedResponse: Equatable, Sendable {
  var pane: ResponsePane
  var subject: Subject
  package let live: LiveExchange
  /// The title of a response whose request has no row.
  private let fallbackTitle: String
  /// Whether it follows the selected row of the other response.
  package var scrollsAlong = true

  init(pane: ResponsePane, subject: Subject, live: LiveExchange) {
    (self.pane, self.subject, self.live) = (pane, subject, live)
    fallbackTitle =
      if case .request(let address) = subject {
        address.isScratch ? "New request" : address.stem
      } else {
        live.origin?.title ?? "history"
      }
  }

  private func title(in workspace: Workspace) -> String {
    guard case .request(let address) = subject else { return fallbackTitle }
    return workspace.node(address)?.title ?? fallbackTitle
  }

  func context(in workspace: Workspace, _ area: Rect?) -> PaneContext {
    var context = PaneContext(
      workspace: workspace, size: area?.size ?? Size(columns: 0, rows: 0), isShown: area != nil, isFocused: false)
    context.workspace.subject = subject
    context.workspace.items[subject].live = live
    context.pinnedTitle = title(in: workspace)
    return context
  }
}

// Two responses side by side.
extension Workbench {
  var whyNotPinned: String? {
    if scope == .request { return pinnedRequest == nil && workspace.file == nil ? "Select a request first" : nil }
    if pinned != nil { return nil }
    return workspace.exchange?.exchange == nil ? workspace.noResponse : nil
  }

  /// Pins the focused request or response, or unpins it.
  mutating func togglePin() -> [Effect] { scope == .request ? togglePinnedRequest() : togglePinnedResponse() }

  private mutating func togglePinnedResponse() -> [Effect] {
    guard pinned == nil, let live = workspace.exchange else {
      pinned = nil
      return route(.information("Unpinned"))
    }
    pinned = PinnedResponse(pane: responsePane, subject: workspace.subject, live: live)
    if layout.pinned == nil, layout.response != nil {
      return route(.information("Pinned; this screen is too small for two responses"))
    }
    return route(.notice(Notice(.success, "Pinned: the next response appears beside it")))
  }

  private var notPinned: String { "No response is pinned: {response.pin} pins the one shown" }

  var whyNotPaired: String? { pinned == nil ? notPinned : nil }

  mutating func toggleScrollingAlong() -> [Effect] {
    pinned?.scrollsAlong.toggle()
    let isTogether = pinned?.scrollsAlong == true
    return route(.information(isTogether ? "Both responses scroll together" : "Each response scrolls on its own"))
  }

  var whyNotComparedWithPinned: String? {
    guard let pinned else { return notPinned }
    guard let shown = workspace.exchange?.exchange else { return workspace.noResponse }
    return shown.id == pinned.live.id ? "This is the pinned response" : nil
  }

  mutating func compareWithPinned() -> [Effect] {
    guard let pinned, let shown = workspace.exchange else { return [] }
    return [.history(.compare(shown.id, pinned.live.id))]
  }

  // MARK: The pane

  /// Shows the tab of the other response, and its row.
  mutating func followInPinned() {
    guard var pinned, layout.pinned != nil else { return }
    let context = pinned.context(in: workspace, layout.pinned)
    pinned.pane.select(responsePane.tabID, in: context)
    _ = pinned.pane.update(.changed, in: context)
    if pinned.scrollsAlong {
      pinned.pane.tab.select(row: responsePane.tab.view.window.selected, in: context)
      let first = responsePane.tab.view.window.first
      if first < pinned.pane.tab.rows.count { pinned.pane.tab.view.window.show(first: first) }
    }
    self.pinned = pinned
  }

  /// Updates the pinned items after a move.
  mutating func followPinned(_ change: Relocation) {
    if var pinned {
      _ = pinned.pane.update(.moved(change), in: pinned.context(in: workspace, layout.pinned))
      pinned.subject = change(pinned.subject) ?? pinned.subject
      self.pinned = pinned
    }
    guard var pinned = pinnedRequest else { return }
    _ = pinned.pane.update(.moved(change), in: pinned.context(in: workspace, layout.pinnedRequest))
    pinned.subject = change(pinned.subject) ?? pinned.subject
    pinnedRequest = pinned
  }

  mutating func scrollPinned(by rows: Int) -> [Effect] {
    guard var pinned else { return [] }
    if pinned.scrollsAlong { return update(.response, .scrolled(rows)) }
    _ = pinned.pane.update(.scrolled(rows), in: pinned.context(in: workspace, layout.pinned))
    self.pinned = pinned
    return []
  }
}
