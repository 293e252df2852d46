import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

struct ThemePreviewTests {
  private func opened() -> ProgramHarness {
    var app = ProgramHarness.loaded()
    app.receive(.settings(Settings(Array(#"{ "theme": "dark" }"#.utf8))))
    app.press(":")
    for letter in "theme" { app.press(String(letter)) }
    app.press("<Enter>")
    return app
  }

  private func used(_ app: ProgramHarness) -> [ThemeColours?] {
    app.effects.compactMap { if case .use(_, let theme) = $0 { .some(theme.colours) } else { nil } }
  }

  private func colours(_ name: String) -> ThemeColours? { ThemeColours.all.first { $0.name == name }?.colours }

  @Test func theThemeFollowsTheSelection() {
    var app = opened()
    let names = ["auto"] + ThemeColours.all.map(\.name)
    let index = names.firstIndex(of: "dark") ?? 0
    app.press("<Down>")
    #expect(used(app) == [colours(names[index + 1])])
    app.press("<Up>")
    #expect(used(app) == [colours("dark")])
  }

  @Test(arguments: ["<Esc>", "<C-c>"]) func leavingTheListRestoresTheTheme(key: String) {
    var app = opened()
    app.press("<Down> \(key)")
    #expect(used(app).last == .some(colours("dark")))
    #expect(!app.effects.contains { if case .set = $0 { true } else { false } })
  }

  @Test func choosingSetsTheTheme() {
    var app = opened()
    app.press("<Down> <Enter>")
    #expect(app.effects.contains { if case .set(["theme"], _) = $0 { true } else { false } })
  }
}
