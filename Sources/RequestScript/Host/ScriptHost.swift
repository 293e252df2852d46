internal import Synchronization

/// Runs the scripts of requests in processes of their own, which have no access to files, network or other processes.
///
/// A process is started for the first job and kept for later ones. A job that is started by an answer to another job gets
/// a process of its own.
package final class ScriptHost: Sendable {
  private struct State {
    var idle: [HostProcess] = []
    var isStopped = false
  }

  private let options: Options
  private let state = Mutex(State())
  /// How many processes are kept when idle: one, and one for a job within a job.
  private static let kept = 2

  package init(_ options: Options = Options()) { self.options = options }

  deinit { stop() }

  /// Starts a process, so that the first job need not wait for it.
  package func warm() {
    let needsProcess = state.withLock { $0.idle.isEmpty && !$0.isStopped }
    if needsProcess { keep(HostProcess(options)) }
  }

  /// Ends the processes that are idle; the others end after their job.
  package func stop() {
    let idle = state.withLock { state in
      state.isStopped = true
      return take(&state.idle)
    }
    for process in idle { process.close() }
  }

  /// Runs the scripts of a job. An error of a script is part of the result.
  package func run(_ job: ScriptJob, services: any ScriptServices) async throws(ScriptError) -> ScriptResult {
    while true {
      let process = state.withLock { $0.idle.popLast() } ?? HostProcess(options)
      switch await HostRun(job, services).start(in: process) {
      case .result(let result):
        keep(process)
        return result
      case .failed(let error): throw error
      // It ended between two jobs.
      case .notBegun: continue
      }
    }
  }

  private func keep(_ process: HostProcess) {
    let isKept = state.withLock { state in
      guard !state.isStopped, state.idle.count < Self.kept else { return false }
      state.idle.append(process)
      return true
    }
    if !isKept { process.close() }
  }

  private func take(_ processes: inout [HostProcess]) -> [HostProcess] {
    defer { processes = [] }
    return processes
  }

  /// The identifiers of the idle processes, for tests.
  var idleProcesses: [Int32] { state.withLock { $0.idle.compactMap(\.id) } }
}

extension ScriptHost {
  package struct Options: Sendable {
    /// The program and its first arguments, which run the host.
    package var command = ["/proc/self/exe", "__script-host"]
    /// The limit of a process's resident memory, in bytes.
    package var memory = 512 << 20
    /// Whether scripts run without a sandbox where the kernel has none.
    package var runsUnconfined = false
    /// The time zone of scripts, as in `TZ`.
    package var timeZone: String?

    /// The variable that allows scripts without a sandbox.
    package static let openVariable = "WORKBENCH_SCRIPTS_WITHOUT_SANDBOX"

    package init() {}

    /// - Parameter environment: That of this program.
    package init(environment: [String: String]) {
      runsUnconfined = environment[Self.openVariable] == "1"
      timeZone = environment["TZ"]
    }
  }
}
