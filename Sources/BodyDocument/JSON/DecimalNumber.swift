/// The exact value of a JSON number, of any size and precision: `1`, `1.0` and `10e-1` are equal.
struct DecimalNumber: Hashable, Sendable {
  private var isNegative = false
  /// The exponent: the value is 0.`digits` × 10^`magnitude`.
  private var magnitude = 0
  /// The first 19 significant digits. 0 only for zero.
  private var leading: UInt64 = 0
  /// The remaining significant digits, one per byte, without trailing zeros.
  private var rest: [UInt8] = []

  /// - Precondition: `text` follows the grammar of RFC 8259, section 6.
  init(_ text: UnsafeRawBufferPointer) {
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

  init(_ value: Int) {
    self = Array(String(value).utf8).withUnsafeBytes { DecimalNumber($0) }
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
  static func < (a: DecimalNumber, b: DecimalNumber) -> Bool {
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

extension DecimalNumber {
  /// Equal for equal numbers.
  func contentHash(_ seed: UInt64) -> UInt64 {
    let place = ContentHash.mix(seed ^ UInt64(bitPattern: Int64(magnitude)), isNegative ? 1 : 2)
    return rest.reduce(ContentHash.mix(place, leading)) { ContentHash.mix($0, UInt64($1)) }
  }
}
