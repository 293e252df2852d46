internal import Foundation

/// The cookies of a jar and the rules by which they come, go and are sent (RFC 6265bis, sections 5.7 and 5.8).
///
/// A pure value: the time comes in from outside.
struct CookieRecords: Sendable {
  struct Record: Sendable {
    var cookie: Cookie
    var lastUse: Date
    /// Tells apart what was created in the same moment.
    let number: Int
  }

  private(set) var byDomain: [String: [Record]] = [:]
  private(set) var count = 0
  private var nextNumber = 0
  /// The last moment that anybody told of; what is put in by hand counts as used then.
  private(set) var latestUse = Date.distantPast
  let limitPerDomain: Int
  let limit: Int

  init(limitPerDomain: Int, limit: Int) {
    self.limitPerDomain = limitPerDomain
    self.limit = limit
  }

  /// In the order they were first set.
  var all: [Cookie] { byDomain.values.joined().sorted { $0.number < $1.number }.map(\.cookie) }

  /// Those for `url`, in the order to send them; they count as used.
  mutating func cookies(for url: RequestURL, at date: Date) -> [Cookie] {
    latestUse = max(latestUse, date)
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

  /// Puts `cookie` in, in place of the one with its identity, whose age it keeps.
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

  /// Removes what `isUnwanted` says.
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

  /// Whether a cookie without `Secure`, which came without TLS, would stand before or beside a secure one.
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
