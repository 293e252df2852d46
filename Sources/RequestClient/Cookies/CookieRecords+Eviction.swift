internal import Foundation

extension CookieRecords {
  /// Removes what is over.
  mutating func removeExpired(at date: Date) { removeAll(where: { $0.cookie.isExpired(at: date) }) }

  /// Keeps to the limits after something was added to `domain`: what is over goes first, then from a full domain what
  /// is not secure, then the longest unused (RFC 6265bis, section 5.7).
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
