/// The messages of an exchange in order. The panes keep copies while messages arrive.
package struct Conversation: RandomAccessCollection, Equatable, Sendable {
  private var events = ChunkedArray<LogEvent>()
  /// The number of pings and pongs.
  package private(set) var pingCount = 0
  /// How often more secrets were masked in messages that are here.
  private(set) var maskCount = 0

  package init() {}

  package init(_ events: some Sequence<LogEvent>) {
    append(contentsOf: events)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { events.endIndex }

  package subscript(index: Int) -> LogEvent { events[index] }

  package mutating func append(_ event: LogEvent) {
    events.append(event)
    if event.isPing { pingCount += 1 }
  }

  package mutating func append(contentsOf events: some Sequence<LogEvent>) {
    for event in events { append(event) }
  }

  /// Replaces messages with those that have more secrets masked. Some of these may still be on their way.
  mutating func mask(as masked: [LogEvent]) {
    var events = ChunkedArray<LogEvent>()
    for (index, event) in self.events.enumerated() {
      let isSame = index < masked.count && masked[index].time == event.time
      events.append(isSame ? masked[index] : event)
    }
    self.events = events
    maskCount += 1
  }
}

extension LogEvent {
  fileprivate var isPing: Bool { if case .message(let message) = content { message.isPing } else { false } }
}

extension LogEvent.Message {
  /// Whether it only shows that the connection is alive.
  var isPing: Bool { type == "ping" || type == "pong" }
}
