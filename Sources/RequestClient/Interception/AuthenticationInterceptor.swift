public import Foundation
internal import Synchronization

/// Adds a credential to every message and refreshes it once for all requests when it is no longer valid.
///
/// A credential that `requiresRefresh` is replaced before a message is sent; one that a server refuses, after the
/// answer was validated: `validate()` makes a 401 an error. However many requests are refused at once, one refresh is
/// made, and they are sent again with its outcome; a request that was refused with an older credential is sent again
/// without a refresh. While a refused credential is being replaced, other requests are sent with it and are sent again.
///
/// Where the refresh fails, all that wait for it fail with its error, and so do those that are refused later with the
/// same credential; a new credential or a new request tries again. Cancelling a request leaves the refresh to the
/// others.
///
/// Requests that `Authenticator.refresh(_:for:)` makes in its task, in any session, pass by the interceptor: they get
/// no credential and are never held up. Those it would make in code called back elsewhere, out of the task, do not;
/// they need a session without the interceptor, or would wait for the refresh that waits for them.
public final class AuthenticationInterceptor<AuthenticatorType: Authenticator>: RequestInterceptor {
  /// What is put into messages.
  public typealias Credential = AuthenticatorType.Credential

  private struct State {
    var credential: Credential?
    /// Number of the current credential; findings about older ones are ignored.
    var generation = 0
    /// Of the present generation.
    var refresh: Task<Void, any Error>?
    /// Why the present generation cannot be replaced.
    var failure: (any Error)?
    /// When refreshes of the window began.
    var starts: [Duration] = []
  }

  private let authenticator: AuthenticatorType
  private let window: RefreshWindow?
  private let time: ElapsedTime
  private let state: Mutex<State>

  /// - Parameters:
  ///   - credential: `nil` if no one has signed in yet; requests fail with `AuthenticationError.missingCredential`.
  ///   - refreshWindow: `nil` for no limit: a server that refuses every credential is then asked forever.
  ///   - clock: Clock for the window.
  public init(
    authenticator: AuthenticatorType, credential: Credential? = nil, refreshWindow: RefreshWindow? = RefreshWindow(),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.authenticator = authenticator
    window = refreshWindow
    time = ElapsedTime(clock)
    state = Mutex(State(credential: credential))
  }

  /// The credential of the next messages. What is set counts before the outcome of a refresh under way.
  public var credential: Credential? {
    get { state.withLock { $0.credential } }
    set { replace(newValue) }
  }

  /// `false`: whether a response can be read says nothing of the credential.
  public var retriesFailedSerialization: Bool { false }

  /// The message with the credential, a new one where the old one `requiresRefresh`.
  ///
  /// - Throws: `AuthenticationError`, or the error of the refresh.
  public func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
    if isRefreshing { return request }
    var (credential, generation) = try present(retryingFailedRefresh: true)
    if credential.requiresRefresh {
      try await refresh(generation, for: session)
      (credential, _) = try present()
    }
    var authenticated = request
    authenticator.apply(credential, to: &authenticated)
    // What it put there is the credential, whatever the header's name.
    for header in authenticated.headers where !request.headers.contains(header) {
      if !authenticated.isSensitive(header.name) { authenticated.sensitiveHeaders.insert(header.name) }
    }
    return authenticated
  }

  /// `.retry` once there is a credential other than the refused one.
  public func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    // What was sent first: a redirect to another origin has no credential on purpose.
    guard !isRefreshing, let message = request.requests.last, let response = request.response,
      authenticator.didRequest(message, with: response, failDueToAuthenticationError: error)
    else { return .doNotRetry }
    do {
      let (credential, generation) = try present()
      if authenticator.isRequest(message, authenticatedWith: credential) {
        try await refresh(generation, for: session)
      }
      return .retry
    } catch {
      return .doNotRetryWithError(error)
    }
  }

  private var isRefreshing: Bool { RefreshScope.current.contains(ObjectIdentifier(self)) }

  private func present(retryingFailedRefresh: Bool = false) throws -> (Credential, generation: Int) {
    try state.withLock { state in
      guard let credential = state.credential else { throw AuthenticationError.missingCredential }
      if retryingFailedRefresh { state.failure = nil }
      return (credential, state.generation)
    }
  }
}

// Refreshing.
extension AuthenticationInterceptor {
  /// Returns when the credential of `generation` has been replaced.
  private func refresh(_ generation: Int, for session: Session) async throws {
    let task: Task<Void, any Error>? = try state.withLock { state in
      guard state.generation == generation, let credential = state.credential else { return nil }
      if let task = state.refresh { return task }
      if let failure = state.failure { throw failure }
      try enterWindow(&state)
      let task = Task { try await self.fetch(insteadOf: credential, generation, for: session) }
      state.refresh = task
      return task
    }
    try await task?.value
  }

  private func enterWindow(_ state: inout State) throws {
    guard let window else { return }
    let now = time.now()
    state.starts.removeAll { $0 < now - window.interval }
    guard state.starts.count < window.maximumAttempts else {
      throw AuthenticationError.excessiveRefresh(attempts: state.starts.count, within: window.interval)
    }
    state.starts.append(now)
  }

  private func fetch(insteadOf credential: Credential, _ generation: Int, for session: Session) async throws {
    let scope = RefreshScope.current.union([ObjectIdentifier(self)])
    do {
      let new = try await RefreshScope.$current.withValue(scope) {
        try await authenticator.refresh(credential, for: session)
      }
      replace(new, ifStill: generation)
    } catch {
      let isCurrent = state.withLock { state in
        guard state.generation == generation else { return false }
        state.refresh = nil
        state.failure = error
        return true
      }
      // Another credential was set meanwhile; use it.
      if isCurrent { throw error }
    }
  }

  private func replace(_ credential: Credential?, ifStill generation: Int? = nil) {
    let old: Credential? = state.withLock { state in
      if let generation, generation != state.generation { return nil }
      defer { state.credential = credential }
      state.generation += 1
      state.refresh = nil
      state.failure = nil
      return state.credential
    }
    withExtendedLifetime(old) {}  // Freed with the lock let go, for a deinit may be the caller's code.
  }
}

/// Credentials that an `Authenticator` adds to messages: an access token, for example, and its refresh token.
public protocol AuthenticationCredential: Sendable {
  /// Whether it has expired or is about to; a new one is fetched before the next message is sent.
  ///
  /// It is asked for each message, so it must be quick.
  var requiresRefresh: Bool { get }
}

/// Adds credentials to requests and refreshes them.
public protocol Authenticator<Credential>: Sendable {
  /// What it puts into messages.
  associatedtype Credential: AuthenticationCredential

  /// Adds `credential` to a message, replacing an older one.
  ///
  /// The headers that it adds or changes become sensitive: they do not follow a redirect to another origin.
  func apply(_ credential: Credential, to request: inout OutgoingRequest)

  /// Fetches the credential that replaces `credential`.
  ///
  /// It runs in a task of its own, which goes on when the requests that wait for it are cancelled. Requests that it
  /// makes pass by the interceptor that called it, in the same session too; see `AuthenticationInterceptor`.
  ///
  /// - Throws: Any error; all requests that wait fail with it.
  func refresh(_ credential: Credential, for session: Session) async throws -> Credential

  /// Whether the message failed because its credential will not do; usually, whether the status is 401.
  func didRequest(
    _ request: OutgoingRequest, with response: HTTPResponse, failDueToAuthenticationError error: RequestError
  ) -> Bool

  /// Whether `credential` is the one in the message. It must be after `apply(_:to:)`, or the request is sent forever.
  func isRequest(_ request: OutgoingRequest, authenticatedWith credential: Credential) -> Bool
}

/// Why an `AuthenticationInterceptor` lets a request fail. The sentences are in `AuthenticationError+Description.swift`.
public enum AuthenticationError: Error, Hashable, Sendable {
  /// The interceptor has no credential.
  case missingCredential
  /// Too many refreshes within the refresh window.
  case excessiveRefresh(attempts: Int, within: Duration)
}

extension AuthenticationError: CustomStringConvertible, LocalizedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .missingCredential: "There is no credential to send — sign in first"
    case .excessiveRefresh(let attempts, let window):
      "The credential was refreshed \(attempts) times in \(window) and is still refused — sign in again"
    }
  }

  /// Same as `description`.
  public var errorDescription: String? { description }
}

/// The interceptors whose refresh is under way in a task, and which its requests pass by.
///
/// Requests take it along from where they are made, since their adapters run in tasks of their own.
enum RefreshScope {
  @TaskLocal static var current: Set<ObjectIdentifier> = []
}

/// Limit for credential refreshes, so that a broken server is not asked forever.
public struct RefreshWindow: Hashable, Sendable {
  /// Looked back from each refresh.
  public var interval: Duration
  /// Refreshes within the interval; the next one is an error. With 0 the first one is.
  public var maximumAttempts: Int

  /// Five in 30 seconds, if nothing else is said.
  public init(interval: Duration = .seconds(30), maximumAttempts: Int = 5) {
    self.interval = interval
    self.maximumAttempts = maximumAttempts
  }
}
