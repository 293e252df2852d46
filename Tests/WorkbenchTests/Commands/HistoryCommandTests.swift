import Foundation
import RequestModel
import TestSupport
import Testing

/// Exchanges that `send` keeps in history, and the commands for them.
struct HistoryCommandTests {
  private static let nowhere = "http://127.0.0.1:1"

  private func list(_ sandbox: Sandbox, _ query: String = "") async throws -> [String] {
    let words = query.isEmpty ? [] : [query]
    let list = try await sandbox.run(["history", "list", "--limit", "100000"] + words)
    return list.text.split(separator: "\n").map(String.init)
  }

  private func id(_ line: String) -> String { String(line.prefix { $0 != "\t" }) }

  // MARK: Comparing

  @Test func exchangesAreComparedWithTheirHeads() async throws {
    let server = try RawServer { connection in
      let head = try connection.readHead()
      try connection.respond(
        headers: ["Content-Type: application/json", head.contains("page=2") ? "X-Page: 2" : "X-Page: 1"],
        body: head.contains("page=2") ? #"{"page":2,"last":true}"# : #"{"page":1,"last":true}"#)
    }
    let sandbox = try Sandbox()
    for page in [1, 2, 2] { _ = try await sandbox.run("send", "\(server.url)/orders?page=\(page)") }
    let ids = try await list(sandbox).map(id)
    try #require(ids.count == 3)
    let same = try await sandbox.run("diff", ids[0], ids[1])
    #expect(same.status == 0, "\(same.text)")
    let other = try await sandbox.run("diff", ids[2], ids[0])
    #expect(other.status == 1)
    for line in [
      "Request", "  ~ URL: \(server.url)/orders?page=1 → \(server.url)/orders?page=2", "Response headers",
      "  ~ X-Page: 1 → 2", "Response body", "  ~ Body › page: 1 → 2",
    ] {
      #expect(other.text.split(separator: "\n").contains(Substring(line)), "\(line) in \(other.text)")
    }
    let json = try JSONText(try await sandbox.run("diff", "--json", ids[2], ids[0]).text).value.object
    #expect(json?["same"] == false)
    #expect(json?["old"]?.string?.hasPrefix(ids[2]) == true)
    let fields = json?["fields"]?.array?.compactMap(\.object) ?? []
    #expect(
      fields.contains([
        "section": "Response body", "field": "Body › page", "change": "changed", "path": "Body", "old": "1", "new": "2",
      ]))
    let missing = try await sandbox.run("diff", ids[0], "ffffffff")
    #expect(missing.status == 2)
    #expect(
      missing.error
        == "There is no file \"ffffffff\", and no exchange has this id — workbench history list shows them\n")
    try sandbox.write("there", "{}")
    for (pair, other) in [(["there", "ffffffff"], "ffffffff"), ([ids[0], "there"], ids[0])] {
      let file = try await sandbox.run(["diff"] + pair)
      #expect(file.status == 2)
      #expect(
        file.error
          == "\"there\" is not an exchange ID, and there is no file \"\(other)\" to compare it with — check the path\n")
    }
  }

  // MARK: The option

  @Test(arguments: ["request", "folder", "collection"], ["on", "no-bodies", "off"])
  func anOptionSaysWhatIsKept(level: String, extent: String) async throws {
    let server = try RawServer { connection in
      _ = try connection.readHead()
      try connection.respond(body: "the body")
    }
    let sandbox = try Sandbox()
    let option = #""options": { "history": "\#(extent)" }"#
    try sandbox.write("api/collection.json", "{ \(level == "collection" ? option : "") }")
    try sandbox.write("api/inner/folder.json", "{ \(level == "folder" ? option : "") }")
    try sandbox.write(
      "api/inner/get.json", "{ \"url\": \"\(server.url)/\"\(level == "request" ? ", " + option : "") }")
    let sent = try await sandbox.run("send", "api/inner/get.json")
    #expect(sent.status == 0 && sent.text == "the body", "\(sent.error)")
    let lines = try await list(sandbox)
    #expect(lines.count == (extent == "off" ? 0 : 1))
    guard let line = lines.first else { return }
    let shown = try await sandbox.run("history", "show", id(line), "--print", "body")
    #expect(shown.text == (extent == "on" ? "the body" : ""))
  }

  // MARK: Copies

  @Test func theDatabaseAloneIsTheHistoryAfterTheLastProgram() async throws {
    let (sandbox, other) = (try Sandbox(), try Sandbox())
    async let one = sandbox.run("send", "\(Self.nowhere)/one")
    async let two = sandbox.run("send", "\(Self.nowhere)/two")
    for sent in try await [one, two] { #expect(!sent.error.contains("Not kept"), "\(sent.error)") }
    #expect(!sandbox.exists("home/history.sqlite-wal"))
    try other.write("home/history.sqlite", try Data(contentsOf: URL(filePath: sandbox.home + "/history.sqlite")))
    #expect(try await list(other).count == 2)
  }

  @Test func aBackupIsRestoredByCopyingIt() async throws {
    let (sandbox, other) = (try Sandbox(), try Sandbox())
    let none = try await sandbox.run("history", "backup", sandbox.path("copy"))
    #expect(none.status == 2 && none.error == "There is no history at \(sandbox.home)/history.sqlite\n")
    _ = try await sandbox.run("send", "\(Self.nowhere)/one")
    let first = try await sandbox.run("history", "backup", sandbox.path("copy"))
    #expect(first.status == 0)
    #expect(first.error.hasPrefix("Backed up to \(sandbox.path("copy")): 1 exchange, "), "\(first.error)")
    let second = try await sandbox.run("history", "backup", sandbox.path("copy"))
    #expect(second.status == 0 && second.error.hasSuffix("It replaced an earlier file\n"), "\(second.error)")
    try other.write("home/history.sqlite", try Data(contentsOf: URL(filePath: sandbox.path("copy"))))
    #expect(try await list(other).count == 1)
    try sandbox.write("mine", "text")
    let refused = try await sandbox.run("history", "backup", sandbox.path("mine"))
    #expect(refused.status == 2)
    #expect(
      refused.error == "Cannot back up history to \(sandbox.path("mine")): it exists and is not a backup — pass "
        + "--replace, or another name\n")
    #expect(sandbox.text("mine") == "text")
  }

  // MARK: Faults

  @Test(arguments: ["api/a.json", "api"]) func aDamagedHistoryIsSetAsideAndReported(path: String) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("api/collection.json", "{}")
    try sandbox.write("api/a.json", "{ \"url\": \"\(Self.nowhere)/x\" }")
    try sandbox.write("home/history.sqlite", String(repeating: "no database ", count: 1_000))
    let sent = try await sandbox.run("send", path)
    #expect(sent.status == 4)
    #expect(sent.error.contains("History was damaged and is now \(sandbox.home)/history.sqlite.damaged-"))
    #expect(sent.error.contains("a new one was started — workbench history check --repair"))
    #expect(try await list(sandbox).count == 1)
    let again = try await sandbox.run("send", path)
    #expect(!again.error.contains("damaged"))
  }

  private static let fullDisk = "{ cat /dev/zero >home/fill 2>/dev/null || true; }"

  /// Runs a command with a copy of the home on a disk of its own.
  ///
  /// - Parameter change: A line of shell after which the disk cannot be written.
  private func run(_ command: String, in sandbox: Sandbox, after change: String) async throws -> Program.Finished {
    let mount = "mount -t tmpfs -o size=4m none home && cp -a copy/. home"
    return try await sandbox.shell(
      "rm -rf copy && cp -a home copy && unshare -Urm sh -c '\(mount) && \(change) && exec workbench \(command)'")
  }

  @Test(
    .enabled(if: geteuid() == 0, "needs to mount a disk"),
    arguments: [(fullDisk, "is full — free some space"), ("mount -o remount,ro home", "is mounted read-only")])
  func aHistoryOnADiskThatCannotBeWrittenIsRead(change: String, reason: String) async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.run("send", "\(Self.nowhere)/one")
    let rows = try await list(sandbox)
    let id = self.id(try #require(rows.first))
    for command in ["list", "search one", "show \(id)", "stats --json", "limits", "check"] {
      let expected = try await sandbox.run(["history"] + command.split(separator: " ").map(String.init))
      let found = try await run("history \(command)", in: sandbox, after: change)
      #expect(expected.status == 0 && found.status == 0)
      #expect((found.text, found.error) == (expected.text, expected.error), "\(command)")
    }
    let copied = try await run("history backup backup", in: sandbox, after: change)
    #expect(copied.status == 0 && copied.error.hasPrefix("Backed up to backup: 1 exchange, "), "\(copied.error)")
    for command in ["tag slow \(id)", "delete \(id)", "prune --keep 0"] {
      let refused = try await run("history \(command)", in: sandbox, after: change)
      #expect(refused.status == 3 && refused.text == "", "\(command)")
      #expect(
        refused.error == "Cannot write history: the disk of \(sandbox.home)/history.sqlite \(reason)\n", "\(command)")
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs to mount a disk"))
  func aDamagedHistoryIsNamedEvenIfNoNewOneCanBeStarted() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("home/history.sqlite", String(repeating: "no database ", count: 1_000))
    let sent = try await run("send \(Self.nowhere)/x", in: sandbox, after: Self.fullDisk)
    #expect(sent.status == 4)
    let path = sandbox.home + "/history.sqlite"
    #expect(
      sent.error.contains(
        "Not kept in history: Cannot write history: the disk of \(path) is full — free some space\nHistory was damaged "
          + "and is now \(path).damaged-"), "\(sent.error)")
    #expect(sent.error.contains("; a new one could not be started — workbench history check --repair"), "\(sent.error)")
  }

  @Test func programsThatStartTogetherWithADamagedHistoryLoseNothing() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("home/history.sqlite", String(repeating: "no database ", count: 1_000))
    let errors = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<4 { group.addTask { try await sandbox.run("send", "\(Self.nowhere)/\(number)").error } }
      return try await group.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(errors.count { $0.contains("History was damaged") } == 1, "\(errors)")
    #expect(!errors.contains { $0.contains("Not kept") }, "\(errors)")
    #expect(try await list(sandbox).count == 4)
  }

  @Test(arguments: [[], ["--repair"]] as [[String]])
  func aFileThatIsNoHistoryIsRefusedAndLeftUnchanged(options: [String]) async throws {
    let sandbox = try Sandbox()
    let texts = ["notes.txt": "CREATE TABLE exchange (notes)", "empty": "", "foreign.sqlite": "SQLite format 3\0tag"]
    for (name, text) in texts {
      try sandbox.write(name, text)
      let path = sandbox.path(name)
      let checked = try await sandbox.run(["history", "check", path] + options)
      #expect(checked.error == "\(path) is not a history — it was left unchanged\n")
      #expect(checked.status == 3 && checked.text == "")
      #expect(sandbox.text(name) == text && !sandbox.exists(name + "-wal"))
    }
  }

  @Test func aHistoryWhoseHeaderIsDestroyedIsRepaired() async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.run("send", "\(Self.nowhere)/x")
    var bytes = try Data(contentsOf: URL(filePath: sandbox.path("home/history.sqlite")))
    bytes.replaceSubrange(0..<16, with: Data(repeating: 0xA5, count: 16))
    try bytes.write(to: URL(filePath: sandbox.path("copy")))
    let checked = try await sandbox.run("history", "check", sandbox.path("copy"))
    #expect(checked.text == "The file is damaged: it cannot be opened\n" && checked.status == 1)
    #expect(try Data(contentsOf: URL(filePath: sandbox.path("copy"))) == bytes)
    let repaired = try await sandbox.run("history", "check", sandbox.path("copy"), "--repair")
    #expect(repaired.status == 0 && repaired.error.contains("; the damaged file is \(sandbox.path("copy")).damaged-"))
  }

  @Test func aCommandThatIsNotUnderstoodLeavesADamagedHistoryInItsPlace() async throws {
    let sandbox = try Sandbox()
    let text = String(repeating: "no database ", count: 1_000)
    try sandbox.write("home/history.sqlite", text)
    let refused = try await sandbox.run("send", "\(Self.nowhere)/x", "--nothing")
    #expect(refused.status == 2 && !refused.error.contains("damaged"), "\(refused.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.home) == ["history.sqlite"])
    #expect(sandbox.text("home/history.sqlite") == text)
  }

  @Test func aCommandThatIsNotUnderstoodLeavesTheHistoryInOneFile() async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.run("send", "\(Self.nowhere)/x")
    let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.home).sorted()
    #expect(files.contains("history.sqlite") && !files.contains("history.sqlite-wal"))
    for _ in 0..<10 {
      #expect(try await sandbox.run("send", "\(Self.nowhere)/x", "--nothing").status == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.home).sorted() == files)
    }
    #expect(try await list(sandbox).count == 1)
  }

  @Test(arguments: ["--no-history", "--dry-run"])
  func aSendOpensNoHistoryThatItDoesNotRecordIn(option: String) async throws {
    // Slow enough for a history that is opened meanwhile.
    let server = try RawServer { connection in
      _ = try connection.readHead()
      usleep(100_000)
      try connection.respond(body: "")
    }
    let sandbox = try Sandbox()
    try sandbox.write("home/history.sqlite", "")
    #expect(try await sandbox.run("send", "\(server.url)/x", option).status == 0)
    #expect(sandbox.text("home/history.sqlite") == "")
    #expect(!sandbox.exists("home/history.sqlite-wal") && !sandbox.exists("home/history.sqlite-journal"))
  }

  @Test func twoProgramsRecordingAtOnceLoseNothing() async throws {
    // Set `RECORDED=10000` for more.
    let count = ProcessInfo.processInfo.environment["RECORDED"].flatMap(Int.init) ?? 200
    let sandbox = try Sandbox()
    for program in ["one", "two"] {
      try sandbox.write("\(program)/collection.json", "{}")
      for number in 0..<count {
        try sandbox.write("\(program)/\(number).json", "{ \"url\": \"\(Self.nowhere)/\(program)/\(number)\" }")
      }
    }
    async let one = sandbox.run("send", "one")
    async let two = sandbox.run("send", "two")
    for finished in try await [one, two] {
      #expect(!finished.error.contains("Not kept"), "\(finished.error.suffix(500))")
    }
    let urls = try await list(sandbox).compactMap { $0.split(separator: "\t").first { $0.hasPrefix("http") } }
    let expected = ["one", "two"].flatMap { program in (0..<count).map { "\(Self.nowhere)/\(program)/\($0)" } }
    #expect(Set(urls.map(String.init)) == Set(expected) && urls.count == expected.count)
    #expect(try await sandbox.run("history", "check").status == 0)
  }

  @Test func exchangesSurviveRenamesAndMovesOfTheirRequest() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("api/collection.json", "{}")
    try sandbox.write("api/old.json", #"{ "id": "r0000abcd", "url": "\#(Self.nowhere)/a" }"#)
    _ = try await sandbox.run("send", "api/old.json")
    try sandbox.write("api/folder/new name.json", sandbox.text("api/old.json"))
    try FileManager.default.removeItem(atPath: sandbox.path("api/old.json"))
    _ = try await sandbox.run("send", "api/folder/new name.json")
    #expect(try await list(sandbox, "request:r0000abcd").count == 2)
  }
}
