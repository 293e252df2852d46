public import Foundation

/// A type that creates a request message, once for every attempt.
public protocol RequestConvertible: Sendable {
  /// - Throws: Any error; it is reported to the request's handlers.
  func asRequest() throws -> OutgoingRequest
}

extension OutgoingRequest: RequestConvertible {
  /// The message itself.
  public func asRequest() -> OutgoingRequest { self }
}

/// The parts of a message, assembled for each attempt: URL, method and headers, then the modifier, then the parameters.
final class ConvertibleRequest: RequestConvertible {
  private let url: any URLConvertible
  private let method: HTTPMethod
  private let headers: HTTPHeaders
  private let body: HTTPBody?
  private let options: TransferOptions?
  private let modifier: RequestModifier?
  private let encode: (@Sendable (OutgoingRequest) throws -> OutgoingRequest)?

  init(
    _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders, _ body: HTTPBody? = nil,
    options: TransferOptions?, modifier: RequestModifier?,
    encode: (@Sendable (OutgoingRequest) throws -> OutgoingRequest)? = nil
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.options = options
    self.modifier = modifier
    self.encode = encode
    isPlain = modifier == nil && encode == nil && (type(of: url) == String.self || type(of: url) == RequestURL.self)
  }

  /// Whether creating the message runs none of the caller's code.
  let isPlain: Bool

  func asRequest() throws -> OutgoingRequest {
    var message = OutgoingRequest(
      method: method, url: try url.asURL(), headers: headers, body: body, options: options)
    try modifier?(&message)
    guard let encode else { return message }
    return try encode(message)
  }
}

/// A type that can be converted to a request's URL.
public protocol URLConvertible: Sendable {
  /// - Throws: `RequestError.invalidURL`
  func asURL() throws -> RequestURL
}

extension String: URLConvertible {
  /// Parses the text without normalizing it.
  public func asURL() throws -> RequestURL { try RequestURL(self) }
}

extension URL: URLConvertible {
  /// The URL as its text.
  public func asURL() throws -> RequestURL { try RequestURL(absoluteString) }
}

extension URLComponents: URLConvertible {
  /// The URL of the components.
  public func asURL() throws -> RequestURL { try RequestURL(string ?? "") }
}

extension RequestURL: URLConvertible {
  /// The URL itself.
  public func asURL() -> RequestURL { self }
}

/// Adapts Foundation's `URLRequest`.
///
/// On Linux that type is in FoundationNetworking, which this library does not import. Programs that do declare the
/// conformance once:
///
/// ```swift
/// extension URLRequest: @retroactive RequestConvertible, @retroactive FoundationRequest {}
///
/// let pets = try await session.request(urlRequest).serializingString().value
/// ```
public protocol FoundationRequest: RequestConvertible {
  /// An absolute http or https URL.
  var url: URL? { get }
  /// The method; `nil` is GET.
  var httpMethod: String? { get }
  /// The headers, sent sorted by name.
  var allHTTPHeaderFields: [String: String]? { get }
  /// The body.
  var httpBody: Data? { get }
  /// Limit for silence in seconds; Foundation's default of 60 means the session's limit.
  var timeoutInterval: TimeInterval { get }
}

extension FoundationRequest {
  /// The same message.
  ///
  /// - Throws: `RequestError.invalidURL`, or `InvalidMethod`.
  public func asRequest() throws -> OutgoingRequest {
    guard let method = HTTPMethod(rawValue: httpMethod ?? "GET") else { throw InvalidMethod(httpMethod ?? "") }
    var message = OutgoingRequest(
      method: method, url: try RequestURL(url?.absoluteString ?? ""), body: httpBody.map { .data($0) })
    for (name, value) in (allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      message.headers.append(name: name, value: value)
    }
    if timeoutInterval != 60 { message.options.readTimeout = .seconds(timeoutInterval) }
    return message
  }
}

/// A method that is not a token.
public struct InvalidMethod: Error, Hashable, CustomStringConvertible {
  /// The invalid method.
  public let text: String

  init(_ text: String) { self.text = text }

  /// The problem and its remedy.
  public var description: String { "\"\(text)\" is not a method — use letters, such as GET or PURGE" }
}

extension OutgoingRequest {
  /// Creates a message from an `HTTPRequest` and a body.
  ///
  /// - Throws: `RequestError.invalidURL` if scheme, authority and path do not form a URL.
  public init(
    _ request: HTTPRequest, body: HTTPBody? = nil, options: TransferOptions? = nil
  ) throws(RequestError) {
    let text = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "/")"
    self.init(
      method: request.method, url: try RequestURL(text),
      headers: HTTPHeaders(request.headerFields.map { HTTPHeader($0.name.rawName, $0.value) }), body: body,
      options: options)
  }
}

extension HTTPRequest: RequestConvertible {
  /// The same message, without a body.
  ///
  /// - Throws: `RequestError.invalidURL` if scheme, authority and path do not form a URL.
  public func asRequest() throws -> OutgoingRequest { try OutgoingRequest(self) }
}

extension Session {
  /// Creates a request from an `HTTPRequest` and a body.
  public func request(
    _ request: HTTPRequest, body: HTTPBody?, options: TransferOptions? = nil,
    interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil, shouldAutomaticallyResume: Bool? = nil
  ) -> DataRequest {
    self.request(
      StandardRequest(request: request, body: body, options: options), interceptor: interceptor,
      redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume)
  }
}

/// An `HTTPRequest` with a body and options.
private struct StandardRequest: RequestConvertible {
  let request: HTTPRequest
  let body: HTTPBody?
  let options: TransferOptions?

  func asRequest() throws -> OutgoingRequest { try OutgoingRequest(request, body: body, options: options) }
}
