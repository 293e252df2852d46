/// Recognizes credentials by their place in a message.
enum CredentialText {
  /// Lower-case names of headers that always contain credentials.
  static let headers: Set<String> = ["authorization", "proxy-authorization"]

  /// Returns whether a header's name suggests a credential: `X-Api-Key`, `PRIVATE-TOKEN`.
  static func isCredentialHeader(_ name: String) -> Bool {
    let name = name.lowercased().replacing("_", with: "-")
    return headers.contains(name) || credentialWords.contains { name.contains($0) }
  }

  private static let credentialWords = [
    "api-key", "apikey", "auth-token", "access-token", "private-token", "security-token", "vault-token",
    "subscription-key", "functions-key", "goog-api", "secret", "password",
  ]

  private static let schemes: Set<String> = [
    "basic", "bearer", "digest", "negotiate", "ntlm", "token", "apikey", "hawk", "dpop", "oauth", "gnap",
    "aws4-hmac-sha256", "eg1-hmac-sha256", "wsse", "usernametoken",
  ]

  /// Masks the value of a credential header except for its scheme.
  static func maskingCredential(_ value: String) -> String {
    guard !value.isEmpty else { return "" }
    let (scheme, _) = parts(of: value)
    return scheme + SecretMask.mark
  }

  /// Splits a value into the scheme, with the space after it, and the credentials.
  static func parts(of value: String) -> (scheme: String, credentials: Substring) {
    guard let space = value.unicodeScalars.firstIndex(of: " "), schemes.contains(value[..<space].lowercased()) else {
      return ("", value[...])
    }
    let rest = Substring(value[space...].unicodeScalars.drop { $0 == " " })
    return (value[..<rest.startIndex] + "", rest)
  }

  // MARK: URLs

  /// Masks the user information of every URL in a text.
  static func maskingUserInfo(_ text: String) -> String { URLLogin.masking(text) }

  /// Returns the part after `://`, or all of a URL without a scheme.
  static func authority(of url: String) -> Substring {
    url.schemeMark.map { url[$0.upperBound...] } ?? url[...]
  }

  /// Returns the index of the `@` that ends the user information: the last one of the authority.
  static func userInfoEnd(_ authority: Substring) -> Substring.Index? { URLLogin.end(in: authority) }

  /// Masks the user information of a proxy in a libcurl message, which may lack a scheme.
  static func maskingProxy(_ note: String) -> String {
    guard note.utf8.contains(UInt8(ascii: "@")), note.containsExactly("proxy") else { return note }
    let scalars = note.unicodeScalars
    guard let at = scalars.lastIndex(of: "@") else { return note }
    let before = scalars[..<at].lastIndex { "'\"/ =".unicodeScalars.contains($0) }
    let start = before.map(scalars.index(after:)) ?? note.startIndex
    return note[..<start] + SecretMask.mark + note[at...]
  }
}
