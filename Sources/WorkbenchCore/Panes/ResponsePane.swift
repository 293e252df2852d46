import BodyDocument
import RequestModel
package import TerminalUI

/// The tabs of the response pane.
package enum ResponseTab: Int, CaseIterable, Sendable {
  case body, headers, cookies, timeline, sent

  package var title: String {
    switch self {
    case .body: "Body"
    case .headers: "Headers"
    case .cookies: "Cookies"
    case .timeline: "Timeline"
    case .sent: "Sent"
    }
  }
}

/// What came back: body, headers, cookies, timeline, and what was really sent.
package struct ResponsePane: Equatable, Sendable {
  package var tab = ResponseTab.body
  /// Each tab keeps its own place.
  package var windows: [ResponseTab: ListWindow] = [:]
  /// Columns that are scrolled away on the left.
  package var skippedColumns = 0
  /// Lines of the first row that are scrolled away, where rows are wrapped.
  package var skippedLines = 0
  package var isWrapped = false
  package var showsNumbers = false
  package var search: PaneSearch?
  package var filter: PaneFilter?
  /// The row at which a selection of several rows was begun.
  package var anchor: Int?
  /// How deep the body is open, where that was asked for.
  package var foldLevel: Int?
  /// Where the body was before a filter left something else of it.
  package var windowBeforeFilter: ListWindow?
  /// The byte that the selected row was chosen for, while another view shows all around it in one row.
  package var viewPlace: Int?
  /// Whether the secrets of a body are written with it, as was chosen last.
  package var savesSecrets: Bool?
  /// Whether the end of a body that grows stays on the screen.
  package var followsEnd = false

  package init() {}

  package var window: ListWindow {
    get { windows[tab] ?? ListWindow() }
    set { windows[tab] = newValue }
  }

  package var selectedRows: ClosedRange<Int> {
    let anchor = anchor ?? window.selected
    return min(anchor, window.selected)...max(anchor, window.selected)
  }

  package var isEditing: Bool { search?.isOpen ?? false || filter?.isOpen ?? false }

  /// Another exchange is shown: every tab starts at its top, and nothing is looked for.
  package mutating func reset() {
    windows = [:]
    (skippedColumns, skippedLines) = (0, 0)
    (search, filter, anchor, foldLevel) = (nil, nil, nil, nil)
    (windowBeforeFilter, viewPlace, followsEnd) = (nil, nil, false)
  }

  /// The body shows other rows than before.
  package mutating func rewind() {
    windows[.body] = ListWindow()
    (skippedColumns, skippedLines, anchor, foldLevel) = (0, 0, nil, nil)
  }

  package mutating func select(_ tab: ResponseTab) {
    self.tab = tab
    (skippedColumns, skippedLines) = (0, 0)
    (search, anchor) = (nil, nil)
    filter?.isOpen = false
  }

  package func rowCount(_ workspace: Workspace) -> Int { ResponseRows(workspace, tab: tab).count }

  package mutating func scrollSideways(by columns: Int) { skippedColumns = max(0, skippedColumns + columns) }
}
