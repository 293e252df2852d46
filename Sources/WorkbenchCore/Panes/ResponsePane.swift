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
  package var search: TextEditor?
  package var isSearching = false

  package init() {}

  package var window: ListWindow {
    get { windows[tab] ?? ListWindow() }
    set { windows[tab] = newValue }
  }

  /// Another exchange is shown: every tab starts at its top.
  package mutating func reset() {
    windows = [:]
    skippedColumns = 0
  }

  package mutating func select(_ tab: ResponseTab) {
    self.tab = tab
    skippedColumns = 0
  }

  package func rowCount(_ library: Library) -> Int { ResponseRows(library, tab: tab).count }

  package mutating func move(by step: Int, _ library: Library, height: Int) {
    window.move(by: step, of: rowCount(library), height: height)
  }

  package mutating func select(row: Int, _ library: Library, height: Int) {
    window.select(row, of: rowCount(library), height: height)
  }

  package mutating func scroll(by step: Int, _ library: Library, height: Int) {
    window.scroll(by: step, of: rowCount(library), height: height)
  }

  package mutating func scrollSideways(by columns: Int) { skippedColumns = max(0, skippedColumns + columns) }

}
