public import Foundation
internal import Synchronization

extension DataRequest {
  /// Hears of the final answer's head before any handler of a body. Not called where no head comes;
  /// to be added before the request starts.
  @discardableResult
  public func onHTTPResponse(
    on queue: DispatchQueue? = nil, perform handler: @escaping @Sendable (HTTPResponse) -> Void
  ) -> Self {
    onResponseHead(on: queue) { handler($0.response) }
  }

  /// As `onHTTPResponse`, with the header lines as they came and the HTTP version.
  @discardableResult
  public func onResponseHead(
    on queue: DispatchQueue? = nil, perform handler: @escaping @Sendable (ResponseHead) -> Void
  ) -> Self {
    core.state.withLock { state in
      state.headHandlers.append { head in RequestCore.deliver(on: queue) { handler(head) } }
    }
    return self
  }

  /// Hears how much of the body has come, as often as the handler can keep up; the last call tells of the whole body.
  @discardableResult
  public func downloadProgress(
    queue: DispatchQueue? = nil, closure: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    core.state.withLock { state in
      state.progressHandlers.append { progress in RequestCore.deliver(on: queue) { closure(progress) } }
    }
    return self
  }

  /// The body as it came, nothing where none came.
  @discardableResult
  public func response(
    queue: DispatchQueue? = nil, completionHandler: @escaping @Sendable (ClientResponse<Data?>) -> Void
  ) -> Self {
    response(queue: queue, responseSerializer: PassthroughSerializer(), completionHandler: completionHandler)
  }

  /// What `responseSerializer` makes of the answer.
  @discardableResult
  public func response<Serializer: ResponseSerializer>(
    queue: DispatchQueue? = nil, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (ClientResponse<Serializer.SerializedObject>) -> Void
  ) -> Self {
    core.append { core in
      let response = core.serialize(with: responseSerializer)
      RequestCore.deliver(on: queue) { completionHandler(response) }
    }
    return self
  }

  @discardableResult
  public func responseData(
    queue: DispatchQueue? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientResponse<Data>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: DataResponseSerializer(emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  @discardableResult
  public func responseString(
    queue: DispatchQueue? = nil, encoding: String.Encoding? = nil, emptyBodies: EmptyBodyRule = .success,
    completionHandler: @escaping @Sendable (ClientResponse<String>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: StringResponseSerializer(encoding: encoding, emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }

  @discardableResult
  public func responseDecodable<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, queue: DispatchQueue? = nil, decoder: any DataDecoder = JSONDecoder(),
    emptyBodies: EmptyBodyRule = .success, completionHandler: @escaping @Sendable (ClientResponse<Value>) -> Void
  ) -> Self {
    response(
      queue: queue, responseSerializer: DecodableResponseSerializer<Value>(decoder: decoder, emptyBodies: emptyBodies),
      completionHandler: completionHandler)
  }
}

extension RequestCore {
  /// Adds a handler; the first one starts a request that starts by itself.
  func append(_ link: @escaping Job) {
    let (starts, needsDrain) = state.withLock { state in
      register(&state)
      if case .concluded = state.activity {
        state.jobs.append(link)
      } else {
        state.links.append(link)
      }
      return (startsWithFirstHandler && state.phase == .initialized, Self.beginDraining(&state))
    }
    if needsDrain { drainSoon() }
    if starts { resume() }
  }

  /// A handler without a queue runs where it is called: on the request's own line of execution.
  static func deliver(on queue: DispatchQueue?, _ handler: @escaping @Sendable () -> Void) {
    if let queue { queue.async(execute: handler) } else { handler() }
  }

  func serialize<Serializer: ResponseSerializer>(
    with serializer: Serializer
  ) -> ClientResponse<Serializer.SerializedObject> {
    let (request, head, data, error, timeline) = state.withLock {
      ($0.message, $0.head, $0.data, $0.error, $0.timeline)
    }
    let start = ContinuousClock.now
    let result = Result {
      try serializer.serialize(request: request, response: head?.response, data: data, error: error)
    }.mapError { RequestError.wrapping($0) { .responseSerializationFailed(.customSerializationFailed($0)) } }
    let duration = serializer is PassthroughSerializer ? .zero : start.duration(to: .now)
    return DataResponse(
      request: request, head: head, data: data, timeline: timeline, serializationDuration: duration, result: result)
  }
}
