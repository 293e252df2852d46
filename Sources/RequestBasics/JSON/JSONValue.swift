/// A lossless JSON value: keeps key order, duplicate keys, the text of numbers and the escapes in strings.
///
/// White space is not part of the value; `JSONText.rewriting(to:)` keeps it.
package enum JSONValue: Equatable, Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as written: `1.0`, `1e3` and `12345678901234567890` are preserved.
  case number(JSONNumber)
  case string(JSONString)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  package static func string(_ value: String) -> JSONValue { .string(JSONString(value)) }
  package static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// The unescaped text of a string; `nil` for other kinds.
  package var string: String? {
    if case .string(let string) = self { string.value } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  package var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The text of a string or of the lines in an array, without its other elements; `nil` for other kinds.
  package var joinedLines: String? { string ?? array.map { $0.compactMap(\.string).joined(separator: "\n") } }

  /// The text of a string or of an array of lines; `nil` for an array with other elements and for other kinds.
  package var wholeLines: String? {
    guard let array else { return string }
    let lines = array.compactMap(\.string)
    return lines.count == array.count ? lines.joined(separator: "\n") : nil
  }

  /// The kind for messages such as `"url" is a number, not a string`.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .number(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(members: elements.map { JSONMember(key: JSONString($0.0), value: $0.1) }))
  }
}
