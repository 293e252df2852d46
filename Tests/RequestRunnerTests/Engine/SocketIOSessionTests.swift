import Foundation
import RequestModel
import Testing

@testable import RequestRunner

/// The messages that are sent and reported for the packets of a Socket.IO server.
@Suite struct SocketIOSessionTests {
  private static let head = Response.Head(status: 101, reason: "S", httpVersion: "HTTP/1.1", headers: [])

  private static func connected(_ namespace: String = "/") -> SocketIOSession {
    var session = SocketIOSession(namespace: namespace, auth: ["token": "t"])
    session.opened(head)
    _ = session.receive(.text("0{}"))
    _ = session.receive(.text(namespace == "/" ? "40{}" : "40\(namespace),{}"))
    return session
  }

  private static func received(_ text: String, _ type: String = "text") -> [SocketIOSession.Step] {
    [.report(.received(ChannelMessage(type, Data(text.utf8))))]
  }

  @Test func theNamespaceIsConnectedAndEarlyEventsFollowTheOpening() {
    var session = SocketIOSession(namespace: "/a", auth: ["token": "t"])
    session.opened(Self.head)
    #expect(session.receive(.text(#"0{"sid":"x"}"#)) == [.send(#"40/a,{"token":"t"}"#)])
    #expect(session.receive(.text(#"42/a,["early"]"#)) == [])
    #expect(session.receive(.text("2")) == [.send("3")])
    #expect(
      session.receive(.text(#"40/a,{"sid":"y"}"#))
        == [.report(.opened(Self.head))] + Self.received(#"["early"]"#))
    #expect(session.isConnected)
  }

  @Test func eventsAskForAcknowledgementsThatNameThem() throws {
    var session = Self.connected()
    #expect(try session.packet(of: .text(#"echo 1, {"a": 2}"#)) == #"421["echo",1,{"a":2}]"#)
    #expect(try session.packet(of: .text("other")) == #"422["other"]"#)
    #expect(session.receive(.text(#"432["late"]"#)) == Self.received(#"["other","late"]"#, "ack"))
    #expect(session.receive(.text("431[]")) == Self.received(#"["echo"]"#, "ack"))
    #expect(session.receive(.text("431[]")) == Self.received("[null]", "ack"))
    #expect(throws: Failure.self) { try session.packet(of: .text("[1]")) }
    #expect(throws: Failure.self) { try session.packet(of: ChannelMessage("binary", Data([1]))) }
  }

  @Test func bytesAreInTheirPlacesInBase64() {
    var session = Self.connected()
    let text = #"452-["x",{"_placeholder":true,"num":1},[{"_placeholder":true,"num":0}]]"#
    #expect(session.receive(.text(text)) == [])
    #expect(session.receive(ChannelMessage("binary", Data([1]))) == [])
    #expect(
      session.receive(ChannelMessage("binary", Data([0, 255])))
        == Self.received(#"["x",{"base64":"AP8="},[{"base64":"AQ=="}]]"#))
  }

  @Test func pingsAreAnsweredAndOtherNamespacesAreNotShown() {
    var session = Self.connected("/a")
    #expect(
      session.receive(.text("2")) == [
        .send("3"), .report(.received(ChannelMessage("ping", Data()))),
        .report(.answered(ChannelMessage("pong", Data()))),
      ])
    #expect(session.receive(.text(#"42["x"]"#)) == [])
    #expect(session.receive(.text("41")) == [])
    #expect(session.receive(.text("41/a,")) == [.end(nil)])
  }

  @Test func aRefusalAndAnotherProtocolEndTheConnection() {
    var session = SocketIOSession(namespace: "/a", auth: nil)
    #expect(session.receive(.text("hello")) == [.end("The server does not speak Socket.IO")])
    _ = session.receive(.text("0{}"))
    #expect(
      session.receive(.text(#"44/a,{"message":"not you"}"#))
        == [.end("Socket.IO refused the connection to /a: not you")])
  }
}
