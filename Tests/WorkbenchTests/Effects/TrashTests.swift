import Foundation
import Glibc
import Testing

/// Files that are deleted, overwritten and kept in the user's home.
@Suite(.serialized) struct TrashTests {
  @Test func whatWasDeletedComesBackAfterARestart() async throws {
    let terminal = try await Terminal(.small())
    let file = terminal.sandbox.text("small/echo.json")
    try await terminal.run("workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("d")
    try await terminal.wait(for: "Delete echo?", "Moves it to the trash; u restores it.")
    try await terminal.press("d")
    try await terminal.wait(for: "Deleted echo.json")
    #expect(!terminal.sandbox.exists("small/echo.json"))
    try await terminal.press("q")
    try await terminal.wait(for: "ready>")
    try await terminal.run("clear; workbench --demo small")
    try await terminal.wait(for: "GET  chain")
    try await terminal.press("u")
    _ = try await eventually("the file's return") { terminal.sandbox.exists("small/echo.json") ? true : nil }
    #expect(terminal.sandbox.text("small/echo.json") == file)
    try await terminal.wait(for: "/anything/old")
  }

  @Test func whatComesBackBesideAnotherOfItsNameSaysSo() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("d")
    try await terminal.wait(for: "Delete echo?")
    try await terminal.press("d")
    try await terminal.wait(for: "Deleted echo.json")
    try terminal.sandbox.write("small/echo.json", #"{"url": "http://another.example"}"#)
    try await terminal.wait(for: "echo.json changed on disk")
    try await terminal.press("u")
    try await terminal.wait(for: "Restored as echo 2.json: its old name is taken")
  }

  @Test func aRenameWhoseSecretsCannotBeMovedBackIsUndoneOnceTheyCan() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/list.json", #"{"url": "http://127.0.0.1:1/list"}"#)
    try sandbox.write("shop/environments/dev.json", #"{"variables": [{"name": "token", "secret": true}]}"#)
    let set = try await sandbox.run("secret", "set", "shop", "token", "--env", "dev", input: Data("correct horse".utf8))
    #expect(set.status == 0, "\(set.error)")
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench open shop")
    try await terminal.wait(for: "127.0.0.1:1/list")
    try await terminal.press("F9")
    try await terminal.wait(for: "Workspace globals")
    try await terminal.press("Down", "r")
    try await terminal.wait(for: "Rename environment dev")
    try await terminal.press("C-u")
    try await terminal.type("prod")
    try await terminal.press("Enter")
    try await terminal.wait("the rename") { $0.contains("prod") && !$0.contains("Rename environment") }
    let file = sandbox.home + "/secrets.json"
    #expect(chmod(file, 0o644) == 0)
    try await terminal.press("u")
    _ = try await eventually("the name") { sandbox.exists("shop/environments/dev.json") ? true : nil }
    // The store is read for other things, too, whose notice may come last: the list of messages has all.
    try await terminal.wait("a message") {
      $0.contains("has its name again, but not its") || $0.contains("is readable by other users")
    }
    try await terminal.press("!")
    try await terminal.wait(
      for: "environments/dev.json has its name again, but not its", "secrets, which environments/prod.json has:")
    try await terminal.press("Enter")
    try await terminal.wait("the list to close") { !$0.contains("has its name again, but not its") }
    #expect(chmod(file, 0o600) == 0)
    try await terminal.press("u")
    try await terminal.wait(for: "environments/dev.json has its secrets again")
    #expect(try await sandbox.run("secret", "list", "shop").text == "token\tdev\tsecrets file\tset\n")
    try await terminal.press("U")
    _ = try await eventually("the rename again") { sandbox.exists("shop/environments/prod.json") ? true : nil }
  }

  @Test func aRenameAndACopyAreUndone() async throws {
    let terminal = try await Terminal(.small())
    let names = ["small/echo.json", "small/collection.json"]
    let files = names.map { terminal.sandbox.text($0) }
    try await terminal.run("workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("r")
    try await terminal.wait(for: "Rename echo")
    try await terminal.type("other")
    try await terminal.press("Enter")
    try await terminal.wait("the rename") { $0.contains("POST other") && !$0.contains("Rename echo") }
    try await terminal.press("D")
    try await terminal.wait(for: "other 2")
    try await terminal.press("u")
    try await terminal.wait(for: "Deleted other 2.json", "U restores it")
    try await terminal.press("u")
    try await terminal.wait(for: "Renamed back to echo.json")
    try await terminal.press("U")
    // The notice that the file was removed from disk may follow.
    _ = try await eventually("the rename") { terminal.sandbox.exists("small/other.json") ? true : nil }
    try await terminal.wait(for: "POST other")
    try await terminal.press("U")
    try await terminal.wait(for: "Restored other 2.json")
    #expect(terminal.sandbox.exists("small/other.json") && !terminal.sandbox.exists("small/echo.json"))
    try await terminal.press("u")
    try await terminal.wait(for: "Deleted other 2.json")
    try await terminal.press("u")
    try await terminal.wait(for: "Renamed back to echo.json")
    #expect(names.map { terminal.sandbox.text($0) } == files)
    #expect(!terminal.sandbox.exists("small/other.json"))
  }

  @Test func aReadOnlyFileIsOverwrittenOnlyAfterAQuestion() async throws {
    let terminal = try await Terminal(.small())
    let file = terminal.sandbox.text("small/echo.json")
    #expect(chmod(terminal.sandbox.path("small/echo.json"), 0o444) == 0)
    try await terminal.run("workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("e")
    try await terminal.type("er")
    try await terminal.press("Enter", "C-s")
    try await terminal.wait(for: "File is read-only — overwrite?")
    #expect(terminal.sandbox.text("small/echo.json") == file)
    try await terminal.press("o")
    try await terminal.wait(for: "Saved")
    #expect(terminal.sandbox.text("small/echo.json") == file.replacingOccurrences(of: "/old", with: "/older"))
  }

  @Test func withoutAHomeThatCanBeWrittenItWorksAndSaysSo() async throws {
    let sandbox = try Sandbox.small()
    let result = try await sandbox.run(
      "send", "small/get.json", "--demo", environment: ["WORKBENCH_HOME": "/proc/none"])
    #expect(result.status == 0)
    #expect(result.text.contains("\"colour\": \"teal\"") && result.error.contains("Not kept in history: "))
  }

  @Test func linksThatLeadEverywhereHoldNothingUp() async throws {
    let sandbox = try Sandbox.small()
    for number in 0..<16 {
      for name in ["a", "b"] {
        try sandbox.write("small/d\(number)/r.json", #"{"url": "x"}"#)
        symlink("../d\((number + 1) % 16)", sandbox.path("small/d\(number)/\(name)"))
      }
    }
    symlink("/", sandbox.path("small/everything"))
    let check = try await sandbox.run("check", "small")
    #expect(check.error.isEmpty || check.status == 3)
    #expect(check.text == "everything — everything is a link to a folder above it\n")
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small; echo status $?")
    try await terminal.wait(for: "everything", "d15")
    try await terminal.press("q")
    try await terminal.wait(for: "status 0")
  }

  @Test func aReadingOfEverythingCanBeInterrupted() async throws {
    let terminal = try await Terminal(Sandbox())
    try await terminal.run("workbench check /; echo status $?")
    try await terminal.wait(for: "Reading: ")
    try await terminal.press("C-c")
    try await terminal.wait(for: "status 5")
  }
}
