internal import Foundation
internal import Synchronization

// Starting the next hop.
extension RequestCore {
  func restart(without names: [String], _ step: Step) {
    guard var message = state.withLock({ $0.message }) else { return }
    for name in names { message.headers.remove(name: name) }
    launch(message, step)
  }

  func redirect(to location: String, _ step: Step) {
    let (message, head, redirector, shared) = state.withLock { ($0.message, $0.head, $0.redirector, $0.options) }
    guard let message, let head else { return }
    let options = shared.value
    let location = kind.isWebSocket ? WebSocketURL.withHTTPScheme(location) : location
    do {
      let next = try Redirection.next(
        after: message, status: head.status, location: location, method: options.redirectMethod,
        keepsCredentials: options.keepsCredentialsAcrossOrigins)
      switch redirector.behavior {
      case .modify(let change): enqueue { $0.follow(change(next, head.response), limit: options.maxRedirects, step) }
      case .remake(let change): remake(next, by: change, limit: options.maxRedirects, step)
      case .follow, .doNotFollow: follow(next, limit: options.maxRedirects, step)
      }
    } catch {
      fail(error, step)
    }
  }

  private func remake(
    _ next: OutgoingRequest, by change: @escaping @Sendable (OutgoingRequest) async throws -> OutgoingRequest,
    limit: Int,
    _ step: Step
  ) {
    run(step) {
      do { return Result<OutgoingRequest, any Error>.success(try await change(next)) } catch { return .failure(error) }
    } then: { core, result in
      switch result {
      case .success(let message): core.follow(message, limit: limit, step)
      case .failure(let error): core.fail(.requestAdaptationFailed(error), step)
      }
    }
  }

  /// Follows the redirect to `next`; `nil` makes the current response final.
  private func follow(_ next: OutgoingRequest?, limit: Int, _ step: Step) {
    guard var next else { return makeFinal(step) }
    let error: RequestError? = state.withLock { state in
      guard state.step == step else { return nil }
      state.redirects += 1
      // The redirector may have returned a different message.
      if let message = state.message { next.sensitiveHeaders.formUnion(message.sensitiveHeaders) }
      if state.redirects > limit { return .tooManyRedirects(limit: limit) }
      if let origin = state.message?.url.origin, origin != next.url.origin,
        !state.options.value.keepsCredentialsAcrossOrigins
      {
        // The new origin must not get credentials for this one.
        state.hasLeftOrigin = true
        state.challengeResponse = nil
        state.challengeCounts = [:]
      } else {
        // A nonce may be for one message only. The number of redirects is limited.
        state.challengeCounts = state.challengeCounts.filter { if case .digest = $0.key { false } else { true } }
      }
      if let response = state.head?.response { emit(.willRedirect(from: response, to: next), state) }
      return nil
    }
    if let error { fail(error, step) } else { launch(next, step) }
  }

  /// Makes the redirect the final response. Its body has already been received.
  private func makeFinal(_ step: Step) {
    let head: ResponseHead? = state.withLock { state in
      guard state.step == step else { return nil }
      state.continuation = .conclude
      state.keptBody = state.data ?? Data()
      state.data = nil
      return state.head
    }
    guard let head else { return }
    if let sink = kind.sink {
      begin(head, in: sink)
    } else if state.withLock({ announce(head, &$0) }) {
      drainSoon()
    }
    deliverKeptBody()
  }

  /// Delivers the body of a redirect that became the final response, unless delivery is paused.
  func deliverKeptBody() {
    let kept: (body: Data, step: Step)? = state.withLock { state in
      guard let body = state.keptBody, case .deciding = state.activity, !state.isHeldBack else { return nil }
      state.keptBody = nil
      return (body, state.step)
    }
    guard let kept else { return }
    enqueue { core in
      guard core.state.withLock({ $0.step == kept.step }) else { return }
      if core.state.withLock({ $0.error == nil }) { core.replay(kept.body) }
      let next: Next? = core.state.withLock { state in state.step == kept.step ? core.afterHop(&state) : nil }
      if let next { core.proceedSoon(next) }
    }
  }

  private func replay(_ body: Data) {
    if body.isEmpty { return }
    let failure = body.withUnsafeBytes { (bytes) -> RequestError? in
      do throws(RequestError) {
        try kind.sink?.receive(bytes, of: self)
        return nil
      } catch {
        return error
      }
    }
    state.withLock { state in
      if let failure { state.error = failure }
      if kind.sink == nil { state.data = body }
      state.downloadProgress.completed += body.count
      emit(.didReceiveData(byteCount: body.count), state)
      queueDownloadProgress(&state)
    }
  }
}
