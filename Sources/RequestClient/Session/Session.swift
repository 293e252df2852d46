public import Foundation

/// Makes requests that share defaults and connections; sessions know nothing of each other.
///
/// A session must live as long as its requests: those unfinished when it is released end with
/// `RequestError.sessionDeinitialized`.
public final class Session: Sendable {
  public let configuration: SessionConfiguration
  let transport: any Transport
  let active = ActiveRequests()
  /// Where serializers and handlers run that ask for no queue.
  let queue = DispatchQueue(label: "RequestClient.handlers", attributes: .concurrent)

  /// The session that requests use which name none.
  public static let `default` = Session()

  public convenience init(configuration: SessionConfiguration = .default) {
    self.init(configuration: configuration, transport: CurlTransport())
  }

  package init(configuration: SessionConfiguration, transport: any Transport) {
    self.configuration = configuration
    self.transport = transport
  }

  deinit {
    for request in active.all { request.stop(because: .sessionDeinitialized) }
  }

  /// Makes a request; a URL that is none arrives as an error in its handlers.
  ///
  /// - Parameter shouldAutomaticallyResume: Overrides `startRequestsImmediately`.
  public func request(
    _ url: any URLConvertible, method: HTTPRequest.Method = .get, headers: [Header] = [], body: Data? = nil,
    options: TransferOptions? = nil, redirector: Redirector? = nil, shouldAutomaticallyResume: Bool? = nil
  ) -> DataRequest {
    let message = OutgoingRequest(method: method, url: .placeholder, headers: headers, body: body, options: options)
    return request(
      ConvertibleRequest(url: url, message: message), redirector: redirector,
      shouldAutomaticallyResume: shouldAutomaticallyResume)
  }

  /// Makes a request; what `convertible` throws arrives as an error in its handlers.
  public func request(
    _ convertible: any RequestConvertible, redirector: Redirector? = nil, shouldAutomaticallyResume: Bool? = nil
  ) -> DataRequest {
    let core = RequestCore(
      convertible, configuration: configuration, transport: transport, active: active, queue: queue,
      redirector: redirector ?? configuration.redirector,
      startsWithFirstHandler: shouldAutomaticallyResume ?? configuration.startRequestsImmediately)
    return DataRequest(core)
  }

  /// Cancels every request that was started or has handlers, and has not ended.
  public func cancelAllRequests() {
    for request in active.all { request.stop(because: .explicitlyCancelled) }
  }
}

extension RequestURL {
  /// Stands where the URL is still to be parsed.
  fileprivate static let placeholder = RequestURL(scheme: "http", host: "", path: "/")
}
