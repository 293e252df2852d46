public import Foundation

// The handlers of `DownloadRequest+Handlers.swift` for the main actor; see `DataRequest+MainActor.swift`.
extension DownloadRequest {
  /// Where the file is.
  @discardableResult
  public func response(
    on actor: MainActor, completionHandler: @escaping @MainActor @Sendable (ClientDownloadResponse<URL?>) -> Void
  ) -> Self {
    response(queue: .main, completionHandler: onMainActor(completionHandler))
  }

  /// What `responseSerializer` makes of the file; a serializer of bodies reads it whole.
  @discardableResult
  public func response<Serializer: DownloadResponseSerializerProtocol>(
    on actor: MainActor, responseSerializer: Serializer,
    completionHandler: @escaping @MainActor @Sendable (ClientDownloadResponse<Serializer.SerializedObject>) -> Void
  ) -> Self {
    response(
      queue: .main, responseSerializer: responseSerializer, completionHandler: onMainActor(completionHandler))
  }

  /// Where the file is; no file is an error.
  @discardableResult
  public func responseURL(
    on actor: MainActor, completionHandler: @escaping @MainActor @Sendable (ClientDownloadResponse<URL>) -> Void
  ) -> Self {
    responseURL(queue: .main, completionHandler: onMainActor(completionHandler))
  }

  /// The file's bytes.
  @discardableResult
  public func responseData(
    on actor: MainActor, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @MainActor @Sendable (ClientDownloadResponse<Data>) -> Void
  ) -> Self {
    responseData(queue: .main, emptyBodies: emptyBodies, completionHandler: onMainActor(completionHandler))
  }

  /// The file as text: in the given encoding, else the one the response names, else UTF-8.
  @discardableResult
  public func responseString(
    on actor: MainActor, encoding: String.Encoding? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @MainActor @Sendable (ClientDownloadResponse<String>) -> Void
  ) -> Self {
    responseString(
      queue: .main, encoding: encoding, emptyBodies: emptyBodies, completionHandler: onMainActor(completionHandler))
  }

  /// The file as a decodable value.
  @discardableResult
  public func responseDecodable<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, on actor: MainActor, decoder: any DataDecoder = JSONDecoder(),
    emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @MainActor @Sendable (ClientDownloadResponse<Value>) -> Void
  ) -> Self {
    responseDecodable(
      of: type, queue: .main, decoder: decoder, emptyBodies: emptyBodies,
      completionHandler: onMainActor(completionHandler))
  }

  /// The file as JSON of any shape.
  @discardableResult
  public func responseJSON(
    on actor: MainActor, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @MainActor @Sendable (ClientDownloadResponse<JSON>) -> Void
  ) -> Self {
    responseJSON(queue: .main, emptyBodies: emptyBodies, completionHandler: onMainActor(completionHandler))
  }
}
