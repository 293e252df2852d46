public import Foundation
internal import Synchronization

// Links of the chain that every kind of request has. They hold from the next hop or event on.
extension Request {
  /// Answers a challenge with these credentials, by Basic or Digest as the server asks, and once for each of both;
  /// if they are wrong the 401 is the response, and no error.
  @discardableResult
  public func authenticate(username: String, password: String) -> Self {
    authenticate(with: .anyPassword(username: username, password: password))
  }

  /// Answers a challenge with `credential`, once; if it is wrong the 401 is the response, and no error.
  ///
  /// A bearer token and an AWS signature are sent without being asked for. The credential stays within the origin of the
  /// first message unless `TransferOptions.keepsCredentialsAcrossOrigins`.
  @discardableResult
  public func authenticate(with credential: Credential) -> Self {
    core.state.withLock { $0.credential = credential }
    return self
  }

  /// Sets the redirector for this request instead of the session's. The last call wins.
  @discardableResult
  public func redirect(using redirector: Redirector) -> Self {
    let previous = core.state.withLock { state in
      defer { state.redirector = redirector }
      return state.redirector
    }
    // Released when the lock is open again: a closure's end may run the caller's code.
    withExtendedLifetime(previous) {}
    return self
  }

  /// Adds an interceptor, which runs after the request's other interceptors.
  @discardableResult
  public func interceptor(_ interceptor: any RequestInterceptor) -> Self {
    let scope = RefreshScope.current
    core.state.withLock { state in
      state.interceptors.append(interceptor)
      state.refreshScope = scope
    }
    return self
  }

  /// Adds an adapter made of a closure.
  @discardableResult
  public func adapt(
    using change: @escaping @Sendable (OutgoingRequest, Session) async throws -> OutgoingRequest
  ) -> Self {
    interceptor(Adapter(change))
  }

  /// Adds an adapter. An interceptor is used for this purpose only; see `interceptor(_:)` for both.
  @discardableResult
  public func adapt(using adapter: any RequestAdapter) -> Self {
    interceptor(Interceptor(adapters: [adapter]))
  }

  /// Adds a retrier. An interceptor is used for this purpose only; see `interceptor(_:)` for both.
  @discardableResult
  public func retry(using retrier: any RequestRetrier) -> Self {
    interceptor(Interceptor(retriers: [retrier]))
  }

  /// Adds a retrier made of a closure.
  @discardableResult
  public func retry(
    using decide: @escaping @Sendable (any Request, Session, RequestError) async -> RetryResult
  ) -> Self {
    interceptor(Retrier(decide))
  }

  /// Adds a monitor that observes this request alone.
  @discardableResult
  public func eventMonitor(_ monitor: any EventMonitor) -> Self {
    core.state.withLock { $0.monitors.append(MonitorLine(monitor)) }
    return self
  }
}

// Looking on.
extension Request {
  /// Observes the final response's head before any handler of a body. Not called where no head comes;
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
      state.chain.headHandlers.append { head in RequestCore.deliver(on: queue) { handler(head) } }
    }
    return self
  }

  /// Decides on the final response's head whether its body should come: no byte of it is delivered before the handler has
  /// called its second parameter, and the timeout keeps running meanwhile.
  ///
  /// - Parameter handler: Calls its second parameter once, from any thread; later calls do nothing.
  @discardableResult
  public func onHTTPResponse(
    on queue: DispatchQueue? = nil,
    perform handler: @escaping @Sendable (HTTPResponse, @escaping @Sendable (ResponseDisposition) -> Void) -> Void
  ) -> Self {
    core.state.withLock { state in
      state.chain.dispositionHandlers.append { head, answer in
        RequestCore.deliver(on: queue) { handler(head.response, answer) }
      }
    }
    return self
  }

  /// As the form with a second parameter, for asynchronous code. Its task is not cancelled with the request.
  @discardableResult
  public func onHTTPResponse(
    perform handler: @escaping @Sendable (HTTPResponse) async -> ResponseDisposition
  ) -> Self {
    onHTTPResponse { response, answer in Task { answer(await handler(response)) } }
  }

  /// Reports download progress as often as the handler can keep up. The last call reports the whole body.
  @discardableResult
  public func downloadProgress(
    queue: DispatchQueue? = nil, closure: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    core.state.withLock { state in
      state.chain.downloadProgressHandlers.append { progress in RequestCore.deliver(on: queue) { closure(progress) } }
    }
    return self
  }

  /// Reports upload progress as often as the handler can keep up. The last call reports the whole body.
  @discardableResult
  public func uploadProgress(
    queue: DispatchQueue? = nil, closure: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    core.state.withLock { state in
      state.chain.uploadProgressHandlers.append { progress in RequestCore.deliver(on: queue) { closure(progress) } }
    }
    return self
  }
}

// Checks of the response. They run at its end in the order they were added, before any serializer, until one fails; those
// of a stream run when its head has come, before any of its body is delivered. They have no effect when added after the
// end. A failing one makes the request fail, and its retriers are asked.
extension Request {
  /// Accepts 200 to 299 and the content types that the request's `Accept` asks for.
  @discardableResult
  public func validate() -> Self {
    validate(statusCode: 200..<300)
    core.addValidator { core, request, response in
      let accept = request?.headers.first("Accept") ?? "*/*"
      let types = accept.unicodeScalars.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) }
      return core.check(types, response)
    }
    return self
  }

  /// Accepts these statuses; no status if there are none.
  @discardableResult
  public func validate<Codes: Sequence & Sendable>(statusCode: Codes) -> Self where Codes.Element == Int {
    core.addValidator { _, _, response in
      let code = response.status.code
      return statusCode.contains(code)
        ? .success(()) : .failure(RequestError.ValidationFailure.unacceptableStatusCode(code))
    }
    return self
  }

  /// Accepts these content types, which may have wildcards; parameters do not count, and an empty body is of any type.
  @discardableResult
  public func validate<Types: Sequence & Sendable>(contentType: Types) -> Self where Types.Element == String {
    core.addValidator { core, _, response in core.check(Array(contentType), response) }
    return self
  }
}

extension DataRequest {
  /// Checks the message, the response's head and its body, which is `nil` if empty.
  public typealias Validation = @Sendable (OutgoingRequest?, HTTPResponse, Data?) -> Result<Void, any Error>

  /// Adds a custom validator. Errors of other types are wrapped in `customValidationFailed`.
  @discardableResult
  public func validate(_ validation: @escaping Validation) -> Self {
    core.addValidator { core, request, response in validation(request, response, core.state.withLock({ $0.data })) }
    return self
  }
}

extension RequestCore {
  func addValidator(_ validator: @escaping Validator) {
    state.withLock { $0.chain.validators.append(validator) }
  }

  fileprivate func check(_ acceptable: [String], _ response: HTTPResponse) -> Result<Void, any Error> {
    guard hasBody else { return .success(()) }
    let ranges = acceptable.compactMap(MediaType.init)
    guard let text = response.headerFields[.contentType], let type = MediaType(text) else {
      if ranges.contains(where: \.isWildcard) { return .success(()) }
      return .failure(RequestError.ValidationFailure.missingContentType(acceptable: acceptable.sorted()))
    }
    if ranges.contains(where: { $0.matches(type) }) { return .success(()) }
    return .failure(
      RequestError.ValidationFailure.unacceptableContentType(acceptable: acceptable.sorted(), received: text))
  }
}

extension RequestCore {
  /// Whether the response has a body; while it comes, whether its head announces one.
  private var hasBody: Bool {
    state.withLock { state in
      if case .judging = state.activity { return state.downloadProgress.completed > 0 }
      guard let head = state.head, let message = state.message else { return false }
      return message.method != .head && ![204, 205, 304].contains(head.status) && head.expectedSize != 0
    }
  }
}

/// A media type or range without its parameters.
private struct MediaType {
  var type: Substring
  var subtype: Substring

  init?(_ text: String) {
    let parts = text.unicodeScalars.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let trimmed = parts.map { Substring(String($0).trimmingCharacters(in: .whitespaces).lowercased()) }
    (type, subtype) = (trimmed[0], trimmed[1])
  }

  var isWildcard: Bool { type == "*" && subtype == "*" }

  func matches(_ other: MediaType) -> Bool {
    (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
  }
}

// Observers on the main actor.
extension Request {
  /// Observes the final response's head before any handler of a body.
  @discardableResult
  public func onHTTPResponse(
    on actor: MainActor, perform handler: @escaping @MainActor @Sendable (HTTPResponse) -> Void
  ) -> Self {
    onHTTPResponse(on: .main as DispatchQueue, perform: onMainActor(handler))
  }

  /// Reports how much of the body was received.
  @discardableResult
  public func downloadProgress(
    on actor: MainActor, closure: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) -> Self {
    downloadProgress(queue: .main, closure: onMainActor(closure))
  }

  /// Reports how much of the body was sent.
  @discardableResult
  public func uploadProgress(
    on actor: MainActor, closure: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) -> Self {
    uploadProgress(queue: .main, closure: onMainActor(closure))
  }
}

/// Wraps a main-actor handler for the main queue.
func onMainActor<Value: Sendable>(
  _ handler: @escaping @MainActor @Sendable (Value) -> Void
) -> @Sendable (Value) -> Void {
  { value in MainActor.assumeIsolated { handler(value) } }
}

/// The same for a handler that may throw.
func onMainActor<Value: Sendable>(
  _ handler: @escaping @MainActor @Sendable (Value) throws -> Void
) -> @Sendable (Value) throws -> Void {
  { value in try MainActor.assumeIsolated { try handler(value) } }
}
