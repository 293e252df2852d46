import Foundation

/// The messages that the client sent in a recorded conversation, to be sent again.
struct ReplayedMessages: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    /// The time since the message before, or since the connection was open.
    let gap: Duration
    let message: ChannelMessage
  }

  private(set) var messages: [Entry] = []
  /// The time from the last message to the end of the connection; `nil` waits for answers and closes.
  private(set) var gapBeforeEnd: Duration?
  /// The number of messages that had been received by then.
  private(set) var answers = 0
  /// The code and the reason of the client's close.
  private(set) var close: CloseReason?

  /// - Parameter keepsGaps: Whether the messages are sent at the times of the recorded ones.
  /// - Throws: A usage error if there is nothing to send, or history has not all of it.
  init(_ exchange: Exchange, keepsGaps: Bool) throws {
    let events = exchange.log.events
    var last = events.first { if case .head = $0.content { true } else { false } }?.time ?? .zero
    for event in exchange.log.messages {
      guard case .message(let message) = event.content else { continue }
      if message.type == "close" {
        if message.direction == .sent { close = CloseReason(String(decoding: message.body.content, as: UTF8.self)) }
        if keepsGaps { gapBeforeEnd = gapBeforeEnd ?? max(.zero, event.time - last) }
      } else if message.direction == .received {
        if gapBeforeEnd == nil, ["text", "binary"].contains(message.type) { answers += 1 }
      } else if message.type != "pong" {
        try Self.check(message, number: messages.count + 1)
        let gap = keepsGaps ? max(.zero, event.time - last) : .zero
        messages.append(Entry(gap: gap, message: ChannelMessage(message.type, message.body.content)))
        last = event.time
      }
    }
    if messages.isEmpty { throw CommandExit.usageError("The exchange has no sent messages") }
  }

  /// History has asterisks instead of secrets, which a server must not get.
  private static func check(_ message: LogEvent.Message, number: Int) throws {
    if let omission = message.body.omission {
      throw CommandExit.usageError(
        "Message \(number) is not in history as a whole, so nothing is sent: \(omission.reason)")
    }
    guard message.body.content.firstRange(of: Data("***".utf8)) != nil else { return }
    throw CommandExit.usageError(
      "Message \(number) has asterisks, which stand for a secret in history, so nothing is sent — send the request with "
        + "its saved messages: workbench send FILE --message NAME")
  }
}
