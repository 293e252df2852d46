internal import Foundation
internal import RequestClient
internal import Synchronization

/// Tells of a body while it comes: at once when it begins, then as often as leaves the receiver nine tenths of its time.
///
/// It tells on tasks of its own: whoever takes long to show a beginning must not hold up the whole body.
final class PartialBodyPublisher: Sendable {
  private struct State {
    var head: ResponseHead?
    var next = ContinuousClock.now
    /// Whether a task is about to tell of what has come, or does so.
    var isTelling = false
    /// Whether more has come since it began to.
    var hasMore = false
  }

  private let state = Mutex(State())
  private let request: DataRequest
  /// Set when the whole body is there: nothing more is told then.
  private let isOver: Flag
  private let tell: @Sendable (ResponseHead, Data) -> Void

  private static let interval = Duration.milliseconds(100)

  init(of request: DataRequest, _ isOver: Flag, tell: @escaping @Sendable (ResponseHead, Data) -> Void) {
    self.request = request
    self.isOver = isOver
    self.tell = tell
  }

  /// The head has come, before the body's first piece is heard of or after it: they come on different ways.
  func begin(_ head: ResponseHead) {
    tellSoon { state in
      state.head = head
      return state.hasMore
    }
  }

  /// More of the body has come.
  func grew() {
    tellSoon { state in
      state.hasMore = true
      return state.head != nil
    }
  }

  /// Begins to tell where `change` finds that there is something to tell, and nobody does so.
  private func tellSoon(where change: (inout State) -> Bool) {
    let starts = state.withLock { state in
      guard change(&state), !state.isTelling, !isOver.isSet else { return false }
      state.isTelling = true
      return true
    }
    if starts { Task { await tellUntilNothingIsNew() } }
  }

  private func tellUntilNothingIsNew() async {
    while let (head, due) = next() {
      // Cut short by nothing: the task belongs to nobody.
      try? await Task.sleep(until: due, clock: .continuous)
      let start = ContinuousClock.now
      if !isOver.isSet, let body = request.data { tell(head, body) }
      let end = ContinuousClock.now
      state.withLock { $0.next = end + max(Self.interval, start.duration(to: end) * 9) }
    }
  }

  private func next() -> (ResponseHead, ContinuousClock.Instant)? {
    state.withLock { state in
      guard state.hasMore, !isOver.isSet, let head = state.head else {
        state.isTelling = false
        return nil
      }
      state.hasMore = false
      return (head, state.next)
    }
  }
}
