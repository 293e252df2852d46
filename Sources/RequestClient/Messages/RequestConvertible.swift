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
