import Synchronization

/// The events of a schedule, in order, from any thread.
final class ScheduleLog: Sendable {
  enum Entry: Hashable {
    case handler(Int, hasQueue: Bool)
    /// An event by its name.
    case event(String)
  }

  private struct State {
    var entries: [Entry] = []
    var handlers = 0
    var isFinished = false
    var waiter: (handlers: Int, CheckedContinuation<Void, Never>)?
    var hasGivenUp = false

    /// Waiters for events.
    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      guard let (count, continuation) = waiter, hasGivenUp || isFinished && handlers >= count else { return nil }
      waiter = nil
      return continuation
    }
  }

  private let state = Mutex(State())

  var entries: [Entry] { state.withLock(\.entries) }
  var hasGivenUp: Bool { state.withLock(\.hasGivenUp) }

  func record(_ entry: Entry) {
    change { state in
      state.entries.append(entry)
      switch entry {
      case .handler: state.handlers += 1
      case .event("didFinish"): state.isFinished = true
      case .event: break
      }
    }
  }

  /// Resumes the waiter although the event has not happened.
  func giveUp() { change { $0.hasGivenUp = true } }

  /// Returns when this number of handlers has run and the request has reported its end.
  func wait(handlers: Int) async {
    await withCheckedContinuation { continuation in
      change { $0.waiter = (handlers, continuation) }
    }
  }

  private func change(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      return state.takeWaiter()
    }
    waiter?.resume()
  }
}
