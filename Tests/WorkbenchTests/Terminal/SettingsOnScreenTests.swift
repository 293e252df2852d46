import Foundation
import Testing

/// Settings in the running program.
@Suite(.serialized) struct SettingsOnScreenTests {
  @Test func aThemeIsChosenAndAKeyIsChangedWhileTheProgramRuns() async throws {
    let terminal = try await Terminal(.small())
    let sandbox = terminal.sandbox
    try await terminal.run("workbench --demo small/get.json")
    try await terminal.wait(for: "colour=teal")
    try await terminal.press(":")
    try await terminal.type("theme")
    try await terminal.press("Enter")
    try await terminal.wait(for: "high-contrast")
    try await terminal.type("high-contrast")
    try await terminal.press("Enter")
    _ = try await eventually("the theme in the file") {
      sandbox.text("home/settings.json").contains(#""theme": "high-contrast"#) ? true : nil
    }
    // Another program writes a key, with a comment and a mistake.
    try sandbox.write(
      "home/settings.json",
      """
      // mine
      { "theme": "high-contrast", "keys": { "request.send": "g s", "request.fly": "F9" } }
      """)
    try await terminal.wait(for: #"unknown command "request.fly""#)
    try await terminal.press("g", "s")
    try await terminal.wait(for: "200 OK")
    // Where the file was read twice, its message comes again, in the place of the count.
    _ = try await eventually("the count of the history") {
      try await terminal.press("Escape")
      return try await terminal.screen().contains("history 1") ? true : nil
    }
    #expect(sandbox.text("home/settings.json").hasPrefix("// mine\n"))
  }

  @Test func aSettingIsRefusedWithThePlaceOfTheMistakeWhileTheFileIsBroken() async throws {
    let sandbox = try Sandbox.small()
    let broken = "{\n  \"theme\": \"dark\"\n  \"pager\": \"less\"\n}\n"
    try sandbox.write("home/settings.json", broken)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small/get.json")
    try await terminal.wait(for: "colour=teal")
    try await terminal.press(":")
    try await terminal.type("vim keys")
    try await terminal.press("Enter")
    try await terminal.wait(for: "editor.vim is not changed: settings.json:3:3")
    try await terminal.press("!")
    try await terminal.wait(for: "Correct", "Esc closes")
    #expect(!(try await terminal.screen()).contains("1970"))
    #expect(sandbox.text("home/settings.json") == broken)
  }
}
