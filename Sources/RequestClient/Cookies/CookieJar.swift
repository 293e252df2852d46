public import Foundation
internal import Synchronization

/// The cookies of one or more sessions, following RFC 6265bis. Safe to use from any thread.
///
/// A jar is kept in memory; save it with `save(to:as:includingSession:at:)`.
public final class CookieJar: Sendable {
  private let records: Mutex<CookieRecords>

  /// Creates a jar.
  ///
  /// - Parameters:
  ///   - limitPerDomain: Maximum number of cookies per domain. Insecure cookies are evicted first, then the least
  ///     recently used.
  ///   - limit: Maximum number of cookies. The least recently used are evicted.
  public init(limitPerDomain: Int = 50, limit: Int = 3000) {
    records = Mutex(CookieRecords(limitPerDomain: max(1, limitPerDomain), limit: max(1, limit)))
  }

  /// All cookies in the order they were first set, including expired ones.
  public var all: [Cookie] { records.withLock { $0.all } }

  /// Whether there are no cookies.
  public var isEmpty: Bool { records.withLock { $0.byDomain.isEmpty } }

  /// The cookies for a message to `url`, in the order of the `Cookie` header: longer paths first, then older ones.
  public func cookies(for url: RequestURL, at date: Date) -> [Cookie] {
    records.withLock { $0.cookies(for: url, at: date) }
  }

  /// The value of the `Cookie` header for a message to `url`; `nil` without matching cookies.
  package func cookieHeader(for url: RequestURL, at date: Date) -> String? {
    let cookies = cookies(for: url, at: date)
    return cookies.isEmpty ? nil : cookies.map(\.pair).joined(separator: "; ")
  }

  /// Stores one `Set-Cookie` value of a response from `url`.
  ///
  /// An expired cookie removes the one it would replace.
  ///
  /// - Throws: `CookieRefusal` if the cookie is malformed or not allowed for `url`.
  public func store(_ setCookie: String, from url: RequestURL, at date: Date) throws(CookieRefusal) {
    let line = try SetCookie(setCookie)
    try records.withLock { records throws(CookieRefusal) in try records.store(line, from: url, at: date) }
  }

  /// Stores every `Set-Cookie` line of a response from `url`.
  ///
  /// - Returns: The reasons for rejected lines.
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

  /// Sets a cookie, replacing the one with its name, domain and path. Checks only whether it can be sent.
  ///
  /// - Throws: `CookieRefusal.unsendable`, or `.tooLarge` or `.empty`.
  public func set(_ cookie: Cookie) throws(CookieRefusal) {
    let cookie = try cookie.checked()
    records.withLock { $0.insert(cookie, at: $0.latestUse) }
  }

  /// Inserts valid cookies in order.
  func add(_ cookies: [Cookie], at date: Date) {
    records.withLock { records in
      for cookie in cookies { records.insert(cookie, at: date) }
    }
  }

  /// Replaces `old` by `new`.
  ///
  /// - Throws: Same as `set(_:)`; in that case `old` is kept.
  package func replace(_ old: Cookie, with new: Cookie) throws(CookieRefusal) {
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

  /// Removes all cookies.
  public func removeAll() { records.withLock { $0.removeAll(where: { _ in true }) } }

  /// Removes session cookies.
  public func removeSessionCookies() { records.withLock { $0.removeAll(where: { $0.cookie.expires == nil }) } }
}

extension CookieJar {
  /// Returns the jar's cookies as file contents, without expired ones.
  ///
  /// - Parameter includingSession: Whether session cookies are included.
  public func data(_ format: CookieFileFormat, includingSession: Bool = false, at date: Date) -> Data {
    let cookies = all.filter { !$0.isExpired(at: date) && (includingSession || $0.expires != nil) }
    return switch format {
    case .json: CookieFile.encode(cookies)
    case .netscape: NetscapeCookies.encode(cookies)
    case .toughCookie: ToughCookies.encode(cookies)
    }
  }

  /// Adds the unexpired cookies in `data`, the content of a file. If it throws, nothing was added.
  ///
  /// Domains are not checked.
  ///
  /// - Throws: `CookieFileError` if `data` or one of its cookies is malformed.
  public func load(_ data: Data, at date: Date) throws(CookieFileError) {
    let cookies =
      switch CookieFileFormat(of: data) {
      case .json: try CookieFile.decode(data)
      case .netscape: try NetscapeCookies.decode(String(decoding: data, as: UTF8.self), at: date)
      case .toughCookie: try ToughCookies.decode(data, at: date)
      }
    var checked: [Cookie] = []
    for (index, cookie) in cookies.enumerated() {
      do throws(CookieRefusal) {
        checked.append(try cookie.checked())
      } catch {
        throw .invalidCookie(number: index + 1, error)
      }
    }
    add(checked.filter { !$0.isExpired(at: date) }, at: date)
  }

  /// Writes the jar atomically to a file that only its owner can read.
  ///
  /// - Throws: `CookieFileError.unwritable`.
  public func save(
    to file: URL, as format: CookieFileFormat = .json, includingSession: Bool = false, at date: Date
  ) throws(CookieFileError) {
    // Keep a symbolic link and replace its target.
    let target = file.resolvingSymlinksInPath()
    let draft = target.deletingLastPathComponent().appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)")
    let content = data(format, includingSession: includingSession, at: date)
    do {
      if try PrivateFile.writeInto(target, content) { return }
      try PrivateFile.write(content, to: draft)
      try PrivateFile.move(draft, to: target)
    } catch {
      throw .unwritable(file, reason: error.reason)
    }
  }

  /// Adds the cookies of a file to the jar; see `load(_:at:)`.
  public func load(from file: URL, at date: Date) throws(CookieFileError) {
    let content: Data
    do {
      content = try Data(contentsOf: file)
    } catch {
      throw .unreadable(file, reason: error.localizedDescription)
    }
    try load(content, at: date)
  }
}

/// The reason a cookie was rejected.
public enum CookieRefusal: Error, Hashable, Sendable {
  /// Neither a name nor a value.
  case empty
  /// A control character other than tab.
  case controlCharacter
  /// Name and value together exceed this number of bytes.
  case tooLarge(limit: Int)
  /// The domain does not include the host that sent the cookie.
  case foreignDomain(String, host: String)
  /// The domain is a public suffix.
  case publicSuffix(String)
  /// A secure cookie arrived without TLS.
  case insecureOrigin
  /// It arrived without TLS and would replace a secure cookie.
  case wouldHideSecureCookie
  /// `SameSite=None` requires `Secure`.
  case sameSiteNeedsSecure
  /// `__Secure-` or `__Host-` requires attributes that the cookie lacks.
  case prefix(String)
  /// A header cannot represent this name, domain, path or value.
  case unsendable(String)
}

extension CookieRefusal: DescribedError {
  /// The rejected cookie and the reason.
  public var description: String {
    switch self {
    case .empty: "The cookie has neither a name nor a value"
    case .controlCharacter: "The cookie has a control character"
    case .tooLarge(let limit): "The cookie's name and value are longer than \(limit) bytes"
    case .foreignDomain(let domain, let host): "\(host) cannot set a cookie for \(domain)"
    case .publicSuffix(let domain): "No cookie can be set for all of \(domain)"
    case .insecureOrigin: "The cookie is marked as secure and came without TLS — use https"
    case .wouldHideSecureCookie: "The cookie came without TLS and would hide one that came with it — use https"
    case .sameSiteNeedsSecure: "The cookie has SameSite=None without Secure — the server has to send both"
    case .prefix("__Secure-"): "The name begins with __Secure-, so the cookie needs Secure"
    case .prefix(let prefix): "The name begins with \(prefix), so the cookie needs Secure, Path=/ and no Domain"
    case .unsendable(let text): "\"\(text)\" cannot be part of a cookie — leave out ; and control characters"
    }
  }
}
