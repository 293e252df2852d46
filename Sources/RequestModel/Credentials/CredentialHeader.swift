/// The request headers that hold credentials.
enum CredentialHeader {
  /// Whether any value of the header is a credential: `Authorization`, `Cookie`, `X-Api-Key`, `X-Auth-Token`.
  static func isNamed(_ name: String) -> Bool {
    let letters = name.lowercased().filter { $0 != "-" && $0 != "_" }
    return letters == "cookie" || endings.contains { letters.hasSuffix($0) }
  }

  private static let endings = ["authorization", "apikey", "accesskey", "token", "secret", "password", "credentials"]

  /// Returns the credential in the value of a header or a field, if any.
  ///
  /// In `Cookie`, it is the value of the first cookie that holds a credential by its name.
  static func credential(in text: String, of name: String) -> String? {
    guard name.lowercased() == "cookie" else { return text.isEmpty ? nil : text }
    for pair in text.split(separator: ";") {
      guard let equals = pair.firstIndex(of: "=") else { continue }
      let (name, value) = (pair[..<equals].trimmed, pair[pair.index(after: equals)...].trimmed)
      if !value.isEmpty, SecretParameter.isLikely(name, value) || name.lowercased().contains("sess") { return value }
    }
    return nil
  }
}

extension Substring {
  fileprivate var trimmed: String { String(trimming(while: \.isWhitespace)) }
}
