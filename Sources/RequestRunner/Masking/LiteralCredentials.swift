internal import Foundation
internal import RequestModel

/// Credentials that are written in a request, or made of what is: they are secrets though no variable says so.
struct LiteralCredentials {
  private(set) var values: Set<String> = []
  /// Names, in lower case, of headers whose values are credentials.
  private(set) var headers: Set<String> = []

  /// Shorter values are masked where they stand, and not searched for.
  private static let shortest = 4

  mutating func note(_ header: Header) {
    if header.name.lowercased() == "cookie" { return note(cookies: header.value) }
    guard CredentialText.isCredentialHeader(header.name) else { return }
    noteCredentials(header)
  }

  /// The header of an API key may have any name.
  mutating func noteCredentials(_ header: Header) {
    headers.insert(header.name.lowercased())
    let (scheme, credentials) = CredentialText.parts(of: header.value)
    note(String(credentials))
    if scheme.lowercased().hasPrefix("basic"), let login = Data(base64Encoded: String(credentials)) {
      note(login: String(decoding: login, as: UTF8.self))
    }
  }

  mutating func note(url: String) {
    let authority = CredentialText.authority(of: url)
    guard let end = CredentialText.userInfoEnd(authority) else { return }
    let userInfo = String(authority[..<end])
    for login in Set([userInfo, userInfo.removingPercentEncoding ?? userInfo]) {
      note(login: login)
      note(Data(login.utf8).base64EncodedString())
    }
  }

  private mutating func note(login: String) {
    let scalars = login.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":") else { return note(login) }
    note(String(scalars[scalars.index(after: colon)...]))
  }

  /// The session is in one of them, and nobody knows in which; what is short is a setting.
  private mutating func note(cookies: String) {
    for pair in cookies.unicodeScalars.split(separator: ";") {
      let value = String(pair.drop { $0 != "=" }.dropFirst())
      if MaskingWeakness(of: value) == nil { values.insert(value) }
    }
  }

  private mutating func note(_ value: String) {
    if value.utf8.count >= Self.shortest { values.insert(value) }
  }

  /// A credential by itself, perhaps with a scheme before it.
  mutating func note(secret: String) { note(String(CredentialText.parts(of: secret).credentials)) }
}
