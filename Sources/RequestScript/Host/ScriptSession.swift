internal import Synchronization

/// The jobs of one request: what a script leaves in its global object is seen by the scripts of later jobs.
package final class ScriptSession: Sendable {
  private static let last = Atomic<Int>(0)

  /// What the host knows it by, from 1.
  let number = last.add(1, ordering: .relaxed).newValue
  private let state = Mutex<HostProcess?>(nil)

  package init() {}

  deinit { process?.forget(self) }

  /// The process that has the global object.
  private(set) var process: HostProcess? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }

  /// The global object is kept there.
  func keep(in process: HostProcess) {
    process.state.withLock { $0.sessionCount += 1 }
    self.process = process
  }

  /// Begins a job, which takes the global object.
  func take() {
    process?.state.withLock { $0.sessionCount -= 1 }
    process = nil
  }
}
