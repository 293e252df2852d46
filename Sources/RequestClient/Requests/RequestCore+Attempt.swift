internal import Foundation
internal import Synchronization

// From the convertible to the wire: made, adapted, completed, launched.
extension RequestCore {
  /// Begins an attempt. A plain message goes out at once; where the caller's code makes or adapts it, as a job.
  func prepare(_ step: Step) {
    let setup: (prepared: Shared<Result<OutgoingRequest, RequestError>>?, interceptors: [any RequestInterceptor])?
    setup = state.withLock { state in
      guard state.step == step else { return nil }
      state.activity = .preparing
      state.attempt += 1
      state.isOnWire = false
      state.attemptStart = .now
      state.times = RequestTimes(requestStarted: state.attemptStart)
      defer { state.prepared = nil }
      return (state.prepared, state.interceptors)
    }
    guard let (prepared, interceptors) = setup else { return }
    if prepared == nil, interceptors.isEmpty, runsNoForeignCode {
      make(nil, interceptors, step)
    } else {
      enqueue { $0.make(prepared?.value, interceptors, step) }
    }
  }

  /// Whether the message can be made on the caller's thread.
  private var runsNoForeignCode: Bool {
    (convertible as? ConvertibleRequest)?.isPlain ?? (convertible is OutgoingRequest)
  }

  private func make(
    _ prepared: Result<OutgoingRequest, RequestError>?, _ interceptors: [any RequestInterceptor], _ step: Step
  ) {
    switch prepared ?? Self.message(of: convertible) {
    case .success(let message): created(message, interceptors, step)
    case .failure(let error): fail(error, step, .didFailToCreateRequest(error))
    }
  }

  static func message(of convertible: any RequestConvertible) -> Result<OutgoingRequest, RequestError> {
    Result { try convertible.asRequest() }.mapError { .wrapping($0, RequestError.createRequestFailed) }
  }

  private func created(_ message: consuming OutgoingRequest, _ interceptors: [any RequestInterceptor], _ step: Step) {
    let message = message.movingCredentialsToHeader().addingDefaults(parts.configuration.defaultHeaders)
      .addingSensitiveHeaders(parts.configuration.sensitiveHeaders)
    let isCurrent = state.withLock { state in
      if state.step == step { emit(.didCreateInitialRequest(message), state) }
      return state.step == step
    }
    if !isCurrent { return }
    if interceptors.isEmpty { return launch(message, step) }
    let (session, attempt) = state.withLock { ($0.session, $0.attempt) }
    guard let session else { return stop(because: .sessionDeinitialized) }
    let info = RequestAdapterState(requestID: id, attempt: attempt, session: session)
    run(step) {
      var adapted = message
      do {
        for interceptor in interceptors { adapted = try await interceptor.adapt(adapted, using: info) }
        return Result<OutgoingRequest, any Error>.success(adapted)
      } catch {
        return .failure(error)
      }
    } then: { core, result in
      core.adapted(message, result, step)
    }
  }

  private func adapted(_ message: OutgoingRequest, _ result: Result<OutgoingRequest, any Error>, _ step: Step) {
    switch result {
    case .success(let adapted):
      // An adapter may have made another message.
      let adapted = adapted.addingSensitiveHeaders(parts.configuration.sensitiveHeaders)
      state.withLock { if $0.step == step { emit(.didAdaptInitialRequest(message, to: adapted), $0) } }
      launch(adapted.movingCredentialsToHeader(), step)
    case .failure(let error):
      let error = RequestError.requestAdaptationFailed(error)
      fail(error, step, .didFailToAdaptRequest(message, error))
    }
  }

  /// Ends the attempt with an error of ours.
  func fail(_ error: RequestError, _ step: Step, _ event: RequestEvent? = nil) {
    let isCurrent = state.withLock { state in
      guard state.step == step else { return false }
      state.error = error
      state.activity = .judging
      if let event { emit(event, state) }
      completeTask(&state)
      return true
    }
    if isCurrent { enqueue { $0.judge() } }
  }
}

// Onto the wire.
extension RequestCore {
  /// Sends `message` as the next hop, unless the request is suspended or has ended meanwhile.
  func launch(_ message: OutgoingRequest, _ step: Step) {
    if let (header, problem) = message.headers.firstProblem ?? message.framingProblem {
      return fail(.invalidHeader(header, problem), step)
    }
    let options = message.options(inheriting: parts.options)
    let trust: TrustRequirements
    do {
      trust = try serverTrust(of: message, options.value).requirements()
    } catch {
      return fail(.unusableTrust(error), step)
    }
    let hop: (request: HopRequest, number: Int)? = state.withLock { state in
      guard state.step == step else { return nil }
      state.message = message
      state.options = options
      if state.phase == .suspended {
        state.activity = .held(message)
        return nil
      }
      return (nextHop(message, trust, &state), state.hopCount)
    }
    if let hop { adopt(parts.transport.start(hop.request, for: self), forHop: hop.number) }
  }

  private func serverTrust(of message: OutgoingRequest, _ options: TransferOptions) -> ServerTrust {
    options.serverTrust ?? parts.configuration.serverTrust.trust(for: message.url.host)
  }

  private func nextHop(_ message: OutgoingRequest, _ trust: TrustRequirements, _ state: inout State) -> HopRequest {
    let options = state.options
    if !state.isOnWire { state.attempts.append(message) }
    state.isOnWire = true
    state.hopCount += 1
    state.hasRefusedPiece = false
    state.pendingDispositions = 0
    state.validatedCount = 0
    state.activity = .transferring(hop: state.hopCount, nil)
    state.continuation = .conclude
    // What a failing hop leaves behind is its own answer, not the one before it.
    state.head = nil
    state.data = nil
    state.encodedData = nil
    state.uploadProgress = TransferProgress(completed: 0, total: message.body?.knownLength)
    emit(.didCreateTask(message), state)
    emit(.didResumeTask, state)
    // Cookies and credentials are decided hop by hop, and do not stay with the message.
    var dressed = message
    state.cookies = cookies(for: message)
    if let cookies = state.cookies { dressed.headers.append(name: "Cookie", value: cookies) }
    let login = authenticate(&dressed, &state)
    return HopRequest(
      dressed, options: options, trust: trust, login: login, attempt: state.attempt,
      timeLimit: options.value.timeout.map { max($0 - state.attemptStart.duration(to: .now), .milliseconds(1)) },
      bodyLimit: options.value.maxBodySize ?? kind.defaultBodyLimit, exchangeStart: state.start)
  }

  func cookies(for message: OutgoingRequest) -> String? {
    guard let jar = parts.configuration.cookieJar, !message.headers.contains(name: "Cookie") else { return nil }
    return jar.cookieHeader(for: message.url, at: Date())
  }

  func keepCookies(of head: ResponseHead, _ state: borrowing State) {
    guard let jar = parts.configuration.cookieJar, let url = state.message?.url else { return }
    jar.store(head.headers, from: url, at: Date())
  }

  /// Keeps the transfer for later calls, and makes up for those that came before it was known.
  private func adopt(_ transfer: any Transfer, forHop number: Int) {
    state.withLock { state in
      // It may have ended already, and the next hop begun on another thread.
      guard case .transferring(let current, _) = state.activity, current == number else { return }
      state.activity = .transferring(hop: number, transfer)
      if state.stopReason != nil || state.error != nil {
        transfer.cancel()
      } else if state.phase == .suspended {
        transfer.pause()
      } else if state.hasRefusedPiece, !state.isHeldBack, kind.sink?.isFull != true {
        transfer.resume()
      }
    }
  }
}
