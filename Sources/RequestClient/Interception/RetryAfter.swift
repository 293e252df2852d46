internal import Foundation

/// When a server that refused an answer wants to be asked again (RFC 9110, section 10.2.3).
struct RetryAfter {
  /// From now; zero for a date that has passed.
  let delay: Duration

  /// `nil` where the answer was not refused, or does not say.
  init?(_ error: RequestError, _ response: HTTPResponse) {
    guard case .responseValidationFailed = error, let text = response.headerFields[.retryAfter] else { return nil }
    self.init(text, now: Date())
  }

  /// - Parameter text: Whole seconds, or a date in any form that HTTP ever had.
  init?(_ text: String, now: Date) {
    let text = text.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // More digits than a number has are a longer time than anybody waits.
      delay = .seconds(min(Int(text) ?? .max, Int(Int32.max)))
    } else if let date = CookieDate.parse(text) {
      let seconds = min(max(date.timeIntervalSince(now), 0), Double(Int32.max))
      delay = .milliseconds(Int((seconds * 1000).rounded(.up)))
    } else {
      return nil
    }
  }
}
