import Foundation

/// A message of a conversation or a stream as a line of standard output.
enum MessageText {
  /// The text of a received message, or base64 of a binary one; `nil` for pings and the like.
  static func plain(_ message: LogEvent.Message) -> Data? {
    guard message.direction == .received else { return nil }
    switch message.type {
    case "text", "ack": return message.body.content + Data("\n".utf8)
    case "binary": return Data((message.body.content.base64EncodedString() + "\n").utf8)
    default: return nil
    }
  }

  /// A message of either direction as JSON. The time is in seconds from the start.
  static func json(_ message: LogEvent.Message, at time: Duration) -> Data {
    LogEvent(.message(message), at: time).messageLine ?? Data()
  }
}
