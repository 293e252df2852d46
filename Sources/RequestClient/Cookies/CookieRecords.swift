internal import CPsl
internal import Foundation

/// The cookies of a jar and the rules for storing, expiring and sending them (RFC 6265bis, sections 5.7 and 5.8). The
/// current time is a parameter.
struct CookieRecords: Sendable {
  struct Record: Sendable {
    var cookie: Cookie
    var lastUse: Date
    /// Orders cookies created at the same time.
    let number: Int
  }

  private(set) var byDomain: [String: [Record]] = [:]
  private(set) var count = 0
  private var nextNumber = 0
  /// Most recent access time. Cookies set by hand count as used then.
  private(set) var latestUse = Date.distantPast
  let limitPerDomain: Int
  let limit: Int

  init(limitPerDomain: Int, limit: Int) {
    self.limitPerDomain = limitPerDomain
    self.limit = limit
  }

  /// In the order they were first set.
  var all: [Cookie] { byDomain.values.joined().sorted { $0.number < $1.number }.map(\.cookie) }

  /// Returns the cookies for `url` in the order to send them, and marks them as used.
  mutating func cookies(for url: RequestURL, at date: Date) -> [Cookie] {
    latestUse = max(latestUse, date)
    if byDomain.isEmpty { return [] }
    let host = url.cookieHost
    let isSecure = url.isSecureForCookies
    var found: [Record] = []
    for domain in DomainName.chain(host) {
      guard let records = byDomain[domain] else { continue }
      for (index, record) in records.enumerated() {
        let cookie = record.cookie
        guard !cookie.isExpired(at: date), !cookie.isHostOnly || domain == host, isSecure || !cookie.isSecure,
          CookiePath.matches(url.path, cookie.path)
        else { continue }
        byDomain[domain]?[index].lastUse = date
        found.append(record)
      }
    }
    return found.sorted(by: Self.isSentBefore).map(\.cookie)
  }

  private static func isSentBefore(_ a: Record, _ b: Record) -> Bool {
    let (longer, shorter) = (a.cookie.path.utf8.count, b.cookie.path.utf8.count)
    if longer != shorter { return longer > shorter }
    return (a.cookie.created, a.number) < (b.cookie.created, b.number)
  }

  /// Inserts `cookie`. If it replaces one with the same identity, it keeps that one's creation time.
  mutating func insert(_ cookie: Cookie, at date: Date) {
    latestUse = max(latestUse, date)
    var record = Record(cookie: cookie, lastUse: latestUse, number: nextNumber)
    if let old = remove(cookie.identity) {
      record = Record(cookie: cookie, lastUse: latestUse, number: old.number)
      record.cookie.created = old.cookie.created
    }
    nextNumber += 1
    byDomain[cookie.domain, default: []].append(record)
    count += 1
    evict(from: cookie.domain, at: date)
  }

  /// Removes all records that satisfy `isUnwanted`.
  mutating func removeAll(where isUnwanted: (Record) -> Bool) {
    byDomain = byDomain.compactMapValues { records in
      let kept = records.filter { !isUnwanted($0) }
      return kept.isEmpty ? nil : kept
    }
    count = byDomain.values.reduce(0) { $0 + $1.count }
  }

  @discardableResult
  mutating func remove(_ identity: Cookie.Identity) -> Record? {
    guard let index = byDomain[identity.domain]?.firstIndex(where: { $0.cookie.identity == identity }) else {
      return nil
    }
    return remove(at: index, of: identity.domain)
  }

  private mutating func remove(at index: Int, of domain: String) -> Record? {
    let record = byDomain[domain]?.remove(at: index)
    if byDomain[domain]?.isEmpty == true { byDomain[domain] = nil }
    count -= record == nil ? 0 : 1
    return record
  }

  /// Whether a cookie without `Secure`, received without TLS, would shadow a secure one.
  func hidesSecureCookie(_ cookie: Cookie) -> Bool {
    byDomain.contains { domain, records in
      guard DomainName.matches(domain, cookie.domain) || DomainName.matches(cookie.domain, domain) else {
        return false
      }
      return records.contains {
        $0.cookie.isSecure && $0.cookie.name == cookie.name
          && CookiePath.matches(cookie.path, $0.cookie.path)
      }
    }
  }
}

extension CookieRecords {
  /// Maximum lifetime of a cookie (RFC 6265bis, section 5.5).
  static let longestLife: TimeInterval = 400 * 86_400

  /// Stores or deletes a cookie according to a `Set-Cookie` value from `url`.
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

  /// The cookie's domain; `nil` for a host-only cookie.
  private static func domain(_ domain: String, host: String) throws(CookieRefusal) -> String? {
    if domain.isEmpty { return nil }
    // Servers may only send the ASCII form.
    guard domain.utf8.allSatisfy({ $0 < 0x80 }) else { throw .foreignDomain(domain, host: host) }
    // The list of public suffixes has no names with a dot at the end (CVE-2022-27779).
    guard !domain.hasSuffix(".") else { throw .foreignDomain(domain, host: host) }
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

  /// Prefixes are case-insensitive because some servers treat names so. A value without a name is checked too, because
  /// it is sent like a name.
  private static func checkPrefix(_ cookie: Cookie, hasRootPath: Bool) throws(CookieRefusal) {
    let name = cookie.pair.lowercased()
    let isNamed = !cookie.name.isEmpty
    if name.utf8.starts(with: "__host-".utf8), !(isNamed && cookie.isSecure && cookie.isHostOnly && hasRootPath) {
      throw .prefix("__Host-")
    }
    if name.utf8.starts(with: "__secure-".utf8), !(isNamed && cookie.isSecure) { throw .prefix("__Secure-") }
  }

  mutating func removeExpired(at date: Date) { removeAll(where: { $0.cookie.isExpired(at: date) }) }

  /// Enforces the limits after a cookie was added to `domain`. Evicts expired cookies first, then insecure ones of a
  /// full domain, then the least recently used (RFC 6265bis, section 5.7).
  mutating func evict(from domain: String, at date: Date) {
    guard byDomain[domain, default: []].count > limitPerDomain || count > limit else { return }
    removeExpired(at: date)
    while byDomain[domain, default: []].count > limitPerDomain {
      let records = byDomain[domain, default: []]
      let open = records.filter { !$0.cookie.isSecure }
      guard let oldest = (open.isEmpty ? records : open).min(by: Self.isLongerUnused) else { break }
      remove(oldest.cookie.identity)
    }
    while count > limit, let oldest = byDomain.values.joined().min(by: Self.isLongerUnused) {
      remove(oldest.cookie.identity)
    }
  }

  private static func isLongerUnused(_ a: Record, _ b: Record) -> Bool {
    (a.lastUse, a.number) < (b.lastUse, b.number)
  }
}

/// The public suffix list built into libpsl: `com`, `co.uk`, `github.io`.
enum PublicSuffixes {
  /// Whether `domain` is a public suffix. Single labels always are.
  ///
  /// - Parameter domain: Lower-case ASCII form.
  static func contains(_ domain: String) -> Bool {
    // The built-in list is immutable, so any thread may read it.
    guard let list = psl_builtin() else { return !domain.contains(".") }
    return psl_is_public_suffix(list, domain) == 1
  }
}
