internal import Foundation
internal import RequestClient
internal import Synchronization

/// Tells of a body while it comes: at once when it begins, then as often as leaves the receiver nine tenths of its time.
final class BodyBeginnings: Sendable {
  private struct State {
    var head: ResponseHead?
    var next = ContinuousClock.now
    /// Whether somebody waits to tell of what has come meanwhile.
    var isWaiting = false
    var isOver = false
  }

  private let state = Mutex(State())
  private let request: DataRequest
  private let tell: @Sendable (ResponseHead, Data) -> Void

  private static let interval = Duration.milliseconds(100)

  init(of request: DataRequest, tell: @escaping @Sendable (ResponseHead, Data) -> Void) {
    self.request = request
    self.tell = tell
  }

  func begin(_ head: ResponseHead) { state.withLock { $0.head = head } }

  /// More of the body has come.
  func grew() {
    let wait: Duration? = state.withLock { state in
      if state.isOver || state.isWaiting || state.head == nil { return nil }
      state.isWaiting = true
      return max(.zero, ContinuousClock.now.duration(to: state.next))
    }
    guard let wait else { return }
    if wait == .zero { return report() }
    Task { [self] in
      // Cut short by nothing: the task belongs to nobody.
      try? await Task.sleep(for: wait)
      report()
    }
  }

  /// The whole body is there: nothing is told any more.
  func end() { state.withLock { $0.isOver = true } }

  private func report() {
    let start = ContinuousClock.now
    let head: ResponseHead? = state.withLock { state in
      state.isWaiting = false
      return state.isOver ? nil : state.head
    }
    if let head, let body = request.data { tell(head, body) }
    let end = ContinuousClock.now
    state.withLock { $0.next = end + max(Self.interval, start.duration(to: end) * 9) }
  }
}
