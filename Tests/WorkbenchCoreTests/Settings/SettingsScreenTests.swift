import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The settings while the program runs, and their screen.
@Suite struct SettingsScreenTests {
  private func settings(_ text: String) -> ProgramEvent { .settings(Settings(Array(text.utf8))) }

  private static let good = #"{ "theme": "high-contrast", "keys": { "request.send": ["F5", "g s"] } }"#

  @Test func aSyntaxErrorLeavesTheLastGoodSettings() {
    var app = ProgramHarness.loaded()
    app.receive(settings(Self.good))
    let good = app.program.shown
    app.receive(settings("{\n  \"theme\": \"dark\",\n  \"keys\" {}\n}"))
    let shown = app.program.shown
    #expect(shown.theme == good.theme && shown.keys == good.keys)
    #expect(shown.notice?.text == "settings.json:3:10 — expected a \":\" after a key — the last good settings stay")
    #expect(shown.settings.findings.map(\.position.line) == [3])
    app.receive(settings("{"))
    #expect(app.program.shown.theme == good.theme)
    app.receive(settings("{}"))
    #expect(app.program.shown.theme == ThemeChoice() && app.program.shown.settings.findings.isEmpty)
  }

  @Test func atTheStartTheSettingsBeforeTheErrorApply() {
    var app = ProgramHarness()
    _ = app.program.apply(Settings(Array("{ \"theme\": \"high-contrast\",\n \"pager\" }".utf8)))
    #expect(app.program.shown.settings["theme"] == "high-contrast")
    #expect(app.program.shown.notice?.text.hasSuffix("the settings before it apply") == true)
    #expect(app.program.shown.notice?.text.hasPrefix("settings.json:2:") == true)
    _ = app.program.apply(Settings(Array("{ \"theme\": \"dark\",\n \"pager\" }".utf8)))
    #expect(app.program.shown.settings["theme"] == "dark", "there were no good ones")
  }

  // MARK: The list

  private func list(_ app: Harness) -> Picker? {
    app.bench.overlays.last?.screen as? Picker
  }

  @Test func theListIsThereAgainAfterAChoiceAndAfterEscape() {
    var app = Harness.shop()
    app.press(", motion")
    let selected = list(app)?.selected
    #expect(selected?.title == "Motion")
    for keys in ["<Enter> <Esc>", "<Enter> reduced <Enter>"] {
      app.press(keys)
      #expect(app.bench.overlays.count == 1 && list(app)?.selected?.title == "Motion")
    }
    #expect(app.effects == [.program(.set(["motion"], .string("reduced")))])
    app.press("<Esc>")
    #expect(app.bench.overlays.isEmpty)
  }

  @Test(arguments: [("theme", "choose"), ("motion", "choose"), ("themes", "open in $EDITOR"), ("pager", "edit")])
  func theFooterSaysWhatEnterDoes(setting: String, label: String) {
    var app = Harness.shop()
    app.press(",")
    app.type(setting)
    #expect(list(app)?.selected?.title.lowercased() == setting)
    app.expectOnScreen(" ⏎ \(label)  Esc close")
  }

  @Test func theListShowsTheNewValueOnTheSameRow() {
    var app = Harness.shop()
    app.press(", <Down> <Down> <Down> <Down>")
    let title = list(app)?.selected?.title
    #expect(title == "Motion" && list(app)?.selected?.detail == "full")
    app.bench.apply(Settings(Array(#"{ "motion": "reduced", "them": 1 }"#.utf8)))
    #expect(list(app)?.selected?.title == title && list(app)?.selected?.detail == "reduced")
  }

  @Test(arguments: [(160, 48), (80, 24), (40, 12)]) func theDescriptionIsShownWhole(columns: Int, rows: Int) throws {
    var app = Harness.shop(columns: columns, rows: rows)
    app.press(",")
    for path in Settings.paths {
      let help = try #require(Settings.field(at: path)?.help)
      let shown = app.screen.split(whereSeparator: { $0.isWhitespace || $0 == "│" }).joined(separator: " ")
      #expect(shown.contains(help), "\(path) at \(columns)×\(rows)")
      app.press("<Down>")
    }
  }
}
