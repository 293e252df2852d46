public import Foundation

extension DownloadRequest {
  /// Where the file is.
  @discardableResult
  public func response(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (ClientDownloadResponse<URL?>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: FileURLSerializer(), completionHandler: completionHandler)
  }

  /// What `responseSerializer` makes of the file; a serializer of bodies reads it whole.
  @discardableResult
  public func response<Serializer: DownloadResponseSerializerProtocol>(
    queue: DispatchQueue? = nil, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (ClientDownloadResponse<Serializer.SerializedObject>) -> Void
  ) -> Self {
    core.append(.download(responseSerializer, on: queue, completionHandler))
    return self
  }

  /// Where the file is; no file is an error.
  @discardableResult
  public func responseURL(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (ClientDownloadResponse<URL>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: URLResponseSerializer(), completionHandler: completionHandler)
  }

  /// The file's bytes.
  @discardableResult
  public func responseData(
    queue: DispatchQueue? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientDownloadResponse<Data>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: DataResponseSerializer(emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  /// The file as text: in the given encoding, else the one the response names, else UTF-8.
  @discardableResult
  public func responseString(
    queue: DispatchQueue? = nil, encoding: String.Encoding? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientDownloadResponse<String>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: StringResponseSerializer(encoding: encoding, emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  /// The file as a decodable value.
  @discardableResult
  public func responseDecodable<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, queue: DispatchQueue? = nil, decoder: any DataDecoder = JSONDecoder(),
    emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientDownloadResponse<Value>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: DecodableResponseSerializer<Value>(decoder: decoder, emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }
}
