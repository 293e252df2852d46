public import Foundation

// `string` and its kin are strict and give `nil` for any other kind; `stringValue` and its kin convert where that is
// plain, and have a default.
extension JSON {
  /// The text of a string.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The text of a string, a number or a boolean; else empty.
  public var stringValue: String {
    switch self {
    case .string(let string): string
    case .number(let number): number.text
    case .bool(let bool): bool ? "true" : "false"
    default: ""
    }
  }

  /// A boolean.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// A boolean; a number other than 0; a string that is `true`, `yes`, `t`, `y` or `1` in any case. Else false.
  public var boolValue: Bool {
    switch self {
    case .bool(let bool): bool
    case .number(let number): number != 0
    case .string(let string): ["true", "yes", "t", "y", "1"].contains(string.lowercased())
    default: false
    }
  }

  /// The number with all of its digits.
  public var number: Number? {
    if case .number(let number) = self { number } else { nil }
  }

  /// A whole number that fits; `1.0` is one, `1.5` is not.
  public var int: Int? { number?.int }

  /// A number, or one in a string, without its fraction; 1 for true. Else, and where it does not fit, 0.
  public var intValue: Int {
    switch self {
    case .number(let number): number.int ?? Int(exactly: number.double.rounded(.towardZero)) ?? 0
    case .string(let string): Int(string) ?? Double(string).flatMap { Int(exactly: $0.rounded(.towardZero)) } ?? 0
    case .bool(let bool): bool ? 1 : 0
    default: 0
    }
  }

  /// The nearest `Double` to a number.
  public var double: Double? { number?.double }

  /// A number, or one in a string; 1 for true. Else 0.
  public var doubleValue: Double {
    switch self {
    case .number(let number): number.double
    case .string(let string): Double(string) ?? 0
    case .bool(let bool): bool ? 1 : 0
    default: 0
    }
  }

  /// The exact value of a number of up to 38 digits.
  public var decimal: Decimal? { number?.decimal }

  /// The elements of an array.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The elements of an array; else none.
  public var arrayValue: [JSON] { array ?? [] }

  /// The members of an object in their order.
  public var object: Object? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The members of an object without their order.
  public var dictionary: [String: JSON]? { object?.dictionary }

  /// The members of an object without their order; else none.
  public var dictionaryValue: [String: JSON] { dictionary ?? [:] }
}
