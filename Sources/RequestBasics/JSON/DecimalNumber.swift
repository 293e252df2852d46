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
        add(digit, &digits, isFraction)
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

  private mutating func add(_ digit: UInt8, _ digits: inout Int, _ isFraction: Bool) {
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

  /// Whether dividing it by `divisor`, which is not zero, leaves no rest. Exact up to 20,000 digits.
  package func isMultiple(of divisor: DecimalNumber) -> Bool {
    guard leading != 0 else { return true }
    let (own, others) = (digits, divisor.digits)
    // The powers of ten that the last digits stand for.
    let (exponent, other) = (magnitude - own.count, divisor.magnitude - others.count)
    let base = min(exponent, other)
    guard exponent - base < 20_000, other - base < 20_000 else { return exponent > other }
    let dividend = own + [UInt8](repeating: 0, count: exponent - base)
    let modulus = others + [UInt8](repeating: 0, count: other - base)
    return Self.remainder(dividend, modulus).allSatisfy { $0 == 0 }
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
