/// Runs the scripts of requests in separate processes without access to files, network or other processes.
///
/// A process is started for the first job and kept for later ones. Concurrent jobs have separate processes, and so has
/// a job started while responding to another one.
package final class ScriptHost: Sendable {
  private let pool: HostPool

  package init(_ options: Options = Options()) { pool = HostPool(options) }

  deinit { stop() }

  /// Starts the first process ahead, so that no job waits for it.
  package func warm() { pool.warm() }

  /// Ends the idle processes; the others end after their job.
  package func stop() { pool.stop() }

  /// Runs the scripts of a job. An error of a script is part of the result.
  ///
  /// - Parameter session: Shared by the jobs of one request; `nil` for a single job.
  package func run(
    _ job: ScriptJob, services: any ScriptServices, in session: ScriptSession? = nil
  ) async throws(ScriptError) -> ScriptResult {
    guard job.body.count < HostFrame.longestSent else { throw .body(job.body.count) }
    let needed = session?.process
    while true {
      let run = HostRun(job, services, session, pool)
      let process = try await pool.acquireProcess(for: run)
      session?.beginJob()
      if needed != nil, needed !== process { services.receive(.console(.warn, Self.lostGlobals)) }
      let outcome = await run.start(in: process)
      if run.isKept { session?.keep(in: process) }
      pool.end(run, in: process)
      switch outcome {
      case .result(let result): return result
      case .failed(let error): throw error
      // The process ended between two jobs.
      case .notBegun: continue
      }
    }
  }

  private static let lostGlobals =
    "The script host has ended since the scripts before the request, and what they left without var with it"

  /// The identifiers of the idle processes, for tests.
  var idleProcesses: [Int32] { pool.idleProcesses }

  /// The number of jobs waiting for their turn, for tests.
  var waitingJobs: Int { pool.waitingJobs }
}

extension ScriptHost {
  package struct Options: Sendable {
    /// The program and its first arguments, which run the host.
    package var command = ["/proc/self/exe", "__script-host"]
    /// The limit of a process's resident memory, in bytes.
    package var memory = 512 << 20
    /// The limit of the resident memory of all processes, in bytes.
    package var totalMemory = max(2 << 30, 192 << 20 * HostPool.processors)
    /// The maximum number of processes for jobs that no other job waits for.
    var jobs = max(16, 2 * HostPool.processors)
    /// The maximum number of processes at each depth for jobs that others wait for. A nested job never waits for the
    /// process of a job that waits for it.
    var nestedJobs = 3
    /// Whether scripts run without a sandbox if the kernel supports none.
    package var runsUnconfined = false
    /// The time zone of scripts, as in `TZ`.
    package var timeZone: String?
    /// The time that a job waits for a processor before it gets a process regardless.
    var patience = Duration.milliseconds(100)

    /// The variable that allows scripts without a sandbox.
    package static let openVariable = "WORKBENCH_SCRIPTS_WITHOUT_SANDBOX"

    package init() {}

    /// - Parameter environment: The environment of this program.
    package init(environment: [String: String]) {
      runsUnconfined = environment[Self.openVariable] == "1"
      timeZone = environment["TZ"]
    }
  }
}
