import Foundation
import Glibc
import Testing

/// Changes of files by other programs are shown without a key.
@Suite(.serialized) struct WatchTests {
  private static func request(_ path: String) -> String { "{ \"url\": \"{{base}}/anything/\(path)\" }\n" }

  /// A workbench that shows `small/one.json`.
  private func open() async throws -> Terminal {
    let sandbox = try Sandbox.small()
    try sandbox.write("small/one.json", Self.request("old"))
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small/one.json")
    // Until all files are loaded, a change is no news.
    try await terminal.wait(for: "/anything/old", "env demo", "slow", "history 0")
    return terminal
  }

  /// How editors save.
  enum Editor: CaseIterable {
    case writesInPlace, putsANewFileInItsPlace, movesTheOldOneAway

    func save(_ text: String, to path: String) throws {
      switch self {
      case .writesInPlace: try Data(text.utf8).write(to: URL(filePath: path))
      case .putsANewFileInItsPlace:
        try Data(text.utf8).write(to: URL(filePath: path + ".tmp"))
        rename(path + ".tmp", path)
      case .movesTheOldOneAway:
        rename(path, path + "~")
        try Data(text.utf8).write(to: URL(filePath: path))
        unlink(path + "~")
      }
    }
  }

  @Test(arguments: Editor.allCases) func aFileThatAnEditorSavesIsShownAndSentAsItIs(editor: Editor) async throws {
    let terminal = try await open()
    // Changes before the files are watched are read, but not reported.
    try editor.save(Self.request("new"), to: terminal.sandbox.path("small/one.json"))
    try await terminal.wait(for: "/anything/new ")
    try editor.save(Self.request("newer"), to: terminal.sandbox.path("small/one.json"))
    try await terminal.wait(for: "/anything/newer ", "one.json changed on disk")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "/anything/newer\"")
  }

  @Test func aFolderWithALongerNameInBytesThanInCharactersIsWatchedToo() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("grün/jörg/one.json", #"{"url": "http://old.example"}"#)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench grün/jörg/one.json")
    try await terminal.wait(for: "http://old.example", "history 0")
    for host in ["new", "newer"] {
      try sandbox.write("grün/jörg/one.json", #"{"url": "http://\#(host).example"}"#)
      try await terminal.wait(for: "http://\(host).example")
    }
  }

  @Test func newFilesFoldersAndEnvironmentsAppear() async throws {
    let terminal = try await open()
    try terminal.sandbox.write("small/deep/er/two.json", Self.request("two"))
    try await terminal.wait(for: "deep", "two.json changed on disk")
    // The new folder is watched as well.
    try terminal.sandbox.write("small/deep/er/three.json", Self.request("three"))
    try await terminal.wait(for: "three.json changed on disk")
    try terminal.sandbox.write("small/environments/other.json", #"{ "variables": [] }"#)
    try await terminal.wait(for: "environments/other.json changed on disk")
    try await terminal.press("v")
    try await terminal.wait(for: "other", "No environment")
  }

  @Test func aChosenEnvironmentThatIsRemovedIsReplacedByNoOther() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("small/one.json", Self.request("old"))
    let environment = #"{ "variables": [{ "name": "base", "value": "{{demo}}" }] }"#
    try sandbox.write("small/environments/other.json", environment)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small/one.json")
    try await terminal.wait(for: "/anything/old", "env demo", "slow", "history 0")
    try await terminal.press("v")
    try await terminal.wait(for: "No environment")
    try await terminal.type("other")
    try await terminal.press("Enter")
    try await terminal.wait(for: "env other")
    unlink(sandbox.path("small/environments/other.json"))
    try await terminal.wait(for: "env other (gone)", "environments/other.json was removed from disk")
    try await terminal.press("F5")
    try await terminal.wait(for: "Environment other is gone: v chooses another or none", "Not sent yet")
    try sandbox.write("small/environments/other.json", environment)
    try await terminal.wait("the environment back") { $0.contains("env other") && !$0.contains("(gone)") }
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "history 1")
  }

  @Test func aVariableThatAResponseSetsInAFileIsNoChangeOfAnotherProgram() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write(
      "small/one.json",
      #"""
      { "url": "{{base}}/anything/old", "captures": [
        { "name": "way", "query": "jsonpath", "expression": "$.method", "scope": "environment" },
        { "name": "code", "query": "status" }] }
      """#)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small/one.json")
    try await terminal.wait(for: "/anything/old", "env demo", "slow", "history 0")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "history 1")
    try await terminal.press("F3")
    try await terminal.wait(for: "way ", "code ", "session")
    try await terminal.press("Escape")
    // A key takes a notice away.
    try await terminal.wait("the variables closed") { !$0.contains("session") }
    // The watch tells changes in their order.
    try sandbox.write("small/environments/other.json", #"{ "variables": [] }"#)
    try await terminal.wait(for: "environments/other.json changed on disk")
    try await terminal.press("!")
    let messages = try await terminal.wait(for: "Messages", "other.json changed on disk")
    #expect(!messages.contains("demo.json") && !messages.contains("files changed"), "\(messages)")
  }

  @Test func commitsStagesAndBranchesOfAnotherProgramAreShown() async throws {
    let sandbox = try Sandbox.small()
    let git = "git -c user.name=a -c user.email=a@b"
    try sandbox.write("small/one.json", Self.request("old"))
    let setup = "cd small && git init -q -b trunk && git add -A && \(git) commit -qm one"
    #expect(try await sandbox.shell(setup).status == 0)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench small/one.json")
    try await terminal.wait(for: "/anything/old", "trunk")
    #expect(try await sandbox.shell("cd small && git checkout -qb side").status == 0)
    try await terminal.wait(for: "side")
    try sandbox.write("small/one.json", Self.request("new"))
    try await terminal.press("C-g")
    try await terminal.wait(for: "│ M one.json")
    #expect(try await sandbox.shell("cd small && git add one.json").status == 0)
    try await terminal.wait(for: "│M  one.json")
    #expect(try await sandbox.shell("cd small && \(git) commit -qm two").status == 0)
    try await terminal.wait(for: "Nothing has changed")
  }

  @Test func aRepositoryThatNamesAProgramIsAskedAboutOnce() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("small/one.json", Self.request("old"))
    let trap = "touch \(sandbox.path("sprung")); cat"
    let setup = """
      cd small && git init -q -b trunk && git add -A && git -c user.name=a -c user.email=a@b commit -qm one &&
      echo '*.json filter=x' > .git/info/attributes && git config filter.x.clean '\(trap)'
      """
    #expect(try await sandbox.shell(setup).status == 0)
    try sandbox.write("small/one.json", Self.request("new"))
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench small/one.json")
    try await terminal.wait(for: "/anything/new", "no git")
    try await terminal.press("C-g")
    try await terminal.wait(for: "filter.x.clean:", trap)
    try await terminal.press("A")
    try await terminal.wait(for: "│ M one.json")
    #expect(!sandbox.exists("sprung"))
    try await terminal.press("Space")
    try await terminal.wait(for: "│M  one.json")
    #expect(sandbox.exists("sprung"))
    // Another program is another question.
    #expect(try await sandbox.shell("cd small && git config core.fsmonitor ./other").status == 0)
    try await terminal.wait(for: "2 settings or files need")
    #expect(sandbox.text("home/consents.json").contains("filter.x.clean"))
  }

  @Test func anEnvironmentsFolderThatIsNewIsFound() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write("c/one.json", Self.request("old"))
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo c/one.json")
    try await terminal.wait(for: "/anything/old", "env none")
    try sandbox.write("c/environments/fresh.json", #"{ "variables": [{ "name": "base", "value": "{{demo}}" }] }"#)
    try await terminal.wait(for: "env fresh")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK")
  }

  @Test func aBranchThatIsCheckedOutIsOneNoticeAndKeepsTheEdits() async throws {
    let terminal = try await open()
    let sandbox = terminal.sandbox
    let git = "git -c user.name=a -c user.email=a@b"
    let prepared = try await sandbox.shell(
      """
      cd small && git init -q && git add -A && \(git) commit -qm one && git checkout -qb other &&
      mkdir more && for n in 1 2 3 4 5 6 7 8; do echo "{\"url\": \"http://x/$n\"}" >more/$n.json; done && sed -i s/old/theirs/ one.json &&
      git add -A && \(git) commit -qm two && git checkout -q -
      """)
    #expect(prepared.status == 0, "\(prepared.error)")
    try await terminal.wait("the files of the first branch") { !$0.contains("more") && $0.contains("/anything/old") }
    try await terminal.press("e")
    try await terminal.type("/mine")
    #expect(try await sandbox.shell("cd small && git checkout -q other").status == 0)
    try await terminal.wait(for: "more", "changed on disk since you opened it")
    try await terminal.press("Enter")
    try await terminal.wait(for: "/anything/old/mine", "1 unsaved")
    try await terminal.press("C-s")
    try await terminal.wait(for: "not overwritten")
    #expect(sandbox.text("small/one.json") == Self.request("theirs"))
  }

  @Test func savesOfItsOwnAreNoNews() async throws {
    let terminal = try await open()
    try await terminal.press("e")
    try await terminal.type("er")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Saved one.json", "/anything/older")
    // A report of this file would have arrived together with that of the other one.
    try terminal.sandbox.write("small/two.json", Self.request("two"))
    try await terminal.wait(for: "two.json changed on disk")
  }

  @Test func aFileThatIsRemovedIsNotSentAndNoOtherTakesItsPlace() async throws {
    let terminal = try await open()
    try FileManager.default.removeItem(atPath: terminal.sandbox.path("small/one.json"))
    try await terminal.wait(for: "file removed", "one.json was removed from disk")
    try await terminal.press("F5")
    try await terminal.wait(for: "one.json was removed from disk: Ctrl+S")
    try terminal.sandbox.write("small/one.json", Self.request("back"))
    try await terminal.wait(for: "/anything/back")
  }

  @Test func editsFollowAFileThatIsRenamed() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --demo small/echo.json")
    try await terminal.wait(for: "/anything/old")
    try await terminal.press("e")
    try await terminal.type("er")
    try FileManager.default.moveItem(
      atPath: terminal.sandbox.path("small/echo.json"), toPath: terminal.sandbox.path("small/moved.json"))
    try await terminal.wait(for: "╭ moved ─")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Saved moved.json")
    #expect(terminal.sandbox.text("small/moved.json").contains("/anything/older"))
    #expect(!terminal.sandbox.exists("small/echo.json"))
  }

  /// As if the watch were not fast enough, or missing.
  @Test func whatIsSentIsReadFromTheFile() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("elsewhere.json", Self.request("old"))
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.path("small/link.json"), withDestinationPath: sandbox.path("elsewhere.json"))
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small")
    try await terminal.wait(for: "link")
    try await terminal.press("1", "G")
    try await terminal.wait(for: "/anything/old", "env demo")
    // No folder of the collection changes.
    try sandbox.write("elsewhere.json", Self.request("new"))
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "/anything/new\"")
    #expect(try await !terminal.screen().contains("/anything/old"))
  }

  private static let canLimitWatches =
    FileManager.default.fileExists(atPath: "/proc/sys/user/max_inotify_watches") && geteuid() == 0

  @Test(.enabled(if: canLimitWatches, "needs root and a limit of inotify watches"))
  func watchesThatAreUsedUpAreToldAndTheFileIsReadBeforeASend() async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("small/one.json", Self.request("old"))
    let terminal = try await Terminal(sandbox)
    try await terminal.run(
      "unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_inotify_watches; exec workbench --demo small/one.json'")
    try await terminal.wait(for: "/anything/old", "Too many folders to watch: R shows what other programs change")
    try sandbox.write("small/one.json", Self.request("new"))
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "/anything/new\"")
  }
}
