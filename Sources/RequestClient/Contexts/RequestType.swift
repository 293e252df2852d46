/// What is sent: a request by its declaration. Compose it with a host, a path, a method and a kind of response.
///
/// ```swift
/// struct Pets: HostRequestType, GETRequestType, ResponseType {
///   let host = "https://api.example.com", path = "/pets"
///   let responseSerializer = DecodableResponseSerializer<[Pet]>()
/// }
/// Pets().create { $0.validate() } … .resume()
/// ```
public protocol RequestType: RequestConvertible {
  var method: HTTPRequest.Method { get }
  var urlString: String { get }
  /// Win over `defaultHeaders` of the same name.
  var headers: HTTPHeaders { get }
  var defaultHeaders: HTTPHeaders { get }
  /// Called when the message is made, for every attempt.
  func body() throws -> HTTPBody?
  var options: TransferOptions? { get }
  var redirector: Redirector? { get }
  var session: Session { get }
}

extension RequestType {
  public var headers: HTTPHeaders { [] }
  public var defaultHeaders: HTTPHeaders { [] }
  public var options: TransferOptions? { nil }
  public var redirector: Redirector? { nil }
  public var session: Session { .default }

  public func body() throws -> HTTPBody? { nil }

  public func asRequest() throws -> OutgoingRequest {
    let message = OutgoingRequest(
      method: method, url: try RequestURL(urlString), headers: headers, body: try body(), options: options)
    return message.addingDefaults(defaultHeaders)
  }

  /// A request that sends nothing until `resume()`, whatever the session does by default.
  public func createRequest() -> DataRequest {
    session.request(self, redirector: redirector, shouldAutomaticallyResume: false)
  }
}
