import Foundation
import Glibc
import TestSupport
import Testing

/// Nothing that was sent is missing in history, whichever way the program ends.
@Suite(.serialized) struct LeavingOnScreenTests {
  enum Way: CaseIterable { case quit, terminated, hungUp, killed }

  @Test(arguments: Way.allCases) func whatIsBeingSentIsRecordedAsInterrupted(_ way: Way) async throws {
    let arrived = Gate()
    let server = try RawServer { connection in
      try connection.readHead()
      arrived.open()
      connection.waitForEnd()
    }
    let sandbox = try Sandbox.small()
    try sandbox.write("small/order.json", #"{ "method": "POST", "url": "\#(server.url)/order" }"# + "\n")
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench small/order.json; touch ended")
    try await terminal.wait(for: server.url + "/order")
    try await terminal.press("F5")
    await arrived.wait()
    switch way {
    case .quit:
      try await terminal.press("q")
      try await terminal.wait(for: "1 running request, which quitting cancels")
      try await terminal.press("q")
    case .terminated: kill(try await terminal.workbenchProcess(), SIGTERM)
    case .hungUp: kill(try await terminal.workbenchProcess(), SIGHUP)
    case .killed: kill(try await terminal.workbenchProcess(), SIGKILL)
    }
    _ = try await eventually("its end") { sandbox.exists("ended") ? true : nil }
    let lines = try await sandbox.run("history", "list").text.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.contains("\tERR\tPOST\t\(server.url)/order\t") == true, "\(lines)")
  }

  @Test func aResponseThatHasJustArrivedIsRecorded() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --demo small/get.json; touch ended")
    try await terminal.wait(for: "/get?colour=teal", "env demo")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "\"teal\"")
    try await terminal.press("q")
    _ = try await eventually("its end") { terminal.sandbox.exists("ended") ? true : nil }
    #expect(try await terminal.sandbox.run("history", "list").text.contains("\t200\tGET\t"))
  }

  @Test func whatIsMarkedRightBeforeTheEndIsWritten() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --demo small/get.json; touch ended")
    try await terminal.wait(for: "/get?colour=teal", "env demo")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK")
    try await terminal.press("H")
    try await terminal.wait(for: "200 GET")
    // Pin, tag, note, and quit, with no time in between.
    try await terminal.type("g&eseen\rakept\rq")
    _ = try await eventually("its end") { terminal.sandbox.exists("ended") ? true : nil }
    let marked = try await terminal.sandbox.run("history", "list", "is:pinned", "tag:seen", "has:note", "kept")
    #expect(marked.text.contains("\t200\tGET\t"), "\(marked.error)")
  }

  @Test func aSettingThatIsChosenRightBeforeTheEndIsWritten() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --demo small/get.json; touch ended")
    try await terminal.wait(for: "/get?colour=teal", "env demo")
    try await terminal.press(":")
    try await terminal.type("theme")
    try await terminal.press("Enter")
    try await terminal.wait(for: "high-contrast")
    try await terminal.type("high-contrast\rq")
    _ = try await eventually("its end") { terminal.sandbox.exists("ended") ? true : nil }
    #expect(terminal.sandbox.text("home/settings.json").contains(#""theme": "high-contrast"#))
  }
}
