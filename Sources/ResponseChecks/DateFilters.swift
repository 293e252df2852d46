internal import Foundation
internal import RequestModel

/// Filters of dates. A date is a text of ISO 8601, in UTC.
struct DateFilters {
  let now: Date

  /// - Returns: `nil` if there is no such filter.
  func apply(_ name: String, to text: String, _ argument: () throws(CheckProblem) -> String) throws(CheckProblem)
    -> CheckValue?
  {
    switch name {
    case "toDate": return .text(try parsed(text, try argument()).formatted(.iso8601))
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
    throw CheckProblem("\(value: text) is no date of ISO 8601 — use toDate before")
  }

  private func parsed(_ text: String, _ format: String) throws(CheckProblem) -> Date {
    guard let date = try formatter(format).date(from: text) else {
      throw CheckProblem("\(value: text) is no date of the format \(format)")
    }
    return date
  }

  private func formatted(_ date: Date, _ format: String) throws(CheckProblem) -> String {
    try formatter(format).string(from: date)
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
          throw CheckProblem("the format \(format) cannot be used: it has a letter after % that is not known here")
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

/// Escapes of HTML.
enum HTMLEscapes {
  private static let marks = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#x27;")]

  static func escaped(_ text: String) -> String {
    marks.reduce(text) { $0.replacingExactly($1.0, with: $1.1) }
  }

  /// Named references of the marks above and of the space that does not break, and all numeric ones.
  static func unescaped(_ text: String) -> String {
    guard let ampersand = text.cut(at: "&") else { return text }
    guard let end = ampersand.after.cut(at: ";"), let scalar = scalar(end.before) else {
      return ampersand.before + "&" + unescaped(ampersand.after)
    }
    return ampersand.before + String(Character(scalar)) + unescaped(end.after)
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    let named: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}",
    ]
    if let scalar = named[name] { return scalar }
    guard let digits = name.removingExactly(prefix: "#") else { return nil }
    let hex = digits.removingExactly(prefix: "x") ?? digits.removingExactly(prefix: "X")
    return (hex.map { UInt32($0, radix: 16) } ?? UInt32(digits)).flatMap(Unicode.Scalar.init)
  }
}
