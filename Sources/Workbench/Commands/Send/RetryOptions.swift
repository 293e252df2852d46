import Foundation

/// The options for retrying `send`, by curl's rules.
struct RetryOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum number of retries after a timeout, an unknown host, or the status 408, 429, 500, 502, 503 or 504.",
      valueName: "count"))
  var retry: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time before each retry, such as 500ms or 2s. (default: 1s, then doubled up to 10m)", valueName: "time"))
  var retryDelay: WrittenTime?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The time after which there are no more retries.", valueName: "time"))
  var retryMaxTime: WrittenTime?

  @Flag(help: "Retries after a refused connection, too.")
  var retryConnrefused = false

  @Flag(help: "Retries after every failure.")
  var retryAllErrors = false

  func validate() throws {
    if retry == nil, retryDelay != nil || retryMaxTime != nil || retryConnrefused || retryAllErrors {
      throw ValidationError("The options for retries need a number — add --retry N")
    }
    if let retry, retry < 0 { throw ValidationError("--retry takes a number from 0 on, not \(retry)") }
    _ = try retryDelay?.seconds(of: "--retry-delay")
    _ = try retryMaxTime?.seconds(of: "--retry-max-time")
  }

  private static let transientStatus: Set = [408, 429, 500, 502, 503, 504]
  private static let longestDelay = 600.0

  /// The limit in seconds. Validated before.
  var longestTime: Double? { try? retryMaxTime?.seconds(of: "--retry-max-time") }

  /// Whether another attempt may succeed.
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

  /// The delay before the next attempt, in seconds.
  ///
  /// - Parameter tries: The number of earlier retries.
  func delay(after outcome: Outcome, tries: Int) -> Double {
    if let asked = Self.askedDelay(outcome) { return Double(asked) }
    // Validated before.
    if let delay = try? retryDelay?.seconds(of: "--retry-delay"), delay > 0 { return delay }
    return tries < 10 ? min(Double(1 << tries), Self.longestDelay) : Self.longestDelay
  }

  /// The seconds that the server asks to wait; `nil` if it names none.
  private static func askedDelay(_ outcome: Outcome) -> Int? {
    guard let text = outcome.response?.headers.first("Retry-After") else { return nil }
    let isNumber = !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
    // One with too many digits is a long time, too.
    let seconds = isNumber ? Int(text) ?? Int.max : 0
    return seconds > 0 ? seconds : nil
  }

  /// The seconds that the server asks to wait if that is too long to send again; `nil` otherwise.
  static func excessiveDelay(_ outcome: Outcome) -> Int? {
    askedDelay(outcome).flatMap { Double($0) > longestDelay ? $0 : nil }
  }

  static func refusal(of asked: Int, after summary: String) -> String {
    "\(summary) — not sending again: the server asks for a wait of \(Formatting.count(asked, "second")), more than 10m"
  }

  /// A delay as text.
  static func text(_ seconds: Double) -> String {
    Int(exactly: seconds).map { Formatting.count($0, "second") } ?? TimeSpan.text(.seconds(seconds))
  }
}
