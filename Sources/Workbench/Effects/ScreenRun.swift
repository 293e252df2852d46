import Dispatch
import Foundation
import Synchronization

/// A run started on the screen. Its results are sent to the screen in batches.
final class ScreenRun: Sendable {
  private struct State {
    var pending: [RunResult] = []
    var isDue = false
    /// The request being sent, needed for its login.
    var current: Run?
    var login: ExchangeID?
    var recorder: RunRecorder?
    /// The questions for values that the user declined to answer.
    var unasked: Set<String> = []
    /// The number of requests that were skipped because the user typed no value.
    var unanswered = 0
  }

  private let job: RunJob
  private let services: Services
  private let queue: EventQueue
  private let files: FileEffects
  private let control = RunControl()
  private let questions = RunQuestions()
  private let state = Mutex(State())
  /// Signalled at the end.
  private let ended = DispatchSemaphore(value: 0)
  private let timer = DispatchQueue(label: "workbench.run.screen")

  /// The interval of result batches.
  private static let pace = DispatchTimeInterval.milliseconds(50)

  init(_ job: RunJob, _ services: Services, _ queue: EventQueue, _ files: FileEffects) {
    self.job = job
    self.services = services
    self.queue = queue
    self.files = files
  }

  private func send(_ update: RunUpdate) { queue.send(.run(job.number, update)) }

  // MARK: The run

  func run() async {
    defer { ended.signal() }
    do throws(Problem) {
      let data = try job.settings.dataFile.map { (path) throws(Problem) in
        try DataFile(at: path, services)
      }
      let plan = RunPlan(job.requests.map(item))
      if let load = job.settings.load { return try await measure(load, plan, data) }
      await runPlan(plan, data)
    } catch {
      send(.failed(error))
    }
  }

  private func item(_ address: Address) -> RunItem {
    if let edited = job.edits[address] {
      return RunItem(root: services.collections.root, address: address, request: edited)
    }
    return services.collections.runItem(address)
  }

  private func runPlan(_ plan: RunPlan, _ data: DataFile?) async {
    let recorded = RecordedRun(name: job.name, startedAt: Date(), environment: job.settings.environment)
    let recorder = RunRecorder(recorded, .all) { [history = services.history] () throws(HistoryError) in
      try history.store()
    }
    state.withLock { $0.recorder = recorder }
    var options = CollectionRun.Options()
    options.iterations = job.settings.iterations
    options.selection = job.iterations
    options.delay = job.settings.delay
    options.bails = job.settings.stopsAtFailure
    send(.started(recorded, iterations: options.iterations ?? data?.count ?? 1))
    let run = CollectionRun(
      plan, senders: [services.collections.root: sender(services.engine.recording(in: recorder))], data: data, options)
    let totals = await run.run(control, observer)
    flushResults()
    recorder.finish(withoutUnanswered(totals)) { queue.tell(.failure, $0) }
    tellSession()
    send(.ended(totals, now: Date()))
  }

  /// Runs a load, which is not recorded in history.
  private func measure(_ load: LoadSettings, _ plan: RunPlan, _ data: DataFile?) async throws(Problem) {
    if let broken = plan.items.first(where: { $0.problem != nil })?.problem { throw Problem(broken) }
    var sender = sender(services.engine.recording(recent: services.engine.recent) { _, _ in })
    sender.options.canLogIn = false
    let run = LoadRun(plan, senders: [services.collections.root: sender], data: data, load, LoadRun.Options())
    let recorded = RecordedRun(name: job.name, startedAt: Date(), environment: job.settings.environment)
    send(.started(recorded, iterations: 1))
    let report = await run.run(control) { [self] report, inFlight in
      send(.load(report, inFlight: inFlight, now: Date()))
    }
    tellSession()
    send(.loadEnded(report, now: Date()))
  }

  /// Reports the values that scripts of the run have set for later requests.
  private func tellSession() {
    let root = services.collections.root
    queue.send(.workspace(WorkspaceID(root: root), .session(services.engine.session.shown)))
  }

  private func sender(_ engine: SendEngine) -> WorkspaceSender {
    var sender = WorkspaceSender(engine: engine, workspace: services.workspace) { [self] request in
      ask(.asks(request)).consent
    } askPrompt: { [self] question in
      value(for: question)
    }
    let environments = RunEnvironments(job, services.collections)
    sender.environmentOf = { environments.name(for: $0) }
    sender.kept = KeptInputs(services.folders)
    sender.options.canLogIn = true
    // A load reports what its requests lack.
    sender.options.asksForValues = job.settings.load == nil
    return sender
  }

  /// Waits for the user on the run's own thread. The clock of a load is paused meanwhile.
  private func ask(_ question: RunUpdate) -> RunAnswer {
    let start = ContinuousClock.now
    let answer = control.pausing { questions.ask { send(question) } }
    send(.resumed(after: start.duration(to: .now)))
    return answer
  }

  private func value(for question: PromptQuestion) -> String? {
    if state.withLock({ $0.unasked.contains(question.key) }) { return nil }
    let answer = ask(.prompts(question))
    // The users of a load would all ask the same question.
    if answer == .never || answer == .no && job.settings.load != nil {
      state.withLock { _ = $0.unasked.insert(question.key) }
    }
    guard let text = answer.value, let effect = question.keeping(text) else { return answer.value }
    files.run(effect)
    files.waitForWrites()
    return text
  }

  // MARK: Results

  private var observer: CollectionRun.Observer {
    var observer = CollectionRun.Observer()
    observer.willStart = { [self] run in state.withLock { $0.current = run } }
    observer.observe = { [self] event in observe(event) }
    observer.finished = { [self] result, _ in noteResult(result) }
    return observer
  }

  private func noteResult(_ result: RunResult) {
    let result = skippedIfUnanswered(result)
    let isFirst = state.withLock { state in
      state.pending.append(result)
      defer { state.isDue = true }
      return !state.isDue
    }
    if isFirst { timer.asyncAfter(deadline: .now() + Self.pace) { [self] in flushResults() } }
  }

  /// The user skipped a request by typing no value for it, so it has not failed.
  private func skippedIfUnanswered(_ result: RunResult) -> RunResult {
    guard case .failed(let failure) = result.outcome, let note = failure.unanswered else { return result }
    var result = result
    result.outcome = .skipped
    result.note = note
    state.withLock { $0.unanswered += 1 }
    return result
  }

  private func withoutUnanswered(_ totals: RunTotals) -> RunTotals {
    let count = state.withLock(\.unanswered)
    var totals = totals
    totals.requests -= count
    totals.failedRequests -= count
    totals.skippedRequests += count
    return totals
  }

  private func flushResults() {
    let results = state.withLock { state in
      defer { (state.pending, state.isDue) = ([], false) }
      return state.pending
    }
    if !results.isEmpty { send(.results(results, now: Date())) }
  }

  private func observe(_ event: RunEvent) {
    switch event {
    case .login(let login):
      let id = ExchangeID()
      state.withLock { $0.login = id }
      send(.login(id, login))
    case .loginEnded:
      if let id = state.withLock(\.login) { send(.loginEnded(id)) }
    case .warning(let text): queue.tell(.failure, text)
    case .note(let text): queue.tell(.information, text)
    default: break
    }
  }

  // MARK: From the screen

  func stop() {
    control.cancel()
    questions.close()
  }

  /// Stops because the program ends, and records the running exchange as interrupted.
  func interrupt() {
    let run = state.withLock(\.current)
    run?.interrupt()
    stop()
  }

  /// Stops, and waits until all sent exchanges are in history, at most until the deadline.
  func finish(by deadline: DispatchTime) {
    stop()
    _ = ended.wait(timeout: deadline)
  }

  func answer(_ answer: RunAnswer) { questions.answer(answer) }

  func flush() { state.withLock(\.recorder)?.flush() }

  /// - Returns: Whether the login was completed; `nil` if it does not belong to this run.
  func completeLogin(_ id: ExchangeID, _ text: String) -> Bool? {
    let (login, run) = state.withLock { ($0.login, $0.current) }
    return login == id ? run?.completeLogin(text) : nil
  }
}

/// Blocks the thread of a run until the user has replied.
private final class RunQuestions: Sendable {
  private enum State { case idle, waiting, answered(RunAnswer), closed }

  private let answered = DispatchSemaphore(value: 0)
  private let state = Mutex(State.idle)

  /// Asks, and blocks the thread until the reply.
  func ask(_ send: () -> Void) -> RunAnswer {
    let isOpen = state.withLock { state in
      if case .closed = state { return false }
      state = .waiting
      return true
    }
    guard isOpen else { return .no }
    send()
    answered.wait()
    return state.withLock { state in
      guard case .answered(let answer) = state else { return .no }
      state = .idle
      return answer
    }
  }

  /// Delivers the reply to the pending question.
  func answer(_ answer: RunAnswer) {
    state.withLock { state in
      guard case .waiting = state else { return }
      state = .answered(answer)
      answered.signal()
    }
  }

  /// Replies no to the pending question and all later ones.
  func close() {
    state.withLock { state in
      if case .waiting = state { answered.signal() }
      state = .closed
    }
  }
}

extension RunAnswer {
  fileprivate var consent: Consent { if case .allow(let consent) = self { consent } else { .no } }

  fileprivate var value: String? { if case .value(let text) = self { text } else { nil } }
}

/// The environments of the collections in a run.
private final class RunEnvironments: Sendable {
  private let job: RunJob
  private let collections: CollectionStore
  private let known = Mutex<[String: String?]>([:])

  init(_ job: RunJob, _ collections: CollectionStore) { (self.job, self.collections) = (job, collections) }

  /// The chosen environment, else the preferred one, else the first, as on the screen.
  func name(for address: Address) -> String? {
    let collection = collections.collectionRoot(of: address)
    if let name = known.withLock({ $0[collection] }) { return name }
    let name = find(collection, address)
    known.withLock { $0[collection] = .some(name) }
    return name
  }

  private func find(_ collection: String, _ address: Address) -> String? {
    // The request reports one that is gone.
    if let chosen = job.environments[collection] { return chosen.isEmpty ? nil : chosen }
    // An unreadable folder is reported by the request.
    let names = ((try? collections.environments(for: address)) ?? []).map(\.name)
    return names.first { $0 == job.preferredEnvironment } ?? names.first
  }
}
