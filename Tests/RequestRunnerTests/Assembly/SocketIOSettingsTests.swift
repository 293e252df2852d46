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
}
