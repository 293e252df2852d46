import TestSupport
import Testing

@Suite struct EchoedMessageTests {
  @Test func aWebSocketGetsItsMessagesBack() async throws {
    try await serving { client in
      let head =
        "GET /websocket/echo HTTP/1.1\r\nHost: demo.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
      // "hi" and a close with the code 1000, with a mask of zeros.
      let frames: [UInt8] = [0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69, 0x88, 0x82, 0, 0, 0, 0, 3, 232]
      let response = try #require(RawResponse(try await client.exchange(Array(head.utf8) + frames)))
      #expect(response.status == 101 && response["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
      #expect(response.raw == [0x81, 2, 0x68, 0x69, 0x88, 2, 3, 232])
    }
  }

  @Test func aPlainRequestForAWebSocketIsToldSo() async throws {
    try await serving { client in
      let response = try await client.get("/websocket/echo")
      #expect(response.status == 426)
    }
  }
}
