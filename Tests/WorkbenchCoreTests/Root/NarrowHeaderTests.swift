import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The rows above the panes leave out parts on narrow screens.
@Suite struct NarrowHeaderTests {
  private func rows(_ app: Harness) -> [String] {
    app.screen.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingSuffix(" ") }
  }

  @Test func theKeyThatSendsStaysBesideTheURLAndTheHeaderHasTheEnvironment() {
    let rows = rows(Harness.shop(columns: 40, rows: 12))
    #expect(rows[0].hasSuffix("env local"), "\(rows[0])")
    #expect(rows[1].hasSuffix("F5 sends") && !rows[1].contains("env"), "\(rows[1])")
  }

  @Test func aWideRowHasBoth() {
    let rows = rows(Harness.shop(columns: 80, rows: 24))
    #expect(rows.contains { $0.hasSuffix("env local  F5 sends") }, "\(rows)")
  }

  @Test func factsOfTheResponseAreLeftOutBeforeItsStatus() {
    var app = Harness.shop(columns: 40, rows: 12)
    app.sendAndAnswer { .answered($0) }
    #expect(rows(app)[0].hasSuffix("  200 OK · 143 ms"), "\(rows(app)[0])")
    app.receive(.resized(Size(columns: 28, rows: 12)))
    #expect(rows(app)[0].hasSuffix("  200 OK"), "\(rows(app)[0])")
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ end: Character) -> String {
    var text = self
    while text.last == end { text.removeLast() }
    return String(text)
  }
}
