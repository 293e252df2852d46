internal import Foundation

/// Filters of dates. A date is a text of ISO 8601, in UTC, or one as headers and cookies have it.
struct DateFilters {
  let now: Date

  /// - Returns: `nil` for an unknown filter.
  func apply(_ name: String, to text: String, _ argument: () throws(CheckProblem) -> String) throws(CheckProblem)
    -> CheckValue?
  {
    switch name {
    case "toDate":
      let format = try argument()
      return .text(try (format == Self.standard ? date(text) : parsed(text, format)).formatted(.iso8601))
    case "format", "dateFormat": return .text(try formatted(try date(text), try argument()))
    case "daysAfterNow": return .number(days(try date(text).timeIntervalSince(now)))
    case "daysBeforeNow": return .number(days(now.timeIntervalSince(try date(text))))
    default: return nil
    }
  }

  private func days(_ seconds: TimeInterval) -> Int { Int((seconds / 86_400).rounded(.towardZero)) }

  private func date(_ text: String) throws(CheckProblem) -> Date {
    let fractions = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    if let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: fractions)) { return date }
    if let date = try formatter(Self.httpDate).date(from: text) { return date }
    throw CheckProblem("\(value: text) is not an ISO 8601 date — use toDate first")
  }

  private func parsed(_ text: String, _ format: String) throws(CheckProblem) -> Date {
    guard let date = try formatter(format).date(from: text) else {
      throw CheckProblem("\(value: text) is not a date of the format \(format)")
    }
    return date
  }

  /// The format of `Expires`, also of a cookie (RFC 9110, section 5.6.7).
  private static let httpDate = "%a, %d %b %Y %H:%M:%S GMT"
  /// The format of ISO 8601.
  private static let standard = "%+"

  private func formatted(_ date: Date, _ format: String) throws(CheckProblem) -> String {
    if format == Self.standard { return date.formatted(.iso8601) }
    return try formatter(format).string(from: date)
  }

  /// - Parameter format: One of `strftime`: `%a, %d %b %Y %H:%M:%S GMT`.
  private func formatter(_ format: String) throws(CheckProblem) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = try pattern(format)
    return formatter
  }

  private static let patterns: [Character: String] = [
    "Y": "yyyy", "y": "yy", "m": "MM", "d": "dd", "e": "d", "j": "DDD", "H": "HH", "I": "hh", "M": "mm", "S": "ss",
    "p": "a", "b": "MMM", "h": "MMM", "B": "MMMM", "a": "EEE", "A": "EEEE", "z": "ZZZ", "Z": "zzz", "T": "HH:mm:ss",
    "R": "HH:mm", "F": "yyyy-MM-dd", "D": "MM/dd/yy", "f": "SSSSSS", "%": "'%'",
  ]

  private func pattern(_ format: String) throws(CheckProblem) -> String {
    var pattern = ""
    var rest = format[...]
    while let character = rest.popFirst() {
      if character == "%" {
        guard let letter = rest.popFirst(), let part = Self.patterns[letter] else {
          throw CheckProblem("the format \(format) cannot be used: unknown letter after %")
        }
        pattern += part
      } else if character.isLetter {
        let word = String(character) + rest.prefix(while: \.isLetter)
        rest = rest.drop(while: \.isLetter)
        pattern += "'\(word)'"
      } else {
        pattern += character == "'" ? "''" : String(character)
      }
    }
    return pattern
  }
}
