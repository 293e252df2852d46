import Foundation
import Synchronization

enum CommandExit {
  static let checkFailed = ExitCode(1)
  static let usage = ExitCode(2)
  static let broken = ExitCode(3)
  static let unfinished = ExitCode(4)
  static let interrupted = ExitCode(5)

  /// Writes an error to standard error and returns the exit code.
  static func fail(_ sentence: String, _ code: ExitCode) -> ExitCode {
    lastSentence.withLock { $0 = sentence }
    StandardError.write(sentence)
    return code
  }

  /// Writes an error of the command line, such as a wrong path, to standard error and returns its exit code.
  static func usageError(_ sentence: String) -> ExitCode { fail(sentence, usage) }

  /// Does work whose error ends the command.
  ///
  /// - Parameter start: What the error is about, as the start of its sentence.
  static func failing<Value>(
    with code: ExitCode, _ start: String = "", _ work: () throws -> Value
  ) throws -> Value {
    do { return try work() } catch { throw fail("\(start)\(error)", code) }
  }

  /// The exit code for a named file that cannot be read: either its path is wrong or its contents are broken.
  static func reading(_ path: String) -> ExitCode { access(path, F_OK) == 0 ? broken : usage }

  /// The higher code; `nil` if both are.
  static func worse(_ a: ExitCode?, _ b: ExitCode?) -> ExitCode? {
    guard let a, let b else { return a ?? b }
    return a.rawValue >= b.rawValue ? a : b
  }

  /// The last error that was written.
  static let lastSentence = Mutex("")

  static func code(for exchange: Exchange, failsOnStatus: Bool) -> ExitCode? {
    switch exchange.outcome {
    case .completed(let answer):
      !exchange.log.failedChecks.isEmpty || failsOnStatus && answer.status >= 400 ? checkFailed : nil
    case .failed: unfinished
    case .cancelled: interrupted
    }
  }
}
