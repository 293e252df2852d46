import ArgumentParser
import Foundation
import RequestModel

/// When `send` tries again, by curl's rules.
struct RetryOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "How often to send again after a timeout, an unknown host, or the status 408, 429, 500, 502, 503 or 504.")
  var retry: Int?

  @Option(parsing: .unconditional, help: "Seconds before each retry. (default: 1, then doubled up to 600)")
  var retryDelay: Int?

  @Option(parsing: .unconditional, help: "Seconds after which nothing is sent again.")
  var retryMaxTime: Int?

  @Flag(help: "Sends again when the connection was refused, too.")
  var retryConnrefused = false

  @Flag(help: "Sends again after every failure.")
  var retryAllErrors = false

  func validate() throws {
    if retry == nil, retryDelay != nil || retryMaxTime != nil || retryConnrefused || retryAllErrors {
      throw ValidationError("Nothing is sent again without a number — add --retry N")
    }
    if [retry, retryDelay, retryMaxTime].contains(where: { ($0 ?? 0) < 0 }) {
      throw ValidationError("--retry, --retry-delay and --retry-max-time take whole numbers from 0")
    }
  }

  private static let transientStatus: Set = [408, 429, 500, 502, 503, 504]
  private static let longestDelay = 600

  /// Whether another try may help.
  func isTransient(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .completed(let answer):
      return Self.transientStatus.contains(answer.status) || retryAllErrors && answer.status >= 400
    case .cancelled: return false
    case .failed(let failure, _):
      switch failure.kind {
      case .timedOut, .unresolvableHost: return true
      case .refused: return retryConnrefused || retryAllErrors
      case .unprepared: return false
      default: return retryAllErrors
      }
    }
  }

  /// Seconds to wait before the next try.
  ///
  /// - Parameter tries: How often it was sent again already.
  func delay(after outcome: Outcome, tries: Int) -> Int {
    if let asked = outcome.response.flatMap({ Int($0.headers.first("Retry-After") ?? "") }), asked > 0 { return asked }
    if let retryDelay, retryDelay > 0 { return retryDelay }
    return tries < 10 ? min(1 << tries, Self.longestDelay) : Self.longestDelay
  }
}
