internal import Foundation

/// Credentials written in a request instead of in secret variables, and values derived from them.
struct LiteralCredentials {
  private(set) var values: Set<String> = []
  /// Lower-case names of headers whose values are credentials.
  private(set) var headers: Set<String> = []

  /// The minimum length. Shorter values are masked only in their header, and not searched for elsewhere.
  private static let shortest = 4

  mutating func note(_ header: Header) {
    if header.name.lowercased() == "cookie" { return note(cookies: header.value) }
    guard CredentialText.isCredentialHeader(header.name) else { return }
    noteCredentials(header)
  }

  /// Notes a header with credentials, which may have any name.
  mutating func noteCredentials(_ header: Header) {
    headers.insert(header.name.lowercased())
    let (scheme, credentials) = CredentialText.parts(of: header.value)
    note(String(credentials))
    if scheme.lowercased().hasPrefix("basic"), let login = Data(base64Encoded: String(credentials)) {
      note(login: String(decoding: login, as: UTF8.self))
    }
    if scheme.lowercased().hasPrefix("digest"), let response = credentials.firstMatch(of: #/response="([^"]*)"/#) {
      note(String(response.1))
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

  /// Notes the values of cookies. Any cookie could be a session; short values are settings.
  private mutating func note(cookies: String) {
    for pair in cookies.unicodeScalars.split(separator: ";") {
      let value = String(pair.drop { $0 != "=" }.dropFirst())
      if MaskingWeakness(of: value) == nil { values.insert(value) }
    }
  }

  private mutating func note(_ value: String) {
    if value.utf8.count >= Self.shortest { values.insert(value) }
  }

  /// Notes a credential, possibly with a scheme before it.
  mutating func note(secret: String) { note(String(CredentialText.parts(of: secret).credentials)) }
}
