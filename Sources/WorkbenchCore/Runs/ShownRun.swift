package import Foundation

/// A run on the screen: under way, at its end, or from history.
///
///     preparing ──► running ──► stopping ──► ended
///         └────────────┴──────────────────────▲        a run from history: reading ──► ended
package struct ShownRun: Equatable, Sendable {
  package enum Stage: Equatable, Sendable {
    /// The files are being read.
    case preparing
    case running(since: Date)
    /// Waits for the request that is being cancelled.
    case stopping(since: Date)
    case ended
    /// The results are being read from history.
    case reading
    case failed(Problem)
  }

  /// Its row in history. While it runs, the figures are in the list.
  package internal(set) var recorded: RecordedRun
  /// The job; `nil` for a run from history.
  package private(set) var job: RunJob?
  package internal(set) var stage: Stage
  package private(set) var list = RunList()
  package private(set) var iterations = 1
  /// The figures of a load, which has no results.
  package private(set) var load: Load?

  /// The time since when the run waits for the user, and the duration of earlier waits.
  var waitingSince: Date?
  private var waited = Duration.zero

  package struct Load: Equatable, Sendable {
    package var report: LoadReport
    package var inFlight = 0
  }

  /// A login that the run waits for.
  struct PendingLogin: Equatable, Sendable {
    /// The exchange that needs it.
    let exchange: ExchangeID
    let login: Login
  }

  private var login: PendingLogin?

  init(_ job: RunJob) {
    recorded = RecordedRun(
      name: job.name, startedAt: Date(timeIntervalSince1970: 0), environment: job.settings.environment)
    self.job = job
    load = job.settings.load.map { Load(report: LoadReport($0)) }
    stage = .preparing
  }

  /// A run whose results are read from history.
  init(_ recorded: RecordedRun) {
    (self.recorded, iterations) = (recorded, recorded.iterations)
    stage = .reading
  }

  package var isRunning: Bool {
    switch stage {
    case .preparing, .running, .stopping: true
    case .ended, .reading, .failed: false
    }
  }

  /// The expected number of requests; scripts may choose others.
  var expected: Int? { job.map { $0.expected(in: iterations) } }

  /// The number of requests that were sent or skipped so far, and of failed ones.
  var counts: (done: Int, failed: Int) {
    if let total = load?.report.total { return (total.finished, total.failed) }
    return (list.totals.requests + list.totals.skippedRequests, list.totals.failedRequests)
  }

  /// The login that it waits for now.
  var pendingLogin: PendingLogin? { isRunning ? login : nil }

  var isFailed: Bool { if case .failed = stage { true } else { false } }

  // MARK: Events

  mutating func start(_ recorded: RecordedRun, iterations: Int) {
    (self.recorded, self.iterations) = (recorded, iterations)
    if case .preparing = stage { stage = .running(since: recorded.startedAt) }
    if case .stopping = stage { stage = .stopping(since: recorded.startedAt) }
  }

  /// Updates the files of the run after a move, so that it can be repeated.
  mutating func follow(_ change: Relocation, in workspace: Workspace) {
    job?.follow(change, in: workspace)
    list.follow(in: change.root) { change($0) ?? $0 }
  }

  mutating func wait(for login: PendingLogin) { self.login = login }

  mutating func endLogin(of exchange: ExchangeID) { if login?.exchange == exchange { login = nil } }

  mutating func resume(after time: Duration) {
    waitingSince = nil
    waited += time
  }

  mutating func add(_ results: [RunResult]) {
    for result in results { list.append(result) }
  }

  mutating func end(_ totals: RunTotals) {
    list.end(totals)
    stage = .ended
  }

  mutating func measure(_ report: LoadReport, inFlight: Int) { load = Load(report: report, inFlight: inFlight) }

  /// Takes over the figures of history, after all results.
  mutating func endReading() {
    var totals = list.totals
    (totals.duration, totals.iterations) = (recorded.duration, recorded.iterations)
    totals.ending = recorded.ending.map { .failed($0) }
    list.end(totals)
    stage = .ended
  }
}

extension ShownRun {
  /// The figures at a point in time.
  struct Progress: Equatable {
    var done: Int
    var passed: Int
    var elapsed: Duration
    /// Requests per second; `nil` if not known yet.
    var rate: Double?
    /// The estimated remaining time; `nil` if unknown or if nothing is left.
    var left: Duration?
  }

  /// The time since the start of a running run, without the time it waited for the user.
  func elapsed(now: Date) -> Duration? {
    switch stage {
    case .running(let since), .stopping(let since):
      max(.zero, .seconds((waitingSince ?? now).timeIntervalSince(since)) - waited)
    case .preparing, .ended, .reading, .failed: nil
    }
  }

  func progress(now: Date) -> Progress {
    let totals = list.totals
    let done = counts.done
    var progress = Progress(done: done, passed: totals.passedRequests, elapsed: totals.duration)
    progress.elapsed = elapsed(now: now) ?? totals.duration
    let seconds = progress.elapsed / .seconds(1)
    guard done > 0, seconds > 0 else { return progress }
    progress.rate = Double(done) / seconds
    if case .running = stage, let expected, expected > done {
      progress.left = .seconds(seconds / Double(done) * Double(expected - done))
    }
    return progress
  }
}
