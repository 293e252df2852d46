internal import Foundation
internal import RequestClient
internal import RequestModel
internal import Synchronization

extension Stage {
  /// Runs the exchange of the request's kind.
  static let transport = Stage("transport") { context in
    try await context.request.kind.exchange(RunExchange(context: context))
  }
}

extension Stage {
  /// Tells of the response.
  static let respond = Stage("respond") { context in
    context.learnSecretCaptures()
    guard let response = context.exchange.response else { return }
    context.emit(.body(response, rawBody: context.rawBody))
  }
}

/// The services of a run for request kinds.
private struct RunExchange: ExchangeContext {
  let context: RunContext

  var request: SavedRequest { context.request }

  func log(_ event: LogEvent.Content) { context.log(event) }

  /// Sends the request and receives the response, including redirects and retries.
  func exchangeHTTP() async throws(Failure) {
    guard let (assembly, assembled) = context.assembled else { return }
    var prepared = assembled
    prepared.keepsWireLog = context.services.record != nil
    context.syncCookies()
    context.noteSending(prepared)
    try await send(prepared)
    if context.isHeldBack, let renewed = await context.renewedRequest() {
      context.assembled = (assembly, renewed)
      context.beginAgain()
      try await send(renewed)
    }
    context.release()
    context.reportCookies()
  }

  private func send(_ prepared: PreparedRequest) async throws(Failure) {
    let request = try ClientRequest(
      prepared, session: context.client, redirector: context.redirector)
    if let sink = context.job.sink {
      await PassedTransfer(request.authenticated(request.createStream()), prepared, sink, context).run()
    } else {
      await KeptTransfer(request, prepared, context).run()
    }
  }
}

/// A transfer that keeps its body in memory or in a file.
struct KeptTransfer {
  private let composed: ClientRequest
  private let prepared: PreparedRequest
  private let context: RunContext

  init(_ composed: ClientRequest, _ prepared: PreparedRequest, _ context: RunContext) {
    self.composed = composed
    self.prepared = prepared
    self.context = context
  }

  func run() async {
    let (context, prepared) = (context, prepared)
    let request = composed.authenticated(composed.createRequest())
    let clock = ContinuousClock.now
    // Nothing is shown before it is known what of it is secret.
    let isShownEarly = !context.capturesSecrets
    let partial =
      isShownEarly && context.job.publishesPartialBodies
      ? PartialBodyPublisher(of: request, mask: context.mask, emit: context.emit) : nil
    if prepared.isLarge { reportSending(request) }
    let ticker = ProgressTicker()
    await context.transfer(request) { [composed] done in
      request
        .onResponseHead { head in
          context.mask.beginBody()
          guard isShownEarly, !context.holdsBack(head) else { return }
          context.follow { context.emit(.head(context.mask.current.maskedHead(Response(head)))) }
          partial?.begin(head)
        }
        .downloadProgress { progress in
          context.follow { context.report(progress, ticker) }
          if progress.completed != progress.total { partial?.grow() }
        }
        .response(responseSerializer: composed.responseSerializer) { response in
          partial?.finish()
          context.received(ReceivedMessage(response, prepared, duration: clock.duration(to: .now)))
          done()
        }
    }
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

  /// Runs a handler, and what it resumes of those who wait for this run.
  func follow(_ handler: () -> Void) {
    if let queue { queue.follow(handler) } else { handler() }
  }

  /// Calls `prepare` to add handlers, starts `transfer`, and waits until `done` is called. Cancelling the task cancels
  /// the transfer.
  func transfer(_ transfer: any Request, prepare: (_ done: @escaping @Sendable () -> Void) -> Void) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        prepare { [self] in follow { continuation.resume() } }
        begin(transfer)
      }
    } onCancel: {
      transfer.cancel()
    }
  }
}
