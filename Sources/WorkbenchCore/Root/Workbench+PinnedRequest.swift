import RequestModel
import TerminalUI

/// A request that stays on the screen beside the next ones, to read.
package struct PinnedRequest: Equatable, Sendable {
  var pane: RequestPane
  var subject: Subject

  func context(in workspace: Workspace, _ area: Rect?) -> PaneContext {
    var context = PaneContext(
      workspace: workspace, size: area?.size ?? Size(columns: 0, rows: 0), isShown: area != nil, isFocused: false)
    context.workspace.subject = subject
    context.pinnedTitle = ""
    return context
  }

  mutating func scroll(by rows: Int, in workspace: Workspace, _ area: Rect?) {
    _ = pane.update(.scrolled(rows), in: context(in: workspace, area))
  }
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

  /// Shows the tab of the other request, with the edits made since.
  mutating func followInPinnedRequest() {
    guard var pinned = pinnedRequest, layout.pinnedRequest != nil else { return }
    let tab = requestPane.shownTab(in: self.context(.request))
    let context = pinned.context(in: workspace, layout.pinnedRequest)
    if pinned.pane.tabs(in: context).contains(tab) { pinned.pane.select(tab, in: context) }
    _ = pinned.pane.update(.changed, in: context)
    pinnedRequest = pinned
  }
}
