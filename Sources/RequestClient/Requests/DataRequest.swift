public import Foundation
internal import Synchronization

/// A request that keeps the response body in memory. With a body of its own it is an upload.
///
/// Every handler runs exactly once, in the order they were added, as soon as its own serializer and all before it are
/// done; one that is added after the end runs too. Handlers that name no queue run one after another on the request's
/// own line of execution, never on the main queue. Order between different queues is those queues' responsibility.
public final class DataRequest: Request {
  /// Internal state of the request.
  public let core: RequestCore

  init(_ core: RequestCore) { self.core = core }

  /// The body so far, decompressed; `nil` if no byte came.
  public var data: Data? { core.state.withLock { $0.data } }
}

/// An upload is a data request whose body may come from a file, a stream or a form.
public typealias UploadRequest = DataRequest

extension DataRequest {
  /// The body as received; `nil` if there was none.
  @discardableResult
  public func response(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (ClientResponse<Data?>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: PassthroughSerializer(), completionHandler: completionHandler)
  }

  /// The response parsed by `responseSerializer`.
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

// The same handlers on the main actor, whose state they may use:
//
//   request.responseDecodable(of: [Pet].self, on: MainActor.shared) { response in list.pets = response.value ?? [] }
//
// They run in order on the main queue, which must be running: an asynchronous `main` does that.
extension DataRequest {
  /// The body as received; `nil` if there was none.
  @discardableResult
  public func response(
    on actor: MainActor, completionHandler: @escaping @MainActor @Sendable (ClientResponse<Data?>) -> Void
  ) -> Self {
    response(queue: .main, completionHandler: onMainActor(completionHandler))
  }

  /// The response parsed by `responseSerializer`.
  @discardableResult
  public func response<Serializer: DataResponseSerializerProtocol>(
    on actor: MainActor, responseSerializer: Serializer,
    completionHandler: @escaping @MainActor @Sendable (ClientResponse<Serializer.SerializedObject>) -> Void
  ) -> Self {
    response(
      queue: .main, responseSerializer: responseSerializer, completionHandler: onMainActor(completionHandler))
  }

  /// The body's bytes.
  @discardableResult
  public func responseData(
    on actor: MainActor, dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(),
    emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @MainActor @Sendable (ClientResponse<Data>) -> Void
  ) -> Self {
    responseData(
      queue: .main, dataPreprocessor: dataPreprocessor, emptyBodies: emptyBodies,
      completionHandler: onMainActor(completionHandler))
  }

  /// The body as text: in the given encoding, else the one the response names, else UTF-8.
  @discardableResult
  public func responseString(
    on actor: MainActor, dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(),
    encoding: String.Encoding? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @MainActor @Sendable (ClientResponse<String>) -> Void
  ) -> Self {
    responseString(
      queue: .main, dataPreprocessor: dataPreprocessor, encoding: encoding, emptyBodies: emptyBodies,
      completionHandler: onMainActor(completionHandler))
  }

  /// The body as a decodable value.
  @discardableResult
  public func responseDecodable<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, on actor: MainActor,
    dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(), decoder: any DataDecoder = JSONDecoder(),
    emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @MainActor @Sendable (ClientResponse<Value>) -> Void
  ) -> Self {
    responseDecodable(
      of: type, queue: .main, dataPreprocessor: dataPreprocessor, decoder: decoder, emptyBodies: emptyBodies,
      completionHandler: onMainActor(completionHandler))
  }

  /// The body as a value of a property list, XML or binary.
  @discardableResult
  public func responsePropertyList<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, on actor: MainActor, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @MainActor @Sendable (ClientResponse<Value>) -> Void
  ) -> Self {
    responsePropertyList(
      of: type, queue: .main, emptyBodies: emptyBodies, completionHandler: onMainActor(completionHandler))
  }

  /// The body as JSON of any shape.
  @discardableResult
  public func responseJSON(
    on actor: MainActor, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @MainActor @Sendable (ClientResponse<JSON>) -> Void
  ) -> Self {
    responseJSON(queue: .main, emptyBodies: emptyBodies, completionHandler: onMainActor(completionHandler))
  }
}
