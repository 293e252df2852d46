/// The request headers that hold credentials.
enum CredentialHeader {
  /// Whether any value of the header is a credential: `Authorization`, `Cookie`, `X-Api-Key`, `X-Auth-Token`.
  static func isNamed(_ name: String) -> Bool {
    let letters = name.lowercased().filter { $0 != "-" && $0 != "_" }
    return letters == "cookie" || endings.contains { letters.hasSuffix($0) }
  }

  private static let endings = ["authorization", "apikey", "accesskey", "token", "secret", "password", "credentials"]

  /// Returns the credentials in the value of a header or a field.
  ///
  /// In `Cookie`, these are the values of the cookies that hold credentials by their names.
  static func credentials(in text: Substring, of name: String) -> [Substring] {
    guard name.lowercased() == "cookie" else { return text.isEmpty ? [] : [text] }
    return text.split(separator: ";").compactMap { pair -> Substring? in
      guard let equals = pair.firstIndex(of: "=") else { return nil }
      let name = String(pair[..<equals].trimming(while: \.isWhitespace))
      let value = pair[pair.index(after: equals)...].trimming(while: \.isWhitespace)
      guard !value.isEmpty else { return nil }
      return SecretParameter.isLikely(name, String(value)) || name.lowercased().contains("sess") ? value : nil
    }
  }
}
