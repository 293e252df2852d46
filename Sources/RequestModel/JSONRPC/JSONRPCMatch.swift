internal import Foundation

/// The call that a message of a conversation responds to.
package struct JSONRPCMatch: Equatable, Sendable {
  package let method: String
  /// The time from the call to the response.
  package let time: Duration
  /// The error of the response.
  package let problem: String?

  /// How many messages before a response are searched for its call, how many of their bytes, and the longest message that
  /// is read, in bytes. A list shows many responses at once.
  private static let searched = 1_000
  private static let searchedSize = 1 << 19
  private static let longestRead = 1 << 16

  /// - Parameters:
  ///   - index: The message that may be a response.
  ///   - events: The messages of the conversation, in order.
  package init?(
    of index: Int, in events: some RandomAccessCollection<LogEvent> & Sendable
  ) {
    let place = events.index(events.startIndex, offsetBy: index)
    guard let (answer, direction) = Self.messages(in: events[place]), let response = answer.first,
      answer.count == 1, response.isResponse, let id = response.id
    else { return nil }
    var (earlier, rest) = (place, Self.searchedSize)
    for _ in 0..<min(index, Self.searched) {
      earlier = events.index(before: earlier)
      rest -= Self.size(of: events[earlier])
      guard rest > 0 else { return nil }
      guard let (calls, other) = Self.messages(in: events[earlier]), other != direction,
        let call = calls.first(where: { $0.isCall && $0.id == id })
      else { continue }
      (method, problem) = (call.method ?? "", response.problem)
      time = events[place].time - events[earlier].time
      return
    }
    return nil
  }

  private static func size(of event: LogEvent) -> Int {
    guard case .message(let message) = event.content, message.body.content.count <= longestRead else { return 0 }
    return message.body.content.count
  }

  private static func messages(in event: LogEvent) -> ([JSONRPCMessage], LogEvent.Message.Direction)? {
    guard case .message(let message) = event.content, message.type != "binary" else { return nil }
    let content = message.body.content
    guard content.count <= longestRead, content.range(of: Data("\"id\"".utf8)) != nil,
      let value = try? JSONText(Array(content)).value
    else { return nil }
    let messages = JSONRPCMessage.all(in: value)
    return messages.isEmpty ? nil : (messages, message.direction)
  }
}
