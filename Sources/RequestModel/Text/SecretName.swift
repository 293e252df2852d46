/// Recognizes secrets by name.
package enum SecretName {
  /// Whether a header, parameter or member of this name holds a credential: `password`, `X-Api-Key`, `access_token`.
  package static func isLikely(_ name: String) -> Bool {
    let name = letters(of: name)
    if endings.contains(where: { name.endsExactly(with: $0) }) { return false }
    return words.contains { name.containsExactly($0) }
  }

  /// Whether a member of this name is the position of the next page of a list, not a credential: `nextPageToken`.
  package static func isPosition(_ name: String) -> Bool {
    let name = letters(of: name)
    return positions.contains { name.endsExactly(with: $0) }
  }

  /// A name in lower case, without word separators.
  static func letters(of name: String) -> String {
    String(decoding: name.lowercased().utf8.filter { !separators.contains($0) }, as: UTF8.self)
  }

  private static let separators = Array("-_ ".utf8)
  private static let endings = ["url", "type", "name"]
  private static let positions = ["pagetoken", "nexttoken", "continuationtoken", "synctoken"]
  private static let words = [
    "password", "passwd", "secret", "token", "apikey", "accesskey", "privatekey", "credential", "authorization",
  ]

  /// Returns a credential without the scheme in front of it, such as `Bearer`.
  package static func withoutScheme(_ text: String) -> String {
    let parts = text.split(separator: " ", maxSplits: 1)
    let schemes: Set<String> = ["bearer", "basic", "token", "apikey"]
    return parts.count == 2 && schemes.contains(parts[0].lowercased()) ? String(parts[1]) : text
  }
}
