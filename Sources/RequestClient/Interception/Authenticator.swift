/// What an `Authenticator` puts into messages: an access token, say, with the one that refreshes it.
public protocol AuthenticationCredential: Sendable {
  /// Whether it will not do any more, or not for long; a new one is fetched before the next message goes out.
  ///
  /// It is asked for each message, so it must be quick.
  var requiresRefresh: Bool { get }
}

/// Knows how a server wants to see a credential, and where a new one comes from.
public protocol Authenticator<Credential>: Sendable {
  /// What it puts into messages.
  associatedtype Credential: AuthenticationCredential

  /// Puts `credential` into a message, replacing an older one.
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

  /// Whether `credential` is the one in the message. It must be after `apply(_:to:)`, or the request is sent for ever.
  func isRequest(_ request: OutgoingRequest, authenticatedWith credential: Credential) -> Bool
}
