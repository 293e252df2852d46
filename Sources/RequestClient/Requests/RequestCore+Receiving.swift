internal import Foundation
internal import RequestBasics
internal import Synchronization

// Called on the transport's thread.
extension RequestCore: HopReceiver {
  package func hopReceived(_ head: ResponseHead) {
    var isFinal = false
    let needsDrain = state.withLock { state in
      guard state.stopReason == nil else { return false }
      keepCookies(of: head, state)
      state.continuation = continuation(after: head, in: &state)
      state.head = head
      state.data = nil
      state.downloadProgress = TransferProgress(completed: 0, total: head.expectedSize)
      state.times.initialResponse = .now
      emit(.didReceiveResponse(head), state)
      guard case .conclude = state.continuation else { return false }
      isFinal = true
      return kind.sink == nil ? announce(head, &state) : false
    }
    if needsDrain { drainSoon() }
    if isFinal, let sink = kind.sink { begin(head, in: sink) }
  }

  private func begin(_ head: ResponseHead, in sink: any BodySink) {
    let failure: RequestError?
    do {
      try sink.begin(head, of: self)
      failure = nil
    } catch {
      failure = error
    }
    let needsDrain = state.withLock { state in
      if let failure { state.error = failure }
      return announce(head, &state)
    }
    if needsDrain { drainSoon() }
  }

  /// Calls the handlers of the final response's head.
  ///
  /// - Returns: Whether to drain.
  private func announce(_ head: ResponseHead, _ state: inout State) -> Bool {
    for handler in state.chain.headHandlers { state.jobs.append { _ in handler(head) } }
    let hop = state.hopCount
    for handler in state.chain.dispositionHandlers {
      state.pendingDispositions += 1
      let decide = onceOnly { core, disposition in core.dispose(disposition, ofHop: hop) }
      state.jobs.append { _ in handler(head, decide) }
    }
    if case .stream = kind, !state.chain.validators.isEmpty {
      // Delivered chunks cannot be taken back, and stream validators need only the head.
      state.pendingDispositions += 1
      state.jobs.append { $0.validateHead(ofHop: hop) }
    }
    return Self.beginDraining(&state)
  }

  private func onceOnly(
    _ act: @escaping @Sendable (RequestCore, ResponseDisposition) -> Void
  ) -> @Sendable (ResponseDisposition) -> Void {
    let isDecided = OnceFlag()
    return { [weak self] disposition in
      if let self, isDecided.set() { act(self, disposition) }
    }
  }

  /// Applies a decision, unless it is about an earlier hop.
  private func dispose(_ disposition: ResponseDisposition, ofHop hop: Int) {
    if disposition == .cancel, state.withLock({ $0.hopCount == hop }) { return stop(because: .explicitlyCancelled) }
    let next: Next? = state.withLock { state in
      guard state.hopCount == hop else { return nil }
      state.pendingDispositions -= 1
      if state.pendingDispositions > 0 { return nil }
      if case .transferring(_, let transfer) = state.activity, state.phase == .resumed { transfer?.resume() }
      guard state.waitsForDisposition, case .deciding = state.activity else { return nil }
      state.waitsForDisposition = false
      return afterHop(&state)
    }
    if let next { goSoon(next) }
    deliverKeptBody()
  }

  /// Validates a stream before its body is delivered; a failure ends the hop.
  private func validateHead(ofHop hop: Int) {
    let failure = validate()
    state.withLock { state in
      guard let failure, state.hopCount == hop, state.error == nil else { return }
      state.error = failure
      if case .transferring(_, let transfer) = state.activity { transfer?.cancel() }
    }
    dispose(.allow, ofHop: hop)
  }

  private func continuation(after head: ResponseHead, in state: inout State) -> Continuation {
    if state.redirector.isFollowing, let location = Redirection.location(of: head) {
      return .redirect(location: location)
    }
    if meetsChallenge(head, in: &state) { return .challenge }
    if case .download(let file) = kind, file.mustRestart(after: head) { return .restart }
    return .conclude
  }

  package func hopReceived(_ chunk: UnsafeRawBufferPointer) -> ChunkDisposition {
    guard let sink = kind.sink else {
      return counting { state in
        keep(chunk, &state)
        return chunk.count
      }
    }
    var isFinal = false
    // One decision: refusing a chunk that was counted would deliver it twice.
    let disposition = counting { state in
      if case .conclude = state.continuation {
        isFinal = true
      } else {
        keep(chunk, &state)
      }
      return chunk.count
    }
    if disposition != .taken || !isFinal { return disposition }
    do {
      // Without the lock: it may wait for a disk.
      try sink.take(chunk, of: self)
      return .taken
    } catch {
      state.withLock { $0.error = error }
      return .abort
    }
  }

  /// Runs `take`, unless delivery is paused or over, and counts the bytes it returns.
  private func counting(_ take: (inout State) -> Int) -> ChunkDisposition {
    var needsDrain = false
    let disposition: ChunkDisposition = state.withLock { state in
      if state.stopReason != nil || state.error != nil { return .abort }
      if state.isHeldBack || kind.sink?.isFull == true {
        state.hasRefusedChunk = true
        return .pause
      }
      needsDrain = count(take(&state), &state)
      return .taken
    }
    if needsDrain { drainSoon() }
    return disposition
  }

  /// - Returns: Whether to drain.
  private func count(_ byteCount: Int, _ state: inout State) -> Bool {
    guard byteCount > 0, case .conclude = state.continuation else { return false }
    state.downloadProgress.completed += byteCount
    emit(.didReceiveData(byteCount: byteCount), state)
    queueDownloadProgress(&state)
    return Self.beginDraining(&state)
  }

  private func keep(_ chunk: UnsafeRawBufferPointer, _ state: inout State) {
    state.body.append(
      chunk, expected: state.downloadProgress.total, memoryLimit: state.options.value.bodyMemoryLimit)
  }

  private func queueDownloadProgress(_ state: inout State) {
    if state.chain.downloadProgressHandlers.isEmpty || state.isDownloadProgressQueued { return }
    state.isDownloadProgressQueued = true
    // Reports the current total, so that a slow handler sees fewer reports rather than older ones.
    state.jobs.append { core in
      let (handlers, progress) = core.state.withLock { state in
        state.isDownloadProgressQueued = false
        return (state.chain.downloadProgressHandlers, state.downloadProgress)
      }
      for handler in handlers { handler(progress) }
    }
  }

  package func hopSent(bodyBytes: Int) {
    let needsDrain = state.withLock { state in
      state.uploadProgress.completed = bodyBytes
      emit(.didSendBodyData(state.uploadProgress), state)
      if state.chain.uploadProgressHandlers.isEmpty || state.isUploadProgressQueued { return false }
      state.isUploadProgressQueued = true
      state.jobs.append { core in
        let (handlers, progress) = core.state.withLock { state in
          state.isUploadProgressQueued = false
          return (state.chain.uploadProgressHandlers, state.uploadProgress)
        }
        for handler in handlers { handler(progress) }
      }
      return Self.beginDraining(&state)
    }
    if needsDrain { drainSoon() }
  }

  /// Resumes the transfer after the sink was full.
  func sinkHasRoom() {
    state.withLock { state in
      guard state.hasRefusedChunk, !state.isHeldBack, case .transferring(_, let transfer) = state.activity else {
        return
      }
      transfer?.resume()
    }
  }

  package func hopRepeated(_ hop: TransferTimeline.Hop) {
    state.withLock { state in
      state.timeline.hops.append(hop)
      emit(.didGatherMetrics(hop), state)
      if let message = state.message { emit(.didCreateTask(message), state) }
    }
  }

  package func hopFinished(_ report: HopReport) -> CompletionWork? {
    let next: Next? = state.withLock { state in
      state.timeline.hops.append(report.hop)
      state.encodedData = report.encodedBody
      emit(.didGatherMetrics(report.hop), state)
      if let error = report.error, state.error == nil { state.error = error }
      if state.pendingDispositions > 0, state.stopReason == nil, state.error == nil {
        state.activity = .deciding
        _ = state.nextStep()
        state.waitsForDisposition = true
        return nil
      }
      return afterHop(&state)
    }
    return next.flatMap(go)
  }

  private enum Next {
    case finishAttempt
    case redirect(location: String, Step)
    case challenge(Step)
    case restart(Step)
  }

  private func afterHop(_ state: inout State) -> Next {
    state.activity = .deciding
    let step = state.nextStep()
    if state.stopReason == nil, state.error == nil {
      switch state.continuation {
      case .redirect(let location): return .redirect(location: location, step)
      case .challenge: return .challenge(step)
      case .restart: return .restart(step)
      case .conclude: break
      }
    }
    state.activity = .finishing
    completeTask(&state)
    return .finishAttempt
  }

  private func goSoon(_ next: Next) {
    if let rest = go(next) { CallbackQueue.run(rest) }
  }

  /// - Returns: Remaining work.
  private func go(_ next: Next) -> CompletionWork? {
    switch next {
    case .finishAttempt: return finishAttemptSoon()
    case .redirect(let location, let step): redirect(to: location, step)
    case .challenge(let step): answerChallenge(step)
    case .restart(let step): restart(step)
    }
    return nil
  }

  /// Records the end of the attempt's last hop, once.
  func completeTask(_ state: inout State) {
    if state.times.requestCompleted != nil || !state.isOnWire { return }
    state.times.requestCompleted = .now
    emit(.didCompleteTask(state.stopReason ?? state.error), state)
  }
}

// Starting the next hop.
extension RequestCore {
  private func restart(_ step: Step) {
    guard var message = state.withLock({ $0.message }) else { return }
    message.headers.remove(name: "Range")
    message.headers.remove(name: "If-Range")
    launch(message, step)
  }

  private func redirect(to location: String, _ step: Step) {
    let (message, head, redirector, shared) = state.withLock { ($0.message, $0.head, $0.redirector, $0.options) }
    guard let message, let head else { return }
    let options = shared.value
    do {
      let next = try Redirection.next(
        after: message, status: head.status, location: location,
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
    guard var next else { return takeAsFinal(step) }
    let error: RequestError? = state.withLock { state in
      guard state.step == step else { return nil }
      state.redirects += 1
      // The redirector may have returned a different message.
      if let message = state.message { next.sensitiveHeaders.formUnion(message.sensitiveHeaders) }
      if state.redirects > limit { return .tooManyRedirects(limit: limit) }
      let hasCredential = state.usableCredential != nil
      if let message = state.message {
        state.visited.insert(Visit(of: message, cookies: state.cookies, hasCredential: hasCredential))
      }
      if let origin = state.message?.url.origin, origin != next.url.origin,
        !state.options.value.keepsCredentialsAcrossOrigins
      {
        // The new origin must not get credentials for this one.
        state.hasLeftOrigin = true
        state.challengeResponse = nil
      }
      let visit = Visit(of: next, cookies: cookies(for: next), hasCredential: state.usableCredential != nil)
      if state.visited.contains(visit) { return .redirectLoop(next.url) }
      if let response = state.head?.response { emit(.willRedirect(from: response, to: next), state) }
      return nil
    }
    if let error { fail(error, step) } else { launch(next, step) }
  }

  /// Makes the redirect the final response. Its body has been received.
  private func takeAsFinal(_ step: Step) {
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

  /// Delivers the body of a redirect that became the final response, unless something holds it back.
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
      if let next { core.goSoon(next) }
    }
  }

  private func replay(_ body: Data) {
    if body.isEmpty { return }
    let failure = body.withUnsafeBytes { (bytes) -> RequestError? in
      do throws(RequestError) {
        try kind.sink?.take(bytes, of: self)
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

extension ResponseHead {
  /// The size of the body as it will be delivered, if the head says so.
  var expectedSize: Int? {
    headers.first("Content-Encoding") == nil ? headers.first("Content-Length").flatMap { Int($0) } : nil
  }
}
