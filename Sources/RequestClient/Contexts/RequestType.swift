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
  /// A protocol for each method says it: `GETRequestType` …
  var method: HTTPRequest.Method { get }
  /// An absolute http or https URL; `HostRequestType` puts it together.
  var urlString: String { get }
  /// Win over `defaultHeaders` of the same name.
  var headers: HTTPHeaders { get }
  /// What all requests of a kind have in common; they win over the session's.
  var defaultHeaders: HTTPHeaders { get }
  /// Called when the message is made, for every attempt.
  func body() throws -> HTTPBody?
  /// `nil` for the session's.
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
  /// `nil`: the session's.
  public var options: TransferOptions? { nil }
  /// `nil`: the session's.
  public var redirector: Redirector? { nil }
  /// `Session.default`
  public var session: Session { .default }

  /// `nil`: none.
  public func body() throws -> HTTPBody? { nil }

  /// The message as declared.
  ///
  /// - Throws: `RequestError.invalidURL`, and what `body()` throws.
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
