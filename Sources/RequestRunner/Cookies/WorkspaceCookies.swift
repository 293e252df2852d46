package import Foundation
internal import Synchronization

/// The cookies of a workspace: a jar, stored in a file in the user's folder.
///
/// Session cookies are stored like all others until they are cleared, or stay in memory. Several programs can use a
/// workspace at once: each writes its changes and reads those of the others.
package final class WorkspaceCookies: Sendable {
  package let jar = CookieJar()
  private let file: URL
  private let path: String
  private let sessionCookies: SessionCookies
  private let state: Mutex<State>

  /// The treatment of session cookies.
  package enum SessionCookies: Sendable {
    case kept
    /// They are written along with other changes, and by `save`: a run may get a new one with each response.
    case keptAtEnd
    /// Session cookies in the file are not used, and stay in it. New ones are dropped when the program ends.
    case leftOut
  }

  private struct State {
    /// The cookies as of the last sync.
    var known: [Key: Cookie] = [:]
    /// The version of the file at the last sync; `nil` before the first.
    var stamp: FileStamp?
    /// A warning for the first sync.
    var problem: String?

    func differs(from cookies: [Key: Cookie]) -> Bool { cookies.mapValues(\.face) != known.mapValues(\.face) }

    func differsBeyondSession(from cookies: [Key: Cookie]) -> Bool {
      cookies.filter { $0.value.expires != nil }.mapValues(\.face)
        != known.filter { $0.value.expires != nil }.mapValues(\.face)
    }
  }

  /// - Parameters:
  ///   - root: The workspace's folder. Each workspace has separate cookies.
  ///   - environment: Cookies of one environment are not sent with another.
  ///   - problem: A warning for the first sync.
  package init(
    root: String, environment: String? = nil, _ folders: UserFolders, session: SessionCookies = .kept,
    problem: String? = nil
  ) {
    sessionCookies = session
    state = Mutex(State(problem: problem))
    let name = environment.map { root + "\u{0}" + $0 } ?? root
    path = "\(folders.cookies)/\(Fingerprint(of: Array(name.utf8)).text).json"
    file = URL(filePath: path)
  }

  /// A session with the cookies of `jar`, which are not stored.
  package static func session(with jar: CookieJar?, transport: CurlTransport = CurlTransport(connectionsPerHost: nil))
    -> Session
  {
    var configuration = SessionConfiguration.default
    configuration.cookieJar = jar
    // Not the name of the file that runs, which a user or a package may have changed.
    configuration.defaultHeaders.update(.userAgent("workbench/\(ClientVersion.current)"))
    return Session(configuration: configuration, transport: transport)
  }

  /// Merges the changes of other programs and writes this program's. Does nothing if nothing changed.
  ///
  /// - Returns: A warning if the file cannot be used. The jar works without it.
  package func sync(at date: Date) -> String? {
    state.withLock { state in
      let own = used(jar.all, at: date)
      let stamp = FileStamp(of: path)
      let problem = state.problem
      state.problem = nil
      if !isWorthWriting(own, state), stamp == state.stamp || stamp.isMissing { return problem }
      return write(own, &state, at: date) ?? problem
    }
  }

  /// Writes all changes, including session cookies. Does nothing if nothing changed.
  ///
  /// - Returns: A warning if the file cannot be used.
  package func save(at date: Date) -> String? {
    state.withLock { state in
      let own = used(jar.all, at: date)
      return state.differs(from: own) ? write(own, &state, at: date) : nil
    }
  }

  /// Removes session cookies from the jar, and unused ones from the file. Call `sync` afterwards.
  ///
  /// - Returns: The number of removed session cookies.
  package func clearSession(at date: Date) throws -> Int {
    try state.withLock { _ in
      let unused = try sessionCookies == .leftOut ? clearUnused(at: date) : []
      let own = jar.all.filter { $0.expires == nil }.map(Key.init)
      jar.removeSessionCookies()
      return unused.union(own).count
    }
  }

  /// - Returns: The cookies removed from the file.
  private func clearUnused(at date: Date) throws -> Set<Key> {
    if FileStamp(of: path).isMissing { return [] }
    return try CookieFileLock(beside: file).whileLocked {
      let stored = try read(at: date).cookies ?? []
      let used = stored.filter(isUsed)
      if used.count < stored.count { try write(used, at: date) }
      return Set(stored.map(Key.init)).subtracting(used.map(Key.init))
    }
  }

  /// Whether the jar has changed since the last sync.
  func haveChanged(at date: Date) -> Bool { state.withLock { isWorthWriting(used(jar.all, at: date), $0) } }

  private func isWorthWriting(_ own: [Key: Cookie], _ state: State) -> Bool {
    sessionCookies == .keptAtEnd ? state.differsBeyondSession(from: own) : state.differs(from: own)
  }

  private func write(_ own: [Key: Cookie], _ state: inout State, at date: Date) -> String? {
    do {
      return try CookieFileLock(beside: file).whileLocked { try merge(own, into: &state, at: date) }
    } catch {
      return "Cannot save cookies: \(error)"
    }
  }

  /// - Returns: A warning if the file was invalid and was set aside.
  private func merge(_ own: [Key: Cookie], into state: inout State, at date: Date) throws -> String? {
    let (list, problem) = try read(at: date)
    let stored = list.map { unexpired($0, at: date) }
    // A deleted file does not remove cookies from the jar.
    let known = stored == nil ? [:] : state.known
    var merged = stored ?? [:]
    for (key, cookie) in own where known[key]?.face != cookie.face { merged[key] = cookie }
    for key in known.keys where own[key] == nil { merged[key] = nil }
    let ordered = Self.ordered(merged, as: (list ?? []) + jar.all)
    let used = merged.filter { isUsed($0.value) }
    for cookie in ordered where isUsed(cookie) && own[Key(cookie)]?.face != cookie.face { try jar.set(cookie) }
    for (key, cookie) in own where used[key] == nil { jar.remove(cookie) }
    if merged.mapValues(\.face) != (stored ?? [:]).mapValues(\.face) {
      try write(ordered, at: date)
    }
    // Cookies added to the jar since are written by the next sync.
    state.known = used
    state.stamp = FileStamp(of: path)
    return problem
  }

  /// Orders the cookies. Those of one response have the same age, and are sent in its order.
  private static func ordered(_ cookies: [Key: Cookie], as list: [Cookie]) -> [Cookie] {
    var rest = cookies
    return list.compactMap { rest.removeValue(forKey: Key($0)) }.sorted { $0.created < $1.created }
  }

  private func write(_ cookies: [Cookie], at date: Date) throws {
    let copy = CookieJar(limitPerDomain: .max, limit: .max)
    for cookie in cookies { try copy.set(cookie) }
    try copy.save(to: file, includingSession: true, at: date)
  }

  /// - Returns: `nil` for the cookies if the file is missing or invalid.
  private func read(at date: Date) throws -> (cookies: [Cookie]?, problem: String?) {
    if FileStamp(of: path).isMissing { return (nil, nil) }
    let copy = CookieJar(limitPerDomain: .max, limit: .max)
    do {
      try copy.load(from: file, at: date)
      return (copy.all.filter { !$0.isExpired(at: date) }, nil)
    } catch CookieFileError.unreadable(let file, let reason) {
      throw CookieFileError.unreadable(file, reason: reason)
    } catch CookieFileError.unsupportedVersion(let version) {
      throw CookieFileError.unsupportedVersion(version)
    } catch {
      let aside = try setAside()
      return (nil, "The workspace's cookies were lost: \(error) — the old file is \(aside.path)")
    }
  }

  /// Moves the file to an unused name.
  private func setAside() throws -> URL {
    for number in 1... {
      let aside = file.appendingPathExtension(number == 1 ? "broken" : "broken-\(number)")
      if link(path, aside.path) == 0 {
        unlink(path)
        return aside
      }
      if errno != EEXIST { throw CookieFileError.unwritable(aside, reason: String(cString: strerror(errno))) }
    }
    preconditionFailure("unreachable: the loop is endless")
  }

  private func isUsed(_ cookie: Cookie) -> Bool { sessionCookies != .leftOut || cookie.expires != nil }

  /// Returns the cookies that the file shares with the jar.
  private func used(_ cookies: [Cookie], at date: Date) -> [Key: Cookie] {
    unexpired(cookies.filter(isUsed), at: date)
  }

  private func unexpired(_ cookies: [Cookie], at date: Date) -> [Key: Cookie] {
    if cookies.isEmpty { return [:] }
    let kept = cookies.filter { !$0.isExpired(at: date) }
    return Dictionary(kept.map { (Key($0), $0) }) { _, last in last }
  }

  /// The identity of a cookie, RFC 6265.
  private struct Key: Hashable {
    let name, domain, path: String
    let isHostOnly: Bool

    init(_ cookie: Cookie) {
      (name, domain, path, isHostOnly) = (cookie.name, cookie.domain, cookie.path, cookie.isHostOnly)
    }
  }
}

extension Cookie {
  /// The attributes compared between jar and file: the expiry in whole seconds, no creation time.
  fileprivate var face: Cookie {
    var face = self
    face.created = .distantPast
    face.expires = expires.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
    return face
  }
}
