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
  /// Win over `defaultParameters` of the same name; `nil` where there are only those.
  var parameters: Parameters? { get }
  /// What all requests of a kind have in common, whatever their method.
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

  /// A request whose body goes to its handlers piece by piece; it sends nothing until `resume()`, whatever the session
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
