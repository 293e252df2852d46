public import Foundation
internal import Synchronization

// Chain modifiers of all requests. They take effect with the next hop or event.
extension Request {
  /// Responds to Basic and Digest challenges with these credentials, once for each scheme. If they are wrong, the 401
  /// is the response, without an error.
  @discardableResult
  public func authenticate(username: String, password: String) -> Self {
    authenticate(with: .anyPassword(username: username, password: password))
  }

  /// Responds to a challenge with `credential`, once. If it is wrong, the 401 is the response, without an error.
  ///
  /// Bearer tokens and AWS signatures are sent without a challenge. The credential is sent only to the origin of the
  /// first message unless `TransferOptions.keepsCredentialsAcrossOrigins` is set.
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
    // Released after the lock: releasing a closure may run the caller's code.
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

  /// Adds a closure as adapter.
  @discardableResult
  public func adapt(
    using change: @escaping @Sendable (OutgoingRequest, Session) async throws -> OutgoingRequest
  ) -> Self {
    interceptor(Adapter(change))
  }

  /// Adds an adapter. If it is also a retrier, that half is ignored.
  @discardableResult
  public func adapt(using adapter: any RequestAdapter) -> Self {
    interceptor(Interceptor(adapters: [adapter]))
  }

  /// Adds a retrier. If it is also an adapter, that half is ignored.
  @discardableResult
  public func retry(using retrier: any RequestRetrier) -> Self {
    interceptor(Interceptor(retriers: [retrier]))
  }

  /// Adds a closure as retrier.
  @discardableResult
  public func retry(
    using decide: @escaping @Sendable (any Request, Session, RequestError) async -> RetryResult
  ) -> Self {
    interceptor(Retrier(decide))
  }

  /// Adds a monitor for this request only.
  @discardableResult
  public func eventMonitor(_ monitor: any EventMonitor) -> Self {
    core.state.withLock { $0.monitors.append(QueuedMonitor(monitor)) }
    return self
  }
}

// Observing.
extension Request {
  /// Observes the final response's head, before any handler of the body. Add it before the request starts.
  ///
  /// - Parameter queue: See `Request`.
  @discardableResult
  public func onHTTPResponse(
    on queue: DispatchQueue? = nil, perform handler: @escaping @Sendable (HTTPResponse) -> Void
  ) -> Self {
    onResponseHead(on: queue) { handler($0.response) }
  }

  /// Like `onHTTPResponse`, with the header lines as received and the HTTP version.
  ///
  /// - Parameter queue: See `Request`.
  @discardableResult
  public func onResponseHead(
    on queue: DispatchQueue? = nil, perform handler: @escaping @Sendable (ResponseHead) -> Void
  ) -> Self {
    core.state.withLock { state in
      state.chain.headHandlers.append { head in RequestCore.deliver(on: queue) { handler(head) } }
    }
    return self
  }

  /// Decides whether to receive the body after the final response's head has arrived. Nothing is delivered before the
  /// decision; timeouts keep running.
  ///
  /// - Parameters:
  ///   - queue: See `Request`.
  ///   - handler: Calls its second parameter from any thread; only the first call counts.
  @discardableResult
  public func onHTTPResponse(
    on queue: DispatchQueue? = nil,
    perform handler: @escaping @Sendable (HTTPResponse, @escaping @Sendable (ResponseDisposition) -> Void) -> Void
  ) -> Self {
    core.state.withLock { state in
      state.chain.dispositionHandlers.append { head, decide in
        RequestCore.deliver(on: queue) { handler(head.response, decide) }
      }
    }
    return self
  }

  /// Decides asynchronously whether to receive the body. Cancelling the request does not cancel the task.
  @discardableResult
  public func onHTTPResponse(
    perform handler: @escaping @Sendable (HTTPResponse) async -> ResponseDisposition
  ) -> Self {
    onHTTPResponse { response, decide in Task { decide(await handler(response)) } }
  }

  /// Reports download progress as often as the handler can keep up. The last call reports the whole body.
  ///
  /// - Parameter queue: See `Request`.
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
  ///
  /// - Parameter queue: See `Request`.
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

// Validation. Validators run in order until one fails: at the end of an attempt, before any serializer; for streams,
// before the body is delivered. A failure is passed to the retriers. Validators added after the end have no effect.
extension Request {
  /// Accepts statuses 200 to 299 and the content types listed in the request's `Accept`.
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

  /// Accepts these statuses. An empty sequence accepts none.
  @discardableResult
  public func validate<Codes: Sequence & Sendable>(statusCode: Codes) -> Self where Codes.Element == Int {
    core.addValidator { _, _, response in
      let code = response.status.code
      return statusCode.contains(code)
        ? .success(()) : .failure(RequestError.ValidationFailure.unacceptableStatusCode(code))
    }
    return self
  }

  /// Accepts these content types, which may have wildcards. Parameters are ignored. Empty bodies are always accepted.
  @discardableResult
  public func validate<Types: Sequence & Sendable>(contentType: Types) -> Self where Types.Element == String {
    core.addValidator { core, _, response in core.check(Array(contentType), response) }
    return self
  }
}

extension DataRequest {
  /// Validates the message, the response and its body, which is `nil` if empty.
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

  /// Whether the response has a body, or its head announces one.
  private var hasBody: Bool {
    state.withLock { state in
      if case .finishing = state.activity { return state.downloadProgress.completed > 0 }
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

/// Converts a main-actor closure to a handler.
///
/// ```swift
/// request.responseDecodable(
///   of: [Pet].self, queue: .main, completionHandler: onMainActor { list.pets = $0.value ?? [] })
/// ```
///
/// - Precondition: The handler is called on the main queue, so pass `.main` as its queue.
public func onMainActor<Value: Sendable>(
  _ handler: @escaping @MainActor @Sendable (Value) -> Void
) -> @Sendable (Value) -> Void {
  { value in MainActor.assumeIsolated { handler(value) } }
}
