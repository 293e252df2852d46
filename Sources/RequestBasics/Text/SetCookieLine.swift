/// A `Set-Cookie` value, split as browsers do (RFC 6265bis, 5.6) but not interpreted.
package struct SetCookieLine: Equatable, Sendable {
  package struct Attribute: Equatable, Sendable {
    package var name: String
    /// Empty for a flag such as `Secure`.
    package var value: String
    /// The attribute as sent, without surrounding white space.
    package var text: String
  }

  /// Empty if the line has no `=`.
  package var name: String
  package var value: String
  package var attributes: [Attribute]

  package init(_ line: String) {
    let parts = line.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false)
    let (name, value) = Self.pair(parts[0])
    (self.name, self.value) = (name ?? "", value)
    attributes = parts.dropFirst().map { part in
      let (name, value) = Self.pair(part)
      // Without `=`, an attribute is a name, but a cookie is a value.
      return Attribute(name: name ?? value, value: name == nil ? "" : value, text: Self.trimmed(part))
    }
  }

  /// Name and value for display: text without `=` is shown as the name.
  package var pair: (name: String, value: String) { name.isEmpty ? (value, "") : (name, value) }

  /// The name is `nil` if there is no `=`.
  private static func pair(_ text: Substring.UnicodeScalarView) -> (name: String?, value: String) {
    guard let mark = text.firstIndex(of: "=") else { return (nil, trimmed(text)) }
    return (trimmed(text[..<mark]), trimmed(text[text.index(after: mark)...]))
  }

  private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
    String(text.trimming { $0 == " " || $0 == "\t" })
  }
}
