public import Foundation

extension DownloadRequest {
  /// Adds a handler to await; a task that is already cancelled sends nothing.
  ///
  /// - Parameter automaticallyCancelling: Whether cancelling the awaiting task cancels the request.
  public func serializingDownload<Serializer: DownloadResponseSerializerProtocol>(
    using serializer: Serializer, automaticallyCancelling: Bool = true
  ) -> DownloadTask<Serializer.SerializedObject> {
    DownloadTask(self, serializer: serializer, cancelsRequest: automaticallyCancelling)
  }

  /// Where the file is; no file is an error.
  public func serializingDownloadedFileURL(automaticallyCancelling: Bool = true) -> DownloadTask<URL> {
    serializingDownload(using: URLResponseSerializer(), automaticallyCancelling: automaticallyCancelling)
  }

  /// The file's bytes.
  public func serializingData(
    automaticallyCancelling: Bool = true, emptyBodies: EmptyBodyRule = .success
  ) -> DownloadTask<Data> {
    serializingDownload(
      using: DataResponseSerializer(emptyBodies: emptyBodies), automaticallyCancelling: automaticallyCancelling)
  }

  /// The file as text: in the given encoding, else the one the response names, else UTF-8.
  public func serializingString(
    automaticallyCancelling: Bool = true, encoding: String.Encoding? = nil, emptyBodies: EmptyBodyRule = .success
  ) -> DownloadTask<String> {
    serializingDownload(
      using: StringResponseSerializer(encoding: encoding, emptyBodies: emptyBodies),
      automaticallyCancelling: automaticallyCancelling)
  }

  /// The file as a decodable value.
  public func serializingDecodable<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, automaticallyCancelling: Bool = true, decoder: any DataDecoder = JSONDecoder(),
    emptyBodies: EmptyBodyRule = .success
  ) -> DownloadTask<Value> {
    serializingDownload(
      using: DecodableResponseSerializer<Value>(decoder: decoder, emptyBodies: emptyBodies),
      automaticallyCancelling: automaticallyCancelling)
  }
}
