internal import Foundation

extension Cookie {
  /// The cookie with its domain in canonical form.
  ///
  /// - Throws: Where a header would not carry it as it is.
  func checked() throws(CookieRefusal) -> Cookie {
    var cookie = self
    cookie.domain = (domain.unicodeScalars.first == "." ? String(domain.unicodeScalars.dropFirst()) : domain)
      .lowercased()
    if name.isEmpty && value.isEmpty { throw .empty }
    if name.utf8.count + value.utf8.count > SetCookie.pairLimit { throw .tooLarge(limit: SetCookie.pairLimit) }
    if name.unicodeScalars.contains("=") || !name.isCookieText { throw .unsendable(name) }
    // The value may be a secret, and an error's text goes anywhere.
    if !value.isCookieText { throw .unsendable("value of \(name)") }
    if cookie.domain.isEmpty || cookie.domain.contains(where: { " \t/".contains($0) }) || !domain.isCookieText {
      throw .unsendable(domain)
    }
    if path.unicodeScalars.first != "/" || !path.isCookieText { throw .unsendable(path) }
    return cookie
  }
}

extension String {
  /// Whether the text survives a header: no semicolon, no control character, no blank at its ends.
  fileprivate var isCookieText: Bool {
    let blanks: [Character] = [" ", "\t"]
    let ends = [first, last].compactMap { $0 }
    return !hasControlCharacter && !contains(";") && !ends.contains(where: blanks.contains)
  }
}
