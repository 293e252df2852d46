internal import Foundation

// The method and the size that lists show of an exchange, which may be a conversation.
extension Exchange {
  /// The method. A conversation has none, though the request that opened it is a GET.
  package var shownMethod: String { request.kind.listedMethod ?? sent?.method ?? request.method }

  /// Whether a connection for messages was opened. A refused one has a response like others.
  package var isConversation: Bool { request.kind.isOpened(by: response?.status) }

  /// The number of messages of both directions, without pings, pongs and closes.
  package var messageCount: Int { log.events.count { $0.isContent } }

  /// The size of the response body and of all messages in bytes, with what is not kept of them.
  package var contentSize: Int { receivedSize + messageSize(.sent) }

  /// The size of what was received: the response body, or the messages of a conversation.
  package var receivedSize: Int { (response?.bodySize ?? 0) + messageSize(.received) }

  private func messageSize(_ direction: LogEvent.Message.Direction) -> Int {
    guard request.kind.takesMessages else { return 0 }
    return log.events.reduce(0) { size, event in
      guard event.isContent, case .message(let message) = event.content, message.direction == direction else {
        return size
      }
      return size + message.body.content.count + (message.body.omission?.byteCount ?? 0)
    }
  }

  /// The messages of a conversation as lines to compare, without pings and pongs, which come at any time.
  ///
  /// - Parameter meaning: Returns the JSON that bytes mean, which is there in place of base64.
  func messageText(_ meaning: ExchangeDiff.Meaning) -> String {
    guard request.kind.takesMessages else { return "" }
    return log.messages.compactMap { event -> String? in
      guard case .message(let message) = event.content, !["ping", "pong"].contains(message.type) else { return nil }
      let content = message.body.content
      let shown = message.type == "binary" ? meaning(content, nil) : content
      let text = shown.flatMap { String(validating: $0, as: UTF8.self) }
      let rest = message.body.omission.map { " (\(Formatting.byteCount($0.byteCount)) not kept)" } ?? ""
      return "\(message.direction.rawValue) \(message.type): \(text ?? content.base64EncodedString())\(rest)"
    }.joined(separator: "\n")
  }
}

extension LogEvent {
  /// Whether it is a message of the user or the server, and not one of the connection itself.
  fileprivate var isContent: Bool {
    guard case .message(let message) = content else { return false }
    return !["ping", "pong", "close"].contains(message.type)
  }
}
