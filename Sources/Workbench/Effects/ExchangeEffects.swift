import Dispatch
import Foundation
import Synchronization

/// Running requests, whose events are forwarded to the screen.
final class ExchangeEffects: Sendable {
  private let services: Services
  private let queue: EventQueue
  private let files: FileEffects
  private let running = Mutex<[ExchangeID: Run]>([:])
  /// The texts passed on as messages, until their exchanges end. One that is not sent can be corrected.
  private let texts = Mutex<[ExchangeID: [SendID: String]]>([:])
  /// Exchanges that are being sent or recorded.
  private let unfinished = DispatchGroup()

  init(services: Services, queue: EventQueue, files: FileEffects) {
    self.services = services
    self.queue = queue
    self.files = files
  }

  func send(_ job: SendJob) {
    let startedAt = Date()
    queue.send(.exchange(job.id, .started(startedAt)))
    var engineJob = engineJob(job, startedAt)
    engineJob.options.canLogIn = true
    engineJob.options.asksForValues = job.origin?.root == services.collections.root
    engineJob.options.takesMessages = !job.runsSteps
    engineJob.options.followsStreams = true
    engineJob.remasksMessages = true
    engineJob.fetchesToken = job.fetchesToken
    engineJob.options.patience = job.patience
    engineJob.listsAllTools = job.listsAllTools
    let run = services.engine.run(engineJob)
    running.withLock { $0[job.id] = run }
    unfinished.enter()
    Task.detached(executorPreference: TaskQueue(label: "workbench.events")) { [self] in
      for await event in run.start() { report(event, of: job.id) }
      running.withLock { $0[job.id] = nil }
      texts.withLock { $0[job.id] = nil }
      unfinished.leave()
    }
  }

  private func engineJob(_ job: SendJob, _ startedAt: Date) -> SendEngine.Job {
    SendEngine.Job(
      id: job.id, request: job.request, origin: job.origin, environment: job.environment,
      startedAt: startedAt, publishesPartialBodies: true
    ) { [services, files] request in
      let job = try files.upToDate(job)
      request = job.request
      guard let origin = job.origin else { return services.workspace.inputs() }
      // The permission for a file that was just chosen, or a value that was just typed, may still have to be saved.
      if job.basis == .edits || !job.answers.typed.isEmpty { files.waitForWrites() }
      return try services.workspace.rooted(at: origin.root).inputs(
        of: origin.address, environment: job.environment, allowed: job.answers.allowed,
        answers: job.answers.typed)
    }
  }

  /// Makes the text of a request without sending it.
  func preview(_ job: SendJob) {
    Task.detached(executorPreference: TaskQueue(label: "workbench.preview")) { [self] in
      let preview = await services.engine.preview(engineJob(job, Date()))
      let lines = preview.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).safeLine }
      queue.send(.previewed(job.id, PreviewText(lines: preview.text.isEmpty ? [] : lines, notes: preview.notes)))
    }
  }

  /// The curl command equivalent to sending the request.
  func curlCommand(of job: SendJob, includesSecrets: Bool) async -> Result<CopiedCommand, Problem> {
    await Task.detached(executorPreference: TaskQueue(label: "workbench.curl")) { [self] in
      let preview = await services.engine.preview(engineJob(job, Date()), masksSecrets: !includesSecrets)
      return CopiedCommand.make(preview, of: job.request.kind, includesSecrets: includesSecrets)
    }.value
  }

  /// - Parameter other: Completes the login of other running work; returns `nil` if the login is not its own.
  func run(_ effect: ExchangeEffect, orElse other: (ExchangeID, String) -> Bool?) {
    switch effect {
    case .findToken(let job): findToken(job)
    case .pause(let id, let isPaused): running.withLock { $0[id] }?.pause(isPaused)
    case .completeLogin(let id, let text): completeLogin(id, text, orElse: other)
    case .give(let id, let input): give(input, to: id)
    }
  }

  private func give(_ input: ExchangeInput, to id: ExchangeID) {
    guard let run = running.withLock({ $0[id] }) else {
      return queue.tell(.failure, "The exchange has ended")
    }
    switch input {
    case .message(let message): send(message, on: run, of: id)
    case .file(let path): send(path, on: run, of: id)
    case .end: run.finishSending()
    case .close(let reason): run.close(reason)
    }
  }

  private func send(_ message: ChannelMessage, on run: Run, of id: ExchangeID) {
    guard let template = message.template, template.file == nil else {
      run.send(message)
      return
    }
    let text = String(decoding: message.content, as: UTF8.self)
    // The reason for not sending it may be reported at once.
    texts.withLock { texts in
      let sent = run.send(message)
      texts[id, default: [:]][sent] = text
    }
  }

  private func reportUnsent(_ sent: SendID, _ reason: String, of id: ExchangeID) {
    let text = texts.withLock { $0[id]?.removeValue(forKey: sent) }
    guard let text else { return queue.send(.message(SendRequest.unsent(reason))) }
    queue.send(.message(SendRequest.unsentText(id, text: text, reason: reason)))
  }

  /// The largest file that is sent as a message, which is in memory as a whole.
  private static let fileLimit = 64 << 20

  private func send(_ path: String, on run: Run, of id: ExchangeID) {
    Task.detached(executorPreference: TaskQueue(label: "workbench.message")) { [queue, services] in
      let refuse = { (reason: String) in
        queue.send(.message(SendRequest.unsentFile(id, path: path, reason: "Not sent: \(reason)")))
      }
      let full = HomeFolder.expanding(path, services.processEnvironment)
      do {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: full))
        let bytes = try file.read(upToCount: Self.fileLimit + 1) ?? Data()
        try file.close()
        guard bytes.count <= Self.fileLimit else {
          return refuse("\(full) is larger than \(Self.fileLimit >> 20) MB, too much for a message")
        }
        let isText = String(validating: bytes, as: UTF8.self) != nil
        run.send(ChannelMessage(isText ? "text" : "binary", bytes))
      } catch {
        refuse("cannot read \(full): \(SystemText.reason(of: error))")
      }
    }
  }

  /// Looks up the stored token of a request.
  private func findToken(_ job: SendJob) {
    Task.detached(executorPreference: TaskQueue(label: "workbench.token")) { [self] in
      guard let token = await services.engine.keptToken(engineJob(job, Date())) else { return }
      queue.send(.exchange(job.id, .token(token, now: Date())))
    }
  }

  func cancelAll() { running.withLock { Array($0.values) }.forEach { $0.cancel() } }

  /// Cancels requests that wait for a response, because the program ends.
  func interrupt() { running.withLock { Array($0.values) }.forEach { $0.interrupt() } }

  /// Waits until all sent exchanges are in history. Scripts that still run shortly before the deadline are cancelled.
  func finish(by deadline: DispatchTime) {
    guard unfinished.wait(timeout: deadline - Self.timeToRecord) == .timedOut else { return }
    cancelAll()
    // A run may have used up the time.
    _ = unfinished.wait(timeout: max(deadline, .now() + Self.timeToRecord))
  }

  private static let timeToRecord = DispatchTimeInterval.milliseconds(300)

  /// Calls `done` on that queue once all sent exchanges are in history.
  func whenFinished(on queue: DispatchQueue, _ done: @escaping @Sendable () -> Void) {
    unfinished.notify(queue: queue) { done() }
  }

  func cancel(_ id: ExchangeID) { running.withLock { $0[id] }?.cancel() }

  private func completeLogin(_ id: ExchangeID, _ text: String, orElse other: (ExchangeID, String) -> Bool?) {
    let isComplete = running.withLock { $0[id] }?.completeLogin(text) ?? other(id, text)
    guard isComplete == false else { return }
    queue.tell(.failure, "That is not the address of this login — paste all of it, from http on")
  }

  private func report(_ event: RunEvent, of id: ExchangeID) {
    switch event {
    case .refused(let request): queue.send(.exchange(id, .refused(request)))
    case .prompts(let questions): queue.send(.exchange(id, .prompts(questions)))
    case .missingVariables: break
    case .phase(let phase): queue.send(.exchange(id, .phase(phase)))
    case .logged(let event): report(event, of: id)
    case .remasked(let messages): queue.send(.exchange(id, .remasked(messages)))
    case .login(let login): queue.send(.exchange(id, .login(login)))
    case .token(let token): queue.send(.exchange(id, .token(token, now: Date())))
    case .loginEnded: queue.send(.exchange(id, .loginEnded))
    case .sent(let sent, let total): queue.send(.exchange(id, .sent(sent, of: total)))
    case .head(let answer): queue.send(.exchange(id, .head(answer)))
    case .progress(let received, let expected):
      queue.send(.exchange(id, .progress(received: received, expected: expected)))
    case .partialBody(let body):
      let type = body.response.headers.first("content-type")
      let document = BodyDocument(
        body.response.body, contentType: type, isWhole: false, isStopped: { body.isStale })
      if !body.isStale { queue.send(.exchange(id, .body(document, secrets: body.response.maskedSecrets))) }
    case .unsent(let sent, let reason): reportUnsent(sent, reason, of: id)
    case .warning(let text): queue.tell(.failure, text)
    case .note(let text): queue.tell(.information, text)
    case .body(let answer): queue.send(.exchange(id, .body(answer.document, secrets: answer.maskedSecrets)))
    case .ended(let exchange, let unrecorded):
      files.tell(.session(services.engine.session.shown))
      queue.send(.exchange(id, .ended(exchange, sentBody: exchange.sent?.document)))
      if let unrecorded { queue.tell(.failure, "Not kept in history: \(unrecorded)") }
    }
  }

  /// Reports messages, results, and the head of a response of a protocol other than HTTP.
  private func report(_ event: LogEvent, of id: ExchangeID) {
    switch event.content {
    case .message: queue.send(.exchange(id, .messages([event])))
    case .head(let head): queue.send(.exchange(id, .head(Response(head, body: LogEvent.Body(Data())))))
    case .check, .console: queue.send(.exchange(id, .results([event])))
    case .request, .hop, .body, .other: break
    }
  }
}

extension Response {
  var document: BodyDocument {
    BodyDocument(body, contentType: headers.first("content-type"), isWhole: omission == nil, isMasked: true)
  }
}

extension SentRequest {
  var document: BodyDocument? {
    body.isEmpty ? nil : BodyDocument(body, contentType: headers.first("content-type"), isMasked: true)
  }
}
