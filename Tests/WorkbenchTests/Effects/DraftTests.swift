import Foundation
import Glibc
import Testing

/// Unsaved edits survive whatever ends the program, and whatever became of their files.
@Suite(.serialized) struct DraftTests {
  private static let words = (1...30).map { "word\($0)" }.joined(separator: " ")

  private func waitForDraft(with text: String, in sandbox: Sandbox) async throws {
    _ = try await eventually("a draft with \(text)") {
      let files = (try? sandbox.homeFiles()) ?? [:]
      return files.contains {
        $0.key.hasPrefix("drafts/") && $0.key.hasSuffix(".json") && $0.value.range(of: Data(text.utf8)) != nil
      } ? true : nil
    }
  }

  private func killed(_ terminal: Terminal) async throws {
    kill(try await terminal.workbenchProcess(), SIGKILL)
    _ = try await eventually("its end") { terminal.sandbox.exists("ended") ? true : nil }
    try await terminal.run("rm ended; stty sane; clear")
  }

  /// Starts the program on `path` and makes one edit of the URL that is not saved.
  private func edit(_ path: String, adding text: String, in terminal: Terminal) async throws {
    try await terminal.run("clear; workbench --demo \(path); touch ended")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("e")
    try await terminal.type(text)
    try await terminal.press("Enter")
    try await terminal.wait(for: "1 unsaved")
    try await waitForDraft(with: "/anything/old" + text, in: terminal.sandbox)
  }

  @Test func aFieldThatIsOpenSurvivesAKill() async throws {
    let terminal = try await Terminal(.small())
    let file = terminal.sandbox.text("small/echo.json")
    try await terminal.run("workbench --demo small/echo.json; touch ended")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("e")
    try await terminal.type("/" + Self.words)
    try await waitForDraft(with: "old/" + Self.words, in: terminal.sandbox)
    try await killed(terminal)
    #expect(terminal.sandbox.text("small/echo.json") == file)
    try await terminal.run("workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/old/word1 word2", "1 unsaved", "unsaved edits from last time")
  }

  @Test func theBodyEditorSurvivesAKill() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("small/note.json", #"{ "method": "POST", "url": "{{base}}/post", "body": { "text": "note:" } }"#)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small/note.json; touch ended")
    try await terminal.wait(for: "/post")
    try await terminal.press("2", "]", "]")
    try await terminal.wait(for: "note:")
    try await terminal.press("G", "e")
    try await terminal.type(" " + Self.words)
    try await waitForDraft(with: "note: " + Self.words, in: sandbox)
    try await killed(terminal)
    try await terminal.run("workbench --demo small/note.json")
    try await terminal.wait(for: "1 unsaved")
    try await terminal.press("2", "]", "]")
    try await terminal.wait(for: "note: word1 word2")
  }

  @Test func editsOfADeletedRequestComeBackWithIt() async throws {
    let terminal = try await Terminal(.small())
    try await edit("small/echo.json", adding: "er", in: terminal)
    try await terminal.press("1", "d")
    // Whether a question comes first is no matter here.
    if try await terminal.wait("an answer", until: { $0.contains("Deleted ") || $0.contains("trash") })
      .contains("Deleted ") == false
    {
      try await terminal.press("d")
    }
    try await terminal.wait(for: "Deleted ")
    #expect(!terminal.sandbox.exists("small/echo.json"))
    try await terminal.press("u")
    try await terminal.wait(for: "/anything/older", "1 unsaved")
    #expect(terminal.sandbox.text("small/echo.json").contains("/anything/old\""))
  }

  @Test func editsWhoseFileIsGoneAreARowThatCanBeSaved() async throws {
    let terminal = try await Terminal(.small())
    try await edit("small/echo.json", adding: "er", in: terminal)
    try await killed(terminal)
    try FileManager.default.removeItem(atPath: terminal.sandbox.path("small/echo.json"))
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "echo", "1 unsaved", "unsaved edits from last time")
    try await terminal.press("1", "G")
    try await terminal.wait(for: "/anything/older", "file removed")
    try await terminal.press("C-s")
    _ = try await eventually("the file") { terminal.sandbox.exists("small/echo.json") ? true : nil }
    #expect(terminal.sandbox.text("small/echo.json").contains("/anything/older"))
    _ = try await eventually("no draft") {
      try terminal.sandbox.homeFiles().keys.contains { $0.hasPrefix("drafts/") && $0.hasSuffix(".json") } ? nil : true
    }
  }

  @Test func editsWhoseFileIsBrokenAreARowBesideIt() async throws {
    let terminal = try await Terminal(.small())
    try await edit("small/echo.json", adding: "er", in: terminal)
    try await killed(terminal)
    try terminal.sandbox.write("small/echo.json", "<<<<<<< HEAD\n")
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "!    echo", "echo draft", "1 unsaved")
    try await terminal.press("1", "G")
    try await terminal.wait(for: "/anything/older")
    try await terminal.press("C-s")
    _ = try await eventually("the file") { terminal.sandbox.exists("small/echo draft.json") ? true : nil }
    #expect(terminal.sandbox.text("small/echo.json") == "<<<<<<< HEAD\n")
  }

  @Test func editsFollowAFileThatWasRenamedMeanwhile() async throws {
    let terminal = try await Terminal(.small())
    try await edit("small/echo.json", adding: "er", in: terminal)
    try await killed(terminal)
    try FileManager.default.moveItem(
      atPath: terminal.sandbox.path("small/echo.json"), toPath: terminal.sandbox.path("small/renamed.json"))
    try await terminal.run("workbench --demo small/renamed.json")
    try await terminal.wait(for: "/anything/older", "1 unsaved")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Saved renamed.json")
  }

  @Test func editsOfTwoWorkbenchesAreBothThereAfterwards() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("small/echo.json", #"{"id": "r1", "method": "POST", "url": "{{base}}/anything/old"}"#)
    let (first, second) = (try await Terminal(sandbox), try await Terminal(sandbox))
    try await first.run("workbench --demo small/echo.json")
    try await second.run("workbench --demo small/echo.json")
    for (terminal, text) in [(first, "/one"), (second, "/two")] {
      try await terminal.wait(for: "/anything/old")
      try await terminal.press("e")
      try await terminal.type(text)
      try await terminal.press("Enter")
      try await terminal.wait(for: "/anything/old" + text, "1 unsaved")
      // The later draft is shown in the place of the request.
      try await waitForDraft(with: "/anything/old" + text, in: sandbox)
    }
    for terminal in [first, second] {
      try await terminal.press("q")
      try await terminal.wait(for: "Unsaved edits")
      try await terminal.press("q")
      try await terminal.waitForShell()
    }
    try await first.run("clear; workbench --demo small/echo.json")
    try await first.wait(for: "/anything/old/two", "2 unsaved", "echo draft")
    try await first.press("1", "G")
    try await first.wait(for: "/anything/old/one")
    // A draft saved beside its request is another request.
    try await first.press("C-s")
    let saved = try await eventually("the file") {
      sandbox.exists("small/echo draft.json") ? sandbox.text("small/echo draft.json") : nil
    }
    #expect(saved.contains("/anything/old/one") && saved.contains("\"id\"") && !saved.contains("\"r1\""), "\(saved)")
  }
}
