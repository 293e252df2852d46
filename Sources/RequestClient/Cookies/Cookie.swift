public import Foundation

/// A cookie (RFC 6265bis, section 5.7).
public struct Cookie: Hashable, Sendable {
  /// The `SameSite` attribute. It is stored but does not affect sending, since programs make no cross-site requests.
  public enum SameSite: String, Codable, Sendable {
    /// The attribute's value.
    case strict, lax, none
  }

  /// The name. If empty, only the value is sent.
  public var name: String
  /// The value, sent unchanged.
  public var value: String
  /// The domain, in lower case without a leading dot.
  public var domain: String
  /// The path, which begins with a slash. The cookie is sent to this path and those below it.
  public var path: String
  /// The expiry date; `nil` for session cookies.
  public var expires: Date?
  /// Whether the cookie is sent only over TLS, or to this machine.
  public var isSecure: Bool
  /// Whether the cookie is hidden from scripts.
  public var isHTTPOnly: Bool
  /// The `SameSite` attribute, if the server set it.
  public var sameSite: SameSite?
  /// Whether the cookie is sent to `domain` only, not to its subdomains.
  public var isHostOnly: Bool
  /// Creation time. Of cookies with equally long paths, the older is sent first.
  public var created: Date

  /// Creates a cookie. `CookieJar.set(_:)` validates it.
  public init(
    name: String, value: String, domain: String, path: String = "/", expires: Date? = nil, isSecure: Bool = false,
    isHTTPOnly: Bool = false, sameSite: SameSite? = nil, isHostOnly: Bool = true, created: Date
  ) {
    self.name = name
    self.value = value
    self.domain = domain
    self.path = path
    self.expires = expires
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.sameSite = sameSite
    self.isHostOnly = isHostOnly
    self.created = created
  }

  /// Whether the cookie has expired. Session cookies never expire.
  public func isExpired(at date: Date) -> Bool { expires.map { $0 <= date } ?? false }

  /// The pair as in a `Cookie` header: `name=value`.
  var pair: String { name.isEmpty ? value : "\(name)=\(value)" }

  /// Identifies a cookie: a newer cookie with the same identity replaces the older one.
  var identity: Identity { Identity(name: name, domain: domain, path: path, isHostOnly: isHostOnly) }

  struct Identity: Hashable, Sendable {
    var name, domain, path: String
    var isHostOnly: Bool
  }
}

extension Cookie: CustomStringConvertible {
  /// Name, domain and path without the value, which may be secret: `session for example.com/`
  public var description: String { "\(name.isEmpty ? "(no name)" : name) for \(domain)\(path)" }
}

extension Cookie {
  /// Returns the cookie with its domain in canonical form.
  ///
  /// - Throws: `CookieRefusal` if a header cannot represent it.
  func checked() throws(CookieRefusal) -> Cookie {
    var cookie = self
    cookie.domain = (domain.unicodeScalars.first == "." ? String(domain.unicodeScalars.dropFirst()) : domain)
      .lowercased()
    if name.isEmpty && value.isEmpty { throw .empty }
    if name.utf8.count + value.utf8.count > SetCookie.pairLimit { throw .tooLarge(limit: SetCookie.pairLimit) }
    if name.unicodeScalars.contains("=") || !name.isCookieText { throw .unsendable(name) }
    // The value may be secret, and error texts are logged.
    if !value.isCookieText { throw .unsendable("value of \(name)") }
    if cookie.domain.isEmpty || cookie.domain.contains(where: { " \t/".contains($0) }) || !domain.isCookieText {
      throw .unsendable(domain)
    }
    if path.unicodeScalars.first != "/" || !path.isCookieText { throw .unsendable(path) }
    return cookie
  }
}

extension String {
  /// Whether a header can represent the text: no semicolon, control character or surrounding white space.
  fileprivate var isCookieText: Bool {
    let blanks: [Character] = [" ", "\t"]
    let ends = [first, last].compactMap { $0 }
    return !hasControlCharacter && !contains(";") && !ends.contains(where: blanks.contains)
  }
}

/// The JSON form of cookie files. `domain`, `name` and `value` are required; `path` defaults to `/` and flags to
/// `false`. Dates have the form `2026-01-31T12:00:00Z`.
extension Cookie: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, value, domain, path, expires, sameSite, created
    case isSecure = "secure"
    case isHTTPOnly = "httpOnly"
    case isHostOnly = "hostOnly"
  }

  /// Decodes a cookie.
  ///
  /// - Throws: `DecodingError`, including for dates in another form.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    value = try values.decode(String.self, forKey: .value)
    domain = try values.decode(String.self, forKey: .domain)
    path = try values.decodeIfPresent(String.self, forKey: .path) ?? "/"
    expires = try Self.date(.expires, values)
    isSecure = try values.decodeIfPresent(Bool.self, forKey: .isSecure) ?? false
    isHTTPOnly = try values.decodeIfPresent(Bool.self, forKey: .isHTTPOnly) ?? false
    sameSite = try values.decodeIfPresent(SameSite.self, forKey: .sameSite)
    isHostOnly = try values.decodeIfPresent(Bool.self, forKey: .isHostOnly) ?? false
    created = try Self.date(.created, values) ?? Date(timeIntervalSince1970: 0)
  }

  /// Encodes all members except `nil` ones.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(value, forKey: .value)
    try values.encode(domain, forKey: .domain)
    try values.encode(path, forKey: .path)
    try values.encodeIfPresent(expires.map { UTCTime($0).extended }, forKey: .expires)
    try values.encode(isSecure, forKey: .isSecure)
    try values.encode(isHTTPOnly, forKey: .isHTTPOnly)
    try values.encodeIfPresent(sameSite, forKey: .sameSite)
    try values.encode(isHostOnly, forKey: .isHostOnly)
    try values.encode(UTCTime(created).extended, forKey: .created)
  }

  private static func date(_ key: CodingKeys, _ values: KeyedDecodingContainer<CodingKeys>) throws -> Date? {
    guard let text = try values.decodeIfPresent(String.self, forKey: key) else { return nil }
    if let date = UTCTime(extended: text)?.date { return date }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: values, debugDescription: "\"\(text)\" is not a date like 2026-01-31T12:00:00Z")
  }
}

/// Domain matching (RFC 6265bis, sections 5.1.2 and 5.1.3). All names are lower case.
enum DomainName {
  /// Whether `host` is `domain` or a subdomain of it. IP addresses have no parent domains.
  static func matches(_ host: String, _ domain: String) -> Bool {
    host == domain || host.hasSuffix("." + domain) && !isAddress(host)
  }

  /// Whether `host` is an IP address in any form that resolvers accept, such as `0x7f.1`: its last label is a number.
  static func isAddress(_ host: String) -> Bool {
    if host.contains(":") { return true }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last(where: { !$0.isEmpty })?.lowercased() else { return false }
    return last.utf8.allSatisfy { (0x30...0x39).contains($0) }
      || last.hasPrefix("0x") && last.utf8.dropFirst(2).allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
  }

  /// `host` and its parent domains, longest first.
  static func chain(_ host: String) -> [String] {
    // Longer names are invalid, and the size of the chain is quadratic.
    if isAddress(host) || host.utf8.count > 255 { return [host] }
    var chain = [host]
    var rest = host[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      chain.append(String(rest))
    }
    return chain
  }
}

/// Path matching (RFC 6265bis, section 5.1.4).
enum CookiePath {
  /// The default path of cookies set by a response to `path`.
  static func folder(of path: String) -> String {
    guard path.unicodeScalars.first == "/", let slash = path.unicodeScalars.lastIndex(of: "/"), slash != path.startIndex
    else { return "/" }
    return String(path[..<slash])
  }

  /// Whether `path` is `cookiePath` or below it.
  static func matches(_ path: String, _ cookiePath: String) -> Bool {
    guard path.utf8.starts(with: cookiePath.utf8) else { return false }
    return cookiePath.hasSuffix("/") || path.utf8.count == cookiePath.utf8.count
      || path.utf8.dropFirst(cookiePath.utf8.count).first == UInt8(ascii: "/")
  }
}

extension RequestURL {
  /// The host in the form used by cookies.
  var cookieHost: String { host.lowercased() }

  /// Whether secure cookies may be sent: over TLS, and to this machine, where development servers rarely use TLS.
  var isSecureForCookies: Bool {
    isSecure || ["localhost", "127.0.0.1", "[::1]"].contains(cookieHost) || cookieHost.hasSuffix(".localhost")
  }
}
