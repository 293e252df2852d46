/// The random `id` of a stored request. It links history to the request across renames and moves.
package struct RequestID: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// Generates an id: `r` and eight hexadecimal digits.
  package static func random(using generator: inout some RandomNumberGenerator) -> RequestID {
    RequestID("r" + UInt32.random(in: .min ... .max, using: &generator).padded(to: 8, radix: 16))
  }

  package static func random() -> RequestID {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  package var description: String { text }
}
