public import Foundation

extension JSON {
  /// A number by its text, so that none of its digits is lost. Equal are numbers of the same value, however written.
  public struct Number: Sendable {
    /// As it was written or will be: `1e3`, `12345678901234567890`.
    public let text: String

    /// All digits of an integer of any width.
    public init(_ integer: some BinaryInteger) { text = "\(integer)" }

    /// `nil` for infinities and NaN, which JSON does not have.
    public init?(_ double: Double) {
      guard double.isFinite else { return nil }
      text = "\(double)"
    }

    /// - Precondition: `text` is a number of RFC 8259, section 6.
    init(text: String) { self.text = text }

    /// The value where it is whole and fits, whether written `1000`, `1000.0` or `1e3`.
    public var int: Int? {
      if let int = Int(text) { return int }
      let digits = digits
      guard let exponent = digits.exponent, (0...19).contains(exponent) else { return nil }
      return Int((digits.isNegative ? "-" : "") + digits.significant + String(repeating: "0", count: exponent))
    }

    /// The nearest value; infinite where the number is too large.
    public var double: Double { Double(text) ?? .nan }

    /// The exact value, up to 38 digits; `nil` where it does not fit.
    public var decimal: Decimal? { Decimal(string: text) }
  }
}

extension JSON.Number: Hashable {
  /// Two numbers are equal where they have the same value, however they are written.
  public static func == (a: JSON.Number, b: JSON.Number) -> Bool { a.text == b.text || a.digits == b.digits }
  /// By the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(digits) }

  /// Sign, digits without zeros at either end, and the power of ten that they are multiplied by.
  private struct Digits: Hashable {
    var isNegative: Bool
    var significant: String
    /// `nil` where the written exponent is beyond `Int`; then `significant` is the whole text.
    var exponent: Int?
  }

  private var digits: Digits {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = text.lowercased().drop { $0 == "-" }.split(separator: "e", maxSplits: 1)
    let mantissa = parts[0].split(separator: ".", maxSplits: 1)
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    let all = (mantissa[0] + fraction).drop { $0 == "0" }
    let significant = all.reversed().drop { $0 == "0" }.reversed()
    if significant.isEmpty { return Digits(isNegative: false, significant: "0", exponent: 0) }
    guard let written = parts.count > 1 ? Int(parts[1]) : 0,
      case let (exponent, isTooLarge) = written.addingReportingOverflow(
        all.count - significant.count - fraction.count), !isTooLarge
    else { return Digits(isNegative: isNegative, significant: text, exponent: nil) }
    return Digits(isNegative: isNegative, significant: String(significant), exponent: exponent)
  }
}

extension JSON.Number: CustomStringConvertible, ExpressibleByIntegerLiteral {
  /// The number as it is written.
  public var description: String { text }
  /// A number of these digits.
  public init(integerLiteral value: Int) { self.init(value) }
}
