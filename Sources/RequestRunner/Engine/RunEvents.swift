internal import DequeModule
internal import Synchronization

/// The events of a run, in order. One task can read them, before and after they happen.
package final class RunEvents: AsyncSequence, Sendable {
  private struct State {
    var events = Deque<RunEvent>()
    var isOver = false
    var reader: CheckedContinuation<RunEvent?, Never>?
    /// Bytes of the messages in `events`.
    var size = 0
    /// Whether more messages wait than should.
    var isFull = false
    var onChange: (@Sendable () -> Void)?

    /// Takes the first event, and what to call because there is room again.
    mutating func popFirst() -> (RunEvent, (@Sendable () -> Void)?)? {
      guard let event = events.popFirst() else { return nil }
      size -= event.messageSize
      guard isFull, size <= RunEvents.limit / 2 else { return (event, nil) }
      isFull = false
      return (event, onChange)
    }

    /// - Returns: The function to call because there is no more room.
    mutating func append(_ event: RunEvent) -> (@Sendable () -> Void)? {
      events.append(event)
      size += event.messageSize
      guard !isFull, size > RunEvents.limit else { return nil }
      isFull = true
      return onChange
    }
  }

  /// The size of waiting messages from which on the connection should be read no more, in bytes.
  static let limit = 16 << 20

  private let state = Mutex(State())

  /// Whether more messages wait than should.
  var isFull: Bool { state.withLock(\.isFull) }

  /// Calls `change` when `isFull` has changed.
  func onFullChange(_ change: @escaping @Sendable () -> Void) { state.withLock { $0.onChange = change } }

  func add(_ event: RunEvent) {
    let (reader, change) = state.withLock { state in
      let change = state.reader == nil ? state.append(event) : nil
      defer { state.reader = nil }
      return (state.reader, change)
    }
    reader?.resume(returning: event)
    change?()
  }

  /// There are no further events.
  func end() {
    let reader = state.withLock { state in
      state.isOver = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  private func next() async -> RunEvent? {
    if let (event, change) = state.withLock({ $0.popFirst() }) {
      change?()
      return event
    }
    return await withCheckedContinuation { continuation in
      let (next, change): (RunEvent??, (@Sendable () -> Void)?) = state.withLock { state in
        if let (event, change) = state.popFirst() { return (event, change) }
        if state.isOver { return (.some(nil), nil) }
        state.reader = continuation
        return (nil, nil)
      }
      change?()
      if let next { continuation.resume(returning: next) }
    }
  }

  package func makeAsyncIterator() -> Iterator { Iterator(events: self) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let events: RunEvents

    package func next() async -> RunEvent? { await events.next() }
  }
}

extension RunEvent {
  /// The memory of a message, in bytes; 0 of other events.
  fileprivate var messageSize: Int {
    guard case .logged(let event) = self, case .message(let message) = event.content else { return 0 }
    return message.memorySize
  }
}
