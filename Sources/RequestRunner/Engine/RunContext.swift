internal import Foundation
internal import Synchronization

/// The job of one send, and the state that all its stages share. Each stage passes its result to the next ones as a
/// value.
package final class RunContext: Sendable {
  package let job: SendEngine.Job
  package let mask: LiveMask
  /// The exchange so far.
  let record: ExchangeRecord
  let transfers = TransferControl()
  /// The events of a response that is a stream.
  let stream = StreamLog()
  /// The notes in history before the exchange ends.
  let notes = EventNotes()
  let remasking = MessageRemasking()
  let running: RunningExchange
  let login = RunLogin()
  let services: RunServices
  let session: SessionVariables
  let emit: @Sendable (RunEvent) -> Void
  /// Creates another run of the same engine.
  let another: @Sendable (SendEngine.Job) -> Run
  /// The queue of the caller, which waits for the run.
  let queue = TaskQueue.shared
  private let start = ContinuousClock.now
  private let failedChain = Mutex<Failure?>(nil)

  init(
    _ job: SendEngine.Job, services: RunServices, session: SessionVariables,
    another: @escaping @Sendable (SendEngine.Job) -> Run, emit: @escaping @Sendable (RunEvent) -> Void
  ) {
    let mask = LiveMask()
    self.job = job
    self.mask = mask
    self.services = services
    self.session = session
    self.another = another
    self.emit = emit
    record = ExchangeRecord(job, mask)
    running = RunningExchange { event in
      guard case .unsent(let id, let reason) = event else { return emit(event) }
      // It may name a file or a text with a secret.
      emit(.unsent(id, mask.current.masked(reason)))
    }
  }

  var elapsed: Duration { start.duration(to: .now) }

  /// The current time of the run: its start time plus the elapsed time.
  var now: Date { job.startedAt + elapsed / .seconds(1) }

  /// The session with the cookies of the job's environment.
  var client: Session { services.jars?.jar(job.environment).session ?? services.client }
  var cookies: WorkspaceCookies? { services.jars?.cookies(of: job.environment) }

  /// The failure of a chain of requests run by scripts below this one, if the chain was too long.
  var chainFailure: Failure? {
    get { failedChain.withLock(\.self) }
    set { failedChain.withLock { $0 = newValue } }
  }

  /// Masks the secrets known so far.
  func maskedValue(_ text: String) -> String { mask.current.masked(value: text) }

  /// Adds a message, a check result or a console line to the exchange.
  package func log(_ content: LogEvent.Content) { log(LogEvent(content, at: elapsed)) }

  func log(_ event: LogEvent) {
    let verdict = record.add(event)
    if verdict == .first, job.messageLimit > 0 {
      emit(.warning(leftOutSentence("\(Formatting.bytes(job.messageLimit)) of messages")))
    }
    if verdict == .firstControl { emit(.warning(leftOutSentence(Self.keptControls + " pings and pongs"))) }
    if verdict == .kept { notes.eventWasAdded(self) }
    if verdict == .kept || job.reportsAllMessages { report(event) }
  }

  /// Reports an event that the exchange does not keep.
  func report(_ event: LogEvent) { emit(.logged(mask.current.masked(event))) }

  private static let keptControls = Formatting.number(KeptMessages.controlLimit)

  private func leftOutSentence(_ limit: String) -> String {
    "The conversation has more than \(limit): "
      + (job.reportsAllMessages ? "history keeps no later ones" : "later ones are neither shown nor kept")
  }

  /// Adds a warning to the console lines of the exchange.
  func warn(_ text: String) { log(.console(LogEvent.ConsoleLine("warn", text))) }

  /// Logs how many messages were left out.
  func noteLeftOutMessages() {
    let (count, controls) = (record.leftOutMessages, record.leftOutControls)
    if controls > 0 {
      let counted = Formatting.count(controls, "ping or pong", plural: "pings and pongs")
      warn("\(counted) after the first \(Self.keptControls) not kept")
    }
    guard count > 0, job.messageLimit > 0 else { return }
    warn("\(Formatting.count(count, "message")) after the first \(Formatting.bytes(job.messageLimit)) not kept")
  }

  /// Ends the run without a trace in history, so that the user can type the missing values.
  func ask(_ questions: [PromptQuestion]) {
    record.isKept = false
    emit(.prompts(questions))
  }

  func refuse(_ request: PermissionRequest) {
    record.isKept = false
    emit(.refused(request))
  }
}
