/// What the name of a value says about its secrecy.
package enum SecretName {
  /// Whether a header, parameter or member of this name holds a credential: `password`, `X-Api-Key`, `access_token`.
  package static func isLikely(_ name: String) -> Bool {
    let name = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    if name.hasSuffix("url") || name.hasSuffix("type") || name.hasSuffix("name") { return false }
    return [
      "password", "passwd", "secret", "token", "apikey", "accesskey", "privatekey", "credential", "authorization",
    ]
    .contains { name.contains($0) }
  }

  /// Returns a credential without the scheme in front of it, such as `Bearer`.
  package static func withoutScheme(_ text: String) -> String {
    let parts = text.split(separator: " ", maxSplits: 1)
    let schemes: Set<String> = ["bearer", "basic", "token", "apikey"]
    return parts.count == 2 && schemes.contains(parts[0].lowercased()) ? String(parts[1]) : text
  }
}
