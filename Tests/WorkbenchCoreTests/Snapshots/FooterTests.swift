import RequestModel
import TerminalUI
import TestSupport
import Testing

@testable import WorkbenchCore

/// Every key that a footer names changes something or says why not: in each pane, dialog and form with a stored screen.
/// Every dialog names the key that closes it.
@Suite struct FooterTests {
  private static let sizes = [
    Size(columns: 160, rows: 48), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12),
  ]

  /// Each run tries every dialog at one of the sizes and a third of its keys. CI tries all keys of dialogs at the smallest
  /// size and of panes and forms at the middle one, a soak all at each.
  @Test(arguments: Array(Screen.all.enumerated())) func everyKeyOfTheFooterDoesSomething(index: Int, screen: Screen) {
    var idle: [String] = []
    let turn = index + Int(Seeds.first % 9)
    let chosen = Self.sizes[turn % 3]
    // Panes and forms are made only at the size of their keys.
    let first = Seeds.isCI && !Seeds.isSoak ? Self.sizes[1] : chosen
    for size in [first] + Self.sizes.filter({ $0 != first }) {
      var app = screen.make(size)
      // A notice covers the footer, and the next key removes it.
      app.bench.notice = nil
      let isDialog = !app.bench.overlays.isEmpty
      guard isDialog || Seeds.isCI || Seeds.isSoak else { break }
      let hints = app.bench.shownHints(columns: size.columns)
      if isDialog, !hints.contains(where: { ["Esc", "⏎ Esc", "Ctrl+C"].contains($0.key) }) {
        idle.append("\(size.columns)×\(size.rows): no key closes the dialog")
      }
      let isWhole = Seeds.isSoak || Seeds.isCI && size == Self.sizes[isDialog ? 2 : 1]
      guard isWhole || isDialog && size == chosen else { continue }
      var frame: Frame?
      for (number, (_, names, label)) in hints.enumerated() where isWhole || (number + turn / 3) % 3 == 0 {
        for name in names.split(separator: " ") {
          let acts = Self.acts(String(name), in: app, showing: &frame)
          if !acts { idle.append("\(size.columns)×\(size.rows): \(name) \(label)") }
        }
      }
      if !isDialog, !Seeds.isSoak { break }
    }
    #expect(idle == [], "\(screen.name)")
  }

  /// The list that completes a field leaves the footer with its keys free.
  @Test(arguments: sizes) func completionCoversNoFooter(size: Size) {
    var app = Harness.shop(columns: size.columns, rows: size.rows)
    app.show(keys: "2 ] a acc <Down>") { $0.headers = [] }
    #expect(app.bench.requestPane.completion != nil)
    app.expectOnScreen("Esc close list")
  }

  @Test func theFooterLeavesOutWhatCannotRun() {
    func footer(_ app: Harness) -> String { String(app.screen.split(separator: "\n").last ?? "") }
    var app = Harness.shop(columns: 160, rows: 24)
    app.press("3")
    #expect(!footer(app).contains("tab"))
    app.sendAndAnswer { .answered($0, status: 204, reason: "No Content", body: "", headers: []) }
    app.press("3 g b")
    #expect(footer(app).hasPrefix(" ] tab") && !footer(app).contains("filter") && !footer(app).contains("fold"))
    app.press("<C-g>")
    app.receive(.git(.noStatus(nil)))
    app.bench.notice = nil
    #expect(footer(app).hasPrefix(" Esc back  : commands  ? help"))
    #expect(!footer(app).contains("send") && !footer(app).contains("commit"))
    app.receive(.git(.status(.shop)))
    app.press("<Enter>")
    #expect(!footer(app).contains("F5"))
  }

  @Test func theFooterNamesWhatEscapeCloses() {
    func footer(_ app: Harness) -> String { String(app.screen.split(separator: "\n").last ?? "") }
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("/ list <Enter>")
    #expect(footer(app).hasPrefix(" Esc show all  ⏎ send"))
    app.press("<Esc>")
    #expect(footer(app).hasPrefix(" ⏎ send"))
    app.sendAndAnswer { .answered($0, body: #"["a","ab"]"#) }
    app.press("3 / a <Enter>")
    #expect(footer(app).hasPrefix(" Esc end search  n next match  ] tab"))
    app.press("<Esc> $ [0] <Enter>")
    #expect(footer(app).hasPrefix(" Esc show all  ] tab"))
    app.press("<Esc> s")
    #expect(footer(app).hasPrefix(" Esc end selection"))
    app.press("<Esc> z")
    #expect(app.bench.footerHints.contains { $0 == ("z", "unzoom") })
    app.press("z")
    #expect(!app.bench.footerHints.contains { $0.0 == "Esc" || $0.1 == "unzoom" })
    app.press("H / x <Enter>")
    #expect(footer(app).hasPrefix(" Esc show all") && !footer(app).contains("Esc back"))
  }

  @Test func aRequestThatRunsIsNotNamedAsOneToSend() {
    var app = Harness.shop(columns: 160, rows: 48)
    app.press("<F5>")
    for pane in ["1", "2", "3"] {
      app.press(pane)
      #expect(!app.bench.footerHints.contains { $0.1 == "send" }, "\(pane)")
    }
  }

  @Test func aNarrowFooterKeepsHelpAndTheWayBack() {
    var app = Harness.shop(columns: 40, rows: 12)
    app.press("<C-g>")
    app.receive(.git(.status(.shop)))
    app.bench.notice = nil
    let hints = app.bench.shownHints(columns: 40).map { "\($0.key) \($0.label)" }
    #expect(hints.contains("Esc back") && hints.contains("? help"))
    // A shorter hint has room where a longer one has none.
    #expect(hints.contains("c commit") && !hints.contains("Space stage"))
  }

  @Test func escapeLeavesTheFormOfAnEnvironment() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("<F9>")
    app.receive(
      .workspace(.opened("shop/environments/local.json", .success(.sample(.environment, ["variables": []])))))
    app.press("e")
    #expect(app.bench.focusedPane == .request)
    app.expectOnScreen(" Esc back  ⏎ edit  a add")
    app.expectNotOnScreen("F5 send")
    app.press("a name <Tab> value <Enter>")
    app.expectOnScreen("Ctrl+S save")
    app.press("<Esc>")
    #expect(app.bench.focusedPane == .sidebar)
    app.press("<Esc>")
    #expect(app.bench.leftPane == .collections)
  }

  /// Whether a key has an effect, opens or closes a dialog, or changes what is on the screen.
  ///
  /// - Parameter frame: The screen before the key, drawn once it is needed.
  private static func acts(_ name: String, in app: Harness, showing frame: inout Frame?) -> Bool {
    // A range of letters, or a number that was typed.
    if name == "a–z" || name.allSatisfy(\.isNumber) { return true }
    guard let key = name == "Ctrl+Space" ? .control(" ") : Key(name: name) else { return false }
    var next = app
    next.receive(.input(.key(key)))
    // A request is sent once its file has been read.
    let waits = next.bench.workspace.sendsWhenRead != app.bench.workspace.sendsWhenRead
    if waits || !next.effects.isEmpty || next.bench.overlays.count != app.bench.overlays.count { return true }
    let before = frame ?? app.bench.render()
    frame = before
    return next.bench.render() != before
  }
}
