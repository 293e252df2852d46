/// Formats numbers for display: at most four digits and a unit.
package enum Formatting {
  package static func duration(_ duration: Duration) -> String {
    let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    switch seconds {
    case ..<0.000_999_5: return number(seconds * 1e6, digits: 0) + " µs"
    case ..<0.009_995: return number(seconds * 1e3, digits: 2) + " ms"
    case ..<0.099_95: return number(seconds * 1e3, digits: 1) + " ms"
    case ..<0.999_5: return number(seconds * 1e3, digits: 0) + " ms"
    case ..<9.995: return number(seconds, digits: 2) + " s"
    case ..<99.95: return number(seconds, digits: 1) + " s"
    default: return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
    }
  }

  /// A size in decimal units: `1.2 kB`.
  package static func bytes(_ count: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var value = Double(count)
    var unit = 0
    while value >= 999.95, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return number(value, digits: unit == 0 || value >= 100 ? 0 : 1) + " " + units[unit]
  }

  /// A size for use in a sentence: `1 byte`, `120 bytes`, `1.2 kB`.
  package static func byteCount(_ count: Int) -> String {
    count == 1 ? "1 byte" : count < 1000 ? "\(count) bytes" : bytes(count)
  }

  private static func number(_ value: Double, digits: Int) -> String {
    guard digits > 0 else { return String(Int(value.rounded())) }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    return "\(scaled / Int(scale))." + (scaled % Int(scale)).padded(to: digits)
  }

  /// A count with its noun: `3 requests`, `1 request`.
  package static func count(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// A number with thousands separators: `1,234,567`.
  package static func number(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    guard digits.count > 4 else { return String(number) }
    return (number < 0 ? "-" : "")
      + digits.enumerated().map { index, digit in
        index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
      }.joined()
  }
}
