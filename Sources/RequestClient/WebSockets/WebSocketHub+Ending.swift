internal import DequeModule
internal import Foundation
internal import Synchronization

// The end of connections, reconnection and the last event.
extension WebSocketHub {
  /// A hop has ended.
  ///
  /// - Parameter error: The transport's.
  /// - Returns: The error of the attempt, if it has one.
  func hopEnded(_ error: RequestError?, _ host: String) -> RequestError? {
    let (connection, verdict) = state.withLock { state -> (WebSocketConnection?, RequestError?) in
      let verdict = self.verdict(on: error, host, state)
      state.unfinishedSize = state.connection?.unfinishedSize
      defer { (state.connection, state.isOpen) = (nil, false) }
      return (state.connection, verdict)
    }
    connection?.end(verdict ?? .webSocket(.notOpen))
    return verdict
  }

  private func verdict(on error: RequestError?, _ host: String, _ state: State) -> RequestError? {
    if let failure = state.failure { return .webSocket(failure) }
    guard state.wasOpened else { return error }
    if let close = state.receivedClose {
      let isTemporary = [1001, 1006, 1011, 1012, 1013].contains(close.code?.rawValue)
      return settings.reconnection != nil && !state.isClosing && isTemporary ? .webSocket(.closed(close)) : nil
    }
    if state.isClosing, state.sentClose != nil { return nil }
    switch error {
    case nil, .connectionLost, .explicitlyCancelled: return .webSocket(.lost(host: host))
    default: return error
    }
  }

  /// Whether retriers may be asked after the attempt: an open connection is only replaced if that is wanted.
  var mayRetry: Bool {
    state.withLock { state in !state.isClosing && (settings.reconnection != nil || !state.wasOpened) }
  }

  /// The request has ended: nothing more can be sent.
  func conclude(_ request: RequestCore) {
    let error = request.state.withLock { $0.stopReason ?? $0.error } ?? .webSocket(.notOpen)
    let (connection, waiting, early) = state.withLock { state in
      state.end = error
      state.unfinishedSize = state.connection?.unfinishedSize ?? state.unfinishedSize
      defer {
        (state.connection, state.isOpen, state.waiting) = (nil, false, [])
        // Their credits would keep the request.
        state.early = state.early.map { Delivery(events: $0.events, credit: nil) }
      }
      return (state.connection, state.waiting, state.early)
    }
    withExtendedLifetime(early) {}
    connection?.end(error)
    for item in waiting { item.fail(error) }
  }

  /// Calls a handler with the last event.
  func end(_ listener: Listener, _ request: RequestCore) {
    let (message, head, timeline, error) = request.state.withLock {
      ($0.message, $0.head, $0.timeline, $0.stopReason ?? $0.error)
    }
    let unfinished = state.withLock { $0.connection?.unfinishedSize ?? $0.unfinishedSize }
    let end = WebSocketEnd(
      request: message, head: head, timeline: timeline, outcome: outcome(error), unfinishedSize: unfinished)
    if let close = unreportedClose { listener(.closing(close), nil) }
    listener(.ended(end), nil)
    // Handlers often retain the request, which retains this hub. They get no more events.
    let listeners = state.withLock { state in
      defer { state.listeners = [] }
      return state.listeners
    }
    withExtendedLifetime(listeners) {}
  }

  /// The first close frame, if the connection ended before the thread that sent it could report it.
  private var unreportedClose: WebSocketClose? { state.withLock { $0.isCloseReported ? nil : $0.sentClose } }

  private func outcome(_ error: RequestError?) -> WebSocketEnd.Outcome {
    let (received, sent, refusal) = state.withLock { ($0.receivedClose, $0.sentClose, $0.refusal) }
    if let error, !(error.isExplicitlyCancelled && received != nil) {
      if case .webSocket(.closed(let close)) = error { return .closed(close) }
      return .failed(error)
    }
    if var close = received {
      // The first close frame says who ended the connection.
      if let sent, !sent.isFromServer {
        close = WebSocketClose(code: close.code, reason: close.reason, isFromServer: false)
      }
      return .closed(close)
    }
    if let sent { return .closed(sent) }
    return .refused(refusal?.data ?? Data())
  }
}

// Reconnection is a retry of the request.
extension WebSocketHub {
  func prepareReconnection(of request: RequestCore) {
    request.whenFinished { [self] core in conclude(core) }
    guard let rule = settings.reconnection else { return }
    let reconnector = WebSocketReconnector(hub: self, rule: rule)
    request.state.withLock { $0.interceptors.append(reconnector) }
  }

  /// - Returns: The delay before the next attempt; `nil` if there is none.
  fileprivate func delay(_ rule: WebSocketReconnection) -> Duration? {
    state.withLock { state in
      if let limit = rule.maximumAttempts, state.failures >= limit { return nil }
      defer { state.failures += 1 }
      let first = max(rule.delay, .milliseconds(1))
      return first >= rule.maximumDelay ? first : min(first * (1 << min(state.failures, 20)), rule.maximumDelay)
    }
  }
}

/// Retries the request of a WebSocket whose connection was lost or could not be opened.
private final class WebSocketReconnector: RequestInterceptor {
  private let hub: WebSocketHub
  private let rule: WebSocketReconnection

  init(hub: WebSocketHub, rule: WebSocketReconnection) { (self.hub, self.rule) = (hub, rule) }

  var retriesFailedSerialization: Bool { false }

  func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    guard error.isPassing, let delay = hub.delay(rule) else { return .doNotRetry }
    hub.deliver([.waiting(delay, error)], nil, request.core)
    return .retryWithDelay(delay)
  }
}

extension RequestError {
  /// Whether another connection may succeed.
  fileprivate var isPassing: Bool {
    if case .webSocket(.closed) = self { true } else { networkFault != nil }
  }
}

extension RequestCore {
  /// The host of the current message.
  var host: String { state.withLock { $0.message?.url.host } ?? "" }

  /// Starts the request unless that is left to `resume()`.
  func startWithFirstSend() {
    let isWanted = state.withLock { state in startsWithFirstHandler && state.phase == .initialized }
    if isWanted { resume() }
  }

  /// Ends the current hop; the hub says whether that is an error.
  func endTransfer() {
    state.withLock { state in
      if case .transferring(_, let transfer) = state.activity { transfer?.cancel() }
    }
  }
}
