extension RequestOptions {
  /// Replaces secrets written in the document by other texts, also passwords in URLs of proxies.
  func replacingSecrets(_ text: (_ field: String, _ secret: String) -> String) -> RequestOptions {
    mapTexts { field, value in
      if field.isSecret { return LiteralSecrets.isLiteral(value) ? text(field.name, value) : value }
      guard field.name == "proxy" else { return value }
      var proxy = value
      proxy.replacePassword(after: proxy.endOfScheme ?? proxy.startIndex) { text("proxyPassword", $0) }
      return proxy
    }
  }
}

extension String {
  /// Replaces a literal password of a URL, in `user:password@host`.
  mutating func replacePassword(after start: Index, by text: (String) -> String) {
    let end = unicodeScalars[start...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? endIndex
    let login = unicodeScalars[start..<end]
    guard let at = login.lastIndex(of: "@"), let colon = login[..<at].firstIndex(of: ":") else { return }
    let range = unicodeScalars.index(after: colon)..<at
    let password = String(self[range])
    if LiteralSecrets.isLiteral(password) { replaceSubrange(range, with: text(password)) }
  }
}
