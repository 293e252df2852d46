/// Changes a message in place, after its headers are set and before parameters are encoded into it; called for every
/// attempt.
public typealias RequestModifier = @Sendable (inout OutgoingRequest) throws -> Void

extension Session {
  /// Makes a request; a URL that is none arrives as an error in its handlers.
  ///
  /// - Parameter options: The session's hold where these assign none.
  /// - Parameter shouldAutomaticallyResume: Overrides `startRequestsImmediately`.
  public func request(
    _ url: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders = [], body: HTTPBody? = nil,
    options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> DataRequest {
    let message = ConvertibleRequest(url, method, headers, body, options: options, modifier: requestModifier)
    return request(
      message, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume)
  }

  /// Makes a request with parameters, encoded into its URL or its body as `encoding` says.
  public func request(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters?,
    encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders = [],
    options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> DataRequest {
    let message = ConvertibleRequest(url, method, headers, options: options, modifier: requestModifier) {
      try encoding.encode($0, with: parameters)
    }
    return request(
      message, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume)
  }

  /// Makes a request with an encodable value as parameters, encoded into its URL or its body as `encoder` says.
  public func request<Value: Encodable & Sendable>(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Value?,
    encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders = [],
    options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> DataRequest {
    let message = ConvertibleRequest(url, method, headers, options: options, modifier: requestModifier) {
      try encoder.encode(parameters, into: $0)
    }
    return request(
      message, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume)
  }

  /// Makes a request; what `convertible` throws arrives as an error in its handlers.
  public func request(
    _ convertible: any RequestConvertible, interceptor: (any RequestInterceptor)? = nil,
    redirector: Redirector? = nil, shouldAutomaticallyResume: Bool? = nil
  ) -> DataRequest {
    DataRequest(core(convertible, .data, interceptor, redirector, shouldAutomaticallyResume))
  }

  /// Makes a request whose body goes to its handlers piece by piece; see `DataStreamRequest`.
  ///
  /// - Parameter automaticallyCancelOnStreamError: Whether a value that cannot be made ends the request.
  public func streamRequest(
    _ url: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders = [], body: HTTPBody? = nil,
    automaticallyCancelOnStreamError: Bool = false, options: TransferOptions? = nil,
    interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> DataStreamRequest {
    streamRequest(
      ConvertibleRequest(url, method, headers, body, options: options, modifier: requestModifier),
      automaticallyCancelOnStreamError: automaticallyCancelOnStreamError, interceptor: interceptor,
      redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume)
  }

  /// Makes a request whose body goes to its handlers piece by piece; see `DataStreamRequest`.
  public func streamRequest(
    _ convertible: any RequestConvertible, automaticallyCancelOnStreamError: Bool = false,
    interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil
  ) -> DataStreamRequest {
    let hub = StreamHub(automaticallyCancelsOnError: automaticallyCancelOnStreamError)
    return DataStreamRequest(core(convertible, .stream(hub), interceptor, redirector, shouldAutomaticallyResume))
  }

  func core(
    _ convertible: any RequestConvertible, _ kind: RequestKind, _ interceptor: (any RequestInterceptor)?,
    _ redirector: Redirector?, _ shouldAutomaticallyResume: Bool?
  ) -> RequestCore {
    RequestCore(
      convertible, kind: kind,
      setup: RequestCore.RequestSetup(
        interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume),
      session: self)
  }
}
