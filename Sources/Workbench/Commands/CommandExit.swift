import ArgumentParser
import Foundation
import RequestModel

/// The documented ways a command ends.
enum CommandExit {
  static let checkFailed = ExitCode(1)
  static let usage = ExitCode(2)
  static let broken = ExitCode(3)
  static let unfinished = ExitCode(4)
  static let interrupted = ExitCode(5)

  /// Writes an error to standard error and returns the exit code.
  static func fail(_ sentence: String, _ code: ExitCode) -> ExitCode {
    StandardError.write(sentence)
    return code
  }

  /// How an exchange ends the command that sent it.
  static func code(for outcome: Outcome, failsOnStatus: Bool) -> ExitCode? {
    switch outcome {
    case .completed(let answer): failsOnStatus && answer.status >= 400 ? checkFailed : nil
    case .failed: unfinished
    case .cancelled: interrupted
    }
  }
}
