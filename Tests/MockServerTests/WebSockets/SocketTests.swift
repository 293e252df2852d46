import Foundation
import RequestModel
import TestSupport
import Testing

@testable import MockServer

/// WebSockets of the mock server, on exact bytes. The keys and frames are those of RFC 6455.
@Suite struct SocketTests {
  private static let handshake =
    "GET /live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    + "Sec-WebSocket-Protocol: chat, json\r\n\r\n"

  private static let head =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"

  /// A masked frame, as a client sends it.
  private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    let masked = payload.enumerated().map { $1 ^ mask[$0 & 3] }
    let size: [UInt8] =
      payload.count < 126 ? [UInt8(payload.count)] : [126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    return [first, size[0] | 0x80] + size.dropFirst() + mask + masked
  }

  private static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }
  private static let close = frame(0x88, [3, 232])

  /// The head of the response, and the bytes of all frames until the server ends the connection.
  private static func exchange(_ port: UInt16, _ bytes: [UInt8]) async throws -> (head: String, frames: [UInt8]) {
    let all = try await blocking {
      let connection = try RawClient(port: port)
      try connection.send(Array(handshake.utf8) + bytes)
      return try connection.receiveAll()
    }
    let end = try #require(all.firstRange(of: Array("\r\n\r\n".utf8))).upperBound
    return (String(decoding: all[..<(end - 2)], as: UTF8.self), Array(all[end...]))
  }

  private static func reply(_ conversation: MockConversation) -> MockReply {
    var reply = MockReply(status: 101, source: "live")
    reply.conversation = conversation
    return reply
  }

  @Test func anEchoSendsEachMessageBack() async throws {
    try await serving({ _ in Self.reply(.echo) }) { (port: UInt16) async throws in
      let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
      let long = Array(repeating: UInt8(ascii: "a"), count: 300)
      let fragments = Self.frame(0x01, Array("He".utf8)) + Self.frame(0x89, [1]) + Self.frame(0x80, Array("llo".utf8))
      let (head, frames) = try await Self.exchange(
        port, hello + Self.frame(0x82, long) + fragments + Self.close)
      #expect(head == Self.head + "Sec-WebSocket-Protocol: chat\r\n")
      let text: [UInt8] = [0x81, 5] + Array("Hello".utf8)
      #expect(frames == text + [0x82, 126, 1, 44] + long + [0x8A, 1, 1] + text + [0x88, 2, 3, 232])
    }
  }

  @Test(
    arguments: [
      ([0x81, 0x01, 0x61], 1002), ([0xC1, 0x80, 0, 0, 0, 0], 1002), ([0x83, 0x80, 0, 0, 0, 0], 1002),
      ([0x80, 0x80, 0, 0, 0, 0], 1002), ([0x09, 0x80, 0, 0, 0, 0], 1002), ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
      ([0x82, 0xFF, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0], 1009), ([0x88, 0x81, 0, 0, 0, 0, 3], 1002),
      ([0x88, 0x82, 0, 0, 0, 0, 3, 0xED], 1002), ([0x88, 0x83, 0, 0, 0, 0, 3, 0xE8, 0xFF], 1007),
    ] as [([UInt8], Int)]) func aClientThatBreaksTheProtocolIsToldSo(bytes: [UInt8], code: Int) async throws
  {
    try await serving({ _ in Self.reply(.echo) }) { (port: UInt16) async throws in
      let (_, frames) = try await Self.exchange(port, bytes + Self.close)
      #expect(
        frames.first == 0x88 && frames.dropFirst(2).prefix(2).elementsEqual([UInt8(code >> 8), UInt8(code & 255)]))
    }
  }

  @Test func aMessageInManyFramesIsReadInProportion() {
    let work = Work("frames") { count in
      (0..<count).flatMap { Self.frame($0 == 0 ? 0x01 : 0x00, [97]) }
    } read: { bytes in
      var reader = SocketMessageReader()
      _ = try reader.read(bytes)
    }
    #expect(work.factor < Work.most)
  }

  @Test func aRequestThatAsksForNoSocketIsToldToAskForOne() async throws {
    try await serving({ _ in Self.reply(.echo) }) { (port: UInt16) async throws in
      let text = try await MockServerTests.exchange(port, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(text.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n") && text.contains("\r\nUpgrade: websocket\r\n"))
    }
  }

  // MARK: Examples

  private static let live = #"""
    {"kind": "websocket", "url": "{{base}}/live", "subprotocols": "json", "examples": [
      {"name": "talk", "messages": [
        {"value": {"op": "welcome"}},
        {"after": {"op": "subscribe"}, "value": "{\"id\":{{request.body.$.id}},\"ok\":true}"},
        {"value": "AAE=", "type": "binary"},
        {"after": "next*", "value": "one"},
        {"after": "next*", "value": "two"},
        {"after": "bye", "type": "close", "code": 4000, "value": "see you"}
      ]}
    ]}
    """#

  private func frame(_ text: String) -> [UInt8] { [0x81, UInt8(text.utf8.count)] + Array(text.utf8) }

  @Test func theMessagesOfAnExampleAreAConversation() async throws {
    let responder = try responder(Self.live, variables: ["base": "http://localhost"])
    try await serving({ responder.reply(to: $0) }) { (port: UInt16) async throws in
      let sent = [
        "{\"op\": \"subscribe\", \"id\": 7}", "unknown", "next 1", "next 2", "next 3", "bye",
      ].flatMap(Self.text)
      let (head, frames) = try await Self.exchange(port, sent + Self.close)
      #expect(head == Self.head + "Sec-WebSocket-Protocol: json\r\n")
      let expected =
        frame(#"{"op":"welcome"}"#) + frame(#"{"id":7,"ok":true}"#) + [0x82, 2, 0, 1] + frame("one") + frame("two")
        + frame("one") + [0x88, 9, 15, 160] + Array("see you".utf8)
      #expect(frames == expected)
    }
  }

  @Test func pagesOfOtherOriginsCannotOpenIt() throws {
    let responder = try responder(Self.live, variables: ["base": ""], crossOrigin: .loopback)
    func status(_ origin: String?) -> Int {
      let headers = [Header("Upgrade", "websocket")] + (origin.map { [Header("Origin", $0)] } ?? [])
      return responder.get("/live", headers).status
    }
    #expect(status(nil) == 101 && status("http://localhost:3000") == 101 && status("https://evil.example") == 403)
  }

  @Test func aPathMayHaveARequestAndASocket() throws {
    let get = #"{"url": "{{base}}/live", "examples": [{"name": "page", "status": 200, "body": "x"}]}"#
    let responder = try responder(Self.live, get, variables: ["base": ""])
    #expect(responder.get("/live").text == "x")
    #expect(responder.get("/live", [Header("Upgrade", "websocket")]).conversation != nil)
    let bare = try MockServerTests.responder(#"{"url": "wss://a.example/live"}"#)
    let reply = bare.get("/live", [Header("Upgrade", "websocket")])
    #expect(reply.status == 501 && reply.text.contains(#"add one with \"messages\""#), "\(reply.text)")
  }

  @Test func aMessageThatCannotBeSentIsARemark() throws {
    let responder = try responder(
      #"{"url": "ws://a/x", "examples": [{"name": "a", "messages": [{"value": "hi"}, {"value": "?", "type": "binary"}]}]}"#
    )
    #expect(responder.get("/x", [Header("Upgrade", "websocket")]).remark == "message 2 is not base64")
  }

  @Test(arguments: ["1e300", "-1"]) func aDelayThatCannotBeWaitedForIsARemark(delay: String) throws {
    let responder = try responder(
      #"{"url": "ws://a/x", "examples": [{"name": "a", "messages": [{"value": "hi", "delay": \#(delay)}]}]}"#)
    #expect(
      responder.get("/x", [Header("Upgrade", "websocket")]).remark
        == "message 1 has a delay that is not from 0 to 3600000 milliseconds")
  }
}
