public import Foundation
internal import Synchronization

// Links of the chain that every kind of request has. They hold from the next hop or event on.
extension Request {
  /// Answers a challenge with these credentials, by Basic or Digest as the server asks, and once for each of both;
  /// if they are wrong the 401 is the answer, and no error.
  @discardableResult
  public func authenticate(username: String, password: String) -> Self {
    authenticate(with: .anyPassword(username: username, password: password))
  }

  /// Answers a challenge with `credential`, once; if it is wrong the 401 is the answer, and no error.
  ///
  /// A bearer token and an AWS signature go out without being asked for. The credential stays within the origin of the
  /// first message unless `TransferOptions.keepsCredentialsAcrossOrigins`.
  @discardableResult
  public func authenticate(with credential: Credential) -> Self {
    core.state.withLock { $0.credential = credential }
    return self
  }

  /// Decides what becomes of answers that point elsewhere, instead of the session's redirector. The last call counts.
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

  /// Adds an interceptor, which adapts and is asked after those that the request has.
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

  /// Adds an adapter. Of an interceptor it adds this half alone; see `interceptor(_:)` for both.
  @discardableResult
  public func adapt(using adapter: any RequestAdapter) -> Self {
    interceptor(Interceptor(adapters: [adapter]))
  }

  /// Adds a retrier. Of an interceptor it adds this half alone; see `interceptor(_:)` for both.
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

  /// Adds a monitor that hears of this request alone.
  @discardableResult
  public func eventMonitor(_ monitor: any EventMonitor) -> Self {
    core.state.withLock { $0.monitors.append(MonitorLine(monitor)) }
    return self
  }
}

// Looking on.
extension Request {
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
      state.chain.headHandlers.append { head in RequestCore.deliver(on: queue) { handler(head) } }
    }
    return self
  }

  /// Decides on the final answer's head whether its body shall come: no byte of it is delivered before the handler has
  /// called its second parameter, and the limit of time goes on meanwhile.
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

  /// Hears how much of the body has come, as often as the handler can keep up; the last call tells of the whole body.
  @discardableResult
  public func downloadProgress(
    queue: DispatchQueue? = nil, closure: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    core.state.withLock { state in
      state.chain.downloadProgressHandlers.append { progress in RequestCore.deliver(on: queue) { closure(progress) } }
    }
    return self
  }

  /// Hears how much of the body is on its way, as often as the handler can keep up; the last call tells of all of it.
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
