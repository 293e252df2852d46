package import Foundation

/// One request of a run and its result. All texts are masked.
package struct RunResult: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case completed(status: Int, reason: String)
    case failed(Failure)
    case cancelled
    /// The file cannot be read, for the given reason.
    case broken(String)
    /// Skipped by its scripts or the user. It counts as failed if a test failed before.
    case skipped
  }

  /// The index of the iteration, from 0.
  package var iteration: Int
  package var title: String
  /// The reported path in the workspace.
  package var address: Address
  /// How many requests before it have the same path.
  var ordinal = 0
  /// The reported path of the file.
  package var file: String
  package var method: String
  package var url: String
  package var outcome: Outcome
  package var startedAt: Date
  package var duration = Duration.zero
  package var bodySize = 0
  /// Results of checks, and errors of scripts.
  package var checks: [LogEvent.Check] = []
  package var console: [LogEvent.ConsoleLine] = []
  /// The number of times it was sent.
  package var attempts = 1
  package var exchange: ExchangeID?
  /// The absolute path of the workspace of a result from history.
  package var root: String?
  /// The reason why it was skipped, unless a script skipped it.
  package var note: String?
  /// The beginning of the response's body, for failures.
  package var excerpt: String?

  package init(
    iteration: Int, title: String, address: Address, file: String, method: String, url: String, outcome: Outcome,
    startedAt: Date
  ) {
    self.iteration = iteration
    self.title = title
    self.address = address
    self.file = file
    self.method = method
    self.url = url
    self.outcome = outcome
    self.startedAt = startedAt
  }

  /// The checks that failed, and errors of scripts.
  package var failedChecks: [LogEvent.Check] { checks.filter { !$0.isPassed } }

  /// The results that count as checks.
  package var countedChecks: [LogEvent.Check] { checks.filter { !$0.isScriptError } }

  package var scriptErrors: [LogEvent.Check] { checks.filter(\.isScriptError) }

  /// The reason why there is no complete response; `nil` if it is complete, or if the request was skipped.
  package var problem: String? {
    switch outcome {
    case .completed, .skipped: nil
    case .failed(let failure): failure.sentence
    case .cancelled: "Cancelled"
    case .broken(let sentence): sentence
    }
  }

  /// Whether it was not completed or a check failed.
  package var isFailure: Bool { problem != nil || checks.contains { !$0.isPassed } }

  /// `nil` without a response, and of one without a status.
  package var status: Int? {
    if case .completed(let status, _) = outcome, status != Response.Head.noStatus { status } else { nil }
  }
}

extension RunResult {
  /// The result of an exchange, whose secrets are masked.
  package init(_ exchange: Exchange, of item: RunItem, iteration: Int) {
    let outcome: Outcome =
      switch exchange.outcome {
      case .completed(let response): .completed(status: response.status, reason: response.reason)
      case .failed(let failure, _): .failed(failure)
      case .cancelled: .cancelled
      }
    self.init(
      iteration: iteration, title: item.title, address: item.shownPlace, file: item.file,
      method: exchange.shownMethod, url: exchange.sent?.url ?? exchange.request.url,
      outcome: outcome, startedAt: exchange.startedAt)
    ordinal = item.ordinal
    duration = exchange.duration
    bodySize = exchange.receivedSize
    self.exchange = exchange.id
    checks = exchange.log.checks
    console = exchange.log.console
  }

  /// The result of an item that was not sent.
  package init(_ item: RunItem, iteration: Int, outcome: Outcome, at date: Date) {
    self.init(
      iteration: iteration, title: item.title, address: item.shownPlace, file: item.file,
      method: item.request?.shownMethod ?? "", url: item.request?.url ?? "", outcome: outcome, startedAt: date)
    ordinal = item.ordinal
  }

  private static let excerptSize = 2048

  /// Keeps the beginning of a text body.
  package mutating func keepExcerpt(of body: Data) {
    guard !body.isEmpty else { return }
    let text = String(decoding: body.textPrefix(Self.excerptSize), as: UTF8.self)
    guard !text.unicodeScalars.contains("\0") else { return }
    excerpt = body.count > Self.excerptSize ? text + " …" : text
  }
}
