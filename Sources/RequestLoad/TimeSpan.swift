internal import RequestBasics

/// A typed duration: `30s`, `5m`, `1h30m`, `250ms`, or a number of seconds.
package enum TimeSpan {
  private static let units: [(name: String, seconds: Double)] = [
    ("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1), ("min", 60), ("m", 60), ("h", 3600), ("d", 86_400),
  ]

  /// The longest duration, a year in seconds.
  private static let longest = 366.0 * 86_400

  /// - Returns: `nil` if it is not a duration.
  package static func parse(_ text: String) -> Duration? {
    if let seconds = plainNumber(text[...]) { return duration(seconds) }
    var rest = text[...]
    var total = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest[digits.endIndex...]
      let name = rest.prefix { !($0.isASCII && $0.isNumber) }
      rest = rest[name.endIndex...]
      guard let number = plainNumber(digits), let unit = units.first(where: { $0.name == name }) else { return nil }
      total += number * unit.seconds
    }
    return text.isEmpty ? nil : duration(total)
  }

  /// A decimal number without sign and exponent.
  static func plainNumber(_ text: Substring) -> Double? {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
    return Double(text)
  }

  private static func duration(_ seconds: Double) -> Duration? {
    seconds <= longest ? .nanoseconds(Int64((seconds * 1e9).rounded())) : nil
  }

  /// The duration in the form that is typed: `1h30m`, `250ms`.
  package static func text(_ duration: Duration) -> String {
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    guard milliseconds % 1000 == 0, milliseconds > 0 else { return "\(milliseconds)ms" }
    var seconds = milliseconds / 1000
    var text = ""
    for (name, size) in [("h", 3600), ("m", 60), ("s", 1)] where seconds >= size {
      text += "\(seconds / size)\(name)"
      seconds %= size
    }
    return text
  }
}
