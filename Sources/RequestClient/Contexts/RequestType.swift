/// What is sent: a request by its declaration. Compose it with a host, a path, a method and a kind of response.
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
  /// A protocol for each method says it: `GETRequestType` …
  var method: HTTPRequest.Method { get }
  /// An absolute http or https URL; `HostRequestType` puts it together.
  var urlString: String { get }
  /// Win over `defaultHeaders` of the same name.
  var headers: HTTPHeaders { get }
  /// What all requests of a kind have in common; they win over the session's.
  var defaultHeaders: HTTPHeaders { get }
  /// Names of headers whose values are secret; see `OutgoingRequest.sensitiveHeaders`.
  var sensitiveHeaders: HeaderNames { get }
  /// Win over `defaultParameters` of the same name; `nil` if there are only those.
  var parameters: Parameters? { get }
  /// What all requests of an API have in common, whatever their method.
  var defaultParameters: Parameters { get }
  /// How parameters are written. Where it writes a body, `body()` must have none: see
  /// `ParameterEncodingFailure.bodyAlreadySet`.
  var encoding: any ParameterEncoding { get }
  /// Called when the message is made, for every attempt. A file, a stream or a form makes the request an upload.
  func body() throws -> HTTPBody?
  /// Adapts and retries, after the session's.
  var interceptor: (any RequestInterceptor)? { get }
  /// The session's hold where these assign none.
  var options: TransferOptions? { get }
  /// `nil` for the session's.
  var redirector: Redirector? { get }
  /// Who sends it.
  var session: Session { get }
}

extension RequestType {
  /// None.
  public var headers: HTTPHeaders { [] }
  /// None.
  public var defaultHeaders: HTTPHeaders { [] }
  /// None but `HeaderNames.credentials`.
  public var sensitiveHeaders: HeaderNames { [] }
  /// None.
  public var parameters: Parameters? { nil }
  /// None.
  public var defaultParameters: Parameters { [:] }
  /// Into the query or a form, as the method asks.
  public var encoding: any ParameterEncoding { URLEncoding.default }
  /// `nil`: the session's alone.
  public var interceptor: (any RequestInterceptor)? { nil }
  /// `nil`: all are the session's.
  public var options: TransferOptions? { nil }
  /// `nil`: the session's.
  public var redirector: Redirector? { nil }
  /// `Session.default`
  public var session: Session { .default }

  /// `nil`: none.
  public func body() throws -> HTTPBody? { nil }

  /// The message: URL, method, headers and body as declared, then the parameters.
  ///
  /// - Throws: `RequestError.invalidURL`, and what `body()` and `encoding` throw.
  public func asRequest() throws -> OutgoingRequest {
    let message = OutgoingRequest(
      method: method, url: try RequestURL(urlString), headers: headers, body: try body(), options: options,
      sensitiveHeaders: sensitiveHeaders)
    return try encoding.encode(message.addingDefaults(defaultHeaders), with: allParameters)
  }

  /// A request that sends nothing until `resume()`, whatever the session does by default.
  public func createRequest() -> DataRequest {
    session.request(self, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: false)
  }

  /// A download that sends nothing until `resume()`, whatever the session does by default.
  ///
  /// - Parameter destination: Where the file belongs; `nil` leaves it in the folder for temporary files.
  public func createDownload(to destination: DownloadRequest.Destination? = nil) -> DownloadRequest {
    session.download(
      self, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: false, to: destination)
  }

  /// A request whose body goes to its handlers chunk by chunk; it sends nothing until `resume()`, whatever the session
  /// does by default.
  public func createStream() -> DataStreamRequest {
    session.streamRequest(self, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: false)
  }

  private var allParameters: Parameters? {
    let defaults = defaultParameters
    if defaults.isEmpty { return parameters }
    return defaults.merging(parameters ?? [:]) { _, own in own }
  }
}

/// A request to a fixed host, `urlString` being host and path joined by one slash.
public protocol HostRequestType: RequestType {
  /// Scheme, host and what all paths have in common: `https://api.example.com/v1`.
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

// One protocol per method, so that a declaration reads as what it does.

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
  /// Into a body of JSON.
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension PUTRequestType {
  /// `PUT`
  public var method: HTTPRequest.Method { .put }
  /// Into a body of JSON.
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension PATCHRequestType {
  /// `PATCH`
  public var method: HTTPRequest.Method { .patch }
  /// Into a body of JSON.
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension DELETERequestType {
  /// `DELETE`
  public var method: HTTPRequest.Method { .delete }
}

extension OPTIONSRequestType {
  /// `OPTIONS`
  public var method: HTTPRequest.Method { .options }
  /// Into the query.
  public var encoding: any ParameterEncoding { URLEncoding.queryString }
}

/// A request of `Session.default`: no cookies are kept, requests share connections.
public protocol DefaultSessionType: RequestType {}

extension DefaultSessionType {
  /// `Session.default`
  public var session: Session { .default }
}

/// A request of a session that keeps cookies in memory, for all requests of this kind and until the process ends.
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

/// A request that is retried if the connection was lost or could not be made: once the network is back, and three
/// attempts in all. Other errors come at once, and cancelling ends the wait.
///
/// The method does not matter: whoever declares a request so says that it may reach the server twice.
public protocol RetryingType: RequestType {
  /// Waits and decides; one for many requests, so that they share one loop of probes.
  var retrier: OfflineRetrier { get }
}

extension RetryingType {
  /// One for all contexts.
  public var retrier: OfflineRetrier { .forContexts }
  /// The retrier; a type that has more to say joins it into an `Interceptor`.
  public var interceptor: (any RequestInterceptor)? { retrier }
}

extension OfflineRetrier {
  /// The retrier of contexts: three attempts in all after lost connections too, with a probe every five seconds for at
  /// most a minute before each.
  public static let forContexts = OfflineRetrier(
    maximumWait: .seconds(60), retryLimit: 2, pollingInterval: .seconds(5),
    faults: RequestError.NetworkFault.lostConnections)
}
