public import Dispatch

extension DataRequest {
  /// The body as JSON of any shape.
  @discardableResult
  public func responseJSON(
    queue: DispatchQueue? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientResponse<JSON>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: JSONResponseSerializer(emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  /// The body as JSON of any shape.
  public func serializingJSON(
    automaticallyCancelling: Bool = true, emptyBodies: EmptyBodyRule = .success
  ) -> DataTask<JSON> {
    serializingResponse(
      using: JSONResponseSerializer(emptyBodies: emptyBodies), automaticallyCancelling: automaticallyCancelling)
  }
}

extension DownloadRequest {
  /// The file as JSON of any shape.
  @discardableResult
  public func responseJSON(
    queue: DispatchQueue? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientDownloadResponse<JSON>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: JSONResponseSerializer(emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  /// The file as JSON of any shape.
  public func serializingJSON(
    automaticallyCancelling: Bool = true, emptyBodies: EmptyBodyRule = .success
  ) -> DownloadTask<JSON> {
    serializingDownload(
      using: JSONResponseSerializer(emptyBodies: emptyBodies), automaticallyCancelling: automaticallyCancelling)
  }
}
