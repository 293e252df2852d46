public import Foundation

/// A message as it shall go out: what a `RequestConvertible` makes and what a response tells it was the answer to.
public struct OutgoingRequest: Hashable, Sendable {
  public var method: HTTPRequest.Method
  public var url: RequestURL
  /// Sent in this order with these duplicates; the transport adds only `Host`, and `Content-Length` where there is a body.
  public var headers: [Header]
  public var body: Data?
  /// `nil` for the session's.
  public var options: TransferOptions?

  public init(
    method: HTTPRequest.Method = .get, url: RequestURL, headers: [Header] = [], body: Data? = nil,
    options: TransferOptions? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.options = options
  }

  /// Adds each of `defaults` whose name the request does not have.
  func addingDefaults(_ defaults: [Header]) -> OutgoingRequest {
    var request = self
    for header in defaults where request.headers.first(header.name) == nil { request.headers.append(header) }
    return request
  }

  /// Turns `user:password@` of the URL into an `Authorization` header, unless there is one.
  func movingCredentialsToHeader() -> OutgoingRequest {
    guard let user = url.user else { return self }
    var request = self
    request.url = url.withoutCredentials
    if request.headers.first("Authorization") == nil {
      request.headers.append(.authorization(username: user, password: url.password ?? ""))
    }
    return request
  }
}
