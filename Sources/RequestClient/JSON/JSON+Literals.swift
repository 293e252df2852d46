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
