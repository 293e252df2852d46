import Foundation
import Testing

/// Bodies that are larger than what is kept or shown of them.
struct BodySizeTests {
  private static let body = Data((0..<3 << 20).map { UInt8(ascii: "a") + UInt8($0 % 26) })
  private static let small = ["WORKBENCH_HISTORY_BODY": "64k"]
  private static let omission =
    "The last 3.1 MB of the response body were not stored: history keeps the first 64 kB of a body (WORKBENCH_HISTORY_BODY)\n"

  /// The first letters of the newest exchange's id.
  private static func newest(in sandbox: Sandbox) async throws -> String {
    String(try await sandbox.run("history", "list", "--limit", "1").text.prefix { $0 != "\t" })
  }

  @Test func aPipeGetsTheWholeBodyAndHistoryItsBeginning() async throws {
    let server = try EchoServer(answer: Self.body)
    let sandbox = try Sandbox()
    let sent = try await sandbox.start(["send", server.url], environment: Self.small).finished()
    #expect(sent.status == 0)
    #expect(sent.output == Self.body)
    #expect(sent.error.contains(" · 3.1 MB · "), "\(sent.error)")
    #expect(try await sandbox.run("history", "list").text.contains("\t3.1 MB\t"))
    let id = try await Self.newest(in: sandbox)
    let shown = try await sandbox.run("history", "show", id, "--print", "body")
    #expect(shown.output == Self.body.prefix(64 << 10))
    #expect(shown.error == Self.omission)
    let archive = try await sandbox.run("history", "show", id, "--print", "har")
    #expect(archive.text.contains("\"size\": \(Self.body.count)") && archive.text.contains("bytes are omitted: "))
  }

  @Test(arguments: ["headers", "exchange"]) func historySaysWhatItLacksWhateverIsPrinted(_ part: String) async throws {
    let server = try EchoServer(answer: Self.body)
    let sandbox = try Sandbox()
    let sent = try await sandbox.start(["send", server.url, "--print", part], environment: Self.small).finished()
    #expect(sent.status == 0 && sent.error.contains(" · 3.1 MB · "))
    let shown = try await sandbox.run("history", "show", try await Self.newest(in: sandbox), "--print", "headers")
    #expect(shown.text.hasPrefix("HTTP/1.1 200 OK\n") && shown.error == Self.omission)
  }

  @Test func aFolderIsSentWhateverTheSizeOfItsBodies() async throws {
    let server = try EchoServer(answer: Self.body)
    let sandbox = try Sandbox()
    try sandbox.write("big/collection.json", "{}")
    try sandbox.write("big/one.json", "{ \"url\": \"\(server.url)\" }")
    let sent = try await sandbox.start(["send", "big"], environment: Self.small).finished()
    #expect(sent.status == 0)
    #expect(sent.text.hasPrefix("200  GET     one.json  ") && sent.text.hasSuffix(", 3.1 MB\n"), "\(sent.text)")
    let shown = try await sandbox.run("history", "show", try await Self.newest(in: sandbox), "--print", "headers")
    #expect(shown.error == Self.omission)
  }

  @Test(arguments: [["--print", "exchange"], ["--print", "body"]])
  func aLimitThatIsReachedNamesItsSettings(_ options: [String]) async throws {
    let server = try EchoServer(answer: Self.body)
    let sandbox = try Sandbox()
    try sandbox.write("big.json", "{ \"url\": \"\(server.url)\", \"options\": { \"maxBody\": 2000 } }")
    for (arguments, advice) in [
      (["send", server.url, "--max-body", "2000"], "raise --max-body"),
      (["send", "big.json"], "raise \"maxBody\" in the options, or pass --max-body"),
    ] {
      let sent = try await sandbox.start(arguments + options).finished()
      #expect(sent.status == 4)
      let sentence = "The response body is larger than 2000 bytes — " + advice
      #expect(sent.error.contains(sentence), "\(sent.error)")
    }
    let raised = try await sandbox.start(["send", "big.json", "--max-body", "4M"] + options).finished()
    #expect(raised.status == 0 && raised.output.suffix(Self.body.count) == Self.body)
  }

  @Test func theScreenNamesTheSettingToo() async throws {
    let server = try EchoServer(answer: Self.body)
    let sandbox = try Sandbox()
    try sandbox.write("big.json", "{ \"url\": \"\(server.url)\", \"options\": { \"maxBody\": 2000 } }")
    let terminal = try await Terminal(sandbox, columns: 140)
    try await terminal.run("workbench big.json")
    try await terminal.wait(for: server.url)
    try await terminal.press("F5")
    try await terminal.wait(for: "\"maxBody\"")
  }

  @Test func theScreenShowsTheWholeBodyAndOfHistoryWhatIsThere() async throws {
    let server = try EchoServer(answer: Self.body)
    let sandbox = try Sandbox()
    try sandbox.write("big.json", "{ \"url\": \"\(server.url)\" }")
    let terminal = try await Terminal(sandbox, columns: 140, environment: Self.small)
    try await terminal.run("workbench big.json")
    try await terminal.wait(for: server.url)
    try await terminal.press("F5")
    let live = try await terminal.wait(for: "200 OK", "3.1 MB", "history 1")
    #expect(!live.contains("not stored"))
    try await terminal.press("H")
    try await terminal.wait(for: "│200 GET ")
    try await terminal.press("Enter")
    try await terminal.wait(for: "3.1 MB · last 3.1 MB not stored")
  }

  @Test(arguments: ["0", "-1", "1.5", "\"1G\"", "1e300"]) func aMaxBodyThatIsNoSizeIsAFaultOfTheFile(_ value: String)
    async throws
  {
    let sandbox = try Sandbox()
    try sandbox.write("big.json", "{ \"url\": \"http://127.0.0.1:1\", \"options\": { \"maxBody\": \(value) } }")
    let sent = try await sandbox.run("send", "big.json")
    #expect(sent.status == 3)
    #expect(sent.error.contains("maxBody"), "\(sent.error)")
    #expect(try await sandbox.run("send", "http://127.0.0.1:1", "--max-body", "much").status == 2)
  }

  @Test func aLimitOfHistoryThatIsNoSizeIsToldAndStopsNothing() async throws {
    let server = try EchoServer(answer: Data("ok".utf8))
    let sandbox = try Sandbox()
    let sent = try await sandbox.start(["send", server.url], environment: ["WORKBENCH_HISTORY_BODY": "much"]).finished()
    #expect(sent.status == 0 && sent.text == "ok")
    #expect(
      sent.error.hasPrefix(
        "Not kept in history: WORKBENCH_HISTORY_BODY is \"much\", not a size — use bytes, or 64k, 256M, 2G\n"
      ), "\(sent.error)")
  }
}
