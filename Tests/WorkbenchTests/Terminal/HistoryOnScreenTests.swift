import Foundation
import Testing

/// History in the running program.
@Suite(.serialized) struct HistoryOnScreenTests {
  private func recorded(_ sandbox: Sandbox) async throws -> Int {
    try await sandbox.run("history", "list", "--limit", "1000").text.split(separator: "\n").count
  }

  @Test func twoExchangesAreComparedWithTheirHeads() async throws {
    let terminal = try await Terminal(.small())
    try await terminal.run("workbench --demo small/get.json")
    try await terminal.wait(for: "colour=teal", "env demo")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK")
    _ = try await terminal.sandbox.run("send", "http://127.0.0.1:1/nowhere")
    try await terminal.press("H")
    try await terminal.wait(for: "ERR GET", "200 GET")
    try await terminal.press("Home", "Space", "j", "=")
    let screen = try await terminal.wait(for: "Comparison", "Request headers", "+ Failure:")
    #expect(screen.contains("- Status: 200 OK"))
    try await terminal.press("Escape")
    try await terminal.wait(for: "◆")
  }

  @Test func anOptionLeavesOutTheExchange() async throws {
    let terminal = try await Terminal(.small())
    try terminal.sandbox.write(
      "small/collection.json", #"{ "name": "Small", "options": { "history": "off" } }"# + "\n")
    try await terminal.run("workbench --demo small/get.json")
    try await terminal.wait(for: "colour=teal", "env demo")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK")
    try await terminal.press("H")
    try await terminal.wait(for: "Nothing sent yet")
    #expect(try await recorded(terminal.sandbox) == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "needs to mount a disk"))
  func aHistoryThatCannotBeWrittenStaysListed() async throws {
    let sandbox = try Sandbox.small()
    _ = try await sandbox.run("send", "http://127.0.0.1:1/nowhere")
    let terminal = try await Terminal(sandbox)
    let mount = "mount -t tmpfs none home && cp -a copy/. home && mount -o remount,ro home"
    try await terminal.run("cp -a home copy && unshare -Urm sh -c '\(mount) && exec workbench --demo small/get.json'")
    try await terminal.wait(for: "colour=teal", "env demo")
    try await terminal.press("H")
    try await terminal.wait(for: "ERR GET")
    try await terminal.press("g", "&")
    let screen = try await terminal.wait(for: "Cannot write history")
    #expect(screen.contains("ERR GET"))
  }

  @Test func limitsApplyWhileTheScreenStaysOpen() async throws {
    let terminal = try await Terminal(.small())
    let sandbox = terminal.sandbox
    try sandbox.write("many/collection.json", "{}")
    for number in 0..<110 { try sandbox.write("many/\(number).json", #"{ "url": "http://127.0.0.1:1/\#(number)" }"#) }
    try await terminal.run("workbench --demo small/get.json")
    try await terminal.wait(for: "colour=teal")
    try await terminal.press("H")
    try await terminal.wait(for: "Nothing sent yet")
    try await terminal.press("g", ",")
    try await terminal.wait(for: "Limits")
    try await terminal.type("5")
    try await terminal.press("Enter")
    _ = try await eventually("the limit in the settings") {
      sandbox.text("home/settings.json").contains(#""count": 5"#) ? true : nil
    }
    _ = try await sandbox.run("send", "many")
    #expect(try await recorded(sandbox) == 110)
    try await terminal.press("H", "F5")
    _ = try await eventually("the removal of what is more") { try await recorded(sandbox) == 5 ? true : nil }
  }
}
