/// Parses sizes in bytes: `65536`, `64k`, `256M`, `2G`.
package enum ByteSize {
  /// Returns `nil` if `text` is not a size.
  package static func parse(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), let factor = factors[text.dropFirst(digits.count).lowercased()] else { return nil }
    let (size, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? nil : size
  }

  private static let factors = [
    "": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "g": 1 << 30, "gb": 1 << 30,
  ]
}
