public import Foundation

// Observing with sequences, which end with the request. They neither start nor cancel it.
extension Request {
  /// Download progress. A slow loop skips values.
  public func downloadProgressValues() -> StreamOf<TransferProgress> {
    values(.bufferingNewest(1)) { send in self.downloadProgress { send($0) } }
  }

  /// Upload progress. A slow loop skips values.
  public func uploadProgressValues() -> StreamOf<TransferProgress> {
    values(.bufferingNewest(1)) { send in self.uploadProgress { send($0) } }
  }

  /// The final response of each attempt.
  public func httpResponses() -> StreamOf<HTTPResponse> {
    values(.unbounded) { send in self.onHTTPResponse { send($0) } }
  }

  /// Every message sent, across hops and attempts, from the current or last one on.
  public func outgoingRequests() -> StreamOf<OutgoingRequest> { messages { _, message in message } }

  /// A value of every message sent, from the current or last one on.
  func messages<Value: Sendable>(
    _ value: @escaping @Sendable (RequestCore, OutgoingRequest) -> Value
  ) -> StreamOf<Value> {
    StreamOf { continuation, _ in
      core.addMonitor(
        ClosureEventMonitor { request, event in
          switch event {
          case .didCreateTask(let message): continuation.yield(value(request.core, message))
          case .didFinish: continuation.finish()
          default: break
          }
        })
    }
  }

  private func values<Value: Sendable>(
    _ policy: StreamOf<Value>.Buffer.Continuation.BufferingPolicy, listen: (@escaping @Sendable (Value) -> Void) -> Void
  ) -> StreamOf<Value> {
    StreamOf(bufferingPolicy: policy) { continuation, _ in
      listen { continuation.yield($0) }
      core.whenFinished { _ in continuation.finish() }
    }
  }
}

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

  /// The body as received; `nil` if there was none.
  public func serializingResponse(automaticallyCancelling: Bool = true) -> DataTask<Data?> {
    serializingResponse(using: PassthroughSerializer(), automaticallyCancelling: automaticallyCancelling)
  }
}

extension DownloadRequest {
  /// Adds a handler to await; a task that is already cancelled sends nothing.
  ///
  /// - Parameter automaticallyCancelling: Whether cancelling the awaiting task cancels the request.
  public func serializingDownload<Serializer: DownloadResponseSerializerProtocol>(
    using serializer: Serializer, automaticallyCancelling: Bool = true
  ) -> DownloadTask<Serializer.SerializedObject> {
    DownloadTask(self, serializer: serializer, cancelsRequest: automaticallyCancelling)
  }

  /// The file's URL; fails if there is no file.
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
