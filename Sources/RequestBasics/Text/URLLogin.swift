/// The user information of URLs: `user:password` in `https://user:password@host`.
package enum URLLogin {
  /// Shown in place of a secret.
  package static let mark = "••••••"

  /// Masks the user information of every URL in a text. A user of ssh without a password stays.
  package static func masking(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
    var (result, rest) = ("", text[...])
    while let mark = rest.firstRangeExactly(of: "://") {
      let isSSH = rest[..<mark.lowerBound].endsExactly(with: "ssh")
      result += rest[..<mark.upperBound]
      rest = rest[mark.upperBound...]
      guard let at = end(in: rest) else { continue }
      let login = rest[..<at]
      result += login == Self.mark[...] || isSSH && !login.utf8.contains(UInt8(ascii: ":")) ? login : Self.mark[...]
      rest = rest[at...]
    }
    return result + rest
  }

  /// Returns the index of the `@` that ends the user information: the last one of the authority.
  ///
  /// - Parameter authority: The text after `://`.
  package static func end(in authority: Substring) -> Substring.Index? {
    // Not searched as a whole: a text has many of them.
    let scalars = authority.unicodeScalars
    return scalars.prefix { !"/?#\\\"'<> \r\n\t".unicodeScalars.contains($0) }.lastIndex(of: "@")
  }
}
