internal import RequestModel

/// Whole numbers of any size.
enum BigNumber {
  private static let base: UInt64 = 1_000_000_000

  /// The decimal digits of a number in big-endian bytes or, if it is negative, of -1 minus that number.
  static func decimal(_ bytes: UnsafeRawBufferPointer, isNegative: Bool) -> String {
    // Nine decimal digits each, the lowest ones first.
    var groups: [UInt64] = [0]
    for byte in bytes { groups.multiply(by: 256, adding: UInt64(byte), base) }
    if isNegative { groups.multiply(by: 1, adding: 1, base) }
    let digits = groups.dropLast().reversed().map { $0.padded(to: 9) }
    return (isNegative ? "-" : "") + String(groups[groups.count - 1]) + digits.joined()
  }
}

extension [UInt64] {
  fileprivate mutating func multiply(by factor: UInt64, adding summand: UInt64, _ base: UInt64) {
    var carry = summand
    for index in indices {
      let value = self[index] * factor + carry
      self[index] = value % base
      carry = value / base
    }
    if carry > 0 { append(carry) }
  }
}
