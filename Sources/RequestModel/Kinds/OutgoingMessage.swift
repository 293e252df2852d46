package import Foundation

/// An HTTP request about to be sent, as seen and changed by an auth kind.
package struct OutgoingMessage: Equatable, Sendable {
  package var method: String
  package var url: String
  package var headers: [Header]
  /// `nil` if there is none, or if it is read from files while it is sent.
  package var body: Data?
  /// Whether there is a body that is read from files while it is sent.
  package var isBodyInFiles = false
  /// The added credentials. They are masked everywhere and not sent to another origin.
  package private(set) var credentials: [Header] = []
  package private(set) var queryCredentials: [Parameter] = []
  /// Values that are masked wherever the exchange is shown or kept: signatures, tokens.
  package private(set) var secrets: Set<String> = []
  /// Credentials for authentication challenges of the request's origin. Not sent to other origins.
  package var login: Login?

  /// Whether credentials replace headers and parameters of their name, as in Postman, instead of giving way to them.
  package var replacesWritten = false

  package init(method: String, url: String, headers: [Header] = [], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Credentials that only a challenge of the server calls for.
  package enum Login: Hashable, Sendable {
    case digest(username: String, password: String)
    case ntlm(username: String, password: String, domain: String?)
    /// The Kerberos ticket of the program's user.
    case negotiate
  }

  /// The parts of the URL as sent.
  package var address: WireAddress { WireAddress(url) }

  /// The `Host` header as sent.
  package var host: String { headers.first("Host") ?? address.hostAndPort }

  /// Whether there is a body of at least one byte.
  package var hasBody: Bool { isBodyInFiles || body?.isEmpty == false }

  /// Masks `secret` wherever the exchange is shown or kept.
  package mutating func hide(_ secret: String) { secrets.insert(secret) }

  /// Adds a credential header, unless the user wrote a header of that name.
  package mutating func addCredential(_ name: String, _ value: String) {
    credentials.append(Header(name, value))
    // Not by a credential without a value: `Bearer `.
    if replacesWritten, !value.isEmpty, !value.hasSuffix(" ") {
      headers.removeAll { $0.name.lowercased() == name.lowercased() }
    }
    if headers.first(name) == nil { headers.append(Header(name, value)) }
  }

  /// Adds a header that goes with a credential and may be shown.
  package mutating func addHeader(_ name: String, _ value: String) {
    headers.removeAll { $0.name.lowercased() == name.lowercased() }
    headers.append(Header(name, value))
  }

  /// Adds a cookie that holds a credential to those that the user wrote.
  package mutating func addCookie(_ name: String, _ value: String) {
    hide(value)
    let cookie = name + "=" + value
    guard let index = headers.firstIndex(where: { $0.name.lowercased() == "cookie" }) else {
      return headers.append(Header("Cookie", cookie))
    }
    headers[index] = Header(headers[index].name, headers[index].value + "; " + cookie)
  }

  package mutating func addQuery(_ name: String, _ value: String) {
    url = URLQuery.appending([Parameter(name, value)], to: url)
  }

  /// Adds a parameter that holds a credential, or goes with one, to the URL's query. One of that name that the user wrote
  /// stays instead.
  ///
  /// - Parameter isToken: Whether the value is a key or token of the user, which Postman does not percent-encode.
  package mutating func addCredentialQuery(
    _ name: String, _ value: String, isSecret: Bool = true, isToken: Bool = false
  ) {
    if isSecret { hide(value) }
    if replacesWritten, !value.isEmpty { url = URLQuery.removing(from: url) { $0.name.isExactly(name) } }
    guard !URLQuery.names(in: url).contains(name) else { return }
    queryCredentials.append(Parameter(name, value))
    url = URLQuery.appending([Parameter(name, value)], to: url, asIs: isToken && replacesWritten)
  }

  /// Removes the query parameters that have one of these names, given in lower case. Ignores case.
  package mutating func removeQuery(_ names: Set<String>) {
    url = URLQuery.removing(from: url) { names.contains($0.name.lowercased()) }
  }
}

/// The parts of a URL as sent.
package struct WireAddress: Equatable, Sendable {
  /// In lower case.
  package let scheme: String
  /// In lower case; IPv6 addresses are in brackets.
  package let host: String
  package let port: Int
  /// Begins with a slash.
  package let path: String
  package let query: String?

  /// - Parameter url: An absolute URL.
  package init(_ url: String) {
    let scalars = url.unicodeScalars
    let mark = scalars.firstRange(of: "://".unicodeScalars)
    scheme = mark.map { url[..<$0.lowerBound].lowercased() } ?? "http"
    let rest = url[(mark?.upperBound ?? url.startIndex)...].unicodeScalars.prefix { $0 != "#" }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    (host, port) = Self.hostAndPort(Substring(rest[..<end]), standard: scheme == "https" ? 443 : 80)
    let question = rest[end...].firstIndex(of: "?")
    let path = String(rest[end..<(question ?? rest.endIndex)])
    self.path = path.isEmpty ? "/" : path
    query = question.map { String(rest[rest.index(after: $0)...]) }
  }

  private static func hostAndPort(_ authority: Substring, standard: Int) -> (String, Int) {
    let scalars = authority.unicodeScalars
    let host = scalars[(scalars.lastIndex(of: "@").map(scalars.index(after:)) ?? scalars.startIndex)...]
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else {
      return (String(host).lowercased(), standard)
    }
    return (String(host[..<colon]).lowercased(), Int(String(host[host.index(after: colon)...])) ?? standard)
  }

  /// Without the scheme's own port, as in `Host`.
  package var hostAndPort: String { port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)" }

  package var origin: String { scheme + "://" + hostAndPort }

  /// The request target in origin form (RFC 9112, 3.2.1).
  package var pathAndQuery: String { query.map { path + "?" + $0 } ?? path }
}
