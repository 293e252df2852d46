public import Foundation

extension DataRequest {
  /// The body as it came, nothing where none came.
  @discardableResult
  public func response(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (ClientResponse<Data?>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: PassthroughSerializer(), completionHandler: completionHandler)
  }

  /// What `responseSerializer` makes of the answer.
  @discardableResult
  public func response<Serializer: DataResponseSerializerProtocol>(
    queue: DispatchQueue? = nil, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (ClientResponse<Serializer.SerializedObject>) -> Void
  ) -> Self {
    core.append(.data(responseSerializer, on: queue, completionHandler))
    return self
  }

  /// The body's bytes.
  @discardableResult
  public func responseData(
    queue: DispatchQueue? = nil, dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(),
    emptyBodies: EmptyBodyRule = .success, completionHandler: @escaping @Sendable (ClientResponse<Data>) -> Void
  ) -> Self {
    response(
      queue: queue,
      responseSerializer: DataResponseSerializer(dataPreprocessor: dataPreprocessor, emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  /// The body as text: in the given encoding, else the one the response names, else UTF-8.
  @discardableResult
  public func responseString(
    queue: DispatchQueue? = nil, dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(),
    encoding: String.Encoding? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientResponse<String>) -> Void
  ) -> Self {
    response(
      queue: queue,
      responseSerializer: StringResponseSerializer(
        dataPreprocessor: dataPreprocessor, encoding: encoding, emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  /// The body as a decodable value.
  @discardableResult
  public func responseDecodable<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, queue: DispatchQueue? = nil,
    dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(), decoder: any DataDecoder = JSONDecoder(),
    emptyBodies: EmptyBodyRule = .success, completionHandler: @escaping @Sendable (ClientResponse<Value>) -> Void
  ) -> Self {
    response(
      queue: queue,
      responseSerializer: DecodableResponseSerializer<Value>(
        dataPreprocessor: dataPreprocessor, decoder: decoder, emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  /// The body as a value of a property list, XML or binary.
  @discardableResult
  public func responsePropertyList<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, queue: DispatchQueue? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientResponse<Value>) -> Void
  ) -> Self {
    responseDecodable(
      queue: queue, decoder: PropertyListDecoder(), emptyBodies: emptyBodies, completionHandler: completionHandler)
  }
}
