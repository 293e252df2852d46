import Foundation
import Testing

struct TutorialTests {
  @Test func everyRequestOfTheTutorialIsAnswered() async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.run("tutorial", "lessons")
    #expect(result.status == 0, "\(result.error)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 12, "\(result.text)")
    #expect(lines.filter { $0.hasPrefix("200 ") }.count == 10, "\(result.text)")
    #expect(lines.filter { $0.hasPrefix("101 ") }.count == 1, "\(result.text)")
    #expect(lines.filter { $0.hasPrefix("418 ") }.count == 1, "\(result.text)")
    let check = try await sandbox.run("check", "lessons")
    #expect(check.status == 0, "\(check.text)\(check.error)")
  }

  @Test(arguments: [["--plain", "tutorial"], ["tutorial", "--plain"]])
  func optionsOfTheScreenMayBeBeforeTheSubcommand(arguments: [String]) async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.run(arguments[0], arguments[1], "lessons")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.split(separator: "\n").count == 12)
  }

  @Test func anOptionThatASubcommandDoesNotHaveIsReported() async throws {
    let result = try await Sandbox().run("--plain", "check")
    #expect(result.status == 2)
    #expect(result.error.contains("--plain"), "\(result.error)")
  }

  @Test func aTutorialThatIsThereStaysAsItIs() async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.run("tutorial", "lessons")
    try sandbox.write("lessons/hello.json", #"{ "url": "{{base}}/uuid" }"#)
    let result = try await sandbox.run("tutorial", "lessons")
    #expect(result.status == 0, "\(result.error)")
    #expect(sandbox.text("lessons/hello.json") == #"{ "url": "{{base}}/uuid" }"#)
  }

  @Test func aFolderOfOtherFilesIsRefused() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("own/file.txt", "mine")
    let result = try await sandbox.run("tutorial", "own")
    #expect(result.status == 2)
    #expect(result.error == "own is not empty — name a new folder for the tutorial\n")
  }

  @Test func anEmptyStartLeadsToTheTutorialAndItsFirstResponse() async throws {
    let terminal = try await Terminal(try Sandbox())
    try await terminal.run("mkdir collections; workbench")
    try await terminal.wait(for: "New request", ": tutorial opens", "Esc done")
    try await terminal.press("Escape")
    try await terminal.wait("a closed URL") { !$0.contains("Esc done") }
    try await terminal.type(":tutorial")
    try await terminal.press("Enter")
    try await terminal.wait(for: "1 Send a request", "12 Compare")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "teal")
  }

  @Test func aPlainScreenHasNoLinesAndTheCursorOnTheSelectedRow() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --plain --demo small")
    let screen = try await terminal.wait(for: "Collections", "GET  get")
    #expect(!screen.contains { "╭─│▾⏎".contains($0) })
    _ = try await eventually("the cursor on the selected row", insteadOf: { try await terminal.screen() }) {
      let row = try await Int(terminal.fact("#{cursor_y}")) ?? 0
      let lines = try await terminal.screen().split(separator: "\n", omittingEmptySubsequences: false)
      return lines[row].contains("GET  get") ? true : nil
    }
    #expect(try await terminal.fact("#{cursor_flag}") == "1")
  }
}
