internal import Foundation

// The columns of an exchange in lists, which may be a conversation.
extension Exchange {
  /// The method. A conversation has none, though the request that opened it is a GET.
  package var shownMethod: String {
    request.kind == .webSocket ? SavedRequest.webSocketMethod : sent?.method ?? request.method
  }

  /// The size of the response body and of all messages in bytes, with what is not kept of them.
  package var contentSize: Int {
    let size = response?.bodySize ?? 0
    guard request.kind.takesMessages else { return size }
    return log.events.reduce(size) { size, event in
      guard case .message(let message) = event.content else { return size }
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
