import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WebSocketsSamples: Samples {
  let shop: PetShop
  private let chat: String

  init() async throws {
    shop = try PetShop()
    chat = try await TestServers.webSockets().url("/echo")
  }

  @Test func messagesAreSentAndReceived() async throws {
    let socket = session.webSocket(chat, subprotocols: ["chat.1"])
    try await socket.send("hello")
    for try await message in socket.messages() {
      report(message.text ?? "\(message.byteCount) bytes")
      try socket.close()
    }
    #expect(shop.reported.values == ["hello"])
  }

  @Test func eventsTellEverything() async throws {
    let socket = session.webSocket(chat, settings: WebSocketOptions { $0.maxMessageSize = 1 << 20 })
    socket.onEvent { event in
      switch event {
      case .opened(let opening): report("open: \(opening.subprotocol ?? "no subprotocol")")
      case .message(let message, let details): report("\(message.byteCount) bytes, \(details.wireSize) on the wire")
      case .ended(let end): report(end.close?.code?.description ?? end.error?.description ?? "refused")
      default: break
      }
    }
    socket.send(.text("hello")) { result in
      if case .failure(let error) = result { report("\(error)") }
    }
    #expect(await shop.reported.values(count: 2) == ["open: no subprotocol", "5 bytes, 9 on the wire"])
    try socket.close()
    #expect(await shop.reported.values(count: 3).last == "1000 normal closure")
  }

  @Test func aSocketStaysConnected() async throws {
    let settings = WebSocketOptions { settings in
      settings.pingInterval = .seconds(30)
      settings.reconnection = WebSocketReconnection(delay: .seconds(1), maximumDelay: .seconds(60))
    }
    for await event in session.webSocket(chat, settings: settings).events() {
      if case .waiting(let delay, let error) = event { report("again in \(delay): \(error)") }
      if case .opened = event { break }
    }
    #expect(shop.reported.values.isEmpty)
  }
}
