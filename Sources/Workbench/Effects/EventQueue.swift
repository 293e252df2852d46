import Synchronization
import WorkbenchCore

/// Where everything that happens meets: any thread puts in, the loop takes out.
final class EventQueue: Sendable {
  private let pending = Mutex<[Event]>([])
  private let wake: AsyncStream<Void>.Continuation
  /// One element for each batch; many events before it is taken make one.
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
