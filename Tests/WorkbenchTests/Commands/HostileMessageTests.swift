import Foundation
import TestSupport
import Testing

/// Messages of a server that would act on the terminal, in a terminal.
@Suite(.timeLimit(.minutes(2)))
struct HostileMessageTests {
  /// A title, an 8-bit control sequence and a change of direction, as `printf` writes them.
  private static let typed = #"a\033]2;owned\007b\302\233mc\342\200\256d"#
  private static let text = "a\u{1B}]2;owned\u{7}b\u{9B}mc\u{202E}d"

  /// Runs the command in a terminal, then shows its exchange of history, also as messages.
  private func recording(of command: String, shows text: String = "owned") async throws -> String {
    let terminal = try await Terminal(Sandbox())
    try await terminal.record(to: "bytes")
    try await terminal.run(command + "; echo status $?")
    try await terminal.wait(for: text, "status 0")
    for part in ["exchange", "messages", "body", "har"] {
      let id = "$(workbench history list | head -1 | cut -f1)"
      try await terminal.run("workbench history show \(id) --print \(part); echo shown \(part) $?")
      try await terminal.wait(for: "shown \(part) 0")
    }
    return terminal.sandbox.text("bytes")
  }

  private func isHarmless(_ bytes: String) -> Bool {
    !bytes.isEmpty && !bytes.contains("\u{1B}]2;owned") && !bytes.contains("\u{9B}") && !bytes.contains("\u{202E}")
  }

  @Test(arguments: [("", "a␛]2;owned␇b"), ("--print messages", "owned"), ("-i", "owned"), ("--print har", "owned")])
  func theMessagesOfASocketDoNotActOnATerminal(_ options: String, _ shown: String) async throws {
    let url = try await TestServers.webSockets().url("/echo")
    let bytes = try await recording(
      of: "printf '\(Self.typed)' | workbench send '\(url)' --count 1 \(options)", shows: shown)
    #expect(isHarmless(bytes))
  }

  @Test(arguments: [("", "a␛]2;owned␇b"), ("--print messages", "owned"), ("--count 1", "a␛]2;owned␇b")])
  func theEventsOfAStreamDoNotActOnATerminal(_ options: String, _ shown: String) async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: \(Self.text)\n\n")
    }
    let bytes = try await recording(of: "workbench send \(server.url) \(options)", shows: shown)
    #expect(isHarmless(bytes))
  }

  @Test func theReasonOfACloseDoesNotActOnATerminal() async throws {
    let reason = try #require(Self.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let url = try await TestServers.webSockets().url("/close?code=4001&reason=\(reason)")
    let bytes = try await recording(of: "workbench send '\(url)' --idle 1m -v")
    #expect(isHarmless(bytes))
  }

  @Test func theHeadsAndCookiesOfAServerDoNotActOnATerminal() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      let text = "a\u{9B}mowned\u{202E}"
      try connection.respond(headers: ["X-Title: \(text)", "Set-Cookie: a=\(text)"], body: "ok")
    }
    let bytes = try await recording(of: "workbench send \(server.url) -o body -D - -c -")
    #expect(isHarmless(bytes))
  }

  @Test func theErrorsOfAProgramDoNotActOnATerminal() async throws {
    let terminal = try await Terminal(Sandbox())
    try await terminal.record(to: "bytes")
    try terminal.sandbox.write("server.sh", "printf '\(Self.typed)\\n' >&2\n")
    try await terminal.run("workbench mcp --stdio 'sh server.sh' tools; echo status $?")
    try await terminal.wait(for: "a␛]2;owned␇b", "status 4")
    #expect(isHarmless(terminal.sandbox.text("bytes")))
  }

  @Test func aBodyAfterItsHeadHasItsColours() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.respond(headers: ["Content-Type: application/json"], body: #"{"colour":"teal"}"#)
    }
    let terminal = try await Terminal(Sandbox())
    try await terminal.run("workbench send \(server.url) -i; echo ended")
    let screen = try await terminal.wait(for: "HTTP/1.1 200 OK", #""colour": "teal""#, "ended\n")
    #expect(!screen.contains("␛"))
  }
}
