/// The failures of a command's outputs. An output that fails leaves out none of the others.
struct FailedOutputs {
  /// The first failure, which ends the command once all outputs were tried. The others are reported at once.
  private var first: (any Error)?

  mutating func write(_ output: () throws -> Void) {
    do { try output() } catch { add(error) }
  }

  mutating func add(_ error: any Error) {
    if first == nil { first = error } else { Self.report(error) }
  }

  private static func report(_ error: any Error) {
    switch error {
    // Reported where it was made.
    case is ExitCode: break
    case let problem as OutputProblem where problem.isReaderGone: break
    default: StandardError.write("\(error)")
    }
  }

  /// The exit code of the first failure.
  private var exitCode: ExitCode? {
    (first as? ExitCode)
      ?? (first as? OutputProblem).map { $0.isReaderGone ? CommandExit.interrupted : CommandExit.unfinished }
  }

  /// The exit code of a command: the higher one of the first failure and `outcome`, that of what was sent.
  func exitCode(with outcome: ExitCode?) -> ExitCode? { CommandExit.worse(exitCode, outcome) }

  /// Throws the first failure. If the exit code of what was sent is higher, reports the failure and throws that code.
  func throwFirst(over outcome: ExitCode? = nil) throws {
    guard let first else { return }
    guard let outcome, let exitCode, outcome.rawValue > exitCode.rawValue else { throw first }
    Self.report(first)
    throw outcome
  }
}
