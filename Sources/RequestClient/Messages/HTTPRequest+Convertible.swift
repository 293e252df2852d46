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
