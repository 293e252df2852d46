public import Foundation

/// A JSON value of any shape, for reading responses without a type of their own.
///
/// ```swift
/// let json = try JSON(data: body)
/// let name = json["pets", 0, "name"].string
/// ```
///
/// A subscript that finds nothing returns `absent`, which has the reason in `error` and reads as null, and so do further
/// subscripts on it. Members keep their order and numbers their digits. Equality ignores the order of members and the
/// notation of numbers: `1.0` equals `1`.
public enum JSON: Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number with its digits as written.
  case number(Number)
  /// Text, without escapes.
  case string(String)
  /// Values in order.
  case array([JSON])
  /// Members in order, each key once.
  case object(Object)
  /// No value was found at a path. Written as null.
  case absent(PathError)
}

extension JSON {
  /// The kind of a value.
  public enum Kind: Hashable, Sendable {
    /// As JSON's grammar calls them (RFC 8259, section 3).
    case null, bool, number, string, array, object
  }

  /// The kind of the value; `null` if it is absent.
  public var kind: Kind {
    switch self {
    case .null, .absent: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Why the value is absent; `nil` if it is not.
  public var error: PathError? {
    if case .absent(let error) = self { error } else { nil }
  }

  /// Whether the value is not absent.
  public func exists() -> Bool { error == nil }

  /// The number of elements or members; 0 for a scalar.
  public var count: Int {
    switch self {
    case .array(let elements): elements.count
    case .object(let object): object.count
    default: 0
    }
  }
}

extension JSON {
  /// A boolean.
  public init(_ bool: Bool) { self = .bool(bool) }
  /// A number of all the integer's digits.
  public init(_ integer: some BinaryInteger) { self = .number(Number(integer)) }
  /// A string; `init(parseJSON:)` reads a text.
  public init(_ string: String) { self = .string(string) }

  /// A number; null for infinities and NaN, which JSON does not have.
  public init(_ double: Double) { self = Number(double).map(JSON.number) ?? .null }
}

extension JSON {
  /// A number with all of its digits. Numbers of equal value are equal, however they are written.
  public struct Number: Sendable {
    /// The number as text: `1e3`, `12345678901234567890`.
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

    /// The value if it is whole and fits, whether written `1000`, `1000.0` or `1e3`.
    public var int: Int? {
      if let int = Int(text) { return int }
      let digits = digits
      guard let exponent = digits.exponent, (0...19).contains(exponent) else { return nil }
      return Int((digits.isNegative ? "-" : "") + digits.significant + String(repeating: "0", count: exponent))
    }

    /// The nearest value; infinite if the number is too large.
    public var double: Double { Double(text) ?? .nan }

    /// The exact value, up to 38 digits; `nil` if it does not fit.
    public var decimal: Decimal? { Decimal(string: text) }
  }
}

extension JSON.Number: Hashable {
  /// Two numbers are equal if they have the same value, however they are written.
  public static func == (a: JSON.Number, b: JSON.Number) -> Bool { a.text == b.text || a.digits == b.digits }
  /// By the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(digits) }

  /// Sign, digits without zeros at either end, and the power of ten that they are multiplied by.
  private struct Digits: Hashable {
    var isNegative: Bool
    var significant: String
    /// `nil` if the written exponent is beyond `Int`; then `significant` is the whole text.
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

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation
{
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// `.bool`
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `.number`
  public init(integerLiteral value: Int) { self = .number(Number(value)) }
  /// `.number`; what JSON cannot write, NaN and infinities, is `.null`.
  public init(floatLiteral value: Double) { self.init(value) }
  /// `.string`
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// `.array`
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// An object in the order written; of a repeated key the last value counts.
  public init(dictionaryLiteral members: (String, JSON)...) { self = .object(Object(members)) }
}

extension JSON {
  /// The members of an object in their order. Looking up takes the same time however many there are.
  public struct Object: Sendable {
    /// A member.
    public typealias Element = (key: String, value: JSON)

    /// The keys in the order in which they were first set.
    public private(set) var keys: [String] = []
    private var values: [String: JSON] = [:]

    /// No members.
    public init() {}

    /// Of a repeated key the first place and the last value count.
    public init(_ members: some Sequence<(String, JSON)>) {
      for (key, value) in members { self[key] = value }
    }

    /// The value of `key`. Setting one replaces it in its place or appends it; setting `nil` removes the member,
    /// which takes time in proportion to their number.
    public subscript(key: String) -> JSON? {
      get { values[key] }
      set {
        if values.updateOrRemove(newValue, for: key) == nil {
          if newValue != nil { keys.append(key) }
        } else if newValue == nil {
          keys.removeAll { $0 == key }
        }
      }
    }

    /// Changes the value of `key` in its place, or adds what `change` makes of null. Where that throws, nothing is added.
    mutating func change(_ key: String, _ change: (inout JSON) throws(PathError) -> Void) throws(PathError) {
      if values[key] != nil { return try change(&values[key]!) }
      var value = JSON.null
      try change(&value)
      self[key] = value
    }

    /// The same members in a dictionary, without their order. Free of cost.
    public var dictionary: [String: JSON] { values }
  }
}

extension JSON.Object: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (a: JSON.Object, b: JSON.Object) -> Bool { a.values == b.values }
  /// By the members, in any order.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension JSON.Object: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { keys.startIndex }
  /// How many members there are.
  public var endIndex: Int { keys.endIndex }
  /// The member at a place of the order.
  public subscript(position: Int) -> Element { (keys[position], values[keys[position]] ?? .null) }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
  /// In the order written; of a repeated key the last value counts.
  public init(dictionaryLiteral members: (String, JSON)...) { self.init(members) }
}

extension [String: JSON] {
  /// - Returns: The former value.
  fileprivate mutating func updateOrRemove(_ value: JSON?, for key: String) -> JSON? {
    if let value { updateValue(value, forKey: key) } else { removeValue(forKey: key) }
  }
}
