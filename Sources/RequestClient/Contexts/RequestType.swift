/// A declarative request. Compose it with a host, a path, a method and a response type.
///
/// ```swift
/// struct Pets: HostRequestType, GETRequestType, DefaultSessionType, DecodableResponseType {
///   typealias Value = [Pet]
///   let host = "https://api.example.com", path = "/pets"
///   var page: Int
///   var parameters: Parameters? { ["page": page] }
/// }
///
/// let pets = try await Pets(page: 2).value
/// let request = Pets(page: 3).create { response in … }
/// request.resume()
/// ```
public protocol RequestType: RequestConvertible {
  /// The method; implemented by `GETRequestType` and similar protocols.
  var method: HTTPRequest.Method { get }
  /// An absolute http or https URL; implemented by `HostRequestType`.
  var urlString: String { get }
  /// Headers, which override `defaultHeaders`.
  var headers: HTTPHeaders { get }
  /// Shared headers, which override those of the session.
  var defaultHeaders: HTTPHeaders { get }
  /// Names of headers whose values are secret; see `OutgoingRequest.sensitiveHeaders`.
  var sensitiveHeaders: HeaderNames { get }
  /// Parameters, which override `defaultParameters`.
  var parameters: Parameters? { get }
  /// Shared parameters, for all methods.
  var defaultParameters: Parameters { get }
  /// How parameters are encoded. If they go into the body, `body()` must return `nil`.
  var encoding: any ParameterEncoding { get }
  /// Returns the body. Called for every attempt.
  func body() throws -> HTTPBody?
  /// Runs after the session's interceptor.
  var interceptor: (any RequestInterceptor)? { get }
  /// The statuses to accept; others are errors, which retriers see. `nil` accepts all.
  var validStatusCodes: Set<Int>? { get }
  /// Options; those not assigned are inherited from the session.
  var options: TransferOptions? { get }
  /// The redirector; `nil` for the session's.
  var redirector: Redirector? { get }
  /// The session that sends the request.
  var session: Session { get }
}

extension RequestType {
  /// None.
  public var headers: HTTPHeaders { [] }
  /// None.
  public var defaultHeaders: HTTPHeaders { [] }
  /// Only `HeaderNames.credentials`.
  public var sensitiveHeaders: HeaderNames { [] }
  /// None.
  public var parameters: Parameters? { nil }
  /// None.
  public var defaultParameters: Parameters { [:] }
  /// Query or form, depending on the method.
  public var encoding: any ParameterEncoding { URLEncoding.default }
  /// `nil`: only the session's.
  public var interceptor: (any RequestInterceptor)? { nil }
  /// 200 to 299.
  public var validStatusCodes: Set<Int>? { Set(200..<300) }
  /// `nil`: all options are inherited.
  public var options: TransferOptions? { nil }
  /// `nil`: the session's.
  public var redirector: Redirector? { nil }
  /// `Session.default`
  public var session: Session { .default }

  /// `nil`: no body.
  public func body() throws -> HTTPBody? { nil }

  /// Creates the message.
  ///
  /// - Throws: `RequestError.invalidURL`, and errors of `body()` and `encoding`.
  public func asRequest() throws -> OutgoingRequest {
    let message = OutgoingRequest(
      method: method, url: try RequestURL(urlString), headers: headers, body: try body(), options: options,
      sensitiveHeaders: sensitiveHeaders)
    return try encoding.encode(message.addingDefaults(defaultHeaders), with: allParameters)
  }

  /// Creates a request that starts with `resume()`.
  public func createRequest() -> DataRequest {
    validated(
      session.request(self, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: false))
  }

  /// Creates a download that starts with `resume()`.
  ///
  /// - Parameter destination: Chooses where the file is moved; if `nil`, it stays in the temporary folder.
  public func createDownload(to destination: DownloadRequest.Destination? = nil) -> DownloadRequest {
    validated(
      session.download(
        self, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: false, to: destination))
  }

  /// Creates a stream request that starts with `resume()`.
  public func createStream() -> DataStreamRequest {
    validated(
      session.streamRequest(self, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: false))
  }

  private func validated<R: Request>(_ request: R) -> R {
    validStatusCodes.map { request.validate(statusCode: $0) } ?? request
  }

  private var allParameters: Parameters? {
    let defaults = defaultParameters
    if defaults.isEmpty { return parameters }
    return defaults.merging(parameters ?? [:]) { _, own in own }
  }
}

/// A request to a fixed host. Its URL is host and path, joined by one slash.
public protocol HostRequestType: RequestType {
  /// Scheme, host and common path prefix: `https://api.example.com/v1`.
  var host: String { get }
  /// May have a query.
  var path: String { get }
}

extension HostRequestType {
  /// `host` and `path`, joined by one slash.
  public var urlString: String {
    let base = host.unicodeScalars.last == "/" ? String(host.unicodeScalars.dropLast()) : host
    if path.isEmpty { return base }
    let isJoined = path.unicodeScalars.first == "/" || path.unicodeScalars.first == "?"
    return isJoined ? base + path : base + "/" + path
  }
}

// One protocol per method.

/// A GET request; parameters go into the query.
public protocol GETRequestType: RequestType {}
/// A HEAD request; parameters go into the query.
public protocol HEADRequestType: RequestType {}
/// A POST request; parameters are a JSON body.
public protocol POSTRequestType: RequestType {}
/// A PUT request; parameters are a JSON body.
public protocol PUTRequestType: RequestType {}
/// A PATCH request; parameters are a JSON body.
public protocol PATCHRequestType: RequestType {}
/// A DELETE request; parameters go into the query.
public protocol DELETERequestType: RequestType {}
/// An OPTIONS request; parameters go into the query.
public protocol OPTIONSRequestType: RequestType {}

extension GETRequestType {
  /// `GET`
  public var method: HTTPRequest.Method { .get }
}

extension HEADRequestType {
  /// `HEAD`
  public var method: HTTPRequest.Method { .head }
}

extension POSTRequestType {
  /// `POST`
  public var method: HTTPRequest.Method { .post }
  /// JSON body.
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension PUTRequestType {
  /// `PUT`
  public var method: HTTPRequest.Method { .put }
  /// JSON body.
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension PATCHRequestType {
  /// `PATCH`
  public var method: HTTPRequest.Method { .patch }
  /// JSON body.
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension DELETERequestType {
  /// `DELETE`
  public var method: HTTPRequest.Method { .delete }
}

extension OPTIONSRequestType {
  /// `OPTIONS`
  public var method: HTTPRequest.Method { .options }
  /// Query.
  public var encoding: any ParameterEncoding { URLEncoding.queryString }
}

/// A request of `Session.default`, which keeps no cookies.
public protocol DefaultSessionType: RequestType {}

extension DefaultSessionType {
  /// `Session.default`
  public var session: Session { .default }
}

/// A request of `Session.keepingCookies`, which keeps cookies in memory.
public protocol CookieSessionType: RequestType {}

extension CookieSessionType {
  /// `Session.keepingCookies`
  public var session: Session { .keepingCookies }
}

extension Session {
  /// The session of all `CookieSessionType` requests. Its jar is `configuration.cookieJar`.
  public static let keepingCookies: Session = {
    var configuration = SessionConfiguration.default
    configuration.cookieJar = CookieJar()
    return Session(configuration: configuration)
  }()
}

/// A request that is retried when the network is back after its connection was lost or could not be established, with
/// up to three attempts. It may reach the server twice, whatever its method.
public protocol RetryingType: RequestType {
  /// The retrier. Share it between requests, so that they share one probe loop.
  var retrier: OfflineRetrier { get }
}

extension RetryingType {
  /// The retrier shared by all contexts.
  public var retrier: OfflineRetrier { .forContexts }
  /// The retrier.
  public var interceptor: (any RequestInterceptor)? { retrier }
}

extension OfflineRetrier {
  /// The retrier of contexts: up to three attempts, also after lost connections, each after probing every five seconds
  /// for at most a minute.
  static let forContexts = OfflineRetrier(
    maximumWait: .seconds(60), retryLimit: 2, pollingInterval: .seconds(5),
    faults: RequestError.NetworkFault.lostConnections)
}
