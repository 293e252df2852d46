/// The reason why the value of a secret may also occur in ordinary text.
///
/// A weak value is masked only if it is a complete value: a JSON string, a header token, a query value, a path segment.
package enum MaskingWeakness: Equatable, Sendable, CustomStringConvertible {
  case short
  case number
  case commonWord

  /// The shortest value that is masked wherever it occurs, in bytes.
  package static let strongLength = 8

  /// Longer numbers are keys, not quantities.
  private static let longestQuantity = 11

  /// Returns `nil` if the value is masked wherever it occurs.
  package init?(of value: String) {
    if Self.commonWords.contains(value.lowercased()) {
      self = .commonWord
    } else if Self.isQuantity(value) {
      self = .number
    } else if value.utf8.count < Self.strongLength {
      self = .short
    } else {
      return nil
    }
  }

  /// A warning for the user who sets the value.
  package var description: String {
    let reason =
      switch self {
      case .short: "shorter than \(Self.strongLength) bytes"
      case .number: "a number"
      case .commonWord: "a common word"
      }
    return "The value is \(reason): it is masked only as a whole value, such as a JSON string or a query value"
  }

  private static func isQuantity(_ value: String) -> Bool {
    value.utf8.count <= longestQuantity && value.utf8.contains { (0x30...0x39).contains($0) }
      && value.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }

  private static let commonWords: Set<String> = [
    "true", "false", "null", "none", "nil", "undefined", "yes", "no", "on", "off", "ok", "test", "testing", "admin",
    "administrator", "user", "username", "root", "guest", "demo", "default", "secret", "password", "passw0rd", "token",
    "bearer", "basic", "localhost", "example", "changeme", "anonymous", "application", "json", "text", "plain",
    "public", "private", "production", "development", "staging", "authorization", "content", "message", "response",
    "request", "success", "error", "internal", "external", "session", "customer", "document",
  ]
}
