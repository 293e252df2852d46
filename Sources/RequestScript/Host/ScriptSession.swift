internal import Synchronization

/// The jobs of one request. They share a global object, so later scripts see values that earlier ones left in it.
package final class ScriptSession: Sendable {
  private static let last = Atomic<Int>(0)

  /// Its identifier in the host, from 1.
  let number = last.add(1, ordering: .relaxed).newValue
  private let state = Mutex<HostProcess?>(nil)

  package init() {}

  deinit { process?.dropSession(self) }

  /// The process that holds the global object.
  private(set) var process: HostProcess? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }

  /// Records that the process keeps the global object.
  func keep(in process: HostProcess) {
    process.state.withLock { $0.sessionCount += 1 }
    self.process = process
  }

  /// Begins a job, which uses the global object.
  func beginJob() {
    process?.state.withLock { $0.sessionCount -= 1 }
    process = nil
  }
}
