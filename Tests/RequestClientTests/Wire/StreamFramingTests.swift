import Foundation
import RequestClient
import TestSupport
import Testing

/// Values that do not align with chunks.
@Suite(.timeLimit(.minutes(1)))
struct StreamFramingTests {
  let session = Session.plain()

  /// Values and error descriptions that a handler gets for a body in these chunks.
  private func values<Value: Sendable>(
    _ server: ChunkServer,
    _ listen: (DataStreamRequest, @escaping DataStreamRequest.Handler<Value>) -> Void
  ) async throws -> [Result<Value, RequestError>] {
    let results = Recorder<Result<Value, RequestError>>()
    let ends = Recorder<RequestError?>()
    let request = session.streamRequest(server.url, shouldAutomaticallyResume: false)
    request.responseStream { server.came($0.value) }
    listen(request) { stream in
      if let result = stream.result { results.record(result) }
      if let end = stream.completion { ends.record(end.error) }
    }
    request.resume()
    #expect(await ends.values(count: 1)[0] == nil)
    return results.values
  }

  @Test func charactersAreNeverSplit() async throws {
    let text = "aé€😀"
    let strings = try await values(ChunkServer(bytesOf: text)) { $0.responseStreamString(stream: $1) }
    #expect(try strings.map { try $0.get() } == ["a", "é", "€", "😀"])
  }

  @Test func bytesThatAreNoTextAreReplaced() async throws {
    let chunks: [[UInt8]] = [[0x61, 0xFF], [0x80, 0x62], [0xE2, 0x82]]
    let strings = try await values(ChunkServer(chunks)) { $0.responseStreamString(stream: $1) }
    #expect(try strings.map { try $0.get() }.joined() == "a\u{FFFD}\u{FFFD}b\u{FFFD}")
  }

  @Test func linesAreJoinedAcrossChunks() async throws {
    let server = try ChunkServer("fir", "st\r", "\nsecond\n\n", "\r\nthi", "rd€\nlast")
    let lines = try await values(server) { $0.responseStreamLines(stream: $1) }
    #expect(try lines.map { try $0.get() } == ["first", "second", "third€", "last"])
  }

  @Test func aLineThatIsTooLongIsAFailureAndTheNextOneIsDelivered() async throws {
    let server = try ChunkServer("0123", "456", "789\nok\n")
    let lines = try await values(server) { $0.responseStreamLines(limit: 8, stream: $1) }
    #expect(lines.count == 2)
    #expect(throws: RequestError.self) { try lines[0].get() }
    #expect(try lines[1].get() == "ok")
  }

  struct Number: Decodable, Equatable, Sendable { var n: Int }

  @Test func linesOfJSONAreDecoded() async throws {
    let server = try ChunkServer(bytesOf: "{\"n\":1}\r\n\n{\"n\":2}\n{\"n\":3}")
    let numbers = try await values(server) { $0.responseStreamDecodable(of: Number.self, stream: $1) }
    #expect(try numbers.map { try $0.get().n } == [1, 2, 3])
  }

  @Test func sequencesOfJSONAreDecoded() async throws {
    let server = try ChunkServer("\u{1E}{\"n\"", ":1}\n\u{1E}{\n\"n\":2\n}\n", "\u{1E}\u{1E}{\"n\":3}\n")
    let numbers = try await values(server) {
      $0.responseStreamDecodable(of: Number.self, framing: .jsonSequence, stream: $1)
    }
    #expect(try numbers.map { try $0.get().n } == [1, 2, 3])
  }

  private func events(_ text: String, limit: Int = 1000) async throws -> [Result<ServerSentEvent, RequestError>] {
    try await values(ChunkServer(bytesOf: text)) { $0.responseStreamEvents(limit: limit, stream: $1) }
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func eventsEndAsTheStandardSays(_ end: String) async throws {
    let lines = [
      "\u{FEFF}: a comment", "data: first", "data:second", "data:  third", "", "event: add", "id: 7", "data", "",
      "unknown: field", "data: €", "", "data: cut off",
    ]
    let events = try await events(lines.joined(separator: end))
    #expect(
      try events.map { try $0.get() } == [
        ServerSentEvent(event: "message", data: "first\nsecond\n third", id: ""),
        ServerSentEvent(event: "add", data: "", id: "7"),
        ServerSentEvent(event: "message", data: "€", id: "7"),
      ])
  }

  @Test func anEventWithoutDataIsIgnored() async throws {
    let events = try await events("event: ping\n\nid: 3\n\ndata: x\n\n")
    #expect(try events.map { try $0.get() } == [ServerSentEvent(event: "message", data: "x", id: "3")])
  }

  @Test func anIdentifierIsResetByAnEmptyOneAndNotByOneWithNUL() async throws {
    let events = try await events("id: 1\ndata: a\n\nid: 2\u{0}\ndata: b\n\nid\ndata: c\n\n")
    #expect(try events.map { try $0.get().id } == ["1", "1", ""])
  }

  @Test func theRetryTimeIsDigitsAlone() async throws {
    let text = "retry: 1500\ndata: a\n\nretry: +5\ndata: b\n\nretry: 5x\ndata: c\n\nretry: -1\ndata: d\n\n"
    let events = try await events(text)
    #expect(try events.map { try $0.get().retry } == [.milliseconds(1500), nil, nil, nil])
  }

  @Test func aRetryTimeWithoutDataIsDeliveredWithTheNextEvent() async throws {
    let events = try await events("retry: 10000\n\ndata: a\n\n")
    #expect(try events.map { try $0.get().retry } == [.milliseconds(10_000)])
  }

  @Test func onlyTheFirstByteOrderMarkIsRemoved() async throws {
    let events = try await events("\u{FEFF}data: a\n\u{FEFF}data: b\n\n")
    #expect(try events.map { try $0.get().data } == ["a"])
  }

  @Test func anEventThatIsTooLongIsAFailureAndTheNextOneIsDelivered() async throws {
    let events = try await events("data: \(String(repeating: "x", count: 30))\n\ndata: ok\n\n", limit: 20)
    #expect(events.count == 2)
    #expect(throws: RequestError.self) { try events[0].get() }
    #expect(try events[1].get().data == "ok")
  }
}
