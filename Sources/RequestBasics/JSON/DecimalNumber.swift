/// The exact value of a JSON number, of any size and precision: `1`, `1.0` and `10e-1` are equal.
package struct DecimalNumber: Hashable, Sendable {
  package private(set) var isNegative = false
  /// The exponent: the value is 0.`digits` × 10^`magnitude`.
  package private(set) var magnitude = 0
  /// The first 19 significant digits. 0 only for zero.
  package private(set) var leading: UInt64 = 0
  /// The remaining significant digits, one per byte, without trailing zeros.
  package private(set) var rest: [UInt8] = []

  /// - Precondition: `text` follows the grammar of RFC 8259, section 6.
  package init(_ text: UnsafeRawBufferPointer) {
    var position = 0
    if text[0] == UInt8(ascii: "-") { (isNegative, position) = (true, 1) }
    var digits = 0
    var isFraction = false
    while position < text.count {
      let byte = text[position]
      position += 1
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        appendDigit(digit, &digits, isFraction)
      } else if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        magnitude = magnitude.addingSaturated(Self.exponent(text[position...]))
        break
      }
    }
    settle(digits)
  }

  package init(_ value: Int) {
    self = Array(String(value).utf8).withUnsafeBytes { DecimalNumber($0) }
  }

  package init(_ number: JSONNumber) {
    self = Array(number.text.utf8).withUnsafeBytes { DecimalNumber($0) }
  }

  private mutating func appendDigit(_ digit: UInt8, _ digits: inout Int, _ isFraction: Bool) {
    if digits == 0, digit == 0 {
      if isFraction { magnitude -= 1 }
      return
    }
    if digits < 19 { leading = leading &* 10 &+ UInt64(digit) } else { rest.append(digit) }
    digits += 1
    if !isFraction { magnitude += 1 }
  }

  /// Normalizes the digits by dropping leading and trailing zeros.
  private mutating func settle(_ digits: Int) {
    guard digits > 0 else {
      (isNegative, magnitude) = (false, 0)
      return
    }
    if digits < 19 { leading = leading &* Self.powers[19 - digits] }
    while rest.last == 0 { rest.removeLast() }
  }

  private static let powers: [UInt64] = (0..<20).map { (0..<$0).reduce(1) { power, _ in power &* 10 } }

  /// Caps the exponent at a value that no body can reach.
  private static func exponent(_ text: Slice<UnsafeRawBufferPointer>) -> Int {
    var value = 0
    for byte in text where byte &- UInt8(ascii: "0") < 10 {
      value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1 << 58)
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }
}

extension DecimalNumber: Comparable {
  package static func < (a: DecimalNumber, b: DecimalNumber) -> Bool {
    guard a.isNegative == b.isNegative else { return a.isNegative }
    return a.isNegative ? b.isSmaller(than: a) : a.isSmaller(than: b)
  }

  /// Compares the absolute values.
  private func isSmaller(than other: DecimalNumber) -> Bool {
    // Zero has no magnitude.
    if leading == 0 || other.leading == 0 { return leading < other.leading }
    if magnitude != other.magnitude { return magnitude < other.magnitude }
    if leading != other.leading { return leading < other.leading }
    return rest.lexicographicallyPrecedes(other.rest)
  }
}

extension Int {
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}

// MARK: Division

extension DecimalNumber {
  /// Whether it has no fraction.
  package var isInteger: Bool { leading == 0 || digits.count <= magnitude }

  /// Whether dividing it by `divisor`, which is not zero, leaves no rest.
  ///
  /// - Returns: `nil` if that would take long: both have thousands of digits.
  package func isMultiple(of divisor: DecimalNumber) -> Bool? {
    guard leading != 0 else { return true }
    let (own, others) = (digits, divisor.digits)
    // How many zeros follow the digits, as the last digit of the divisor counts one. Without them it cannot be a
    // multiple: its last digit is not zero.
    let zeros = (magnitude - own.count).addingSaturated(others.count - divisor.magnitude)
    guard zeros >= 0 else { return false }
    if others.count < 19 { return Self.remainder(own, zeros, others.reduce(0) { $0 * 10 + UInt64($1) }) == 0 }
    guard zeros < 4000, (own.count + zeros) * others.count <= 4_000_000 else { return nil }
    return Self.remainder(own + [UInt8](repeating: 0, count: zeros), others).allSatisfy { $0 == 0 }
  }

  /// The rest of `digits` × 10^`zeros` by a number of less than 19 digits.
  private static func remainder(_ digits: [UInt8], _ zeros: Int, _ modulus: UInt64) -> UInt64 {
    func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
      modulus.dividingFullWidth(a.multipliedFullWidth(by: b)).remainder
    }
    var rest = digits.reduce(0) { ($0 * 10 + UInt64($1)) % modulus }
    var (power, exponent) = (10 % modulus, zeros)
    while exponent > 0 {
      if exponent & 1 == 1 { rest = product(rest, power) }
      power = product(power, power)
      exponent >>= 1
    }
    return rest
  }

  /// The significant digits, without zeros at the end.
  private var digits: [UInt8] {
    var digits = Array(String(leading).utf8.map { $0 - UInt8(ascii: "0") }) + rest
    while digits.count > 1, digits.last == 0 { digits.removeLast() }
    return digits
  }

  /// Long division, a digit at a time.
  private static func remainder(_ dividend: [UInt8], _ modulus: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = []
    for digit in dividend {
      if rest != [] || digit != 0 { rest.append(digit) }
      while !isSmaller(rest, modulus) { rest = difference(rest, modulus) }
    }
    return rest
  }

  private static func isSmaller(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
  }

  /// `a` − `b`, where `b` is not greater.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var result = a
    var borrow: UInt8 = 0
    for offset in 1...a.count {
      let take = (offset <= b.count ? b[b.count - offset] : 0) + borrow
      let digit = result[a.count - offset]
      borrow = digit < take ? 1 : 0
      result[a.count - offset] = digit &+ (borrow * 10) &- take
    }
    return Array(result.drop { $0 == 0 })
  }
}
