import Synchronization
import WorkbenchCore

/// The queue of events: any thread sends, the loop receives.
final class EventQueue: Sendable {
  private let pending = Mutex<[Event]>([])
  private let wake: AsyncStream<Void>.Continuation
  /// Yields once per batch of events.
  let wakes: AsyncStream<Void>

  init() {
    (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func send(_ event: Event) {
    pending.withLock { $0.append(event) }
    wake.yield()
  }

  func drain() -> [Event] {
    pending.withLock { events in
      defer { events = [] }
      return events
    }
  }

  func finish() { wake.finish() }
}
