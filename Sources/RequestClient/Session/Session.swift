public import Foundation
internal import Synchronization

/// Creates requests that share defaults and connections. Sessions are independent of each other.
///
/// A session must outlive its requests: those unfinished when it is released end with
/// `RequestError.sessionDeinitialized`.
public final class Session: Sendable {
  /// The parts of a session that its requests keep alive.
  let parts: SessionParts

  /// The session used by the module's functions.
  public static let `default` = Session()

  /// Initializes libcurl, which takes the first request about a millisecond otherwise.
  package static func prepare() { CurlThreads.initialize() }

  /// Creates a session.
  ///
  /// - Parameter configuration: Copied; later changes have no effect.
  public convenience init(configuration: SessionConfiguration = .default) {
    self.init(
      configuration: configuration,
      transport: CurlTransport(connectionsPerHost: configuration.maxConnectionsPerHost))
  }

  /// Creates a session with the default configuration and these parts.
  public convenience init(
    interceptor: (any RequestInterceptor)?, redirector: Redirector = .follow, eventMonitors: [any EventMonitor] = []
  ) {
    var configuration = SessionConfiguration.default
    configuration.interceptor = interceptor
    configuration.redirector = redirector
    configuration.eventMonitors = eventMonitors
    self.init(configuration: configuration)
  }

  package init(configuration: SessionConfiguration, transport: any Transport) {
    parts = SessionParts(configuration, transport)
  }

  deinit {
    for request in active.all { request.stop(because: .sessionDeinitialized) }
  }

  /// The session's configuration.
  public var configuration: SessionConfiguration { parts.configuration }
  var active: ActiveRequests { parts.active }

  /// Calls `action` with every unfinished request that was started or has handlers.
  public func withAllRequests(perform action: ([any Request]) -> Void) {
    action(active.all.map(\.request))
  }

  /// Cancels every unfinished request that was started or has handlers; later ones are not affected.
  ///
  /// - Parameters:
  ///   - queue: The queue for `completion`; `nil` calls it before this method returns.
  ///   - completion: Called after all of them were cancelled.
  public func cancelAllRequests(
    completingOnQueue queue: DispatchQueue? = nil, completion: (@Sendable () -> Void)? = nil
  ) {
    for request in active.all { request.stop(because: .explicitlyCancelled) }
    if let completion { RequestCore.deliver(on: queue, completion) }
  }
}

/// Settings shared by all requests of a session.
public struct SessionConfiguration: Sendable {
  /// When a request's first message is created.
  public enum RequestSetup: Hashable, Sendable {
    /// When the request starts.
    case lazy
    /// When the request is created, on the caller's thread.
    case eager
  }

  /// Headers added to requests that do not have them: by default those of `HTTPHeaders.default`.
  public var defaultHeaders = HTTPHeaders.default
  /// Sensitive headers of all requests, in addition to those of `OutgoingRequest.sensitiveHeaders`.
  public var sensitiveHeaders: HeaderNames = []
  /// Whether adding the first handler starts a request. If `false`, only `resume()` does.
  public var startRequestsImmediately = true
  /// When the first message is created; later attempts create theirs when they start.
  public var requestSetup = RequestSetup.lazy
  /// Inherited by requests, one option at a time.
  public var options = TransferOptions()
  /// How many requests a server gets at the same time over HTTP/1.1, one on each connection; others wait, and their
  /// `timeout` runs. Open streams and event sources count. `nil` for any number. Requests over HTTP/2 share a connection
  /// and do not wait.
  public var maxConnectionsPerHost: Int? = 6
  /// Used by requests that set no redirector.
  public var redirector = Redirector.follow
  /// Adapts and retries all requests, before their own interceptors.
  public var interceptor: (any RequestInterceptor)?
  /// Monitors of all requests.
  public var eventMonitors: [any EventMonitor] = []
  /// Keeps the cookies of responses and sends them with requests that have no `Cookie` header; `nil` for neither.
  public var cookieJar: CookieJar?
  /// Credentials for challenges to requests that set none.
  public var credentialStore: CredentialStore?
  /// Trust policies by host; `TransferOptions.serverTrust` overrides them.
  public var serverTrust = ServerTrustPolicies()

  /// Creates the default configuration.
  public init() {}

  /// The default configuration.
  public static let `default` = SessionConfiguration()
}

/// State shared by the requests of a session.
final class SessionParts: Sendable {
  let configuration: SessionConfiguration
  /// The configuration's options.
  let options: Shared<TransferOptions>
  let transport: any Transport
  let active = ActiveRequests()
  let monitors: [QueuedMonitor]
  /// Digest nonces that later requests reuse.
  let digests = DigestSessions()

  init(_ configuration: SessionConfiguration, _ transport: any Transport) {
    self.configuration = configuration
    self.transport = transport
    options = Shared(configuration.options)
    monitors = configuration.eventMonitors.map(QueuedMonitor.init)
  }
}

// Module functions that forward to `Session.default`: `RequestClient.request(…)`.

/// Creates a request of the default session.
public func request(
  _ url: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders = [], body: HTTPBody? = nil,
  interceptor: (any RequestInterceptor)? = nil, requestModifier: RequestModifier? = nil
) -> DataRequest {
  Session.default.request(
    url, method: method, headers: headers, body: body, interceptor: interceptor, requestModifier: requestModifier)
}

/// Creates a request of the default session, with parameters.
public func request(
  _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters?,
  encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders = [],
  interceptor: (any RequestInterceptor)? = nil
) -> DataRequest {
  Session.default.request(
    url, method: method, parameters: parameters, encoding: encoding, headers: headers, interceptor: interceptor)
}

/// Creates a request of the default session.
public func request(
  _ convertible: any RequestConvertible, interceptor: (any RequestInterceptor)? = nil
) -> DataRequest {
  Session.default.request(convertible, interceptor: interceptor)
}

/// Creates an upload of the default session.
public func upload(
  _ file: URL, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders = []
) -> UploadRequest {
  Session.default.upload(file, to: url, method: method, headers: headers)
}

/// Creates an upload of the default session.
public func upload(
  _ data: Data, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders = []
) -> UploadRequest {
  Session.default.upload(data, to: url, method: method, headers: headers)
}

/// Creates a download of the default session.
public func download(
  _ url: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders = [],
  interceptor: (any RequestInterceptor)? = nil, to destination: DownloadRequest.Destination? = nil
) -> DownloadRequest {
  Session.default.download(url, method: method, headers: headers, interceptor: interceptor, to: destination)
}

/// Creates a stream request of the default session.
public func streamRequest(
  _ url: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders = []
) -> DataStreamRequest {
  Session.default.streamRequest(url, method: method, headers: headers)
}

/// Keeps a session's unfinished requests alive.
final class ActiveRequests: Sendable {
  private let requests = Mutex<[ObjectIdentifier: RequestCore]>([:])

  var all: [RequestCore] { requests.withLock { Array($0.values) } }
  var isEmpty: Bool { requests.withLock { $0.isEmpty } }

  func add(_ request: RequestCore) {
    requests.withLock { $0[ObjectIdentifier(request)] = request }
  }

  func remove(_ request: RequestCore) {
    _ = requests.withLock { $0.removeValue(forKey: ObjectIdentifier(request)) }
  }
}
