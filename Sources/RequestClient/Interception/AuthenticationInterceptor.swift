internal import Foundation
internal import Synchronization

/// Adds a credential to every message and refreshes it once for all requests when it becomes invalid.
///
/// A credential that `requiresRefresh` is refreshed before a message is sent. A credential that the server rejects is
/// refreshed after validation, so use `validate()`. If several requests are rejected at once, there is one refresh, and
/// all are retried with the new credential. A request rejected with an older credential is retried without a refresh.
///
/// If the refresh fails, all requests waiting for it fail with its error, and so do requests rejected later with the
/// same credential. Setting a credential or sending a new request tries again. Cancelling a request does not cancel the
/// refresh.
///
/// Requests made by `Authenticator.refresh(_:for:)` within its task bypass the interceptor, in any session. Requests it
/// makes outside its task, such as in callbacks, need a session without the interceptor, or they deadlock.
public final class AuthenticationInterceptor<AuthenticatorType: Authenticator>: RequestInterceptor {
  /// The type of credentials.
  public typealias Credential = AuthenticatorType.Credential

  private struct State {
    var credential: Credential?
    /// Incremented for each credential; results for older ones are ignored.
    var generation = 0
    /// The refresh of the current generation.
    var refresh: Task<Void, any Error>?
    /// Why the refresh of the current generation failed.
    var failure: (any Error)?
    /// Start times of refreshes within the window.
    var starts: [Duration] = []
  }

  private let authenticator: AuthenticatorType
  private let window: RefreshWindow?
  private let time: ElapsedTime
  private let state: Mutex<State>

  /// Creates an interceptor.
  ///
  /// - Parameters:
  ///   - credential: The initial credential. Without one, requests fail with `AuthenticationError.missingCredential`.
  ///   - refreshWindow: Limits refreshes; `nil` for no limit.
  ///   - clock: The clock for the window.
  public init(
    authenticator: AuthenticatorType, credential: Credential? = nil, refreshWindow: RefreshWindow? = RefreshWindow(),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.authenticator = authenticator
    window = refreshWindow
    time = ElapsedTime(clock)
    state = Mutex(State(credential: credential))
  }

  /// The current credential. Setting it overrides a refresh in progress.
  public var credential: Credential? {
    get { state.withLock { $0.credential } }
    set { replace(newValue) }
  }

  /// `false`: serialization errors do not depend on the credential.
  public var retriesFailedSerialization: Bool { false }

  /// Adds the credential, refreshed first if it `requiresRefresh`.
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
    // Headers added by the authenticator are credentials, whatever their name.
    for header in authenticated.headers where !request.headers.contains(header) {
      if !authenticated.isSensitive(header.name) { authenticated.sensitiveHeaders.insert(header.name) }
    }
    return authenticated
  }

  /// Returns `.retry` when there is another credential than the rejected one.
  public func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    // The first message of the attempt: after a redirect to another origin, the credential is removed.
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
  /// Waits until the credential of `generation` has been replaced.
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
      // Otherwise another credential was set; use it.
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
    withExtendedLifetime(old) {}  // Released after the lock: its deinit may be the caller's code.
  }
}

/// A credential for an `Authenticator`, such as an access token and its refresh token.
public protocol AuthenticationCredential: Sendable {
  /// Whether the credential has expired or is about to expire. Checked for every message, so it must be quick.
  var requiresRefresh: Bool { get }
}

/// Adds credentials to requests and refreshes them.
public protocol Authenticator<Credential>: Sendable {
  /// The type of credentials.
  associatedtype Credential: AuthenticationCredential

  /// Adds `credential` to a message, replacing an older one.
  ///
  /// Headers added or changed here become sensitive: redirects to other origins drop them.
  func apply(_ credential: Credential, to request: inout OutgoingRequest)

  /// Fetches the credential that replaces `credential`.
  ///
  /// Runs in its own task, which is not cancelled with the waiting requests. Requests it makes bypass the interceptor;
  /// see `AuthenticationInterceptor`.
  ///
  /// - Throws: Any error; all waiting requests fail with it.
  func refresh(_ credential: Credential, for session: Session) async throws -> Credential

  /// Whether the server rejected the credential; usually, whether the status is 401.
  func didRequest(
    _ request: OutgoingRequest, with response: HTTPResponse, failDueToAuthenticationError error: RequestError
  ) -> Bool

  /// Whether the message carries `credential`. Must be `true` after `apply(_:to:)`, or the request is retried forever.
  func isRequest(_ request: OutgoingRequest, authenticatedWith credential: Credential) -> Bool
}

/// An error of an `AuthenticationInterceptor`.
public enum AuthenticationError: Error, Hashable, Sendable {
  /// The interceptor has no credential.
  case missingCredential
  /// Too many refreshes within the refresh window.
  case excessiveRefresh(attempts: Int, within: Duration)
}

extension AuthenticationError: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .missingCredential: "There is no credential to send — sign in first"
    case .excessiveRefresh(let attempts, let window):
      "The credential was refreshed \(attempts) times in \(window) and is still refused — sign in again"
    }
  }
}

/// The interceptors that requests bypass because they are made during a refresh.
///
/// Requests capture it when they are created, since their adapters run in other tasks.
enum RefreshScope {
  @TaskLocal static var current: Set<ObjectIdentifier> = []
}

/// Limits the number of credential refreshes.
public struct RefreshWindow: Hashable, Sendable {
  let interval: Duration
  let maximumAttempts: Int

  /// Creates a window; by default five refreshes in 30 seconds.
  ///
  /// - Parameters:
  ///   - interval: The length of the window.
  ///   - maximumAttempts: Maximum number of refreshes within the interval.
  public init(interval: Duration = .seconds(30), maximumAttempts: Int = 5) {
    self.interval = interval
    self.maximumAttempts = maximumAttempts
  }
}
