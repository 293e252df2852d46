public import Foundation
internal import Synchronization

/// The cookies of one or more sessions, kept and sent by the rules of RFC 6265bis. Safe from any thread.
///
/// It reads no clock: whoever calls gives the time. A jar lives in memory; see `save(to:includingSession:at:)` for
/// keeping it.
public final class CookieJar: Sendable {
  private let records: Mutex<CookieRecords>

  /// - Parameters:
  ///   - limitPerDomain: Cookies of one domain; more push out what is not secure, then what was longest unused.
  ///   - limit: Cookies in all; more push out what was longest unused.
  public init(limitPerDomain: Int = 50, limit: Int = 3000) {
    records = Mutex(CookieRecords(limitPerDomain: max(1, limitPerDomain), limit: max(1, limit)))
  }

  /// Every cookie, in the order they were first set; some may be over.
  public var all: [Cookie] { records.withLock { $0.all } }

  /// The cookies for a message to `url`, in the order of the `Cookie` header: longer paths first, then older ones.
  public func cookies(for url: RequestURL, at date: Date) -> [Cookie] {
    records.withLock { $0.cookies(for: url, at: date) }
  }

  /// The value of the `Cookie` header for a message to `url`, `nil` where there is none to send.
  public func cookieHeader(for url: RequestURL, at date: Date) -> String? {
    let cookies = cookies(for: url, at: date)
    return cookies.isEmpty ? nil : cookies.map(\.pair).joined(separator: "; ")
  }

  /// Takes in one `Set-Cookie` value of an answer from `url`.
  ///
  /// A cookie that is over already removes the one it would replace.
  public func store(_ setCookie: String, from url: RequestURL, at date: Date) throws(CookieRefusal) {
    let line = try SetCookie(setCookie)
    try records.withLock { records throws(CookieRefusal) in try records.store(line, from: url, at: date) }
  }

  /// Takes in every `Set-Cookie` line of an answer from `url`.
  ///
  /// - Returns: Why lines were refused; empty where none was.
  @discardableResult
  public func store(_ headers: HTTPHeaders, from url: RequestURL, at date: Date) -> [CookieRefusal] {
    var refusals: [CookieRefusal] = []
    for header in headers where header.name.lowercased() == "set-cookie" {
      do throws(CookieRefusal) {
        try store(header.value, from: url, at: date)
      } catch {
        refusals.append(error)
      }
    }
    return refusals
  }

  /// Puts in a cookie that no server sent, in place of the one with its name, domain and path. It is not asked where it
  /// comes from, only whether it can be sent.
  ///
  /// - Throws: `CookieRefusal.unsendable`, or `.tooLarge` or `.empty`.
  public func set(_ cookie: Cookie) throws(CookieRefusal) {
    let cookie = try cookie.checked()
    records.withLock { $0.insert(cookie, at: $0.latestUse) }
  }

  /// Puts in cookies that are checked already, in this order.
  func add(_ cookies: [Cookie], at date: Date) {
    records.withLock { records in
      for cookie in cookies { records.insert(cookie, at: date) }
    }
  }

  /// Puts `new` where `old` was, whatever of it changed.
  ///
  /// - Throws: As `set(_:)`; then `old` is still there.
  public func replace(_ old: Cookie, with new: Cookie) throws(CookieRefusal) {
    let new = try new.checked()
    records.withLock {
      $0.remove(old.identity)
      $0.insert(new, at: $0.latestUse)
    }
  }

  /// Removes the cookie with this one's name, domain and path.
  public func remove(_ cookie: Cookie) {
    records.withLock { _ = $0.remove(cookie.identity) }
  }

  /// Removes everything.
  public func removeAll() { records.withLock { $0.removeAll(where: { _ in true }) } }

  /// Removes what is over.
  public func removeExpired(at date: Date) { records.withLock { $0.removeExpired(at: date) } }

  /// Removes what has no date to end on, as the end of a browser's session does.
  public func removeSessionCookies() { records.withLock { $0.removeAll(where: { $0.cookie.expires == nil }) } }
}
