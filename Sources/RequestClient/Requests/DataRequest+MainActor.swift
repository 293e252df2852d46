public import Foundation

// The handlers of `DataRequest+Handlers.swift` for the main actor, whose state they may use:
//
//   request.responseDecodable(of: [Pet].self, on: MainActor.shared) { response in list.pets = response.value ?? [] }
//
// They run in order on the main queue, which has to be served by somebody: an asynchronous `main` does so.
extension DataRequest {
  /// The body as it came, nothing where none came.
  @discardableResult
  public func response(
    on actor: MainActor, completionHandler: @escaping @MainActor @Sendable (ClientResponse<Data?>) -> Void
  ) -> Self {
    response(queue: .main, completionHandler: onMainActor(completionHandler))
  }

  /// What `responseSerializer` makes of the answer.
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
