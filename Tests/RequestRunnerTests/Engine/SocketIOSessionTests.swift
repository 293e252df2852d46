import Foundation
import RequestModel
import Synchronization
import TestSupport
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
    #expect(session.receive(.text("0{}")) == [] && session.isConnected)
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

  @Test func bytesHaveOnePlaceAndThoseThatDoNotComeKeepTheirs() {
    var session = Self.connected()
    let first = #"{"_placeholder":true,"num":0}"#
    #expect(session.receive(.text("451-[\"x\",\(first),\(first)]")) == [])
    #expect(
      session.receive(ChannelMessage("binary", Data([1])))
        == Self.received("[\"x\",{\"base64\":\"AQ==\"},\(first)]"))
    let second = #"{"_placeholder":true,"num":1}"#
    #expect(session.receive(.text("452-[\"x\",\(first),\(second)]")) == [])
    #expect(session.receive(ChannelMessage("binary", Data([1]))) == [])
    #expect(
      session.receive(.text(#"42["y"]"#))
        == Self.received("[\"x\",{\"base64\":\"AQ==\"},\(second)]") + Self.received(#"["y"]"#))
  }

  @Test(arguments: [false, true])
  func aServerThatSendsWithoutEndBeforeAnEventIsCompleteIsLeft(isConnected: Bool) {
    var session = isConnected ? Self.connected() : SocketIOSession(namespace: "/", auth: nil)
    if isConnected { #expect(session.receive(.text(#"459999-["x"]"#)) == []) }
    let bytes = ChannelMessage("binary", Data(count: 33 << 20))
    #expect(session.receive(bytes) == [])
    #expect(session.receive(bytes) == [.end("Socket.IO sent more than 64 MB before an event was complete")])
  }

  @Test func anotherServerDoesNotGetTheAuth() {
    var session = SocketIOSession(namespace: "/", auth: ["token": "t"])
    session.opened(Self.head, isTrusted: false)
    let reason =
      "A redirect led to another server, which does not get the auth of Socket.IO — use its URL, or set "
      + "followAuthorization"
    #expect(session.receive(.text("0{}")) == [.end(reason)])
    session = SocketIOSession(namespace: "/", auth: nil)
    session.opened(Self.head, isTrusted: false)
    #expect(session.receive(.text("0{}")) == [.send("40")])
  }

  @Test func aServerThatReadsNoAnswersToItsPingsGetsTheLastOnes() {
    let socket = StuckSocket()
    let arrivals = Recorder<ChannelArrival>()
    let channel = SocketIOChannel(socket, SocketIOSettings(namespace: "/", auth: nil), timeout: nil)
    channel.open { arrivals.record($0) }
    for arrival in [.opened(nil), .received(.text("0{}")), .received(.text("40{}"))] as [ChannelArrival] {
      socket.report(arrival)
    }
    for _ in 0..<150 { socket.report(.received(.text("2"))) }
    // One of the hundred is the connection of the namespace.
    #expect(socket.commands.values.count == 100)
    #expect(arrivals.values.filter { $0 == .received(ChannelMessage("ping", Data())) }.count == 150)
    #expect(arrivals.values.filter { $0 == .answered(ChannelMessage("pong", Data())) }.count == 99)
    socket.report(.accepted(SendID(-1)))
    socket.report(.received(.text("2")))
    #expect(socket.commands.values.count == 101)
    socket.report(.ended(nil))
  }

  @Test func theCloseSaysThatTheServerHasLeft() {
    let socket = StuckSocket()
    let channel = SocketIOChannel(socket, SocketIOSettings(namespace: "/a", auth: nil), timeout: nil)
    channel.open { _ in }
    for arrival in [.opened(nil), .received(.text("0{}")), .received(.text("40/a,{}")), .received(.text("41/a,"))]
      as [ChannelArrival]
    {
      socket.report(arrival)
    }
    #expect(socket.commands.values.last == .close(CloseReason(1000, "the server has left the namespace")))
    socket.report(.ended(nil))
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

  @Test func theClientSendsThePingsOfEngineIO3AndTheFirstNamespaceIsConnectedByItself() {
    var session = SocketIOSession(namespace: "/", auth: nil, .three)
    session.opened(Self.head)
    #expect(session.receive(.text(#"0{"sid":"x","pingInterval":5000}"#)) == [.ping(every: .seconds(5))])
    #expect(session.receive(.text("40")) == [.report(.opened(Self.head))])
    #expect(session.receive(.text("3")) == [.report(.received(ChannelMessage("pong", Data())))])
    #expect(session.receive(.text(#"451-["x",{"_placeholder":true,"num":0}]"#)) == [])
    #expect(
      session.receive(ChannelMessage("binary", Data([4, 0, 255]))) == Self.received(#"["x",{"base64":"AP8="}]"#))
    var other = SocketIOSession(namespace: "/a", auth: nil, .three)
    other.opened(nil)
    #expect(other.receive(.text(#"0{"pingInterval":0}"#)) == [.ping(every: .milliseconds(100)), .send("40/a,")])
    #expect(other.receive(.text("40")) == [])
    #expect(other.receive(.text(#"44/a,"not you""#)) == [.end("Socket.IO refused the connection to /a: not you")])
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

/// A connection that takes no messages.
private final class StuckSocket: ExchangeChannel {
  let commands = Recorder<ChannelCommand>()
  private let listener = Mutex<(@Sendable (ChannelArrival) -> Void)?>(nil)

  func open(_ report: @escaping @Sendable (ChannelArrival) -> Void) { listener.withLock { $0 = report } }
  func perform(_ command: ChannelCommand) { commands.record(command) }
  func report(_ arrival: ChannelArrival) { listener.withLock(\.self)?(arrival) }
}
