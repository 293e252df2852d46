package import Foundation

/// The facts about a run that are known before it starts.
package struct RunFacts: Equatable, Sendable {
  package var name: String
  package var startedAt: Date
  package var environment: String?
  package var iterationCount: Int
  /// The requests of one iteration.
  package var requestCount: Int
  package var dataFile: String?

  package init(
    name: String, startedAt: Date, environment: String? = nil, iterationCount: Int = 1, requestCount: Int,
    dataFile: String? = nil
  ) {
    self.name = name
    self.startedAt = startedAt
    self.environment = environment
    self.iterationCount = iterationCount
    self.requestCount = requestCount
    self.dataFile = dataFile
  }
}

package struct RunTotals: Equatable, Sendable {
  /// Iterations that were begun.
  package var iterations = 0
  /// Requests that were sent, or whose sending failed.
  package var requests = 0
  /// Requests that could not be completed, have a broken file or a failed check.
  package var failedRequests = 0
  /// Requests that were cancelled with the run. They did not fail.
  package var cancelledRequests = 0
  /// Requests that were skipped by their scripts or the user.
  package var skippedRequests = 0
  /// Requests that iterations did not reach, because a hard check had failed.
  package var leftOutRequests = 0
  package var checks = 0
  package var failedChecks = 0
  /// Tests that scripts skipped. They are among the checks, and have neither passed nor failed.
  package var skippedChecks = 0
  package var scriptErrors = 0
  /// The total size of response bodies.
  package var bytes = 0
  /// The total time of all exchanges.
  package var transferTime = Duration.zero
  /// From the start of the run to its end.
  package var duration = Duration.zero
  /// The reason for an early end; `nil` for a complete run.
  package var ending: Ending?

  package enum Ending: Equatable, Sendable {
    case interrupted
    /// At the first failure, because of `--bail`.
    case bailed
    /// A script stopped it.
    case stopped
    /// The run could not continue.
    case failed(String)
    /// A file is broken, such as the data file.
    case broken(String)

    /// The reason why it could not continue; `nil` if it was ended on purpose.
    package var problem: String? {
      switch self {
      case .failed(let sentence), .broken(let sentence): sentence
      case .interrupted, .bailed, .stopped: nil
      }
    }
  }

  package init() {}

  package mutating func add(_ result: RunResult) {
    switch result.outcome {
    case .skipped where !result.isFailure: skippedRequests += 1
    case .cancelled:
      requests += 1
      cancelledRequests += 1
    case .completed, .failed, .broken, .skipped:
      requests += 1
      if result.isFailure { failedRequests += 1 }
    }
    let counted = result.countedChecks
    checks += counted.count
    failedChecks += counted.count { !$0.isPassed }
    skippedChecks += counted.count(where: \.isSkipped)
    scriptErrors += result.scriptErrors.count
    bytes += result.bodySize
    transferTime += result.duration
  }

  /// Requests that were completed with all their checks passed.
  package var passedRequests: Int { requests - failedRequests - cancelledRequests }

  /// Whether nothing failed and the run was not cut short, except by a script.
  package var isSuccess: Bool {
    let isWhole =
      switch ending {
      case nil, .stopped: true
      case .interrupted, .bailed, .failed, .broken: false
      }
    return failedRequests == 0 && failedChecks == 0 && scriptErrors == 0 && cancelledRequests == 0 && isWhole
  }
}
