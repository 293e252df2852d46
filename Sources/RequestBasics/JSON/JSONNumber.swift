/// A JSON number, stored as text so that digits, sign and exponent are preserved.
package struct JSONNumber: Equatable, Hashable, Sendable {
  package let text: String

  /// - Precondition: `text` matches the number grammar of RFC 8259, section 6.
  package init(text: String) { self.text = text }

  package init(_ value: Int) { text = String(value) }

  /// The value as an integer; `nil` if it does not fit or is written with a fraction or exponent, such as `1.0`.
  package var int: Int? { Int(text) }

  package var double: Double? { Double(text) }
}
