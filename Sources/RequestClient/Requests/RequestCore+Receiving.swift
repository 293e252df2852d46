internal import Foundation
internal import Synchronization

// Called on the transport's thread.
extension RequestCore: HopReceiver {
  package func hopReceived(_ head: ResponseHead) -> CompletionWork? {
    var isFinal = false
    let needsDrain = state.withLock { state in
      guard state.stopReason == nil else { return false }
      keepCookies(of: head, state)
      keepNextNonce(of: head, state)
      state.continuation = continuation(after: head, in: &state)
      state.head = head
      state.data = nil
      state.droppedSize = 0
      state.downloadProgress = TransferProgress(completed: 0, total: head.expectedSize)
      state.times.initialResponse = .now
      emit(.didReceiveResponse(head), state)
      guard case .conclude = state.continuation else { return false }
      isFinal = true
      return kind.sink == nil ? announce(head, &state) : false
    }
    if isFinal, let sink = kind.sink { begin(head, in: sink) }
    if !needsDrain { return nil }
    return { self.drain() }
  }

  func begin(_ head: ResponseHead, in sink: any BodySink) {
    let failure: RequestError?
    do {
      try sink.begin(head, of: self)
      failure = nil
    } catch {
      failure = error
    }
    let needsDrain = state.withLock { state in
      if let failure { state.error = failure }
      // The server of a WebSocket may wait for messages, and send no chunk that could be refused.
      if failure != nil, kind.isWebSocket, case .transferring(_, let transfer) = state.activity { transfer?.cancel() }
      return announce(head, &state)
    }
    if needsDrain { drainSoon() }
  }

  /// Calls the handlers of the final response's head.
  ///
  /// - Returns: Whether to call `drainSoon` after releasing the lock.
  func announce(_ head: ResponseHead, _ state: inout State) -> Bool {
    for handler in state.chain.headHandlers { state.jobs.append { _ in handler(head) } }
    let hop = state.hopCount
    for handler in state.chain.dispositionHandlers {
      state.pendingDispositions += 1
      let decide = onceOnly { core, disposition in core.dispose(disposition, ofHop: hop) }
      state.jobs.append { _ in handler(head, decide) }
    }
    if case .stream = kind, !state.chain.validators.isEmpty {
      // Delivered chunks cannot be revoked, and stream validators need only the head.
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

  /// Applies a decision, unless it concerns an earlier hop.
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
    if let next { proceedSoon(next) }
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
    if prepareChallengeResponse(to: head, in: &state) { return .challenge }
    // The partial download is unusable.
    if case .download(let file) = kind, file.mustRestart(after: head) {
      return .restart(without: ["Range", "If-Range"])
    }
    // RFC 9110, section 10.1.1. The next message expects nothing, so that its 417 is final.
    if head.status == 417, let message = state.message, message.headers.contains(name: "Expect"),
      message.body?.isReplayable ?? true
    {
      return .restart(without: ["Expect"])
    }
    return .conclude
  }

  package func hopReceived(_ chunk: UnsafeRawBufferPointer) -> ChunkDisposition {
    guard let sink = kind.sink else {
      return counting(chunk) { state in keep(chunk, &state) }
    }
    var isFinal = false
    // Decided once: refusing a chunk after counting it would deliver it twice.
    let disposition = counting(chunk) { state in
      if case .conclude = state.continuation {
        isFinal = true
      } else {
        keep(chunk, &state)
      }
    }
    if disposition != .taken || !isFinal { return disposition }
    do {
      // Not with the lock held: the disk may block.
      try sink.receive(chunk, of: self)
      return .taken
    } catch {
      state.withLock { $0.error = error }
      return .abort
    }
  }

  /// Runs `take` and counts the bytes of `chunk`, unless delivery is paused or has ended.
  private func counting(_ chunk: UnsafeRawBufferPointer, _ take: (inout State) -> Void) -> ChunkDisposition {
    var needsDrain = false
    let disposition: ChunkDisposition = state.withLock { state in
      if state.stopReason != nil || state.error != nil { return .abort }
      if state.isHeldBack || kind.sink?.isFull == true {
        state.hasRefusedChunk = true
        return .pause
      }
      if hasEnough(with: chunk.count, &state) { return .enough }
      take(&state)
      needsDrain = count(chunk.count, &state)
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

  /// Maximum number of bytes to receive of a body that is dropped, for the sake of its connection.
  private static let droppedBodyLimit = 64 << 10

  /// Maximum time to receive such a body after its head, so that a trickle does not hold back the next message.
  private static let droppedBodyTime = Duration.seconds(5)

  /// Counts the bytes of a response that is not final.
  ///
  /// - Returns: Whether to end the hop, because the body is dropped and has reached a limit.
  private func hasEnough(with byteCount: Int, _ state: inout State) -> Bool {
    if !dropsBody(&state) { return false }
    state.droppedSize += byteCount
    if state.droppedSize > Self.droppedBodyLimit { return true }
    guard let start = state.times.initialResponse else { return false }
    return start.duration(to: .now) >= Self.droppedBodyTime
  }

  /// Whether another response follows, and the body of this one is not needed.
  private func dropsBody(_ state: inout State) -> Bool {
    switch state.continuation {
    case .conclude: false
    case .challenge, .restart: true
    case .redirect: !mayBecomeFinal(&state)
    }
  }

  /// Whether a redirect's body may be that of the final response, or of an error that has it.
  private func mayBecomeFinal(_ state: inout State) -> Bool {
    switch state.redirector.behavior {
    case .modify, .doNotFollow: true
    case .follow, .remake: kind.sink == nil && state.redirects >= state.options.value.maxRedirects
    }
  }

  private func keep(_ chunk: UnsafeRawBufferPointer, _ state: inout State) {
    // A body that goes to a sink is kept only until the redirector declines to follow.
    let memoryLimit = state.options.value.bodyMemoryLimit ?? (kind.sink == nil ? nil : Self.droppedBodyLimit)
    state.body.append(chunk, expected: state.downloadProgress.total, memoryLimit: memoryLimit)
  }

  func queueDownloadProgress(_ state: inout State) {
    if state.chain.downloadProgressHandlers.isEmpty || state.isDownloadProgressQueued { return }
    state.isDownloadProgressQueued = true
    // Reports the total at the time of the call, so that a slow handler skips reports instead of falling behind.
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

  package func hopUpgraded(_ hop: Timeline.Hop) {
    if case .webSocket(let hub) = kind { hub.note(hop) }
  }

  package func hopRepeated(_ hop: Timeline.Hop) {
    state.withLock { state in
      state.timeline.hops.append(hop)
      emit(.didGatherMetrics(hop), state)
      if let message = state.message { emit(.didCreateTask(message), state) }
    }
  }

  package func hopFinished(_ report: HopReport) -> CompletionWork? {
    let error = if case .webSocket(let hub) = kind { hub.hopEnded(report.error, host) } else { report.error }
    let next: Next? = state.withLock { state in
      let ignoresError = ignores(error, &state)
      let hop = ignoresError ? withNote(report.hop, state) : report.hop
      state.timeline.hops.append(hop)
      state.encodedData = ignoresError ? nil : report.encodedBody
      emit(.didGatherMetrics(hop), state)
      if let error, state.error == nil, !ignoresError { state.error = error }
      if state.pendingDispositions > 0, state.stopReason == nil, state.error == nil {
        state.activity = .deciding
        _ = state.nextStep()
        state.waitsForDisposition = true
        return nil
      }
      return afterHop(&state)
    }
    return next.flatMap(proceed)
  }

  /// Whether another response follows, whatever became of the body of this one.
  private func ignores(_ error: RequestError?, _ state: inout State) -> Bool {
    guard let error, error.mayConcernBody else { return false }
    return dropsBody(&state)
  }

  /// The hop of an ignored error, which is still its `failure`.
  private func withNote(_ hop: Timeline.Hop, _ state: borrowing State) -> Timeline.Hop {
    if !state.options.value.keepsWireLog { return hop }
    var hop = hop
    let text = "The body is not needed, so the request goes on without the rest of it"
    hop.wire.append(WireLine(time: state.start.duration(to: .now), kind: .note, text: text, byteCount: 0))
    return hop
  }

  enum Next {
    case finishAttempt
    case redirect(location: String, Step)
    case challenge(Step)
    case restart(without: [String], Step)
  }

  func afterHop(_ state: inout State) -> Next {
    state.activity = .deciding
    let step = state.nextStep()
    if state.stopReason == nil, state.error == nil {
      switch state.continuation {
      case .redirect(let location): return .redirect(location: location, step)
      case .challenge: return .challenge(step)
      case .restart(let names): return .restart(without: names, step)
      case .conclude: break
      }
    }
    state.activity = .finishing
    completeTask(&state)
    return .finishAttempt
  }

  func proceedSoon(_ next: Next) {
    if let rest = proceed(next) { CallbackQueue.run(rest) }
  }

  /// - Returns: Remaining work.
  private func proceed(_ next: Next) -> CompletionWork? {
    switch next {
    case .finishAttempt: return finishAttemptSoon()
    case .redirect(let location, let step): redirect(to: location, step)
    case .challenge(let step): respondToChallenge(step)
    case .restart(let names, let step): restart(without: names, step)
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

extension RequestError {
  /// Whether, after a complete head, the body of the response is incomplete or cannot be decoded.
  fileprivate var mayConcernBody: Bool {
    switch self {
    case .connectionLost, .protocolError, .transportFailed, .undecodableBody, .bodyTooLarge, .timedOut(.read, _, _):
      true
    case .headTooLarge: true  // Its trailers.
    default: false
    }
  }
}

extension ResponseHead {
  /// The size of the body after decoding, if it is known.
  var expectedSize: Int? {
    headers.first("Content-Encoding") == nil ? headers.first("Content-Length").flatMap { Int($0) } : nil
  }
}
