/// A JSON number by its text, so that no digit, sign or exponent is changed by passing through the program.
package struct JSONNumber: Equatable, Hashable, Sendable {
  package let text: String

  /// - Precondition: `text` follows the number grammar of RFC 8259, section 6; the parser is the only caller that takes it from outside.
  package init(text: String) { self.text = text }

  package init(_ value: Int) { text = String(value) }

  /// The value if it is a whole number that fits, else `nil`; `1.0` is not one.
  package var int: Int? { Int(text) }

  package var double: Double? { Double(text) }
}
