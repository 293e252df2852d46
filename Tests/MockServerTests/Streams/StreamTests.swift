import Foundation
import RequestModel
import TestSupport
import Testing

@testable import MockServer

/// Examples that are streams, on exact bytes.
@Suite(.timeLimit(.minutes(2))) struct StreamTests {
  private static let events = #"["id: 1", "data: a", "", "id: 2", "data: b", "", ""]"#

  /// A request whose example is a stream.
  ///
  /// - Parameter rest: Further members of the example.
  private static func file(
    _ rest: String, type: String = "text/event-stream", body: String = StreamTests.events
  ) -> String {
    let header = #"{"name": "Content-Type", "value": "\#(type)"}"#
    return #"{"url": "/events", "examples": [{"name": "ticks", "headers": [\#(header)], "body": \#(body)\#(rest)}]}"#
  }

  private static let get = "GET /events HTTP/1.1\r\nHost: x\r\n\r\n"
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n"
  private static let first = "f\r\nid: 1\ndata: a\n\n\r\n"
  private static let second = "f\r\nid: 2\ndata: b\n\n\r\n"

  /// Sends a request with a header, and returns all that comes back.
  private static func answer(_ port: UInt16, _ header: String = "Accept: */*") async throws -> String {
    try await exchange(port, "GET /events HTTP/1.1\r\nHost: x\r\n\(header)\r\nConnection: close\r\n\r\n")
  }

  /// Receives until the text ends with the first event.
  private static func receiveFirst(_ connection: borrowing RawClient) throws -> String {
    var text = ""
    while !text.hasSuffix(first) {
      let some = try connection.receiveSome()
      if some.isEmpty { break }
      text += String(decoding: some, as: UTF8.self)
    }
    return text.replacing(/Date: [^\r]+ GMT\r\n/, with: "")
  }

  @Test func eachEventIsAChunkThatIsSentAfterItsDelay() async throws {
    let responder = try responder(Self.file(#", "delays": [0, 40]"#))
    try await serving({ responder.reply(to: $0) }) { (port: UInt16) async throws in
      let start = ContinuousClock.now
      let all = try await Self.answer(port)
      #expect(ContinuousClock.now - start >= .milliseconds(40))
      #expect(all == Self.head + "Connection: close\r\n\r\n" + Self.first + Self.second + "0\r\n\r\n")
    }
  }

  @Test func anEventIsThereWhileTheNextOneWaitsAndAClientThatGoesAwayEndsTheStream() async throws {
    let responder = try responder(Self.file(#", "delays": [0, 3600000]"#))
    try await serving({ responder.reply(to: $0) }) { (port: UInt16) async throws in
      let all = try await blocking {
        let connection = try RawClient(port: port)
        try connection.send(Self.get)
        let begun = try Self.receiveFirst(connection)
        connection.finish()
        return begun + String(decoding: try connection.receiveAll(), as: UTF8.self)
      }
      #expect(all == Self.head + "\r\n" + Self.first)
    }
  }

  @Test func aStreamIsLoggedWhenItBeginsAndEndsWhenTheServerStops() async throws {
    let responder = try responder(Self.file(#", "delays": [0, 3600000]"#))
    let (lines, arrived) = (Recorder<String>(), Gate())
    let server = MockServer(log: { lines.record($0.source) }, handler: { responder.reply(to: $0) })
    let port = try await server.start()
    async let received = blocking {
      defer { arrived.open() }
      let connection = try RawClient(port: port)
      try connection.send(Self.get)
      let begun = try Self.receiveFirst(connection)
      arrived.open()
      return begun + String(decoding: try connection.receiveAll(), as: UTF8.self)
    }
    await arrived.wait()
    #expect(lines.values == ["request 1 · ticks"])
    await server.stop()
    #expect(try await received == Self.head + "\r\n" + Self.first)
    #expect(lines.values.count == 1)
  }

  @Test func linesAreSentInTimeAndWithoutChunksOverHTTP10() async throws {
    let body = #"["{\"n\":1}", "", "[2]"]"#
    let responder = try responder(Self.file(#", "delays": [0, 1]"#, type: "application/x-ndjson", body: body))
    try await serving({ responder.reply(to: $0) }) { (port: UInt16) async throws in
      #expect(try await Self.answer(port).hasSuffix("\r\n\r\n9\r\n{\"n\":1}\n\n\r\n3\r\n[2]\r\n0\r\n\r\n"))
      #expect(
        try await exchange(port, "GET /events HTTP/1.0\r\n\r\n")
          == "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n{\"n\":1}\n\n[2]")
    }
  }

  @Test func aClientThatConnectsAgainGetsTheEventsAfterItsLastOne() async throws {
    // The second event has the delay with its number.
    let responder = try responder(Self.file(#", "delays": [3600000, 0]"#))
    try await serving({ responder.reply(to: $0) }) { (port: UInt16) async throws in
      #expect(
        try await Self.answer(port, "Last-Event-ID: 1")
          == Self.head + "Connection: close\r\n\r\n" + Self.second + "0\r\n\r\n")
      #expect(
        try await Self.answer(port, "Last-Event-ID: 2") == "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
    }
  }

  @Test func aStreamWithoutDelaysIsSentAtOnceAndResumedToo() async throws {
    let responder = try responder(Self.file(""))
    try await serving({ responder.reply(to: $0) }) { (port: UInt16) async throws in
      let all = "id: 1\ndata: a\n\nid: 2\ndata: b\n\n"
      #expect(try await Self.answer(port).hasSuffix("Content-Length: 30\r\nConnection: close\r\n\r\n" + all))
      for unknown in ["Last-Event-ID: 12", "Last-Event-ID:", "Last-Event-ID: d"] {
        #expect(try await Self.answer(port, unknown).hasSuffix("\r\n\r\n" + all), "\(unknown)")
      }
      #expect(
        try await Self.answer(port, "Last-Event-ID: 1")
          .hasSuffix("Content-Length: 15\r\nConnection: close\r\n\r\nid: 2\ndata: b\n\n"))
    }
  }

  @Test func aFileLargerThanWhatIsReadAtATimeIsSentByEventsAndResumed() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mock-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let large = "id: 2\ndata: \(String(repeating: "b", count: 300_000))\n\n"
    let last = "id: 3\r\ndata: c\r\n\r\n"
    try Data(("id: 1\ndata: a\n\n" + large + last).utf8).write(to: URL(fileURLWithPath: folder + "/events"))
    let handler: MockServer.Handler = { request in
      var reply = MockReply(
        status: 200, headers: [Header("Content-Type", "text/event-stream")],
        body: .file(folder + "/events", within: folder), source: "")
      reply.eventDelays = EventDelays(seconds: 0)
      reply.lastEventID = request.header("Last-Event-ID")
      return reply
    }
    try await serving(handler) { (port: UInt16) async throws in
      let all = try await Self.answer(port)
      #expect(all.hasPrefix(Self.head + "Connection: close\r\n\r\n" + Self.first))
      #expect(all.hasSuffix("12\r\n\(last)\r\n0\r\n\r\n"))
      #expect(try Self.body(all) == "id: 1\ndata: a\n\n" + large + last)
      #expect(try await Self.body(Self.answer(port, "Last-Event-ID: 1")) == large + last)
      #expect(try await Self.body(Self.answer(port, "Last-Event-ID: 2")) == last)
      #expect(try await Self.answer(port, "Last-Event-ID: 3").hasPrefix("HTTP/1.1 204 "))
    }
  }

  /// The body of a response in chunks.
  private static func body(_ response: String) throws -> String {
    let bytes = Array(response.utf8)
    let start = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8))).upperBound
    var chunks = ChunkedBody()
    _ = try chunks.decode(bytes[start...])
    #expect(chunks.isComplete)
    return String(decoding: chunks.body, as: UTF8.self)
  }

  @Test func aStreamThatIsToBeCutOffHasNoEnd() async throws {
    let responder = try responder(Self.file(#", "delays": [0], "failure": "truncate""#))
    try await serving({ responder.reply(to: $0) }) { (port: UInt16) async throws in
      #expect(try await Self.answer(port) == Self.head + "Connection: close\r\n\r\n" + Self.first)
    }
  }

  @Test(arguments: ["5", "[]", "[-1]", "[1e300]", #"["5"]"#, "null"])
  func delaysThatCannotBeWaitedForAreARemark(_ delays: String) throws {
    let reply = try responder(Self.file(#", "delays": \#(delays)"#)).get("/events")
    #expect(reply.eventDelays == nil)
    #expect(reply.remark == "\"delays\" is not a list of numbers from 0 to 3600000, in milliseconds")
  }

  @Test func delaysOfAnotherResponseAreARemark() throws {
    let reply = try responder(Self.file(#", "delays": [5]"#, type: "text/plain")).get("/events")
    #expect(reply.eventDelays == nil)
    #expect(reply.remark == "\"delays\" is ignored: the content type is not a stream of events or lines")
  }

  @Test func delaysOfAConversationAreARemark() throws {
    let example = #"{"name": "chat", "messages": [{"value": "hi"}], "delays": [5]}"#
    let reply = try responder(#"{"url": "ws://x/chat", "examples": [\#(example)]}"#).get("/chat")
    #expect(reply.conversation != nil)
    #expect(reply.remark == "\"delays\" is ignored: each message has its own \"delay\"")
  }

  @Test func theLastDelayCountsForAllThatFollow() throws {
    let delays = try #require(EventDelays([0, 2, 40]))
    #expect((0..<5).map { delays.delay(before: $0) } == [0, 2, 40, 40, 40].map { Duration.milliseconds($0) })
    #expect(EventDelays(seconds: 0.2).delay(before: 9) == .milliseconds(200))
  }
}
