import ArgumentParser

/// The failures of a command's outputs. An output that fails leaves out none of the others.
struct FailedOutputs {
  /// The first failure, which ends the command once all outputs were tried. The others are reported at once.
  private(set) var first: (any Error)?

  /// Writes an output.
  mutating func write(_ output: () throws -> Void) {
    do { try output() } catch { add(error) }
  }

  mutating func add(_ error: any Error) {
    guard first != nil else { return first = error }
    switch error {
    // Reported where it was made.
    case is ExitCode: break
    case let problem as OutputProblem where problem.isReaderGone: break
    default: StandardError.write("\(error)")
    }
  }

  /// The exit code of the first failure.
  var exitCode: ExitCode? {
    (first as? ExitCode)
      ?? (first as? OutputProblem).map { $0.isReaderGone ? CommandExit.interrupted : CommandExit.unfinished }
  }

  func throwFirst() throws { if let first { throw first } }
}
