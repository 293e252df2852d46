import Foundation
import RequestModel
import TerminalUI
import TestSupport
import Testing

@testable import WorkbenchCore

@Suite struct KeySequenceTests {
  @Test func gAndALetterShowATab() {
    var app = Harness.shop()
    app.press("2 g h")
    #expect(app.bench.requestPane.shownTab(in: app.bench.context(.request)) == .headers)
    app.press("g b")
    #expect(app.bench.requestPane.shownTab(in: app.bench.context(.request)) == .body)
  }

  @Test func theKeysThatMayFollowAreShown() {
    var app = Harness.shop(columns: 80, rows: 24)
    app.press("2 g")
    app.expectOnScreen("g …")
    app.expectOnScreen("g Top")
    app.expectOnScreen("h Headers tab")
    app.expectNotOnScreen("Overview tab")
    app.press("<Esc>")
    app.expectNotOnScreen("Headers tab")
  }

  @Test func keysWithoutRoomAreCounted() {
    var app = Harness.shop(columns: 40, rows: 12)
    app.press("2 g")
    let shown = app.screen.split(separator: "\n").last { $0.contains("g …") } ?? ""
    #expect(shown.contains(" more: ↓"))
    app = Harness.shop(columns: 160, rows: 48)
    app.press("2 g")
    app.expectOnScreen("Esc cancels")
  }

  @Test func theKeysWithoutRoomAreScrolledTo() {
    var app = Harness.shop(columns: 40, rows: 12)
    app.press("2 g")
    let usable = app.bench.keys.continuations(of: KeySequence(.character("g")), in: .request)
      .filter { $0.command.obstacle(in: app.bench) == nil }
    let entries = usable.map { "\($0.keys) \($0.command.title)" }
    var seen: Set<String> = []
    for _ in entries {
      let rows = app.screen.split(separator: "\n")
      seen.formUnion(rows.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "│ ")) })
      app.press("<Down>")
    }
    #expect(entries.count > 8 && entries.filter { !seen.contains($0) } == [])
    app.expectOnScreen("Esc cancels")
    app.press("<PgUp> <PgUp> <PgUp> <PgUp>")
    app.expectOnScreen(" more: ↓")
    app.press("h")
    #expect(app.bench.requestPane.shownTab(in: app.bench.context(.request)) == .headers)
    #expect(app.bench.pending == PendingKeys())
  }

  @Test func anUnknownSequenceIsToldAndRunsNothing() {
    var app = Harness.shop()
    app.press("2 g !")
    app.expectOnScreen("g ! is not a command here")
    #expect(app.bench.pending == PendingKeys())
  }

  @Test func aKeyOfAnotherPaneNamesItsCommandAndThePane() {
    var app = Harness.shop()
    func said(_ keys: String) -> Notice? {
      app.press(keys)
      return app.bench.notice
    }
    #expect(said("1 y") == Notice(.information, "y is Copy value in the response (3)"))
    #expect(said("2 g y") == Notice(.information, "g y is Copy value, key or path in the response (3)"))
    #expect(
      said("3 r") == Notice(.information, "r is Rename in collections (1)")
        && app.effects == [] && app.bench.overlays.isEmpty)
    // Of the hidden panes, only one has the key.
    let read = Command.all.filter { $0.keys.contains(KeySequence(.character("c"))) }
    #expect(read.map(\.name) == ["changes.commit"])
    #expect(said("2 c") == Notice(.information, "c is \(read[0].title) in changes (\(Self.opener))"))
    #expect(said("2 ~") == nil)
  }

  private static let opener = KeyMap.standard.name(of: "git.toggle")

  @Test func aViewOfAResponseChangesOnlyOnceThereIsOne() {
    for key in ["W", "#", "]", "[", "g h"] {
      var app = Harness.shop()
      app.press("3 " + key)
      #expect(app.bench.notice == Notice(.information, "No response yet: F5 sends the request"))
    }
  }

  @Test func aNumberMultipliesTheRows() {
    var app = Harness.shop()
    let first = app.bench.selectedNode?.address
    app.press("G g g")
    let top = app.bench.selectedNode?.address
    app.press("<A-2> j")
    let third = app.bench.selectedNode?.address
    app.press("g g j j")
    #expect(app.bench.selectedNode?.address == third && third != top)
    app.press("<A-2> k")
    #expect(app.bench.selectedNode?.address == top, "began at \(String(describing: first))")
  }

  @Test func aNumberIsTheRowToGoTo() {
    var app = Harness.shop()
    app.press("g g j")
    let second = app.bench.selectedNode?.address
    app.press("G <A-2> G")
    #expect(app.bench.selectedNode?.address == second)
  }

  @Test func digitsWithoutACommandBeginANumber() {
    var app = Harness.shop()
    app.press("4 0")
    #expect(app.bench.pending.count == 40)
    app.press("<BS>")
    #expect(app.bench.pending.count == 4)
    app.press("<Esc>")
    #expect(app.bench.pending == PendingKeys())
    app.press("2")
    #expect(app.bench.focusedPane == .request)
  }

  /// `1`, `2` and `3` focus panes at once; the key after them tells that a number was meant.
  @Test(arguments: [("1 0", 10), ("2 0", 20), ("3 0", 30), ("1 0 5", 105)])
  func aZeroMakesADigitThatFocusedAPaneANumber(keys: String, count: Int) {
    var app = Harness.shop()
    for pane in ["1", "2", "3"] {
      app.press(pane + " <Tab> <S-Tab>")
      let focus = app.bench.focusedPane
      app.press(keys)
      #expect(app.bench.pending.count == count && app.bench.focusedPane == focus)
      app.press("<Esc>")
    }
  }

  @Test func tenRowsAreTenRows() {
    var app = Harness.shop()
    app.press("1 g g")
    let top = app.bench.selectedNode?.address
    app.press("1 0 j")
    let tenth = app.bench.selectedNode?.address
    app.press("g g j j j j j j j j j j")
    #expect(app.bench.selectedNode?.address == tenth && tenth != top)
    #expect(app.bench.focusedPane == .sidebar)
  }

  @Test func digitsOfPanesFocusThemOneAfterTheOther() {
    var app = Harness.shop()
    app.press("1 2")
    var pending = PendingKeys()
    pending.focusing = FocusingDigit(value: 2, former: .sidebar)
    #expect(app.bench.focusedPane == .request && app.bench.pending == pending)
    app.press("3 5")
    #expect(app.bench.focusedPane == .response && app.bench.pending.count == 5)
  }

  @Test func noNumberBeginsWithZero() {
    var app = Harness.shop()
    app.press("4 <Esc> 0 <A-0>")
    #expect(app.bench.pending == PendingKeys())
    #expect(app.bench.workspace.unsaved.isEmpty)
  }

  /// Digits are numbers and panes: typed by mistake, they must not become text.
  @Test func noCommandThatOpensAFieldHasADigit() {
    let commands = Command.all.filter { $0.opensField && $0.keys.contains { $0.keys.contains { $0.digit != nil } } }
    #expect(commands.map(\.name) == [])
  }

  @Test func theURLIsEditedFromAnyPane() {
    for keys in ["1 g u", "2 g u", "3 g u", "3 <A-u>"] {
      var app = Harness.shop()
      app.press(keys + " <Path> x <Enter>")
      #expect(app.bench.workspace.request?.url == "{{base}}/ordersx")
    }
  }

  @Test func whatTakesNoNumberSaysSo() {
    var app = Harness.shop()
    app.press("5 <F5>")
    app.expectOnScreen("Send request takes no number")
    #expect(app.sentID == nil)
  }

  @Test func settingsMayNameSequences() {
    var settings = Settings(Array(#"{ "keys": { "request.send": ["g s", "g"], "pane.first": [] } }"#.utf8))
    let keys = KeyMap(&settings)
    #expect(settings.findings.map(\.description) == ["1:13 — g excludes g s, the key of request.send"])
    #expect(keys.name(of: "request.send") == "g s")
    #expect(keys.name(of: "pane.first") == "\":Focus sidebar\"")
    #expect(keys.text("{request.send} sends") == "g s sends")
  }

  /// Texts name commands; a command that was renamed would show its name instead of a key.
  @Test func everyCommandThatATextNamesExists() {
    let named = ProjectFiles.swift(in: "Sources/WorkbenchCore").flatMap { text in
      text.matches(of: /name\(of: "([a-z]+\.[a-zA-Z]+)"\)|\{([a-z]+\.[a-zA-Z]+)\}/).map {
        String($0.1 ?? $0.2 ?? "")
      }
    }
    #expect(named.count > 20)
    #expect(Set(named).filter { Command.named($0) == nil } == [])
  }
}
