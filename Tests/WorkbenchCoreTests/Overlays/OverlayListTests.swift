import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Lists over the panes move by the same keys as the panes.
@Suite struct OverlayListTests {
  @Test func aListOfNothingHasARowThatSaysSo() {
    var app = Harness.shop()
    app.press(":")
    app.type("zzzz")
    app.expectOnScreen("│ No matches")
  }

  private func help(columns: Int = 80, rows: Int = 24) -> Harness {
    var app = Harness.shop(columns: columns, rows: rows)
    app.press("?")
    return app
  }

  private func first(_ app: Harness) -> Int? {
    (app.bench.overlays.last?.screen as? HelpScreen)?.first
  }

  @Test(arguments: [(80, 24), (160, 48), (40, 12)])
  func theHelpScreenGoesToItsEndsByEveryKey(columns: Int, rows: Int) {
    for (end, top) in [("G", "g"), ("<End>", "<Home>")] {
      var app = help(columns: columns, rows: rows)
      app.press(end)
      app.expectOnScreen("F5 Ctrl+S")
      app.press(top)
      #expect(first(app) == 0)
    }
  }

  @Test func theHelpScreenMovesByRowsPagesAndHalfPages() {
    var app = help()
    func selected() -> String? { (app.bench.overlays.last?.screen as? HelpScreen)?.selected?.name }
    for (key, name) in [
      ("j", "collections.edit"), ("<Down>", "collections.filter"), ("k", "collections.edit"),
      ("<Up>", "collections.activate"), ("k", "collections.activate"),
    ] {
      app.press(key)
      #expect(selected() == name, "\(key)")
    }
    for (down, up) in [("<PgDn>", "<PgUp>"), ("<C-f>", "<C-b>"), ("<C-d>", "<C-u>"), ("<Space>", "<PgUp>")] {
      app.press(down)
      #expect(selected() != "collections.activate", "\(down)")
      app.press(up)
      #expect(selected() == "collections.activate" && first(app) == 0, "\(up)")
    }
    app.receive(.input(.mouse(Mouse(.wheelDown, at: Point(column: 5, row: 5)))))
    #expect(first(app) == 3)
    app.receive(.input(.mouse(Mouse(.wheelUp, at: Point(column: 5, row: 5)))))
    #expect(first(app) == 0)
  }

  @Test func theHelpScreenFindsWhatIsTyped() {
    var app = help()
    app.press("G / undo <Space> delete")
    app.expectOnScreen("Undo the last rename, move, copy, new file")
    app.expectNotOnScreen("Wrap")
    app.press("<Enter> <Esc>")
    #expect(first(app) == 0)
    app.press("/ nothingofthekind")
    app.expectOnScreen("No matches")
    app.press("<Esc> <Esc>")
    #expect(app.bench.overlays.isEmpty)
  }

  @Test(arguments: [24, 12])
  func aListToChooseFromGoesToItsEnds(rows: Int) {
    var app = Harness.shop(rows: rows)
    app.press(": <End>")
    guard let picker = app.bench.overlays.last?.screen as? Picker else {
      return #expect(Bool(false), "There is no list")
    }
    #expect(picker.selected == picker.items.last)
    app.expectOnScreen(picker.items.last?.title ?? "?")
    app.receive(.input(.mouse(Mouse(.wheelUp, at: Point(column: 5, row: 5)))))
    app.press("<Home>")
    guard let picker = app.bench.overlays.last?.screen as? Picker else {
      return #expect(Bool(false), "There is no list")
    }
    #expect(picker.selected == picker.items.first)
    app.press("<PgDn>")
    guard let picker = app.bench.overlays.last?.screen as? Picker else {
      return #expect(Bool(false), "There is no list")
    }
    #expect(picker.window.selected == rows - 5)
  }
}
