internal import Dispatch
internal import Foundation
internal import Synchronization

/// Publishes a body while it arrives: first immediately, then at intervals, so that it uses only a tenth of the
/// reader's time.
///
/// Only one partial body exists at a time. The next one waits until it is released.
final class PartialBodyPublisher: Sendable {
  private struct State {
    var head: ResponseHead?
    var hasMore = false
    /// Whether a partial body is scheduled or not yet released.
    var isBusy = false
    var isOver = false
    var next = ContinuousClock.now
  }

  private let state = Mutex(State())
  private let request: DataRequest
  /// The body of earlier connections of the same stream.
  private let earlier: Data
  private let mask: LiveMask
  private let queue = DispatchQueue(label: "workbench.partial-body")
  private let emit: @Sendable (RunEvent) -> Void

  private static let interval = Duration.milliseconds(100)

  init(
    of request: DataRequest, after earlier: Data = Data(), mask: LiveMask, emit: @escaping @Sendable (RunEvent) -> Void
  ) {
    self.request = request
    self.earlier = earlier
    self.mask = mask
    self.emit = emit
  }

  /// Reports the head. May be called after `grow`, on another thread.
  func begin(_ head: ResponseHead) { publishSoon { $0.head = head } }

  /// Reports more of the body.
  func grow() { publishSoon { $0.hasMore = true } }

  /// Stops publishing: the body is complete.
  func finish() { state.withLock { $0.isOver = true } }

  private var isOver: Bool { state.withLock(\.isOver) }

  private func publishSoon(_ change: (inout State) -> Void) {
    let due = state.withLock { state in
      change(&state)
      return Self.beginNext(&state)
    }
    guard let due else { return }
    let delay = max(.zero, ContinuousClock.now.duration(to: due))
    queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { self.publish() }
  }

  /// Returns when to publish the next partial body; `nil` if there is nothing new or one is still in use.
  private static func beginNext(_ state: inout State) -> ContinuousClock.Instant? {
    guard state.head != nil, state.hasMore, !state.isBusy, !state.isOver else { return nil }
    state.isBusy = true
    return state.next
  }

  private func publish() {
    let head = state.withLock { state in
      state.hasMore = false
      return state.head
    }
    let start = ContinuousClock.now
    guard !isOver, let head, let received = request.data else { return released(since: start) }
    let body = earlier.isEmpty ? received : earlier + received
    let response = mask.masked(head, body, isWhole: false)
    emit(.partialBody(PartialBody(response, isStale: { self.isOver }, released: { self.released(since: start) })))
  }

  private func released(since start: ContinuousClock.Instant) {
    publishSoon { state in
      state.isBusy = false
      let now = ContinuousClock.now
      state.next = now + max(Self.interval, start.duration(to: now) * 9)
    }
  }
}
