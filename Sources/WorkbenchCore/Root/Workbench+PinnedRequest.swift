import RequestModel
import TerminalUI

/// A request that stays on the screen beside the next ones, to read.
package struct PinnedRequest: Equatable, Sendable {
  var pane: RequestPane
  var subject: Subject
}

// Two requests side by side.
extension Workbench {
  mutating func togglePinnedRequest() -> [Effect] {
    guard pinnedRequest == nil else {
      pinnedRequest = nil
      return route(.information("Unpinned"))
    }
    pinnedRequest = PinnedRequest(pane: requestPane, subject: workspace.subject)
    if layout.pinnedRequest == nil {
      let zoom = isZoomed ? "" : ": \(keys.name(of: "pane.zoom")) makes room"
      return route(.information("Pinned; this screen is too small for two requests\(zoom)"))
    }
    return route(.notice(Notice(.success, "Pinned: the next request appears beside it")))
  }

  func context(of pinned: PinnedRequest) -> PaneContext {
    let size = layout.pinnedRequest?.size ?? Size(columns: 0, rows: 0)
    var context = PaneContext(
      workspace: workspace, size: size, isShown: layout.pinnedRequest != nil, isFocused: false)
    context.workspace.subject = pinned.subject
    context.pinnedTitle = ""
    return context
  }

  /// Shows the tab of the other request, with the edits that were made since.
  mutating func followInPinnedRequest() {
    guard var pinned = pinnedRequest, layout.pinnedRequest != nil else { return }
    let (tab, context) = (requestPane.shownTab(in: self.context(.request)), context(of: pinned))
    if pinned.pane.tabs(in: context).contains(tab) { pinned.pane.select(tab, in: context) }
    _ = pinned.pane.update(.changed, in: context)
    pinnedRequest = pinned
  }

  mutating func scrollPinnedRequest(by rows: Int) -> [Effect] {
    guard var pinned = pinnedRequest else { return [] }
    _ = pinned.pane.update(.scrolled(rows), in: context(of: pinned))
    pinnedRequest = pinned
    return []
  }

  func drawPinnedRequest(into canvas: inout Canvas) {
    if let pinned = pinnedRequest { pinned.pane.draw(into: &canvas, in: context(of: pinned)) }
  }
}
