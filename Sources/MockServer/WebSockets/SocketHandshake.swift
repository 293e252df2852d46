internal import Foundation

/// The server's side of the opening handshake (RFC 6455, section 4.2).
struct SocketHandshake {
  private let key: String
  private let offered: [String]

  /// - Returns: `nil` for a request that does not ask for a WebSocket.
  init?(_ request: MockRequest, _ head: RequestHead) {
    guard request.isUpgrade, !head.isHTTP10, head.has("upgrade", in: "connection"),
      let key = request.header("Sec-WebSocket-Key"), Data(base64Encoded: key)?.count == 16,
      request.header("Sec-WebSocket-Version") == "13"
    else { return nil }
    self.key = key
    offered = (request.combinedHeader("Sec-WebSocket-Protocol") ?? "").split(separator: ",").map { name in
      String(name.filter { $0 != " " && $0 != "\t" })
    }
  }

  /// The head of the response. It agrees on no extension.
  func response(_ reply: MockReply, _ conversation: MockConversation) -> [UInt8] {
    var lines = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    lines += "Sec-WebSocket-Accept: \(Self.acceptance(of: key))\r\n"
    let known = conversation.subprotocols
    if let chosen = offered.first(where: { known?.contains($0) ?? true }) {
      lines += "Sec-WebSocket-Protocol: \(chosen)\r\n"
    }
    for header in reply.headers { lines += "\(header.name): \(header.value)\r\n" }
    return Array((lines + "\r\n").utf8)
  }

  static func acceptance(of key: String) -> String {
    Data(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
  }

  /// The response to a request for a WebSocket's path that does not ask for one.
  static func missing(_ reply: MockReply) -> MockReply {
    .problem(
      426, "This is a WebSocket — use a URL that starts with ws:// or wss://",
      headers: [Header("Upgrade", "websocket"), Header("Sec-WebSocket-Version", "13")], source: reply.source)
  }
}

extension MockRequest {
  /// Whether the request asks for a WebSocket.
  package var isUpgrade: Bool { method == "GET" && header("Upgrade")?.lowercased() == "websocket" }
}
