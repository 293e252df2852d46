/// A result as a row of a list. Its bodies and console output are only in the exchange in history.
package struct RunRow: Equatable, Sendable {
  package enum Mark: String, Sendable {
    case passed
    /// A check failed.
    case failed
    /// The request was not completed, or its file is broken.
    case error
    case cancelled
    case skipped
  }

  /// The index of its request among those of the list.
  package var request: Int
  /// The index of the iteration, from 0.
  package var iteration: Int
  package var mark: Mark
  /// `nil` without a response; `Response.Head.noStatus` for an answer of a program.
  package var status: Int?
  package var duration: Duration
  package var bodySize: Int
  /// The checks, failed ones first.
  package var checks: [LogEvent.Check]
  package var exchange: ExchangeID?
  /// The failures, or the reason for skipping it, in one line.
  package var failure: String?
  /// The reason why there is no complete response, in one line.
  package var problem: String?

  package init(_ result: RunResult, request: Int) {
    self.request = request
    iteration = result.iteration
    mark = Mark(result)
    if case .completed(let status, _) = result.outcome { self.status = status }
    duration = result.duration
    bodySize = result.bodySize
    checks = result.failedChecks + result.checks.filter(\.isPassed)
    problem = result.problem?.visibleLine
    exchange = result.exchange
    failure = result.failureLine
  }

  /// The number of lines for all details: the problem, and each check.
  package var lineCount: Int { checks.count + (problem == nil ? 0 : 1) }

  package var isFailure: Bool { mark == .failed || mark == .error }
}

extension RunRow.Mark {
  fileprivate init(_ result: RunResult) {
    self =
      switch result.outcome {
      case .completed: result.isFailure ? .failed : .passed
      case .skipped where result.isFailure: .failed
      case .failed, .broken: .error
      case .cancelled: .cancelled
      case .skipped: .skipped
      }
  }
}

extension RunResult {
  /// The outcome as one word, for reports.
  package var word: String { RunRow.Mark(self).rawValue }

  /// The first failure in one line with the number of further ones, or the reason for skipping it; `nil` without any.
  package var failureLine: String? {
    if let problem = problem ?? note { return problem.visibleLine }
    let failed = failedChecks
    guard let first = failed.first else { return nil }
    let more = failed.count > 1 ? " (and \(failed.count - 1) more)" : ""
    return (first.name + (first.detail.isEmpty ? "" : ": \(first.detail)") + more).visibleLine
  }
}
