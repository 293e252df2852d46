import Foundation
import RequestModel
import TestSupport
import Testing

@Suite struct SettingsTests {
  private func settings(_ text: String) -> Settings { Settings(Array(text.utf8)) }

  @Test func commentsAndLastCommasAreAllowed() {
    let settings = settings(
      """
      // for the laptop
      {
        "theme": "dark", /* and not "light" */
        "editor": { "vim": true, },
      }
      """)
    #expect(settings.findings.isEmpty)
    #expect(settings["theme"] == "dark" && settings["editor", "vim"] == true)
  }

  @Test(arguments: ["docs/settings.md", "docs/guide/settings.md", "docs/guide/accessibility.md"])
  func everySettingThatAPageNamesInJSONExists(page: String) throws {
    let text = try String(contentsOf: ProjectFiles.root.appending(path: page), encoding: .utf8)
    let named = text.matches(of: /`("[A-Za-z]+": [^`]+)`/).map { String($0.output.1) }
    #expect(!named.isEmpty)
    for setting in named { #expect(settings("{\(setting)}").findings.map(\.description) == [], "\(setting)") }
  }

  @Test func missingSettingsHaveTheirDefaults() {
    #expect(settings("{}")["theme"] == "auto" && settings("{}")["editor", "vim"] == false)
    #expect(Settings()["pager"] == nil)
  }

  @Test func whatIsWrongIsNamedWithItsLineAndTheRestApplies() {
    let settings = settings(
      """
      {
        "theme": 7,
        "pager": "less -R",
        "editor": {
          "vim": "yes",
          "command": "nvim"
        },
        "colors": "16",
        "history": { "days": -1 },
        "secrets": { "place": "vault", "command": "pass" }
      }
      """)
    #expect(
      settings.findings.map(\.description) == [
        #"2:3 — "theme" is a number, not a string"#,
        #"5:5 — "vim" is a string, not true or false"#,
        #"8:3 — unknown setting "colors": did you mean "colours"?"#,
        #"9:16 — "days" is -1, not a whole number from 1"#,
        #"10:16 — "place" is "vault", not one of "secret-service", "file""#,
        #"10:34 — "command" is not the words of a command: ["pass", "show", "{name}"]"#,
      ])
    #expect(settings["pager"] == "less -R" && settings["editor", "command"] == "nvim" && settings["theme"] == "auto")
  }

  @Test(arguments: ["\"huge\"", "true", "0", "-5", "1.5"]) func aSizeThatIsNoneIsNamed(size: String) {
    let settings = settings(#"{"history": {"days": 9, "size": \#(size)}}"#)
    #expect(
      settings.findings.map(\.description) == [#"1:25 — "size" is not a size: bytes, or text such as "2G""#])
    #expect(settings["history", "size"] == nil && settings["history", "days"] == 9)
  }

  @Test(arguments: [
    "{ \"theme\": \"dark\", // mine, not yours\n \"editor\": { \"vim\": true },\n \"pager\" \"less\" }",
    "{ \"theme\": \"dark\", \"editor\": { \"vim\": true },\n \"keys\": { \"request.send\": [\"F5\", }, \"pager\": \"less\" }",
    "{ \"theme\": \"dark\", \"editor\": { \"vim\": true }\n \"pager\": \"less\" }",
    "{ \"theme\": \"dark\", \"editor\": { \"vim\": true }, \"pager\": \"less",
    "{ \"theme\": \"dark\", \"editor\": { \"vim\": true }",
    "{ \"theme\": \"dark\", \"editor\": { \"vim\": true },\n<<<<<<< mine\n \"pager\": \"less\" }",
  ]) func whatIsBeforeASyntaxErrorApplies(text: String) {
    let settings = settings(text)
    #expect(settings["theme"] == "dark" && settings["editor", "vim"] == true && settings["pager"] == nil)
    #expect(settings.findings == [settings.syntaxError].compactMap(\.self))
  }

  @Test func aFileThatIsNoJSONIsReportedOnce() {
    let settings = settings("{\n  \"theme\" \"dark\"\n}")
    #expect(settings.findings.map(\.description) == [#"2:11 — expected a ":" after a key"#])
    #expect(settings.document == JSONObject())
  }

  @Test func anEmptyTextIsTheDefault() throws {
    #expect(try Settings.value(of: "", at: ["theme"]) == nil)
    #expect(try Settings.value(of: "on", at: ["editor", "vim"]) == true)
    #expect(throws: FieldProblem.self) { try Settings.value(of: "many", at: ["history", "days"]) }
  }
}
