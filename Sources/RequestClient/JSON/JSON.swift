public import Foundation

/// A JSON value of any shape, for responses without a dedicated type.
///
/// ```swift
/// let json = try JSON(data: body)
/// let name = json["pets", 0, "name"].string
/// ```
///
/// A subscript that finds nothing returns `absent`, which reads as null and has the reason in `error`; so do further
/// subscripts on it. Members keep their order and numbers their digits. Equality ignores the order of members and the
/// notation of numbers: `1.0` equals `1`.
public enum JSON: Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number as written.
  case number(Number)
  /// Unescaped text.
  case string(String)
  /// Elements.
  case array([JSON])
  /// Members in order, with unique keys.
  case object(Object)
  /// No value was found at a path. Written as null.
  case absent(PathError)
}

extension JSON {
  /// The kind of a value.
  public enum Kind: Hashable, Sendable {
    /// See RFC 8259, section 3.
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

  /// The reason the value is absent; otherwise `nil`.
  public var error: PathError? {
    if case .absent(let error) = self { error } else { nil }
  }

  /// Returns `false` for an absent value.
  public func exists() -> Bool { error == nil }

  /// The number of elements or members; 0 for a scalar.
  public var count: Int {
    switch self {
    case .array(let elements): elements.count
    case .object(let object): object.count
    default: 0
    }
  }

  /// Creates a boolean.
  public init(_ bool: Bool) { self = .bool(bool) }
  /// Creates a number.
  public init(_ integer: some BinaryInteger) { self = .number(Number(integer)) }
  /// Creates a string. To parse JSON, use `init(parseJSON:)`.
  public init(_ string: String) { self = .string(string) }

  /// Creates a number, or null for infinities and NaN, which JSON cannot represent.
  public init(_ double: Double) { self = Number(double).map(JSON.number) ?? .null }

  /// A number with all its digits. Numbers of equal value are equal, whatever their notation.
  public struct Number: Sendable {
    /// The number as text: `1e3`, `12345678901234567890`.
    public let text: String

    /// Creates a number from an integer of any width.
    public init(_ integer: some BinaryInteger) { text = "\(integer)" }

    /// Returns `nil` for infinities and NaN, which JSON cannot represent.
    public init?(_ double: Double) {
      guard double.isFinite else { return nil }
      text = "\(double)"
    }

    /// - Precondition: `text` is a number as in RFC 8259, section 6.
    init(text: String) { self.text = text }

    /// The value as an integer if it fits, whether written `1000`, `1000.0` or `1e3`.
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
  /// Compares values, ignoring notation.
  public static func == (a: JSON.Number, b: JSON.Number) -> Bool { a.text == b.text || a.digits == b.digits }
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(digits) }

  /// Sign, digits without leading and trailing zeros, and a power of ten.
  private struct Digits: Hashable {
    var isNegative: Bool
    var significant: String
    /// `nil` if the written exponent overflows `Int`; in that case `significant` is the whole text.
    var exponent: Int?
  }

  private var digits: Digits {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = text.lowercased().drop { $0 == "-" }.split(separator: "e", maxSplits: 1)
    let mantissa = parts[0].split(separator: ".", maxSplits: 1)
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    let all = (mantissa[0] + fraction).drop { $0 == "0" }
    let significant = all.trimmingSuffix { $0 == "0" }
    if significant.isEmpty { return Digits(isNegative: false, significant: "0", exponent: 0) }
    guard let written = parts.count > 1 ? Int(parts[1]) : 0,
      case let (exponent, isTooLarge) = written.addingReportingOverflow(
        all.count - significant.count - fraction.count), !isTooLarge
    else { return Digits(isNegative: isNegative, significant: text, exponent: nil) }
    return Digits(isNegative: isNegative, significant: String(significant), exponent: exponent)
  }
}

extension JSON.Number: CustomStringConvertible, ExpressibleByIntegerLiteral {
  /// The number as written.
  public var description: String { text }
  /// Creates a number.
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
  /// `.number`, or `.null` for infinities and NaN.
  public init(floatLiteral value: Double) { self.init(value) }
  /// `.string`
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// `.array`
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// `.object`, in the order written. The last value of a repeated key wins.
  public init(dictionaryLiteral members: (String, JSON)...) { self = .object(Object(members)) }
}

extension JSON {
  /// The members of an object, in order. Lookup takes constant time.
  public struct Object: Sendable {
    /// A member.
    public typealias Element = (key: String, value: JSON)

    /// The keys in the order in which they were first set.
    public private(set) var keys: [String] = []
    private var values: [String: JSON] = [:]

    /// Creates an empty object.
    public init() {}

    /// Creates an object. A repeated key keeps its first position and gets its last value.
    public init(_ members: some Sequence<(String, JSON)>) {
      for (key, value) in members { self[key] = value }
    }

    /// The value of `key`. Setting it replaces the value in place or appends a member. Setting `nil` removes the
    /// member, which takes linear time.
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

    /// Changes the value of `key` in place, or adds the result of changing null. If `change` throws, nothing is added.
    mutating func change(_ key: String, _ change: (inout JSON) throws(PathError) -> Void) throws(PathError) {
      if values[key] != nil { return try change(&values[key]!) }
      var value = JSON.null
      try change(&value)
      self[key] = value
    }

    /// The members as a dictionary. Takes constant time.
    public var dictionary: [String: JSON] { values }
  }
}

extension JSON.Object: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (a: JSON.Object, b: JSON.Object) -> Bool { a.values == b.values }
  /// Hashes the members, ignoring their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension JSON.Object: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { keys.startIndex }
  /// The number of members.
  public var endIndex: Int { keys.endIndex }
  /// The member at `position`.
  public subscript(position: Int) -> Element { (keys[position], values[keys[position]] ?? .null) }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
  /// Creates an object in the order written. The last value of a repeated key wins.
  public init(dictionaryLiteral members: (String, JSON)...) { self.init(members) }
}

extension [String: JSON] {
  /// - Returns: The previous value.
  fileprivate mutating func updateOrRemove(_ value: JSON?, for key: String) -> JSON? {
    if let value { updateValue(value, forKey: key) } else { removeValue(forKey: key) }
  }
}
