extension JSONValue {
  /// As JavaScript writes a value into text, but for objects.
  package var asInPostman: JSONValue {
    switch self {
    case .array(let elements): .string(elements.map(\.textInList).joined(separator: ","))
    case .number(let number): .string(Self.text(number))
    case .null, .bool, .string, .object: self
    }
  }

  private var textInList: String { self == .null ? "" : asInPostman.templateText }

  /// A number in JavaScript's notation, without `1.50` or `1e3`. Long integers keep their digits.
  private static func text(_ number: JSONNumber) -> String {
    guard number.int == nil, let value = number.double, abs(value) < 1e15 else { return number.text }
    return value == value.rounded() ? String(Int(value)) : "\(value)"
  }
}
