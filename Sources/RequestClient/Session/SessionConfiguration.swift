/// What all requests of a session have in common.
public struct SessionConfiguration: Sendable {
  /// When a request's message is made for its first attempt.
  public enum RequestSetup: Hashable, Sendable {
    /// When the request starts.
    case lazy
    /// When the request is made, on the caller's thread.
    case eager
  }

  /// Added to each request that has no header of that name, after its own: `Accept-Encoding`, `Accept-Language` and
  /// `User-Agent`.
  public var defaultHeaders: HTTPHeaders = [.defaultUserAgent, .defaultAcceptEncoding, .defaultAcceptLanguage]
  /// Sensitive headers of all requests, in addition to those of `OutgoingRequest.sensitiveHeaders`.
  public var sensitiveHeaders: HeaderNames = []
  /// Whether adding the first handler starts a request; else only `resume()` does.
  public var startRequestsImmediately = true
  /// When messages are made for the first time; later attempts make theirs when they begin.
  public var requestSetup = RequestSetup.lazy
  /// Inherited by requests, option by option.
  public var options = TransferOptions()
  /// For requests that bring none of their own.
  public var redirector = Redirector.follow
  /// Adapts and retries all requests, before the interceptors that they bring.
  public var interceptor: (any RequestInterceptor)?
  /// Hear of all requests.
  public var eventMonitors: [any EventMonitor] = []
  /// Keeps the cookies of answers and sends them with requests that have no `Cookie` header; `nil` for neither.
  public var cookieJar: CookieJar?
  /// Answers challenges of requests that bring no credential.
  public var credentialStore: CredentialStore?
  /// How servers are trusted, by host; the options' own trust settings hold for the others.
  public var serverTrust = ServerTrustPolicies()

  /// The defaults.
  public init() {}

  /// Nothing changed.
  public static let `default` = SessionConfiguration()
}
