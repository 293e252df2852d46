import Foundation
import TestSupport
import Testing

/// `workbench send` to a server that answers with a stream of events or lines.
@Suite(.timeLimit(.minutes(2)))
struct StreamSendTests {
  private static let events =
    ": hi\n\nevent: add\nid: 7\ndata: {\"n\":1}\n\ndata: {\"n\":2}\n\ndata: two\ndata: lines\n\n"

  /// - Parameter isOpen: Whether the stream does not end.
  private func server(_ body: String, type: String = "text/event-stream", isOpen: Bool = false) throws -> RawServer {
    try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n" + body)
      if isOpen { connection.waitForEnd() }
    }
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { String($0.replacing(/"time":[0-9.]+/, with: #""time":0"#)) }
  }

  @Test func eventsAreJSONLinesWithTimeTypeIDAndData() async throws {
    let server = try server(Self.events)
    let result = try await Sandbox().run("send", server.url, "--print", "messages")
    #expect(
      lines(result.text) == [
        #"{"time":0,"direction":"received","type":"comment","data":"hi"}"#,
        #"{"time":0,"direction":"received","type":"event","event":"add","id":"7","data":"{\"n\":1}"}"#,
        #"{"time":0,"direction":"received","type":"event","event":"message","id":"7","data":"{\"n\":2}"}"#,
        #"{"time":0,"direction":"received","type":"event","event":"message","id":"7","data":"two\nlines"}"#,
      ])
    #expect(result.status == 0, "\(result.error)")
  }

  @Test func linesOfJSONAreMessagesAlsoInHistory() async throws {
    let server = try server("{\"n\":1}\n[2]", type: "application/x-ndjson")
    let sandbox = try Sandbox()
    let expected = [
      #"{"time":0,"direction":"received","type":"line","data":"{\"n\":1}"}"#,
      #"{"time":0,"direction":"received","type":"line","data":"[2]"}"#,
    ]
    let result = try await sandbox.run("send", server.url, "--print", "messages")
    #expect(lines(result.text) == expected)
    let id = String(try await sandbox.run("history", "list").text.prefix { $0 != "\t" })
    let kept = try await sandbox.run("history", "show", id, "--print", "messages")
    #expect(lines(kept.text) == expected, "\(kept.error)")
  }

  @Test(arguments: [
    (["--count", "2"], "{\"n\":1}\n{\"n\":2}\n", "", 0), (["--until", "$.n == 1"], "{\"n\":1}\n", "", 0),
    (["--idle", "1s"], "{\"n\":1}\n{\"n\":2}\ntwo\nlines\n", "", 0),
    (
      ["--count", "9", "--idle", "1s"], "{\"n\":1}\n{\"n\":2}\ntwo\nlines\n", "3 of 9 messages were received", 1
    ),
  ])
  func aStreamEndsWithWhatItWaitsFor(
    _ options: [String], _ output: String, _ error: String, _ status: Int32
  ) async throws {
    let server = try server(Self.events, isOpen: true)
    let sandbox = try Sandbox()
    let result = try await sandbox.run(["send", server.url] + options)
    #expect(result.text == output && result.status == status, "\(result.error)")
    #expect(result.error.contains("200 OK") && (error.isEmpty || result.error.contains(error)), "\(result.error)")
    #expect(try await sandbox.run("history", "list").text.contains("\t200\tGET\t"))
  }

  @Test func aMessageHandlerSeesTheCountedEventsAlone() async throws {
    let server = try server(Self.events, isOpen: true)
    let sandbox = try Sandbox()
    let script = "pm.onMessage(({ data }) => pm.test(`saw ${data}`, () => { throw new Error('no') }))"
    try sandbox.write("c/s.json", #"{ "url": "\#(server.url)", "scripts": { "preRequest": "\#(script)" } }"#)
    let result = try await sandbox.run("send", "c/s.json", "--count", "2", "--allow-scripts")
    #expect(result.error.contains(#"saw {"n":1}"#) && result.error.contains(#"saw {"n":2}"#), "\(result.error)")
    #expect(!result.error.contains("saw two") && result.status == 1, "\(result.error)")
  }

  @Test(arguments: ["", "data: 1\n\n"], [["--print", "messages"], ["--count", "2"]])
  func anEventThatIsCutIsNotPrinted(_ events: String, _ options: [String]) async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 99\r\n\r\n"
      try connection.send(head + events + "data: 12345")
    }
    let sandbox = try Sandbox()
    let result = try await sandbox.run(["send", server.url] + options)
    #expect(result.status == 4 && !result.text.contains("12345"), "\(result.text)\(result.error)")
    #expect(result.text.split(separator: "\n").count == (events.isEmpty ? 0 : 1), "\(result.text)")
    let id = String(try await sandbox.run("history", "list").text.prefix { $0 != "\t" })
    let kept = try await sandbox.run("history", "show", id, "--print", "messages")
    #expect(!kept.text.contains("12345"), "\(kept.text)")
  }

  @Test func anotherResponseIsPrintedAsItIs() async throws {
    let server = try server("{\"n\":1}", type: "application/json")
    let result = try await Sandbox().run("send", server.url, "--count", "1")
    #expect(result.text == "{\"n\":1}" && result.status == 1)
    #expect(result.error.hasSuffix("0 of 1 messages were received\n"), "\(result.error)")
  }

  @Test(arguments: [
    (["--idle", "1s"], "--idle", 0), (["--print", "messages"], "--print messages", 0),
    (["--join", "auto"], "--join", 1),
  ])
  func optionsForAStreamAreNamedIfTheResponseIsAnother(
    _ options: [String], _ name: String, _ status: Int32
  ) async throws {
    let server = try server("{\"n\":1}", type: "application/json")
    let result = try await Sandbox().run(["send", server.url] + options)
    #expect(result.text == "{\"n\":1}" && result.status == status)
    let note = "Not used: \(name) — the response is application/json, not a stream of events or lines\n"
    #expect(result.error.contains(note), "\(result.error)")
  }

  @Test func retriesAndEventsAreRefusedTogether() async throws {
    let result = try await Sandbox().run("send", "http://h/", "--count", "1", "--retry", "2")
    #expect(result.error.contains("--count prints the events of a stream while they arrive") && result.status == 2)
  }

  @Test(arguments: ["auto", "$.choices[*].delta.content"])
  func thePiecesOfATextAreJoined(_ path: String) async throws {
    let pieces = ["Hel", "lo\n", "you"].map { #"data: {"choices":[{"delta":{"content":\#(quoted($0))}}]}"# + "\n\n" }
    let server = try server(pieces.joined() + "data: [DONE]\n\n")
    let result = try await Sandbox().run("send", server.url, "--join", path)
    #expect(result.text == "Hello\nyou\n" && result.status == 0, "\(result.error)")
  }

  private func quoted(_ text: String) -> String { "\"" + text.replacing("\n", with: "\\n") + "\"" }

  @Test(arguments: [
    (["--join", "$.x"], "No message has a text for --join", 1), (["--join", "x"], "x is not a JSONPath", 2),
    (["--join", "auto", "--print", "messages"], "--join prints a text, and --print messages something else", 2),
  ])
  func aTextThatCannotBeJoinedIsNamed(_ options: [String], _ error: String, _ status: Int32) async throws {
    let server = try server(Self.events)
    let result = try await Sandbox().run(["send", server.url] + options)
    #expect(result.error.contains(error) && result.status == status && result.text == "", "\(result.error)")
  }

  @Test func aLostStreamIsConnectedAgainFromItsLastEvent() async throws {
    let server = try RawServer { connection in
      let isFirst = try !connection.readHead().contains("Last-Event-ID: 7\r\n")
      let head = "HTTP/1.1 \(isFirst ? "200 OK" : "204 No Content")\r\nContent-Type: text/event-stream\r\n\r\n"
      try connection.send(head + (isFirst ? "retry: 100\nid: 7\ndata: a\n\n" : ""))
    }
    let result = try await Sandbox().run("send", server.url, "--reconnect")
    #expect(result.text == "retry: 100\nid: 7\ndata: a\n\n" && result.status == 0)
    #expect(result.error.contains("The stream has ended; connecting again in 0.1 s"), "\(result.error)")
    #expect(server.received.count == 2)
  }

  @Test(
    arguments: [
      ([], ["retry: 100", "id: 7", "data: a"]),
      (
        ["--print", "messages"],
        [#"{"time":0,"direction":"received","type":"event","event":"message","id":"7","data":"a"}"#]
      ),
    ] as [([String], [String])])
  func anErrorInPlaceOfALostStreamIsOnStandardErrorAlone(_ options: [String], _ output: [String]) async throws {
    let server = try RawServer { connection in
      let isFirst = try !connection.readHead().contains("Last-Event-ID: 7\r\n")
      let head = "HTTP/1.1 \(isFirst ? "200 OK" : "401 Unauthorized")\r\nContent-Type: text/event-stream\r\n\r\n"
      try connection.send(head + (isFirst ? "retry: 100\nid: 7\ndata: a\n\n" : "data: expired\n\n"))
    }
    let result = try await Sandbox().run(["send", server.url, "--reconnect"] + options)
    #expect(lines(result.text) == output && result.status == 4, "\(result.text)")
    let error = "Connecting again was answered with 401 Unauthorized: data: expired"
    #expect(result.error.contains(error), "\(result.error)")
  }
}
