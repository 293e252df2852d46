/// A JSON value of which nothing is known beforehand, for reading answers without a type of their own.
///
/// ```swift
/// let json = try JSON(data: body)
/// let name = json["pets", 0, "name"].string
/// ```
///
/// A step that leads nowhere is no error and no trap: it gives `absent`, which says why in `error`, reads as null and
/// lets all further steps lead nowhere for the same reason. Members keep their order and numbers their digits.
/// Two values are equal where they mean the same: the order of members does not count, nor does `1.0` differ from `1`.
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
  /// What a path that leads nowhere gives. It is written as null.
  case absent(PathError)
}

extension JSON {
  /// What a value is.
  public enum Kind: Hashable, Sendable {
    /// As JSON's grammar calls them (RFC 8259, section 3).
    case null, bool, number, string, array, object
  }

  /// What the value is; an absent one counts as null.
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

  /// Why there is no value; `nil` where there is one, be it null.
  public var error: PathError? {
    if case .absent(let error) = self { error } else { nil }
  }

  /// Whether there is a value, be it null.
  public func exists() -> Bool { error == nil }

  /// How many elements or members there are; 0 for a scalar.
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
