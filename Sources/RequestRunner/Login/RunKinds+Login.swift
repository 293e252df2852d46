internal import Dispatch
internal import Foundation

extension RunKinds {
  var clock: Date { Date() }

  func token(
    _ name: String, obtain: @escaping @Sendable (_ kept: AccessToken?) async throws(Failure) -> AccessToken
  ) async throws(Failure) -> AccessToken {
    let (context, kept) = (run, tokens)
    if context.job.isPreview {
      let last = try context.services.tokens.read(name, in: kept)
      context.mask.addSecrets(Set(last?.secrets ?? []))
      context.emit(.token(last.map { .held(expires: $0.expires) } ?? .missing))
      if let last, last.isUsable(at: Date()) { return last }
      return try await obtain(last)
    }
    guard obtainsTokens else {
      guard let last = try context.services.tokens.read(name, in: kept), context.login.allows(last, at: Date()) else {
        throw Failure(.unprepared, "The token has expired")
      }
      context.mask.addSecrets(Set(last.secrets))
      return last
    }
    let (token, isFresh) = try await context.services.tokens.token(
      name, in: kept, isUsable: { !context.job.fetchesToken && context.login.allows($0, at: Date()) },
      lock: { () throws(Failure) in try await lock(name) },
      obtain: { last throws(Failure) in
        defer { context.endLogin() }
        context.mask.addSecrets(Set(last?.secrets ?? []))
        let token = try await obtain(context.job.fetchesToken ? nil : last)
        context.mask.addSecrets(Set(token.secrets))
        return token
      })
    context.mask.addSecrets(Set(token.secrets))
    context.login.use(token, name, wasKept: !isFresh)
    context.emit(.token(.held(expires: token.expires)))
    return token
  }

  /// Waits until no other program requests the token, as a refresh token may be valid for a single use.
  private func lock(_ name: String) async throws(Failure) -> TokenLock? {
    guard let kept = tokens else { return nil }
    let start = ContinuousClock.now
    var isNoted = false
    while true {
      if let lock = try kept.lock(name) { return lock }
      let waited = start.duration(to: .now)
      if waited > kept.patience {
        throw Failure(
          .timedOut,
          "Another workbench is still fetching this token after \(Int(waited / .seconds(1))) s — complete or cancel its login, then send again"
        )
      }
      if !isNoted, waited > Self.silentWait {
        run.emit(.note("Waiting for another workbench that is fetching this token"))
        isNoted = true
      }
      try await wait(seconds: 0.05)
    }
  }

  /// The usual time of another program's token request.
  private static let silentWait = Duration.seconds(1)

  func logIn(
    redirect: String, page: @escaping @Sendable (_ redirect: String) -> String,
    isRedirect: @escaping @Sendable (String) -> Bool
  ) async throws(Failure) -> (text: String, redirect: String) {
    try checkUser(Login(url: page(redirect), acceptsRedirect: true).host)
    let (redirects, continuation) = AsyncStream.makeStream(of: String.self)
    let take: @Sendable (String) -> Bool = { text in
      guard isRedirect(text) else { return false }
      continuation.yield(text)
      return true
    }
    let listener = try RedirectListener(redirect, take: take)
    let redirect = listener?.url ?? redirect
    run.beginLogin(Login(url: page(redirect), acceptsRedirect: true), take)
    for await text in redirects { return withExtendedLifetime(listener) { (text, redirect) } }
    throw Failure(.other, "Cancelled")
  }

  func show(_ login: Login) throws(Failure) {
    try checkUser(login.host)
    run.beginLogin(login) { _ in false }
  }

  func wait(seconds: Double) async throws(Failure) {
    let (ticks, continuation) = AsyncStream.makeStream(of: Void.self)
    // Swift's sleep would use a global queue: see `TaskQueue`.
    DispatchQueue(label: "workbench.login").asyncAfter(deadline: .now() + seconds) { continuation.finish() }
    for await _ in ticks {}
    if Task.isCancelled { throw Failure(.other, "Cancelled") }
  }

  private func checkUser(_ host: String) throws(Failure) {
    if run.login.refused != nil {
      throw Failure(.unprepared, "\(host) has to log you in again — send once more")
    }
    guard !run.job.isPreview else {
      run.login.isMissing = true
      throw Failure(.unprepared, "No token yet: sending asks you to log in at \(host) first")
    }
    guard run.job.options.canLogIn else {
      throw Failure(
        .unprepared, "\(host) needs a login, which cannot be shown here — send it once from a terminal or the screen")
    }
  }
}
