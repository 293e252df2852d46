internal import Foundation

// The method and the size that lists show of an exchange, which may be a conversation.
extension Exchange {
  /// The method. A conversation has none, though the request that opened it is a GET.
  package var shownMethod: String {
    request.kind == .webSocket ? SavedRequest.webSocketMethod : sent?.method ?? request.method
  }

  /// The size of the response body and of all messages in bytes, with what is not kept of them.
  package var contentSize: Int { receivedSize + messageSize(.sent) }

  /// The size of what was received: the response body, or the messages of a conversation.
  package var receivedSize: Int { (response?.bodySize ?? 0) + messageSize(.received) }

  private func messageSize(_ direction: LogEvent.Message.Direction) -> Int {
    guard request.kind.takesMessages else { return 0 }
    return log.events.reduce(0) { size, event in
      guard case .message(let message) = event.content, message.direction == direction else { return size }
      return size + message.body.content.count + (message.body.omission?.byteCount ?? 0)
    }
  }

  /// The messages of a conversation as lines to compare, without pings and pongs, which come at any time.
  var messageText: String {
    guard request.kind.takesMessages else { return "" }
    return log.messages.compactMap { event -> String? in
      guard case .message(let message) = event.content, !["ping", "pong"].contains(message.type) else { return nil }
      let content = message.body.content
      let text = message.type == "binary" ? nil : String(validating: content, as: UTF8.self)
      let rest = message.body.omission.map { " (\(Formatting.byteCount($0.byteCount)) not kept)" } ?? ""
      return "\(message.direction.rawValue) \(message.type): \(text ?? content.base64EncodedString())\(rest)"
    }.joined(separator: "\n")
  }
}
