@testable import RequestClient
import Testing

struct WebSocketOutboxTests {
  @Test func noMessageFollowsACloseFrame() {
    let outbox = WebSocketOutbox(onWritten: { _ in }, onRoom: {})
    let text = WebSocketFrameWriter.Frame(.text, [0x61])
    #expect(outbox.append([text]))
    #expect(outbox.append([WebSocketFrameWriter.close(.normal, "")]))
    #expect(!outbox.append([text]))
    #expect(outbox.append([WebSocketFrameWriter.Frame(.pong, [])]))
  }
}
