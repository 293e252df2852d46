import Foundation
import Glibc
import RequestBasics
import TestSupport
import Testing

/// Ctrl+C and its kin on the command line.
struct InterruptionTests {
  /// A folder of requests to a server, and the server, which answers the first few and then keeps the client waiting.
  private struct Sending {
    let sandbox: Sandbox
    let server: RawServer
    let isHeldUp = Gate()

    init(requests: Int = 50, answered: Int) throws {
      let sandbox = try Sandbox()
      let arrived = Recorder<Void>()
      let isHeldUp = isHeldUp
      server = try RawServer { connection in
        while true {
          try connection.readHead()
          arrived.record(())
          if arrived.values.count > answered {
            isHeldUp.open()
            connection.waitForEnd()
          }
          try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
      }
      try sandbox.write("many/collection.json", "{}")
      for number in 0..<requests {
        try sandbox.write("many/r\(number).json", #"{"url": "\#(server.url)/r\#(number)"}"#)
      }
      self.sandbox = sandbox
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsTheSendingOfAFolderAtOnce(_ signal: Int32) async throws {
    let sending = try Sending(answered: 3)
    let program = try sending.sandbox.start(["send", "many"])
    await sending.isHeldUp.wait()
    program.send(signal)
    let result = try await program.finished()
    #expect(result.status == 5)
    #expect(result.error.hasSuffix("Interrupted — 46 requests not sent\n"), "\(result.error)")
    #expect(result.text.split(separator: "\n").count == 4)
    #expect(sending.server.received.count == 4)
    #expect(try await sending.sandbox.run("history", "list").text.contains("\t---\tGET\t\(sending.server.url)/r3\t"))
  }

  /// `timeout` signals the program, and then its group.
  @Test func aSignalThatIsRepeatedAtOnceLeavesTheReports() async throws {
    let sending = try Sending(answered: 3)
    let program = try sending.sandbox.start(["run", "many", "--reporter", "json=report.json"])
    await sending.isHeldUp.wait()
    program.send(SIGTERM)
    program.send(SIGCONT)
    program.send(SIGTERM)
    #expect(try await program.finished().status == 5)
    let report = try JSONText(sending.sandbox.text("report.json")).value.object
    #expect(report?["results"]?.array?.count == 4)
  }

  @Test func aKilledProgramLeavesATraceOfWhatItWasSending() async throws {
    let sending = try Sending(answered: 0)
    try sending.sandbox.write("many/order.json", #"{"method": "POST", "url": "\#(sending.server.url)/order"}"#)
    let program = try sending.sandbox.start(["send", "many/order.json"])
    await sending.isHeldUp.wait()
    program.send(SIGKILL)
    _ = try await program.finished()
    let lines = try await sending.sandbox.run("history", "list").text.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines[0].contains("\tERR\tPOST\t\(sending.server.url)/order\t"), "\(lines)")
    let id = String(lines[0].prefix { $0 != "\t" })
    let shown = try await sending.sandbox.run("history", "show", id, "--print", "body")
    #expect(shown.text.isEmpty)
    #expect(
      shown.error == "The program ended before a response was recorded — the server may have processed the request\n")
  }

  @Test func aSignalBetweenRequestsEndsTheSendingToo() async throws {
    let sending = try Sending(requests: 1000, answered: 100_000)
    let program = try sending.sandbox.start(["send", "many"])
    _ = try await eventually("the first answers") { program.outputSoFar.isEmpty ? nil : true }
    program.send(SIGTERM)
    #expect(try await program.finished().status == 5)
    let sent = sending.server.received.count
    #expect(sent < 1000)
    // The one that was stopped may not have reached the server.
    #expect(
      try await sending.sandbox.run("history", "list", "--limit", "2000").text.split(separator: "\n").count <= sent + 1)
  }

  @Test func whereThereIsNoTerminalASignalEndsTheDemoToo() async throws {
    let sandbox = try Sandbox.small()
    try FileManager.default.removeItem(atPath: sandbox.path("small/slow.json"))
    for number in 0..<20 { try sandbox.write("small/later/r\(number).json", #"{"url": "{{base}}/delay/10"}"#) }
    let program = try sandbox.start(["--demo", "small"])
    _ = try await eventually("the first three answers") { program.outputSoFar.contains("chain.json") ? true : nil }
    program.send(SIGINT)
    #expect(try await program.finished().status == 5)
  }

  @Test func aSecondSignalEndsWhatTheFirstCannot() async throws {
    let isFull = Gate()
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      for round in 0... {
        try connection.send(String(repeating: "data: more\n\n", count: 1000))
        if round == 100 { isFull.open() }
      }
    }
    let sandbox = try Sandbox()
    // Nobody reads the pipe, which holds the program up in its write.
    let script =
      "mkfifo pipe; exec 3<>pipe; workbench send \(server.url) >pipe & echo $! >id; wait $!; echo $? >status"
    async let shell = sandbox.shell(script)
    await isFull.wait()
    let id = try #require(Int32(sandbox.text("id").dropLast()))
    kill(id, SIGTERM)
    kill(id, SIGINT)
    _ = try await shell
    #expect(sandbox.text("status") == "5\n")
  }

  @Test func aHangupThatIsIgnoredStaysIgnored() async throws {
    let sandbox = try Sandbox()
    let program = try Program(
      ["/bin/sh", "-c", "trap '' HUP; exec \"\(Program.workbench)\" demo --port 0"], in: sandbox.folder,
      environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    let address = try await eventually("the demo server's address") {
      program.outputSoFar.hasSuffix("\n") ? program.outputSoFar.trimmingCharacters(in: .newlines) : nil
    }
    program.send(SIGHUP)
    #expect(try await sandbox.run("send", address + "/get").status == 0)
    program.send(SIGTERM)
    #expect(try await program.finished().status == 0)
  }
}
