internal import Foundation
internal import Synchronization

/// The token of one run, and the login it waits for.
final class RunLogin: Sendable {
  private struct State {
    /// The token sent with the request.
    var used: (token: AccessToken, name: String)?
    /// Whether the token was a stored one, which may have been revoked.
    var wasKept = false
    var refused: AccessToken?
    var take: (@Sendable (String) -> Bool)?
    var isHolding = false
    var isMissing = false
  }

  private let state = Mutex(State())

  /// The token that the server refused.
  var refused: AccessToken? { state.withLock(\.refused) }

  func allows(_ token: AccessToken, at date: Date) -> Bool {
    token.isUsable(at: date) && token.value != refused?.value
  }

  func use(_ token: AccessToken, _ name: String, wasKept: Bool) {
    state.withLock { state in
      state.used = (token, name)
      state.wasKept = wasKept
    }
  }

  /// Whether to try another token after a 401: the token was a stored one, and none was renewed yet.
  var mayRenew: Bool { state.withLock { $0.refused == nil && $0.used != nil && $0.wasKept } }

  /// Marks the token as refused.
  func refuse() -> (token: AccessToken, name: String)? {
    state.withLock { state in
      state.refused = state.used?.token
      return state.used
    }
  }

  /// Whether a preview stops because a token would have to be fetched.
  var isMissing: Bool {
    get { state.withLock(\.isMissing) }
    set { state.withLock { $0.isMissing = newValue } }
  }

  /// Whether the response is held back.
  var isHolding: Bool { state.withLock(\.isHolding) }

  func hold(_ isHolding: Bool) { state.withLock { $0.isHolding = isHolding } }

  func begin(_ take: @escaping @Sendable (String) -> Bool) { state.withLock { $0.take = take } }

  /// - Returns: Whether a login was in progress.
  func end() -> Bool {
    state.withLock { state in
      defer { state.take = nil }
      return state.take != nil
    }
  }

  /// - Returns: Whether the text is the redirect that the login waits for.
  func complete(_ text: String) -> Bool { state.withLock(\.take)?(text) ?? false }
}

extension RunContext {
  func beginLogin(_ login: Login, _ take: @escaping @Sendable (String) -> Bool) {
    self.login.begin(take)
    emit(.login(login))
  }

  func endLogin() { if login.end() { emit(.loginEnded) } }

  /// Authenticates the request again after the server refused a stored token; `nil` if that fails.
  ///
  /// - Parameter bare: The request before its credentials were added.
  func renewed(_ bare: AssembledRequest, _ kinds: RunKinds) async -> PreparedRequest? {
    guard let (token, name) = login.refuse() else { return nil }
    var (assembly, prepared) = (bare.assembly, bare.prepared)
    defer { mask.addSecrets(assembly.secrets, headers: assembly.credentialHeaders) }
    do throws(Failure) {
      try await assembly.authenticate(&prepared, kinds)
      return prepared
    } catch {
      guard !Task.isCancelled else { return nil }
      emit(.warning("The token is no longer accepted: \(mask.current.masked(error).sentence)"))
      // If it cannot be removed, the next send reports that.
      try? services.tokens.removeToken(token, name, in: kinds.tokens)
      return nil
    }
  }
}

// A response that is not shown: a 401 that may be followed by a retry with another token, and one in place of a stream.
extension RunContext {
  var isHeldBack: Bool { login.isHolding }

  /// Holds a 401 back if another token may help, and what answers the reconnection of a stream without being more of it.
  func holdsBack(_ head: ResponseHead) -> Bool {
    login.hold(head.status == 401 && login.mayRenew || stream.refuses(head))
    return isHeldBack
  }

  /// Passes on a response that was held back, if there was no retry.
  func release(showsHead: Bool) {
    guard isHeldBack, let received = record.received else { return }
    login.hold(false)
    if showsHead, let head = received.response.head { emit(.head(mask.current.maskedHead(Response(head)))) }
    if let sink = job.sink { _ = pass(received.body, to: sink) }
  }
}
