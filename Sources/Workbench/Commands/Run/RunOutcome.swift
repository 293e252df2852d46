import Foundation
import Synchronization

struct RunOutcome {
  var name: String
  var startedAt = Date()
  var totals = RunTotals()
  /// `nil` if everything passed.
  var code: ExitCode?
  /// The first failure in one line, with secrets masked.
  var failure: String?

  /// `passed`, `failed`, or `error` if a request could not be sent or a file is broken.
  var word: String {
    switch code {
    case nil: "passed"
    case CommandExit.checkFailed: "failed"
    default: "error"
    }
  }

  /// Records the error that ended the run early.
  ///
  /// - Returns: Whether the run failed, as opposed to a usage error or an interrupt.
  mutating func record(_ error: any Error) -> Bool {
    switch error {
    case let exit as ExitCode:
      code = exit
      failure = failure ?? CommandExit.lastSentence.withLock(\.self).visibleLine
      return exit != CommandExit.usage && exit != CommandExit.interrupted
    case let problem as OutputProblem:
      code = CommandExit.unfinished
      failure = problem.description.visibleLine
      return true
    case let error as any Error & CustomStringConvertible where !(error is ValidationError):
      code = CommandExit.broken
      failure = error.description.visibleLine
      return true
    default: return false
    }
  }

  var line: String {
    let totals = totals
    var facts = [
      Self.count(totals.requests, "request", failed: totals.failedRequests),
      Self.count(totals.checks, "check", failed: totals.failedChecks), Formatting.duration(totals.duration),
    ]
    if let failure { facts.append(failure) }
    return "\(word.padding(toLength: 6, withPad: " ", startingAt: 0))  " + facts.joined(separator: ", ")
  }

  private static func count(_ count: Int, _ noun: String, failed: Int) -> String {
    Formatting.count(count, noun) + (failed > 0 ? " (\(Formatting.number(failed)) failed)" : "")
  }

  /// The facts for a command, as environment variables; `docs/load.md` describes them.
  var variables: [String: String] {
    [
      "WORKBENCH_RUN_NAME": name, "WORKBENCH_RUN_RESULT": word,
      "WORKBENCH_RUN_EXIT_CODE": String(code?.rawValue ?? 0),
      "WORKBENCH_RUN_STARTED_AT": UTCTime.milliseconds(startedAt),
      "WORKBENCH_RUN_SECONDS": String(Double(Int(totals.duration / .milliseconds(1))) / 1000),
      "WORKBENCH_RUN_REQUESTS": String(totals.requests),
      "WORKBENCH_RUN_FAILED_REQUESTS": String(totals.failedRequests),
      "WORKBENCH_RUN_CHECKS": String(totals.checks), "WORKBENCH_RUN_FAILED_CHECKS": String(totals.failedChecks),
      "WORKBENCH_RUN_FAILURE": failure ?? "",
    ]
  }
}

final class FirstFailure: Sendable {
  private let line = Mutex<String?>(nil)
  private let lacking = Mutex(false)

  var text: String? { line.withLock(\.self) }

  /// Whether a request was not sent because variables have no value.
  var lacksVariables: Bool { lacking.withLock(\.self) }

  func observe(_ event: RunEvent) {
    if case .missingVariables = event { lacking.withLock { $0 = true } }
  }

  func note(_ result: RunResult) {
    guard result.isFailure else { return }
    let check = result.failedChecks.first.map { $0.name + ($0.detail.isEmpty ? "" : ": \($0.detail)") }
    let text = "\(result.address.path): \(result.problem ?? check ?? "")".visibleLine
    line.withLock { $0 = $0 ?? text }
  }
}
