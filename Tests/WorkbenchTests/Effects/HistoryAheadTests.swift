import Foundation
import RequestStore
import TestSupport
import Testing

@testable import Workbench

/// The history that is opened before it is known whether the exchange is recorded. There is one in the process.
@Suite(.serialized) struct HistoryAheadTests {
  private static let nowhere = "http://127.0.0.1:1"

  /// Whether nothing was written into the history of a sandbox, which was empty, or beside it.
  private static func isUntouched(_ sandbox: Sandbox) -> Bool {
    sandbox.exists("home/history.sqlite") && sandbox.text("home/history.sqlite") == ""
      && !sandbox.exists("home/history.sqlite-wal") && !sandbox.exists("home/history.sqlite-journal")
  }

  @Test(arguments: [
    ["send", "--help"], ["send", "\(nowhere)/x", "-h"], ["run", "--help"], ["mcp", "--help"],
    ["send", "\(nowhere)/x", "--nothing"],
  ])
  func helpAndACommandThatIsNotUnderstoodOpenNoHistory(arguments: [String]) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("home/history.sqlite", "")
    let finished = try await sandbox.run(arguments)
    #expect(finished.status == (arguments.contains { $0 == "-h" || $0 == "--help" } ? 0 : 2), "\(finished.error)")
    #expect(Self.isUntouched(sandbox))
  }

  @Test func aSendOfACollectionThatKeepsNothingMakesNoHistory() async throws {
    // Slow enough for a history that is made meanwhile.
    let server = try RawServer { connection in
      _ = try connection.readHead()
      usleep(100_000)
      try connection.respond(body: "")
    }
    let sandbox = try Sandbox()
    try sandbox.write("api/collection.json", #"{ "options": { "history": "off" } }"#)
    try sandbox.write("api/a.json", "{ \"url\": \"\(server.url)/x\" }")
    let sent = try await sandbox.run("send", "api/a.json")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(!sandbox.exists("home/history.sqlite"))
  }

  @Test func theHistoryThatIsMadeAheadIsTheOneOfTheCommand() throws {
    let sandbox = try Sandbox()
    let environment = ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home]
    let isThere = History.makeAhead(environment: environment) != nil
    #expect(!isThere)
    try sandbox.write("home/history.sqlite", "")
    let history = try #require(History.makeAhead(environment: environment))
    #expect(Self.isUntouched(sandbox))
    let isSame = ["history.sqlite", "other.sqlite"].map { name in
      History.ofUser(path: sandbox.home + "/" + name, environment: environment) === history
    }
    #expect(isSame == [true, false])
    history.openUnlessDamaged()
    #expect(try history.store().count() == 0 && history.takeNote() == nil)
  }

  @Test func aDamagedHistoryIsSetAsideByTheCommandAlone() throws {
    let sandbox = try Sandbox()
    let environment = ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home]
    let text = String(repeating: "no database ", count: 1_000)
    try sandbox.write("home/history.sqlite", text)
    let history = try #require(History.makeAhead(environment: environment))
    history.openUnlessDamaged()
    #expect(history.takeNote() == nil && sandbox.text("home/history.sqlite") == text)
    #expect(!sandbox.exists("home/history.sqlite-wal"))
    #expect(try history.store().count() == 0)
    #expect(history.takeNote()?.contains("History was damaged") == true)
    // It is open already.
    history.openUnlessDamaged()
    #expect(try history.store().count() == 0)
  }
}
