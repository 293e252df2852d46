internal import DequeModule
internal import Synchronization

/// The events of a run, in order. One task can read them, before and after they happen.
package final class RunEvents: AsyncSequence, Sendable {
  private struct State {
    var events = Deque<RunEvent>()
    var isOver = false
    var reader: CheckedContinuation<RunEvent?, Never>?
  }

  private let state = Mutex(State())

  func add(_ event: RunEvent) {
    let reader = state.withLock { state in
      if state.reader == nil { state.events.append(event) }
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: event)
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

  /// Waits for the next event; `nil` after the last one.
  private func next() async -> RunEvent? {
    if let event = state.withLock({ $0.events.popFirst() }) { return event }
    return await withCheckedContinuation { continuation in
      let next: RunEvent?? = state.withLock { state in
        if let event = state.events.popFirst() { return event }
        if state.isOver { return .some(nil) }
        state.reader = continuation
        return nil
      }
      if let next { continuation.resume(returning: next) }
    }
  }

  package func makeAsyncIterator() -> Iterator { Iterator(events: self) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let events: RunEvents

    package func next() async -> RunEvent? { await events.next() }
  }
}
