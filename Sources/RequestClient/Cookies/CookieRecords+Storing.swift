internal import Foundation

extension CookieRecords {
  /// Cookies last no longer, whatever the server says (RFC 6265bis, section 5.5).
  static let longestLife: TimeInterval = 400 * 86_400

  /// Does what a `Set-Cookie` value from `url` asks for.
  mutating func store(_ line: SetCookie, from url: RequestURL, at date: Date) throws(CookieRefusal) {
    let cookie = try Self.cookie(line, from: url, at: date)
    if cookie.isSecure && !url.isSecureForCookies { throw .insecureOrigin }
    if !cookie.isSecure && !url.isSecureForCookies && hidesSecureCookie(cookie) { throw .wouldHideSecureCookie }
    if cookie.sameSite == Cookie.SameSite.none && !cookie.isSecure { throw .sameSiteNeedsSecure }
    try Self.checkPrefix(cookie, hasRootPath: line.path == "/")
    if cookie.isExpired(at: date) { remove(cookie.identity) } else { insert(cookie, at: date) }
  }

  private static func cookie(
    _ line: SetCookie, from url: RequestURL, at date: Date
  ) throws(CookieRefusal) -> Cookie {
    let domain = try domain(line.domain, host: url.cookieHost)
    return Cookie(
      name: line.name, value: line.value, domain: domain ?? url.cookieHost,
      path: line.path ?? CookiePath.folder(of: url.path), expires: expiry(line, at: date), isSecure: line.isSecure,
      isHTTPOnly: line.isHTTPOnly, sameSite: line.sameSite, isHostOnly: domain == nil, created: date)
  }

  /// `nil` for the host alone.
  private static func domain(_ domain: String, host: String) throws(CookieRefusal) -> String? {
    if domain.isEmpty { return nil }
    // Its ASCII form is the only one that a server may send.
    guard domain.utf8.allSatisfy({ $0 < 0x80 }) else { throw .foreignDomain(domain, host: host) }
    if !DomainName.isAddress(domain), PublicSuffixes.contains(domain) {
      if domain == host { return nil }
      throw .publicSuffix(domain)
    }
    guard DomainName.matches(host, domain) else { throw .foreignDomain(domain, host: host) }
    return domain
  }

  private static func expiry(_ line: SetCookie, at date: Date) -> Date? {
    let latest = date.addingTimeInterval(longestLife)
    if let maxAge = line.maxAge {
      return maxAge == 0 ? .distantPast : date.addingTimeInterval(min(maxAge, longestLife))
    }
    return line.expires.map { min($0, latest) }
  }

  /// The prefixes count in any case, because some servers read names so; and in a value without a name, which is sent
  /// like one.
  private static func checkPrefix(_ cookie: Cookie, hasRootPath: Bool) throws(CookieRefusal) {
    let name = cookie.pair.lowercased()
    let isNamed = !cookie.name.isEmpty
    if name.utf8.starts(with: "__host-".utf8), !(isNamed && cookie.isSecure && cookie.isHostOnly && hasRootPath) {
      throw .prefix("__Host-")
    }
    if name.utf8.starts(with: "__secure-".utf8), !(isNamed && cookie.isSecure) { throw .prefix("__Secure-") }
  }
}
