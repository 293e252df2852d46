public import Foundation

extension DataRequest {
  /// Adds a handler to await; a task that is already cancelled sends nothing.
  ///
  /// - Parameter automaticallyCancelling: Whether cancelling the awaiting task cancels the request.
  public func serializingResponse<Serializer: DataResponseSerializerProtocol>(
    using serializer: Serializer, automaticallyCancelling: Bool = true
  ) -> DataTask<Serializer.SerializedObject> {
    DataTask(self, serializer: serializer, cancelsRequest: automaticallyCancelling)
  }

  /// The body's bytes.
  public func serializingData(
    automaticallyCancelling: Bool = true, dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(),
    emptyBodies: EmptyBodyRule = .success
  ) -> DataTask<Data> {
    serializingResponse(
      using: DataResponseSerializer(dataPreprocessor: dataPreprocessor, emptyBodies: emptyBodies),
      automaticallyCancelling: automaticallyCancelling)
  }

  /// The body as text: in the given encoding, else the one the response names, else UTF-8.
  public func serializingString(
    automaticallyCancelling: Bool = true, dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(),
    encoding: String.Encoding? = nil, emptyBodies: EmptyBodyRule = .success
  ) -> DataTask<String> {
    serializingResponse(
      using: StringResponseSerializer(
        dataPreprocessor: dataPreprocessor, encoding: encoding, emptyBodies: emptyBodies),
      automaticallyCancelling: automaticallyCancelling)
  }

  /// The body as a decodable value.
  public func serializingDecodable<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, automaticallyCancelling: Bool = true,
    dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(), decoder: any DataDecoder = JSONDecoder(),
    emptyBodies: EmptyBodyRule = .success
  ) -> DataTask<Value> {
    serializingResponse(
      using: DecodableResponseSerializer<Value>(
        dataPreprocessor: dataPreprocessor, decoder: decoder, emptyBodies: emptyBodies),
      automaticallyCancelling: automaticallyCancelling)
  }

  /// The body as it came, nothing where none came.
  public func serializingResponse(automaticallyCancelling: Bool = true) -> DataTask<Data?> {
    serializingResponse(using: PassthroughSerializer(), automaticallyCancelling: automaticallyCancelling)
  }
}
