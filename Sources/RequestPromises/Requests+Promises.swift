public import Foundation
public import RequestClient

// Promises of responses, which start a request like any other handler. A failed request rejects the promise with its
// `RequestError`. Cancelling the promise, or one chained from it, cancels the request; a cancelled request rejects the
// promise with an error that `isCancelled`.
extension DataRequest {
  /// The response parsed by `serializer`.
  public func responsePromise<Serializer: DataResponseSerializerProtocol>(
    using serializer: Serializer
  ) -> Promise<Serializer.SerializedObject> {
    serializingResponse(using: serializer).asPromise()
  }

  /// The body's bytes.
  public func responseDataPromise(emptyBodies: EmptyBodyRule = .success) -> Promise<Data> {
    responsePromise(using: DataResponseSerializer(emptyBodies: emptyBodies))
  }

  /// The body as text: in the given encoding, else the one the response names, else UTF-8.
  public func responseStringPromise(
    encoding: String.Encoding? = nil, emptyBodies: EmptyBodyRule = .success
  ) -> Promise<String> {
    responsePromise(using: StringResponseSerializer(encoding: encoding, emptyBodies: emptyBodies))
  }

  /// The body as JSON of any shape.
  public func responseJSONPromise(emptyBodies: EmptyBodyRule = .success) -> Promise<JSON> {
    responsePromise(using: JSONResponseSerializer(emptyBodies: emptyBodies))
  }

  /// The body as a decodable value.
  public func responseDecodablePromise<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, decoder: any DataDecoder = JSONDecoder(), emptyBodies: EmptyBodyRule = .success
  ) -> Promise<Value> {
    responsePromise(using: DecodableResponseSerializer<Value>(decoder: decoder, emptyBodies: emptyBodies))
  }
}

extension DownloadRequest {
  /// The file parsed by `serializer`.
  public func responsePromise<Serializer: DownloadResponseSerializerProtocol>(
    using serializer: Serializer
  ) -> Promise<Serializer.SerializedObject> {
    serializingDownload(using: serializer).asPromise()
  }

  /// The file's URL; fails if there is no file.
  public func responseURLPromise() -> Promise<URL> { responsePromise(using: URLResponseSerializer()) }
}

// Responses as promises. Cancelling the promise cancels the request, and a cancelled request rejects the promise with
// an error that `isCancelled`.

extension ResponseTask: Thenable {
  /// Returns a promise of the value. Cancelling it cancels the request, unless the task was created with
  /// `automaticallyCancelling: false`; in that case it is rejected when the request has ended.
  public func asPromise() -> Promise<Value> { Promise { try await value } }
}
