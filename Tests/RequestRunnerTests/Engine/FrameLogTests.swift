import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// The messages of a WebSocket in the wire log of its connection.
@Suite(.timeLimit(.minutes(1)))
struct FrameLogTests {
  private static func lines(_ log: WireLog) -> [String] {
    log.map { line in
      switch line.kind {
      case .note: "* " + line.text
      case .sentHead, .sentBody: "> " + line.text
      case .receivedHead, .receivedBody: "< " + line.text
      }
    }
  }

  private static let handshake: WireLog = [
    WireLine(time: .milliseconds(1), kind: .note, text: "Connected", byteCount: 0),
    WireLine(time: .milliseconds(2), kind: .sentHead, text: "GET / HTTP/1.1", byteCount: 16),
    WireLine(time: .milliseconds(3), kind: .receivedHead, text: "HTTP/1.1 101 Switching Protocols", byteCount: 34),
    WireLine(time: .milliseconds(4), kind: .sentBody, text: "", byteCount: 11),
    WireLine(time: .milliseconds(5), kind: .note, text: "Renewed", byteCount: 0),
    WireLine(time: .milliseconds(6), kind: .receivedBody, text: "", byteCount: 7),
  ]

  private static func details(_ milliseconds: Int, frames: Int = 1, _ wireSize: Int, isCompressed: Bool = false)
    -> WebSocketDetails
  {
    WebSocketDetails(
      time: .milliseconds(milliseconds), frameCount: frames, wireSize: wireSize, isCompressed: isCompressed)
  }

  @Test func messagesTakeThePlaceOfReadsAndWritesAndAreSummedUp() {
    var log = FrameLog()
    log.addMessage("text", 5, Self.details(4, 11), isSent: true)
    log.addMessage("text", 4000, Self.details(6, frames: 3, 1000, isCompressed: true), isSent: false)
    log.addMessage("binary", 1, Self.details(7, 3), isSent: false)
    log.addMessage("ping", 0, Self.details(8, 2), isSent: false)
    log.addMessage("pong", 0, Self.details(8, 6), isSent: true)
    #expect(
      Self.lines(log.merged(into: Self.handshake)) == [
        "* Connected", "> GET / HTTP/1.1", "< HTTP/1.1 101 Switching Protocols", "> text, 5 bytes", "* Renewed",
        "< text, 4000 bytes in 3 frames, 1000 on the wire (25 %)", "< binary, 1 byte", "< ping, 0 bytes",
        "> pong, 0 bytes", "* Sent: 1 message, 5 bytes, 11 on the wire (220 %), 1 pong",
        "* Received: 2 messages in 4 frames, 4001 bytes, 1003 on the wire (25 %), 1 ping",
      ])
  }

  @Test func theFirstMessagesAreListedAndAllAreCounted() {
    var log = FrameLog()
    for number in 0...FrameLog.lineLimit { log.addMessage("text", 0, Self.details(number, 2), isSent: false) }
    let lines = Self.lines(log.merged(into: []))
    #expect(lines.count == FrameLog.lineLimit + 2)
    #expect(
      lines.suffix(3) == [
        "< text, 0 bytes", "* Received: 1001 messages, 0 bytes, 2002 on the wire",
        "* The first 1000 of them are listed",
      ])
  }

  @Test func theTimelineOfAConversationHasItsMessages() async throws {
    let url = try await TestServers.webSockets().url("/echo")
    let text = String(repeating: "long ", count: 500)
    let request = try SavedRequest(
      json: #"{ "url": "\#(url)", "steps": [{ "send": { "value": "\#(text)" } }, { "expect": "body contains long" }] }"#
    )
    let engine = SendEngine(client: Session(), hooks: .checks) { _, _ in }
    let exchange = try #require(await engine.events(request, .nothing).exchange)
    let wire = try #require(exchange.timeline.hops.last?.wire)
    let messages = wire.filter { $0.kind == .sentBody || $0.kind == .receivedBody }
    #expect(messages.map(\.kind) == [.sentBody, .receivedBody])
    for line in messages {
      #expect(line.text.wholeMatch(of: /text, 2500 bytes, \d{2} on the wire \([1-3] %\)/) != nil, "\(line.text)")
    }
    #expect(Self.lines(wire).contains { $0.hasPrefix("* Received: 1 message, 2500 bytes, ") })
    #expect(!Self.lines(wire).contains { $0.contains("easy.c") })
  }
}
