public import Foundation

/// What can become a message; asked again for every attempt.
public protocol RequestConvertible: Sendable {
  /// - Throws: Whatever kept the message from being made; it arrives in the request's handlers.
  func asRequest() throws -> OutgoingRequest
}

extension OutgoingRequest: RequestConvertible {
  /// The message itself.
  public func asRequest() -> OutgoingRequest { self }
}

/// A message in its parts, put together anew for each attempt: URL, method and headers, then the caller's changes, then
/// the parameters.
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

  /// Whether making the message runs none of the caller's code.
  let isPlain: Bool

  func asRequest() throws -> OutgoingRequest {
    var message = OutgoingRequest(
      method: method, url: try url.asURL(), headers: headers, body: body, options: options)
    try modifier?(&message)
    guard let encode else { return message }
    return try encode(message)
  }
}

/// What can become the URL of a request.
public protocol URLConvertible: Sendable {
  /// - Throws: `RequestError.invalidURL`
  func asURL() throws -> RequestURL
}

extension String: URLConvertible {
  /// The URL that the text is, nothing normalised.
  public func asURL() throws -> RequestURL { try RequestURL(self) }
}

extension URL: URLConvertible {
  /// The URL as its text.
  public func asURL() throws -> RequestURL { try RequestURL(absoluteString) }
}

extension URLComponents: URLConvertible {
  /// The URL that the components make; components that make none are `Problem.empty`.
  public func asURL() throws -> RequestURL { try RequestURL(string ?? "") }
}

extension RequestURL: URLConvertible {
  /// The URL itself.
  public func asURL() -> RequestURL { self }
}

/// A message as Foundation's `URLRequest` has it, so that programs with such values can go on using them.
///
/// On Linux that type is in a module with an HTTP client of its own, which this library does not use. A program that has
/// it declares once that it conforms, and then sends it like any other message:
///
/// ```swift
/// extension URLRequest: @retroactive RequestConvertible, @retroactive FoundationRequest {}
///
/// let pets = try await session.request(urlRequest).serializingString().value
/// ```
public protocol FoundationRequest: RequestConvertible {
  /// Has to be an absolute http or https URL.
  var url: URL? { get }
  /// GET if it is `nil`.
  var httpMethod: String? { get }
  /// Sent sorted by name, because a dictionary has no order.
  var allHTTPHeaderFields: [String: String]? { get }
  /// Sent as it is.
  var httpBody: Data? { get }
  /// In seconds; Foundation's default of 60 leaves the limit to the session.
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
    if timeoutInterval != 60 { message.options.timeout = .seconds(timeoutInterval) }
    return message
  }
}

/// A method that is no token.
public struct InvalidMethod: Error, Hashable, CustomStringConvertible {
  /// As it was given.
  public let text: String

  init(_ text: String) { self.text = text }

  /// A sentence for people.
  public var description: String { "\"\(text)\" is not a method — use letters, such as GET or PURGE" }
}

extension OutgoingRequest {
  /// A message of the standard type's parts, with a body, which that type does not have.
  ///
  /// - Throws: `RequestError.invalidURL` where scheme, authority and path do not make one.
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
  /// - Throws: `RequestError.invalidURL` where scheme, authority and path do not make one.
  public func asRequest() throws -> OutgoingRequest { try OutgoingRequest(self) }
}

extension Session {
  /// Makes a request of a message of the standard type.
  public func request(
    _ request: HTTPRequest, body: HTTPBody?, options: TransferOptions? = nil,
    interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil, shouldAutomaticallyResume: Bool? = nil
  ) -> DataRequest {
    self.request(
      StandardRequest(request: request, body: body, options: options), interceptor: interceptor,
      redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume)
  }
}

/// A message of the standard type and what that does not have.
private struct StandardRequest: RequestConvertible {
  let request: HTTPRequest
  let body: HTTPBody?
  let options: TransferOptions?

  func asRequest() throws -> OutgoingRequest { try OutgoingRequest(request, body: body, options: options) }
}
