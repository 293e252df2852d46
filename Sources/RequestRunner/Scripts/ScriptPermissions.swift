internal import Synchronization

/// The sources that scripts of a request may use, and the refused ones.
final class ScriptPermissions: Sendable {
  private struct State {
    var refused: [OutsideSource] = []
    /// The host of the request, once it was looked up.
    var ownHost: String??
  }

  private let context: HookContext
  private let state = Mutex(State())

  /// The maximum number of refused sources to remember. Users would not read a longer question.
  private static let limit = 20

  init(_ context: HookContext) { self.context = context }

  var refused: [OutsideSource] { state.withLock(\.refused) }

  func check(_ source: OutsideSource) throws(Failure) {
    guard !access.allows(source) else { return }
    state.withLock { state in
      guard state.refused.count < Self.limit, !state.refused.contains(source) else { return }
      state.refused.append(source)
    }
    throw Failure(.unprepared, OutsideSource.refusal(of: [source]))
  }

  /// Checks that scripts may use the cookies of a host. The cookies of the request's own host are always allowed.
  func checkCookies(of url: RequestURL) throws(Failure) {
    let host = url.host.lowercased()
    if host != ownHost { try check(.cookies(host)) }
  }

  /// Whether scripts may delete a cookie. Those sent to the request's own host are always allowed.
  func allowsDeleting(_ cookie: Cookie) -> Bool {
    let domain = cookie.domain
    if access.allows(.cookies(domain)) { return true }
    guard let ownHost else { return false }
    return ownHost == domain || !cookie.isHostOnly && ownHost.hasSuffix("." + domain)
  }

  /// The visible cookies for the URL of a response, after all redirects. For a host whose cookies are not allowed, only
  /// those set by the response.
  func visible(_ cookies: [ScriptCookie], for url: String, _ head: Response.Head) -> [ScriptCookie] {
    guard let host = (try? RequestURL(url))?.host.lowercased() else { return [] }
    if host == ownHost || access.allows(.cookies(host)) { return cookies }
    let names = head.headers.filter { $0.name.lowercased() == "set-cookie" }.map { header in
      String(header.value.prefix { $0 != "=" }).trimmingWhitespace
    }
    return cookies.filter { names.contains($0.name) }
  }

  private var access: ReadAccess { context.resolved.inputs.access }

  private var ownHost: String? {
    if let known = state.withLock(\.ownHost) { return known }
    let url = context.assembled?.prepared.url ?? context.resolved.assembly.knownURL()
    let host = url.flatMap { try? RequestURL($0) }?.host.lowercased()  // One that is invalid has none.
    state.withLock { $0.ownHost = .some(host) }
    return host
  }
}

/// The sources that were refused to scripts of collections since the program started. The user is asked about each
/// once, before the next attempt: after a no, the scripts get their errors.
final class RefusedSources: Sendable {
  private struct State {
    /// The sources to ask the user about.
    var waiting: Set<OutsideSource> = []
    var asked: Set<OutsideSource> = []
  }

  private let collections = Mutex<[String: State]>([:])

  /// The maximum number of sources per collection to ask about, as scripts can make up any number of hosts.
  private static let limit = 100

  func note(_ refused: [OutsideSource], of collection: String) {
    guard !refused.isEmpty else { return }
    collections.withLock { collections in
      var state = collections[collection] ?? State()
      for source in refused where !state.asked.contains(source) {
        if state.waiting.count + state.asked.count < Self.limit { state.waiting.insert(source) }
      }
      collections[collection] = state
    }
  }

  /// Returns the sources to ask about now. A source that was allowed for a single send is asked about again.
  ///
  /// - Parameters:
  ///   - count: The number of sources in one question.
  ///   - isLast: Whether these sources are not asked about again.
  func takeSources(
    _ count: Int, of collection: String, isLast: Bool = true, unless isAllowed: (OutsideSource) -> Bool
  ) -> [OutsideSource] {
    collections.withLock { collections in
      guard var state = collections[collection] else { return [] }
      let granted = state.asked.filter(isAllowed)
      state.asked.subtract(granted)
      state.waiting.formUnion(granted)
      let all = state.waiting.filter { !isAllowed($0) }.sorted { $0.description < $1.description }
      let next = Array(all.prefix(count))
      if isLast {
        state.waiting.subtract(next)
        state.asked.formUnion(next)
      }
      collections[collection] = state
      return next
    }
  }
}
