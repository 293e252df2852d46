public import Foundation
internal import Synchronization

/// A request that keeps the response body in memory.
///
/// Every handler runs exactly once, in the order added, when its serializer and those before it have finished, even if
/// it is added after the end. Handlers without a queue run serially and never on the main queue. Order is not
/// guaranteed across queues.
public final class DataRequest: Request {
  /// Internal state of the request.
  public let core: RequestCore

  init(_ core: RequestCore) { self.core = core }

  /// The body received so far, decompressed; `nil` if no byte was received.
  public var data: Data? { core.state.withLock { $0.data } }

  /// A copy of the bytes received after the first `offset`. The body itself is not copied when more of it arrives.
  package func data(from offset: Int) -> Data {
    core.state.withLock { state in
      guard let data = state.data, data.count > offset else { return Data() }
      return data.withUnsafeBytes { Data(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
    }
  }
}

/// An upload is a data request whose body may come from a file, a stream or a form.
public typealias UploadRequest = DataRequest

extension DataRequest {
  /// The body as received; `nil` if there was none.
  ///
  /// - Parameter queue: See `Request`.
  @discardableResult
  public func response(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (ClientResponse<Data?>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: PassthroughSerializer(), completionHandler: completionHandler)
  }

  /// The response parsed by `responseSerializer`.
  ///
  /// - Parameter queue: See `Request`.
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
