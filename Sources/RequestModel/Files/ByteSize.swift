/// Parses sizes in bytes: `65536`, `64k`, `256M`, `2G`.
package enum ByteSize {
  /// Returns `nil` if `text` is not a size.
  package static func parse(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), let factor = factors[text.dropFirst(digits.count).lowercased()] else { return nil }
    let (size, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? nil : size
  }

  /// Returns the size in the largest unit without a rest, with its power of 1024: 0 for bytes, 3 for gigabytes.
  package static func exact(_ size: Int) -> (count: Int, power: Int) {
    let power = size == 0 ? 0 : min(size.trailingZeroBitCount / 10, 3)
    return (size >> (10 * power), power)
  }

  private static let factors = [
    "": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "g": 1 << 30, "gb": 1 << 30,
  ]
}
