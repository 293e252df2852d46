// The state of a connection in one line.
extension LiveExchange {
  /// Whether it is a connection that was opened.
  var isConversation: Bool { request?.kind.isOpened(by: response?.status) == true }

  /// The subprotocol and the compression that were agreed on.
  var conversationFacts: [String] {
    let headers = response?.headers ?? []
    let subprotocol = headers.first("sec-websocket-protocol")
    let isCompressed = headers.first("sec-websocket-extensions")?.containsExactly("permessage-deflate") == true
    return [subprotocol, isCompressed ? "compressed" : nil].compactMap(\.self)
  }

  /// How far the connection is, and the code with which it was closed; `nil` if it failed.
  var conversationState: String? {
    guard let close else { return state }
    let code = close.reason.map { ": \($0.code)" } ?? ""
    return (close.isByServer ? "closed by the server" : isRunning ? "closing" : "closed") + code
  }

  /// The code and the whole reason with which it was closed, as a sentence; `nil` if it was not.
  var closeText: String? {
    guard let close else { return nil }
    let by = close.isByServer ? "Closed by the server" : isRunning ? "Closing" : "Closed"
    return close.reason.map { "\(by): \($0.description)" } ?? "\(by) without a code"
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

  /// The first close frame.
  private var close: (isByServer: Bool, reason: CloseReason?)? {
    // It is among the last messages.
    let messages = messages.suffix(4).compactMap { event -> LogEvent.Message? in
      if case .message(let message) = event.content, message.type == "close" { message } else { nil }
    }
    return messages.first.map {
      ($0.direction == .received, CloseReason(String(decoding: $0.body.content, as: UTF8.self)))
    }
  }
}
