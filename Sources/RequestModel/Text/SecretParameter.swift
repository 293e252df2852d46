/// Recognizes credentials among the parameters of URLs and forms.
package enum SecretParameter {
  private static let mask = "••••••"

  /// Besides the names that are secret anywhere.
  private static let names: Set<String> = [
    "auth", "jwt", "pass", "pwd", "sid", "session", "sessionid", "sig", "signature", "xamzsignature",
  ]

  /// Whether a parameter holds a credential, by its name or by the shape of its value.
  package static func isLikely(_ name: String, _ value: String) -> Bool {
    SecretName.isLikely(name) || names.contains(SecretName.letters(of: name)) || TokenShape.isAny(in: value)
  }

  /// Masks the values of such parameters in the path, query and fragment of a URL, of a path, or of URLs in a text.
  package static func masking(_ url: String) -> String {
    var (masked, rest) = ("", url.unicodeScalars[...])
    var isParameter = false
    while !rest.isEmpty {
      let part = rest.prefix { !"?&#\"'<>; \t".unicodeScalars.contains($0) }
      masked += isParameter ? maskingParameter(String(part)) : String(part)
      rest = rest[part.endIndex...]
      guard let mark = rest.popFirst() else { break }
      masked.unicodeScalars.append(mark)
      isParameter = "?&#;".unicodeScalars.contains(mark)
    }
    return masked
  }

  /// Masks the user information and the credentials among the parameters of every URL in a text.
  package static func maskingURLs(in text: String) -> String { masking(URLLogin.masking(text)) }

  private static func maskingParameter(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let equals = scalars.firstIndex(of: "=") else { return text }
    let pair = URLQuery.decoded(text).first ?? (text, "")
    return isLikely(pair.name, pair.value) ? String(text[..<equals]) + "=" + mask : text
  }
}
