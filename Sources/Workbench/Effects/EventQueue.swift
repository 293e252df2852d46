import Synchronization
import WorkbenchCore

/// The queue of events. Any thread sends; the loop receives.
final class ProgramQueue: Sendable {
  private let pending = Mutex<[ProgramEvent]>([])
  private let wake: AsyncStream<Void>.Continuation
  /// Yields once per batch of events.
  let wakes: AsyncStream<Void>

  init() {
    (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func send(_ event: ProgramEvent) {
    pending.withLock { if !Self.join(event, to: &$0) { $0.append(event) } }
    wake.yield()
  }

  /// Adds messages to those that wait already, so that a flood of them is one event for each frame.
  private static func join(_ event: ProgramEvent, to pending: inout [ProgramEvent]) -> Bool {
    guard case .workspace(let workspace, .exchange(let id, .messages(let new))) = event,
      case .workspace(workspace, .exchange(id, .messages(var all))) = pending.last
    else { return false }
    pending.removeLast()
    all += new
    pending.append(.workspace(workspace, .exchange(id, .messages(all))))
    return true
  }

  func drain() -> [ProgramEvent] { pending.replace(by: []) }

  func finish() { wake.finish() }
}

/// Sends the events of one workspace, so that the runners of its effects need not know about other workspaces.
struct EventQueue: Sendable {
  let program: ProgramQueue
  let workspace: WorkspaceNumber

  func send(_ event: Event) { program.send(.workspace(workspace, event)) }
}
