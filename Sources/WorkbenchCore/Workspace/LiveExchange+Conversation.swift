import RequestModel

// The state of a connection in one line.
extension LiveExchange {
  /// Whether it is a connection that was opened.
  var isConversation: Bool { request?.kind.takesMessages == true && response?.status == 101 }

  /// How far it is, its subprotocol and compression, and how it was closed.
  var conversationFacts: [String] {
    let headers = response?.headers ?? []
    let subprotocol = headers.first("sec-websocket-protocol")
    let isCompressed = headers.first("sec-websocket-extensions")?.containsExactly("permessage-deflate") == true
    return [closing ?? state, subprotocol, isCompressed ? "compressed" : nil].compactMap(\.self)
  }

  private var state: String? {
    guard isRunning else { return exchange?.outcome.failure == nil ? "closed" : nil }
    switch phase {
    case .connecting, nil: return "connecting"
    case .open: return "open"
    case .halfClosed: return "open, sends nothing more"
    case .closing: return "closing"
    case .ended: return "closed"
    }
  }

  /// `closed by the server: 1000 bye`
  private var closing: String? {
    // It is among the last messages.
    let messages = messages.suffix(4).compactMap { event -> LogEvent.Message? in
      if case .message(let message) = event.content, message.type == "close" { message } else { nil }
    }
    guard let first = messages.first else { return nil }
    let by = first.direction == .received ? "closed by the server" : isRunning ? "closing" : "closed"
    let reason = String(decoding: first.body.content, as: UTF8.self)
    return reason.isEmpty ? by : "\(by): \(reason)"
  }
}
