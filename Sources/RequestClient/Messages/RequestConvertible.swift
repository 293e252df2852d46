/// What can become a message; asked again for every attempt.
public protocol RequestConvertible: Sendable {
  /// - Throws: Whatever kept the message from being made; it arrives in the request's handlers.
  func asRequest() throws -> OutgoingRequest
}

extension OutgoingRequest: RequestConvertible {
  public func asRequest() -> OutgoingRequest { self }
}

/// A message whose URL is still to be parsed.
struct ConvertibleRequest: RequestConvertible {
  var url: any URLConvertible
  /// Its `url` is replaced.
  var message: OutgoingRequest

  func asRequest() throws -> OutgoingRequest {
    var message = message
    message.url = try url.asURL()
    return message
  }
}
