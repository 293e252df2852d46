public import Foundation

extension DataRequest {
  /// Adds a handler to await; a task that is already cancelled sends nothing.
  ///
  /// - Parameter automaticallyCancelling: Whether cancelling the awaiting task cancels the request.
  public func serializingResponse<Serializer: ResponseSerializer>(
    using serializer: Serializer, automaticallyCancelling: Bool = true
  ) -> DataTask<Serializer.SerializedObject> {
    DataTask(self, serializer: serializer, queue: nil, cancelsRequest: automaticallyCancelling)
  }

  public func serializingData(
    automaticallyCancelling: Bool = true, emptyBodies: EmptyBodyRule = .success
  ) -> DataTask<Data> {
    serializingResponse(
      using: DataResponseSerializer(emptyBodies: emptyBodies), automaticallyCancelling: automaticallyCancelling)
  }

  public func serializingString(
    automaticallyCancelling: Bool = true, encoding: String.Encoding? = nil, emptyBodies: EmptyBodyRule = .success
  ) -> DataTask<String> {
    serializingResponse(
      using: StringResponseSerializer(encoding: encoding, emptyBodies: emptyBodies),
      automaticallyCancelling: automaticallyCancelling)
  }

  public func serializingDecodable<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, automaticallyCancelling: Bool = true, decoder: any DataDecoder = JSONDecoder(),
    emptyBodies: EmptyBodyRule = .success
  ) -> DataTask<Value> {
    serializingResponse(
      using: DecodableResponseSerializer<Value>(decoder: decoder, emptyBodies: emptyBodies),
      automaticallyCancelling: automaticallyCancelling)
  }

  /// The body as it came, nothing where none came.
  public func serializingResponse(automaticallyCancelling: Bool = true) -> DataTask<Data?> {
    serializingResponse(using: PassthroughSerializer(), automaticallyCancelling: automaticallyCancelling)
  }
}
