internal import Foundation
internal import RequestClient
package import RequestModel
internal import Synchronization

/// One send as all its stages see it: its job, and what they share. What a stage makes is a value for the next ones.
package final class RunContext: Sendable {
  package let job: SendEngine.Job
  package let mask: LiveMask
  /// The exchange so far.
  let record: ExchangeRecord
  let transfers = TransferControl()
  let running: RunningExchange
  let login = RunLogin()
  let services: RunServices
  let session: SessionVariables
  let emit: @Sendable (RunEvent) -> Void
  /// Makes a run of the same engine.
  let another: @Sendable (SendEngine.Job) -> Run
  /// The queue that it shares with the one who waits for it.
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
    running = RunningExchange(emit: emit)
  }

  var elapsed: Duration { start.duration(to: .now) }

  /// The time of the run: what it was started with, and what has passed since.
  var now: Date { job.startedAt + elapsed / .seconds(1) }

  /// The session with the cookies of the job's environment.
  var client: Session { services.jars?.jar(job.environment).session ?? services.client }
  var cookies: WorkspaceCookies? { services.jars?.cookies(of: job.environment) }

  /// Why a chain of requests that scripts run ended below this one, if it was too long.
  var chainFailure: Failure? {
    get { failedChain.withLock(\.self) }
    set { failedChain.withLock { $0 = newValue } }
  }

  /// Masks the secrets that are known by now.
  func maskedValue(_ text: String) -> String { mask.current.masked(value: text) }

  /// Adds a message, a check result or a console line to the exchange.
  package func log(_ content: LogEvent.Content) {
    let event = LogEvent(content, at: elapsed)
    record.add(event)
    emit(.logged(mask.current.masked(event)))
  }

  /// Ends the run without a trace in history, so that the user can type what is missing.
  func ask(_ questions: [PromptQuestion]) {
    record.isKept = false
    emit(.prompts(questions))
  }

  func refuse(_ request: PermissionRequest) {
    record.isKept = false
    emit(.refused(request))
  }
}
