import Synchronization
import WorkbenchCore

/// The queue of events: any thread sends, the loop receives.
final class ProgramQueue: Sendable {
  private let pending = Mutex<[ProgramEvent]>([])
  private let wake: AsyncStream<Void>.Continuation
  /// Yields once per batch of events.
  let wakes: AsyncStream<Void>

  init() {
    (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func send(_ event: ProgramEvent) {
    pending.withLock { $0.append(event) }
    wake.yield()
  }

  func drain() -> [ProgramEvent] {
    pending.withLock { events in
      defer { events = [] }
      return events
    }
  }

  func finish() { wake.finish() }
}

/// Sends the events of one workspace, so that what runs its effects need not know of others.
struct EventQueue: Sendable {
  let program: ProgramQueue
  let workspace: WorkspaceNumber

  func send(_ event: Event) { program.send(.workspace(workspace, event)) }
}
