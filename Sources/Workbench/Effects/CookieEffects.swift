import Dispatch
import Foundation

final class CookieEffects: Sendable {
  private let jars: WorkspaceJars?
  private let events: EventQueue
  private let queue = DispatchQueue(label: "workbench.cookies")

  init(jars: WorkspaceJars?, queue: EventQueue) { (self.jars, events) = (jars, queue) }

  /// Reads the jar from disk, performs the effect, and writes the jar back.
  func run(_ effect: CookieEffect) {
    guard let cookies = jars?.cookies(of: effect.environment) else { return }
    queue.async { [self] in
      let unread = cookies.sync(at: Date())
      perform(effect.action, on: cookies, effect.environment)
      let unwritten = cookies.sync(at: Date())
      if let problem = unread ?? unwritten { events.tell(.failure, problem) }
    }
  }

  private func perform(_ action: CookieEffect.Action, on cookies: WorkspaceCookies, _ environment: String?) {
    let jar = cookies.jar
    switch action {
    case .list: events.send(.cookies(.listed(jar.all.map(StoredCookie.init), environment: environment)))
    case .set(let text, let old): set(text, replacing: old, in: jar, environment)
    case .delete(let cookie):
      jar.all.filter(cookie.names).forEach(jar.remove)
      events.tell(.success, "Cookie \(cookie.name) deleted")
    case .clearSession:
      do {
        let count = try cookies.clearSession(at: Date())
        events.tell(.success, "\(Formatting.count(count, "session cookie")) cleared")
      } catch {
        events.tell(.failure, "Cannot clear session cookies: \(error)")
      }
    }
  }

  /// Waits until changes are written, at most until the deadline.
  func finish(by deadline: DispatchTime) { queue.finish(by: deadline) }

  private func set(_ text: String, replacing old: StoredCookie?, in jar: CookieJar, _ environment: String?) {
    let (url, line) = text.cut(at: " ").map { ($0.before, $0.after) } ?? ("", text)
    do {
      let new = CookieJar()
      try new.store(line, from: try RequestURL(url), at: Date())
      if let old { jar.all.filter(old.names).forEach(jar.remove) }
      for cookie in new.all { try jar.set(cookie) }
      events.tell(.success, "Cookie stored")
    } catch {
      let why = "The cookie was not stored: \(error)"
      events.send(.cookies(.refused(text, replacing: old, environment: environment, why: why)))
    }
  }
}

extension CookieEffects: FeatureRunner {}

extension StoredCookie {
  /// Whether it is that cookie; its value and its expiry may differ.
  func names(_ cookie: Cookie) -> Bool { name == cookie.name && domain == cookie.domain && path == cookie.path }

  init(_ cookie: Cookie) {
    let attributes = [
      cookie.isHostOnly ? nil : "Domain=" + cookie.domain, "Path=" + cookie.path,
      cookie.expires.map { "Max-Age=" + String(max(0, Int($0.timeIntervalSinceNow))) },
      cookie.isSecure ? "Secure" : nil, cookie.isHTTPOnly ? "HttpOnly" : nil,
      cookie.sameSite.map { "SameSite=" + $0.rawValue },
    ].compactMap(\.self)
    let host = cookie.domain.contains(":") ? "[\(cookie.domain)]" : cookie.domain
    let end = cookie.expires.map { "until " + UTCTime($0).extended } ?? "session cookie"
    self.init(
      name: cookie.name, domain: cookie.domain, path: cookie.path,
      detail: ([end] + attributes.filter { ["Secure", "HttpOnly"].contains($0) }).joined(separator: ", "),
      isSession: cookie.expires == nil,
      text: ([(cookie.isSecure ? "https://" : "http://") + host + "/", cookie.name + "=" + cookie.value] + attributes)
        .joined(separator: "; ").replacing("/; ", with: "/ ", maxReplacements: 1))
  }
}
