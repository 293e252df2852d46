internal import Glibc
internal import Synchronization

/// The way in which a process ended.
struct HostEnding {
  private let status: Int32
  private let isWithinFrame: Bool

  // The exit status of the host: see `Sources/CScriptHost/ending.h`.
  private static let time: Int32 = 90
  private static let memory: Int32 = 91
  private static let retired: Int32 = 92

  /// - Parameters:
  ///   - status: The status from `waitpid`.
  ///   - isWithinFrame: Whether its last frame is incomplete.
  init(_ status: Int32, isWithinFrame: Bool) { (self.status, self.isWithinFrame) = (status, isWithinFrame) }

  /// The outcome for the job that it was assigned.
  func outcome(_ options: ScriptHost.Options, _ limits: ScriptLimits) -> HostRun.Outcome {
    let signal = status & 0x7F
    if signal != 0 { return .failed(signal == SIGSYS ? .forbidden : .ended("signal \(signal)\(place)")) }
    switch status >> 8 & 0xFF {
    case Self.time: return .failed(.time(limits.time))
    case Self.memory: return .failed(.memory(options.memory))
    case Self.retired: return .notBegun
    case let code: return .failed(.ended("status \(code)\(place)"))
    }
  }

  private var place: String { isWithinFrame ? ", within a message" : "" }

  /// The number of checks, one per millisecond, whether a process that has closed its output has ended.
  private static let attempts = 1000

  /// Waits for the end of a process that has closed its output. Kills it if it does not end.
  ///
  /// - Returns: Its status; 0 if it was never started.
  static func wait(for process: HostProcess, isKilled: Bool) -> Int32 {
    guard let id = process.id else { return 0 }
    var attempt = isKilled ? attempts : 0
    while attempt < attempts, !hasEnded(id) {
      usleep(1000)
      attempt += 1
    }
    process.kill()
    return process.state.withLock { state in
      var status: Int32 = 0
      while waitpid(id, &status, 0) == -1, errno == EINTR {}
      state.id = nil
      return status
    }
  }

  private static func hasEnded(_ id: pid_t) -> Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(id), &info, Int32(WEXITED | WNOWAIT | WNOHANG)) == 0 && info.si_signo != 0
  }
}
