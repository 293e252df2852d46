import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// How large the body of the response is.
struct SizeTab: ResponseTab {
  static let id = "size"
  static let title = "Size"

  var view = RowsView()
  private var built = Derived<Int?, ResponseRows>(.fixed([]))

  var rows: ResponseRows { built.value }

  static func placeholder(for live: LiveExchange) -> String { "No response received" }

  mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    let size = live?.response?.bodySize
    built.update(for: size) { .fixed(size.map { [[Span("Body  ", .key), Span(Formatting.bytes($0))]] } ?? []) }
    return []
  }
}

struct AddingATabTests {
  @Test func theTabShowsTheSizeOfTheBody() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0, body: "12345") }
    var tab = SizeTab()
    #expect(tab.show(app.bench.workspace.exchange, in: app.bench.context(.response)).isEmpty)
    #expect(tab.rows.row(0, columns: 0..<80).map(\.text).joined() == "Body  5 B")
  }
}
