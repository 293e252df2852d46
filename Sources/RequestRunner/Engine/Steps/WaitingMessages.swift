internal import DequeModule

/// Received messages, and the close, that no step has taken, in order.
struct WaitingMessages {
  private(set) var all: Deque<LogEvent.Message> = []
  private var size = 0

  /// In bytes. A server may send without end while a step waits.
  static let limit = 64 << 20

  var isFull: Bool { size > Self.limit }

  mutating func append(_ message: LogEvent.Message) {
    all.append(message)
    size += message.memorySize
  }

  mutating func removeFirst(_ count: Int) {
    size -= Self.size(all.prefix(count))
    all.removeFirst(count)
  }

  /// Removes the closes from `start` on, or everything else.
  mutating func remove(from start: Int, closes: Bool) {
    let kept: [LogEvent.Message] = all[start...].filter { ($0.type == "close") != closes }
    size -= Self.size(all[start...]) - Self.size(kept)
    all.replaceSubrange(start..., with: kept)
  }

  private static func size(_ messages: some Sequence<LogEvent.Message>) -> Int {
    messages.reduce(0) { $0 + $1.memorySize }
  }
}
