internal import Foundation

extension SendPipeline {
  /// Runs the exchange of the request's kind.
  mutating func exchange(_ request: AuthenticatedRequest) async throws {
    try Task.checkCancellation()
    let kind = resolved.kind
    switch kind.carrier {
    case .http:
      run.running.refuse("A request of the kind \(kind.name) takes no messages while it runs")
      try await HTTPExchange(resolved, request, kinds(for: request.bare.prepared)).run()
      // The request may have been authenticated again.
      if let sent = run.record.received?.prepared { assembled = assembled.map { AssembledRequest($0.assembly, sent) } }
    case .program:
      run.running.refuse("A request of the kind \(kind.name) takes no messages while it runs")
      try await exchangeWithProgram(request.prepared)
    case .webSocket:
      let steps = try resolved.stepRun(within: request.prepared.options.timeout)
      let socket = try WebSocketChannel(request, run)
      run.syncCookies()
      guard let settings = request.prepared.socketIO else {
        return try await exchange(request.prepared, over: socket, steps)
      }
      let timeout = request.prepared.options.timeout
      let channel = SocketIOChannel(socket, settings, timeout: timeout) { socket.isTrusted }
      try await exchange(request.prepared, over: channel, steps)
    case .channel(let make):
      let request = request.prepared
      let channel = try make(ChannelRequest(resolved.request, OutgoingMessage(request)))
      try await exchange(request, over: channel, resolved.stepRun(within: request.options.timeout))
    }
  }

  /// Runs an exchange that accepts messages until its connection ends.
  private func exchange(
    _ prepared: PreparedRequest, over channel: any ExchangeChannel, _ steps: StepRun?
  ) async throws {
    run.noteSending(prepared)
    run.notes.begin(of: run)
    run.log(.request(prepared.sent))
    run.record.beginTransfer(at: run.elapsed)
    let closesOnceOpen = !run.job.options.takesMessages && steps == nil
    let messages = OutgoingMessages(resolved)
    let isSocketIO = prepared.socketIO != nil
    let prepare: RunningExchange.Prepare = { (message) throws(Failure) in
      let made = try messages.prepared(message)
      return isSocketIO ? try SocketIOSession.normalized(made) : made
    }
    let capturesSecrets = resolved.capturesSecrets
    let ending = await run.running.run(channel, preparesAll: isSocketIO, prepare: prepare) {
      [run, resolved] content in
      switch content {
      case .head(let head) where capturesSecrets: resolved.learnSecretCaptures(of: head)
      case .message(let message) where capturesSecrets && message.direction == .received:
        resolved.learnSecretCaptures(of: message)
      default: break
      }
      run.log(content)
    } observe: { [run, messageHandlers] action in
      steps?.observe(action)
      if case .log(.message(let message)) = action { messageHandlers?.receive(message, at: run.elapsed) }
      if closesOnceOpen, action == .phase(.open) { Self.close(run) }
    }
    await steps?.finish(ending)
    run.record.endTransfer(at: run.elapsed)
    run.noteLeftOutMessages()
    run.record.takeSentHeaders()
    // The body is already masked and complete.
    if let response = run.record.exchange.response, !response.body.isEmpty {
      run.emit(.body(response))
    }
    switch ending {
    case .completed: run.record.end(.completed)
    case .failed(let failure): throw failure
    case .cancelled: throw CancellationError()
    }
  }

  /// Closes an open connection on which nothing is sent.
  private static func close(_ run: RunContext) {
    run.warn("The connection is closed once it is open: the request has no steps that send messages")
    run.running.close()
  }

  /// Reports the response.
  ///
  /// - Returns: The secrets that are masked in its body; `nil` without a response.
  func respond() throws -> MaskedSecrets? {
    try Task.checkCancellation()
    guard let received = run.record.received else { return nil }
    resolved.learnSecretCaptures(of: received)
    run.stream.release(run)
    guard let response = run.record.exchange.response else { return nil }
    run.emit(.body(response))
    if resolved.request.body?.kind == .jsonrpc { noteJSONRPCProblems(of: received) }
    noteLeftOutCredentials(of: received)
    return response.maskedSecrets
  }

  /// Reports the response again if scripts have set secrets since that its body has.
  ///
  /// - Parameter masked: The secrets that were masked in it before; `nil` if it was not reported.
  func respondAgain(after masked: MaskedSecrets?) {
    guard let masked, let response = run.record.exchange.response, response.maskedSecrets != masked else { return }
    run.emit(.body(response))
  }

  /// Reports the credentials that were left out after a redirect to another origin: where the answer may be due to it,
  /// and where Postman sends them.
  private func noteLeftOutCredentials(of received: ReceivedMessage) {
    let isRefused = [401, 403].contains(received.head?.status ?? 0)
    guard run.job.rules.sendsAsPostman || isRefused else { return }
    for (names, url) in received.leftOutCredentials {
      let sentence =
        "Not sent to \(WireAddress(url).origin), where a redirect leads: \(names.joined(separator: ", ")) — "
        + "\"followAuthorization\": true in the options sends them"
      run.warn(run.maskedValue(sentence))
    }
  }

  /// Reports the errors of JSON-RPC, whose status is usually 200.
  private func noteJSONRPCProblems(of received: ReceivedMessage) {
    guard received.isWhole, received.omission == nil, let head = received.head else { return }
    let texts = Response(head, body: LogEvent.Body(received.body)).eventsOrBody
    JSONRPCProblems.sentences(sent: received.prepared.sent.body, received: texts).forEach(run.warn)
  }
}

/// One request over HTTP and its response.
private final class HTTPExchange: Sendable {
  private let resolved: ResolvedRequest
  private let authenticated: AuthenticatedRequest
  private let kinds: RunKinds

  init(_ resolved: ResolvedRequest, _ authenticated: AuthenticatedRequest, _ kinds: RunKinds) {
    (self.resolved, self.authenticated, self.kinds) = (resolved, authenticated, kinds)
  }

  /// Sends the request and receives the response, including redirects and retries.
  func run() async throws(Failure) {
    let run = resolved.run
    var prepared = authenticated.prepared
    prepared.keepsWireLog = run.services.record != nil
    let steps = try resolved.stepRun(within: nil)
    let learn: StreamLog.Learn = { [resolved] in resolved.learnSecretCaptures(of: $0) }
    let learnsFromEvents = resolved.knowsSecretsOfEvents && !resolved.knowsSecretsWithHead
    run.stream.follow(steps, learnsFromEvents ? learn : nil)
    // Break the reference cycle.
    defer { run.stream.follow(nil, nil) }
    run.syncCookies()
    run.noteSending(prepared)
    try await send(prepared)
    if run.isHeldBack, let renewed = await run.renewed(authenticated.bare, kinds) {
      run.record.beginAgain()
      run.stream.reset()
      try await send(renewed)
    }
    // The head may have secrets that are not known yet.
    run.release(showsHead: !resolved.capturesSecrets)
    if prepared.options.reconnects {
      try await StreamReconnection(run: run, request: authenticated.bare, kinds: kinds, send: send(_:after:)).follow()
    }
    await steps?.finish(run.record.received)
    run.reportCookies()
  }

  private func send(_ prepared: PreparedRequest) async throws(Failure) { try await send(prepared, after: Data()) }

  /// - Parameter earlier: The body of earlier connections of the same stream.
  private func send(_ prepared: PreparedRequest, after earlier: Data) async throws(Failure) {
    let run = resolved.run
    let request = try ClientRequest(
      prepared, session: run.client, mask: run.mask.current, redirector: authenticated.redirector)
    let showsEvents = resolved.knowsSecretsOfEvents
    let learn: LearnHead = { [resolved] head in resolved.learnSecretCaptures(of: Response(head).head) }
    if let sink = run.job.sink {
      let stream = request.authenticated(request.createStream())
      await PassedTransfer(
        request: stream, prepared: prepared, sink: sink, showsEvents: showsEvents, learn: learn, context: run
      ).run()
    } else {
      // Show nothing before all secrets in it are known.
      let isShownEarly = resolved.knowsSecretsWithHead
      let transfer = KeptTransfer(
        composed: request, prepared: prepared, isShownEarly: isShownEarly, showsEvents: showsEvents, learn: learn,
        context: run)
      await transfer.run(after: earlier)
    }
  }
}

/// Learns the secrets in the head of a response before it is shown.
typealias LearnHead = @Sendable (ResponseHead) -> Void

/// A transfer that keeps its body in memory or in a file.
struct KeptTransfer {
  let composed: ClientRequest
  let prepared: PreparedRequest
  /// Whether the response is reported while it arrives.
  let isShownEarly: Bool
  /// Whether the head and the events of a stream are reported while they arrive.
  let showsEvents: Bool
  let learn: LearnHead
  let context: RunContext

  /// - Parameter earlier: The body of earlier connections of the same stream, which is shown before this one.
  func run(after earlier: Data = Data()) async {
    let (context, prepared, isShownEarly, showsEvents) = (context, prepared, isShownEarly, showsEvents)
    let request = composed.authenticated(composed.createRequest())
    let clock = ContinuousClock.now
    let partial =
      isShownEarly && context.job.publishesPartialBodies
      ? PartialBodyPublisher(of: request, after: earlier, mask: context.mask, emit: context.emit) : nil
    if prepared.isLarge { reportSending(request) }
    let ticker = ProgressTicker()
    await context.transfer(request) { [composed, learn] done in
      request
        .onResponseHead { head in
          context.mask.beginBody()
          learn(head)
          let isHeldBack = context.holdsBack(head)
          context.stream.begin(head, isShown: showsEvents && !isHeldBack)
          let isStream = context.stream.offset != nil
          guard isShownEarly || isStream && showsEvents, !isHeldBack else { return }
          if isStream { context.notes.begin(of: context, with: head) }
          context.follow { context.emit(.head(context.mask.current.maskedHead(Response(head)))) }
          partial?.begin(head)
        }
        .downloadProgress { progress in
          context.follow { context.report(progress, ticker) }
          Self.readEvents(of: request, context)
          if progress.completed != progress.total { partial?.grow() }
        }
        .response(responseSerializer: composed.responseSerializer) { response in
          partial?.finish()
          if response.error == nil { context.stream.finish(response.data ?? Data(), context) }
          context.record.receive(
            ReceivedMessage(
              response, prepared, duration: clock.duration(to: .now), isEnded: context.transfers.isEnded))
          done()
        }
    }
  }

  /// Reads the events that have arrived. If they are many, nothing more is received meanwhile: a fast server would be
  /// ever further ahead.
  private static func readEvents(of request: DataRequest, _ context: RunContext) {
    guard let offset = context.stream.offset else { return }
    let chunk = request.data(from: offset)
    let isMuch = chunk.count > StreamLog.pieceSize
    if isMuch { context.transfers.hold(true) }
    context.stream.readChunk(chunk, context)
    if isMuch { context.transfers.hold(false) }
  }

  private func reportSending(_ request: DataRequest) {
    let (ticker, emit) = (ProgressTicker(), context.emit)
    request.uploadProgress { progress in
      if ticker.isDue || progress.completed == progress.total {
        emit(.sent(progress.completed, of: progress.total))
      }
    }
  }
}

extension RunContext {
  func report(_ progress: TransferProgress, _ ticker: ProgressTicker) {
    if ticker.isDue { emit(.progress(received: progress.completed, expected: progress.total)) }
  }

  /// Runs a handler and then the continuations it resumed.
  func follow(_ handler: () -> Void) {
    if let queue { queue.follow(handler) } else { handler() }
  }

  /// Calls `prepare` to add handlers, starts `transfer`, and waits until `done` is called. Cancelling the task cancels
  /// the transfer.
  func transfer(_ transfer: any Request, prepare: (_ done: @escaping @Sendable () -> Void) -> Void) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        prepare { [self] in follow { continuation.resume() } }
        record.beginTransfer(at: elapsed)
        transfers.begin(transfer)
      }
    } onCancel: {
      transfers.cancel()
      transfer.cancel()
    }
  }
}
