/// Creates the message after a redirect (RFC 9110, section 15.4).
enum Redirection {
  /// The target of a redirect; `nil` for other responses.
  static func location(of head: ResponseHead) -> String? {
    [301, 302, 303, 307, 308].contains(head.status) ? head.headers.first("Location") : nil
  }

  /// Returns the message for a redirect of `request` with `status` to `location`.
  static func next(
    after request: OutgoingRequest, status: Int, location: String, method: RedirectMethod, keepsCredentials: Bool
  ) throws(RequestError) -> OutgoingRequest {
    var next = request
    do {
      next.url = try request.url.resolving(location).escapingAsBrowsers
    } catch {
      throw .redirectRefused(location: location, error)
    }
    if next.url.host.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
      throw .redirectRefused(location: location, .badHost(next.url.host))
    }
    if let changed = method.method(after: request.method, status) {
      next.method = changed
      next.body = nil
    } else if status == 303, method != .unchanged {
      next.body = nil
    }
    if next.body == nil, request.body != nil || next.method != request.method {
      next.headers.removeAll { bodyHeaders.contains($0.name.lowercased()) }
    }
    if next.url.origin != request.url.origin {
      // An explicit Host names the old origin.
      next.headers.removeAll { $0.name.lowercased() == "host" }
      if !keepsCredentials { next.headers.removeAll { request.isSensitive($0.name) } }
    }
    if request.sendsReferer {
      // One that an earlier hop has set must not stay.
      next.headers["Referer"] = referer(from: request.url, to: next.url, isWhole: keepsCredentials)
    }
    return next.movingCredentialsToHeader()
  }

  /// The `Referer` of a redirect, as with the policy strict-origin-when-cross-origin of browsers: a query may have
  /// credentials. `nil` from https to http.
  ///
  /// - Parameter isWhole: Whether another origin gets the whole URL, too.
  private static func referer(from url: RequestURL, to next: RequestURL, isWhole: Bool) -> String? {
    if url.isSecure, !next.isSecure { return nil }
    return isWhole || next.origin == url.origin ? url.target : url.scheme + "://" + url.authority + "/"
  }

  private static let bodyHeaders: Set = [
    "content-type", "content-length", "content-encoding", "transfer-encoding", "expect",
  ]

}

/// The method after a redirect with status 301, 302 or 303. Others keep the method and the body.
public enum RedirectMethod: Hashable, Sendable {
  /// GET after POST, and with 303 after all methods but HEAD, as browsers do.
  case standard
  /// GET after all methods but HEAD.
  case get
  /// The method before the redirect, without the body.
  case same
  /// The method before the redirect, with the body.
  case unchanged

  /// Returns the method of a message without its body; `nil` if the redirect changes neither.
  func method(after method: HTTPRequest.Method, _ status: Int) -> HTTPRequest.Method? {
    guard (301...303).contains(status) else { return nil }
    switch self {
    case .standard: return (status == 303 ? method != .get && method != .head : method == .post) ? .get : nil
    case .get: return method == .head ? .head : .get
    case .same: return method
    case .unchanged: return nil
    }
  }
}

/// Decides whether to follow a redirect.
public struct Redirector: Sendable {
  enum Behavior: Sendable {
    case follow
    case doNotFollow
    case modify(@Sendable (OutgoingRequest, HTTPResponse) -> OutgoingRequest?)
    case remake(@Sendable (OutgoingRequest) async throws -> OutgoingRequest)
  }

  let behavior: Behavior

  /// Follows the redirect.
  public static let follow = Redirector(behavior: .follow)
  /// Makes the redirect the final response.
  public static let doNotFollow = Redirector(behavior: .doNotFollow)

  /// Follows the redirect with the message returned by `change`; `nil` makes the redirect the final response.
  ///
  /// `change` runs off the transport's thread, after the response's body was received.
  public static func modify(
    _ change: @escaping @Sendable (OutgoingRequest, HTTPResponse) -> OutgoingRequest?
  ) -> Redirector {
    Redirector(behavior: .modify(change))
  }

  /// Follows the redirect with the message returned by `change`, for example with a new signature. An error it throws
  /// fails the request.
  package static func remake(_ change: @escaping @Sendable (OutgoingRequest) async throws -> OutgoingRequest)
    -> Redirector
  {
    Redirector(behavior: .remake(change))
  }

  var isFollowing: Bool {
    if case .doNotFollow = behavior { false } else { true }
  }
}
