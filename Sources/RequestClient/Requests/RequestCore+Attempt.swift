internal import Foundation
internal import Synchronization

// Creating, adapting and launching a message.
extension RequestCore {
  /// Begins an attempt. A plain message is sent immediately; creating or adapting one with the caller's code runs as a
  /// job.
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
    if prepared == nil, interceptors.isEmpty, runsNoCallerCode {
      make(nil, interceptors, step)
    } else {
      enqueue { $0.make(prepared?.value, interceptors, step) }
    }
  }

  /// Whether the message can be created on the caller's thread.
  private var runsNoCallerCode: Bool {
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
      // The adapter may have returned a different message.
      let adapted = adapted.addingSensitiveHeaders(parts.configuration.sensitiveHeaders)
      state.withLock { if $0.step == step { emit(.didAdaptInitialRequest(message, to: adapted), $0) } }
      launch(adapted.movingCredentialsToHeader(), step)
    case .failure(let error):
      let error = RequestError.requestAdaptationFailed(error)
      fail(error, step, .didFailToAdaptRequest(message, error))
    }
  }

  /// Ends the attempt with an error that did not come from the transport.
  func fail(_ error: RequestError, _ step: Step, _ event: RequestEvent? = nil) {
    let isCurrent = state.withLock { state in
      guard state.step == step else { return false }
      state.error = error
      state.activity = .finishing
      if let event { emit(event, state) }
      completeTask(&state)
      return true
    }
    if isCurrent { enqueue { $0.finishAttempt() } }
  }
}

// Sending.
extension RequestCore {
  /// Sends `message` as the next hop, unless the request was suspended or has ended.
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
    let handshake: Handshake?
    do {
      handshake = try self.handshake(message)
    } catch {
      return fail(.webSocket(error), step)
    }
    let hop: (request: HopRequest, number: Int)? = state.withLock { state in
      guard state.step == step else { return nil }
      state.message = message
      state.options = options
      if state.phase == .suspended {
        state.activity = .held(message)
        return nil
      }
      return (nextHop(message, trust, handshake, &state), state.hopCount)
    }
    if let hop { adopt(parts.transport.start(hop.request, for: self), forHop: hop.number) }
  }

  private func serverTrust(of message: OutgoingRequest, _ options: TransferOptions) -> ServerTrust {
    options.serverTrust ?? parts.configuration.serverTrust.trust(for: message.url.host)
  }

  /// The headers and the connection of a WebSocket's handshake, new for each hop.
  private struct Handshake {
    var headers: HTTPHeaders
    let upgrade: Upgrade
  }

  private func handshake(_ message: OutgoingRequest) throws(WebSocketFailure) -> Handshake? {
    guard case .webSocket(let hub) = kind else { return nil }
    if message.method != .get || message.body != nil { throw .notGET }
    var headers = message.headers
    let upgrade = try hub.connect(&headers, of: self, start: state.withLock { $0.start })
    return Handshake(headers: headers, upgrade: upgrade)
  }

  private func nextHop(
    _ message: OutgoingRequest, _ trust: TrustRequirements, _ handshake: Handshake?, _ state: inout State
  ) -> HopRequest {
    let options = state.options
    if !state.isOnWire { state.attempts.append(message) }
    state.isOnWire = true
    state.hopCount += 1
    state.hasRefusedChunk = false
    state.pendingDispositions = 0
    state.validatedCount = 0
    state.activity = .transferring(hop: state.hopCount, nil)
    state.continuation = .conclude
    // A failed hop reports its own response, not the previous one.
    state.head = nil
    state.data = nil
    state.encodedData = nil
    state.uploadProgress = TransferProgress(completed: 0, total: message.body?.knownLength)
    emit(.didCreateTask(message), state)
    emit(.didResumeTask, state)
    // Cookies and credentials are chosen for each hop and are not kept with the message.
    var outgoing = message
    if let handshake { outgoing.headers = handshake.headers }
    if let cookies = cookies(for: message) { outgoing.headers.addStoredCookies(cookies) }
    let login = authenticate(&outgoing, &state)
    return HopRequest(
      outgoing, options: options, trust: trust, login: login, attempt: state.attempt,
      timeLimit: options.value.timeout.map { max($0 - state.attemptStart.duration(to: .now), .milliseconds(1)) },
      bodyLimit: options.value.maxBodySize ?? kind.defaultBodyLimit, exchangeStart: state.start,
      upgrade: handshake?.upgrade)
  }

  func cookies(for message: OutgoingRequest) -> String? {
    guard let jar = parts.configuration.cookieJar,
      message.addsStoredCookies || !message.headers.contains(name: "Cookie"),
      message.options(inheriting: parts.options).value.usesCookies
    else { return nil }
    return jar.cookieHeader(for: message.url, at: Date())
  }

  func keepCookies(of head: ResponseHead, _ state: borrowing State) {
    guard let jar = parts.configuration.cookieJar, state.options.value.usesCookies, let url = state.message?.url else {
      return
    }
    jar.store(head.headers, from: url, at: Date())
  }

  /// Stores the transfer and applies a pause or cancellation made before it was known.
  private func adopt(_ transfer: any Transfer, forHop number: Int) {
    state.withLock { state in
      // On another thread, this hop may have ended and the next one started.
      guard case .transferring(let current, _) = state.activity, current == number else { return }
      state.activity = .transferring(hop: number, transfer)
      if state.stopReason != nil || state.error != nil {
        transfer.cancel()
      } else if state.phase == .suspended {
        transfer.pause()
      } else if state.hasRefusedChunk, !state.isHeldBack, kind.sink?.isFull != true {
        transfer.resume()
      }
    }
  }
}

// Server challenges; the transport handles those of proxies.
extension RequestCore {
  /// The last response of this attempt to a challenge.
  struct ChallengeResponse {
    var mechanism: AuthenticationMechanism
    /// Scheme, host and port.
    var origin: String
    /// Has the nonce of this challenge, if it is one of Digest.
    var digest: DigestAuthenticator?
    /// Whether no message has been sent with it yet.
    var isPending = true
  }

  /// The Digest response of a message.
  struct SentDigest {
    var key: DigestSessions.Key
    /// `nil` if the response was preemptive, with a nonce of the session.
    var own: DigestAuthenticator?
  }

  /// Records how to respond if `head` is a challenge.
  ///
  /// - Returns: Whether it is a challenge and the credential fits it.
  func prepareChallengeResponse(to head: ResponseHead, in state: inout State) -> Bool {
    guard head.status == 401, let message = state.message else { return false }
    let challenges = AuthenticationChallenge.challenges(in: head.headers.values(for: "WWW-Authenticate"))
    let space = ProtectionSpace(scheme: message.url.scheme, host: message.url.host, port: message.url.effectivePort)
    let credential =
      state.usableCredential ?? configuration.credentialStore?.credential(for: challenges, from: space)
    guard let mechanism = credential?.mechanism(for: challenges) else { return false }
    // Counted by mechanism: a server may alternate between challenges for ever.
    let count = state.challengeCounts[mechanism, default: 0]
    var response = ChallengeResponse(mechanism: mechanism, origin: message.url.origin)
    switch mechanism {
    case .digest(let username, let password):
      let key = DigestSessions.Key(origin: message.url.origin, username: username, password: password)
      let last = state.challengeResponse
      let previous = last?.mechanism == mechanism && last?.origin == response.origin ? last?.digest : nil
      response.digest = parts.digests.receive(challenges, for: key, after: previous, responsesSent: count)
      if response.digest == nil { return false }
    case .basic, .ntlm, .negotiate:
      if count > 0 { return false }
    }
    state.challengeCounts[mechanism] = count + 1
    state.challengeResponse = response
    return true
  }

  /// Keeps the accepted nonce, or the one that the server has for the next message, which is then sent without a
  /// challenge (RFC 7616, section 3.5).
  func keepNextNonce(of head: ResponseHead, _ state: borrowing State) {
    guard let sent = state.sentDigest else { return }
    if head.status != 401, let own = sent.own { parts.digests.accept(own, for: sent.key) }
    for value in head.headers.values(for: "Authentication-Info") {
      parts.digests.receive(authenticationInfo: value, for: sent.key)
    }
  }

  func respondToChallenge(_ step: Step) {
    let message: OutgoingRequest? = state.withLock { state in
      guard state.step == step else { return nil }
      if let response = state.head?.response { emit(.didReceiveChallenge(response), state) }
      // The server rejected it.
      state.message?.headers.remove(name: "Authorization")
      return state.message
    }
    if let message { launch(message, step) }
  }

  /// Adds credentials to a message; returns those that libcurl sends itself.
  func authenticate(_ message: inout OutgoingRequest, _ state: inout State) -> ConnectionAuthentication? {
    state.sentDigest = nil
    if message.headers.contains(name: "Authorization") { return nil }
    let response = state.challengeResponse.flatMap { $0.origin == message.url.origin ? $0 : nil }
    switch response?.mechanism ?? preemptiveMechanism(state.usableCredential) {
    case .basic(let username, let password):
      if response != nil { message.headers.append(.authorization(username: username, password: password)) }
    case .digest(let username, let password):
      let key = DigestSessions.Key(origin: message.url.origin, username: username, password: password)
      respondWithDigest(of: key, isPending: response?.isPending == true, &message, &state)
    case .ntlm(let username, let password, let domain):
      return response.map { _ in .ntlm(username: domain.map { "\($0)\\\(username)" } ?? username, password: password) }
    case .negotiate: return response.map { _ in .negotiate }
    case nil: break
    }
    switch state.usableCredential {
    case .bearer(let token): message.headers.append(.authorization(bearerToken: token))
    case .awsSignature(let signature): signature.sign(&message, at: Date())
    default: break
    }
    return nil
  }

  /// Adds the Digest response to the message's own challenge or, if none is pending, a preemptive one.
  private func respondWithDigest(
    of key: DigestSessions.Key, isPending: Bool, _ message: inout OutgoingRequest, _ state: inout State
  ) {
    let (method, target) = (message.method.rawValue, message.url.pathAndQuery)
    let body: Data? = message.body.map(\.data) ?? Data()
    var own = isPending ? state.challengeResponse?.digest : nil
    let value = parts.digests.authorization(for: key, with: &own, method: method, target: target, body: body)
    if isPending {
      state.challengeResponse?.isPending = false
      state.challengeResponse?.digest = own
    }
    guard let value else { return }
    message.headers.append(.authorization(value))
    state.sentDigest = SentDigest(key: key, own: own)
  }

  /// Digest is sent preemptively to servers that have sent a challenge before.
  private func preemptiveMechanism(_ credential: Credential?) -> AuthenticationMechanism? {
    switch credential {
    case .digest(let username, let password), .anyPassword(let username, let password):
      .digest(username: username, password: password)
    default: nil
    }
  }
}
