internal import RequestClient
internal import RequestModel
internal import RequestScript
internal import Synchronization

/// What the scripts of a request may use, and what they were refused.
final class ScriptPermissions: Sendable {
  private struct State {
    var refused: [OutsideSource] = []
    /// The host of the request, once it was looked up.
    var ownHost: String??
  }

  private let context: RunContext
  private let state = Mutex(State())

  /// How many refused sources are remembered: nobody reads a longer question.
  private static let limit = 20

  init(_ context: RunContext) { self.context = context }

  var refused: [OutsideSource] { state.withLock(\.refused) }

  func check(_ source: OutsideSource) throws(Failure) {
    guard !context.inputs.access.allows(source) else { return }
    state.withLock { state in
      guard state.refused.count < Self.limit, !state.refused.contains(source) else { return }
      state.refused.append(source)
    }
    throw Failure(.unprepared, OutsideSource.refusal(of: [source]))
  }

  /// Checks that scripts may use the cookies of a host. Those of the request's own host they see anyway.
  func checkCookies(of url: RequestURL) throws(Failure) {
    let host = url.host.lowercased()
    if host != ownHost { try check(.cookies(host)) }
  }

  /// The cookies for the URL whose response a script gets, after all redirects. Of hosts whose cookies it may not ask for, it sees
  /// those that the response sets.
  func visible(_ cookies: [ScriptCookie], for url: String, _ head: Response.Head) -> [ScriptCookie] {
    guard let host = (try? RequestURL(url))?.host.lowercased() else { return [] }
    if host == ownHost || context.inputs.access.allows(.cookies(host)) { return cookies }
    let names = head.headers.filter { $0.name.lowercased() == "set-cookie" }.map { header in
      String(header.value.prefix { $0 != "=" }).trimmingWhitespace
    }
    return cookies.filter { names.contains($0.name) }
  }

  private var ownHost: String? {
    if let known = state.withLock(\.ownHost) { return known }
    let url = context.assembled?.1.url ?? context.assembly(of: context.request).knownURL()
    let host = url.flatMap { try? RequestURL($0) }?.host.lowercased()  // One that is invalid has none.
    state.withLock { $0.ownHost = .some(host) }
    return host
  }
}

/// What the scripts of collections were refused since the program started: the user is asked before the next attempt.
final class RefusedSources: Sendable {
  private let sources = Mutex<[String: Set<OutsideSource>]>([:])

  func note(_ refused: [OutsideSource], of collection: String) {
    guard !refused.isEmpty else { return }
    sources.withLock { $0[collection, default: []].formUnion(refused) }
  }

  func all(of collection: String) -> Set<OutsideSource> { sources.withLock { $0[collection] ?? [] } }
}
