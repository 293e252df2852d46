import Foundation
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// How Socket.IO connects, from the fields of a request.
@Suite struct SocketIOSettingsTests {
  @Test func secretsInTheAuthAreKnownAtAnyDepth() async throws {
    let auth = #"{\"a\": \"plain-text\", \"token\": \"outer-secret\", \"user\": {\"password\": \"inner-secret\"}}"#
    let request = try await Around.nothing.prepare(
      #"{ "kind": "websocket", "url": "ws://h/chat", "protocol": "socket.io", "socketAuth": "\#(auth)" }"#)
    #expect(request.socketIO?.namespace == "/chat")
    #expect(request.secrets == ["outer-secret", "inner-secret"])
  }

  @Test func version2TakesNoAuth() async throws {
    let old = #"{ "kind": "websocket", "url": "ws://h/chat", "protocol": "socket.io-2""#
    #expect(try await Around.nothing.prepare(old + "}").socketIO?.engine == .three)
    let failure = await #expect(throws: Failure.self) {
      try await Around.nothing.prepare(old + #", "socketAuth": "{\"a\": 1}" }"#)
    }
    #expect(
      failure?.sentence == "Socket.IO 2 takes no auth when it connects — put it into the query or the headers")
  }
}
