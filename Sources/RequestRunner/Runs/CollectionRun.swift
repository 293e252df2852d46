internal import Foundation
internal import Synchronization

/// Sends the requests of a plan, once for each iteration.
package struct CollectionRun: Sendable {
  package struct Options: Sendable {
    /// The number of iterations; `nil` for one, or for one per row of the data file.
    package var iterations: Int?
    /// The iterations in which each request is sent, from 0; `nil` for all.
    package var selection: [Address: Set<Int>]?
    /// The number of concurrent iterations.
    package var jobs = 1
    /// The delay between two requests of an iteration, and between iterations.
    package var delay = Duration.zero
    /// The number of retries of a failed request.
    package var retries = 0
    package var retryDelay = Duration.seconds(1)
    /// Whether the run ends at the first failure.
    package var bails = false
    /// Whether a status of 400 or more is a failed check.
    package var failsOnStatus = false
    /// The maximum number of requests sent in an iteration.
    package var requestLimit = RunCursor.standardLimit
    /// Receives the bodies, which are otherwise kept in memory until the next request.
    package var sink: BodySink?
    /// Changes each request before it is sent.
    package var change: @Sendable (SavedRequest) -> SavedRequest = { $0 }

    package init() {}
  }

  /// The callbacks of a run. With several jobs, requests start and report concurrently, but finish one after another.
  package struct Observer: Sendable {
    package var willStart: @Sendable (Run) -> Void = { _ in }
    package var observe: @Sendable (RunEvent) -> Void = { _ in }
    /// The exchange is `nil` if nothing was sent.
    package var finished: @Sendable (RunResult, Exchange?) -> Void = { _, _ in }

    package init() {}
  }

  private let plan: RunPlan
  private let senders: [String: WorkspaceSender]
  private let data: DataFile?
  private let options: Options

  /// - Parameter senders: Keyed by the root of the items.
  package init(_ plan: RunPlan, senders: [String: WorkspaceSender], data: DataFile? = nil, _ options: Options) {
    self.plan = plan
    self.senders = senders
    self.data = data
    self.options = options
  }

  /// Runs all iterations, or until `control` ends the run.
  package func run(_ control: RunControl, _ observer: Observer) async -> RunTotals {
    let start = ContinuousClock.now
    let work = RunWork(
      plan: plan, schedule: RunSchedule(iterations: options.iterations, data: data, options.selection),
      options: options, control: control, observer: observer)
    await withTaskGroup { group in
      for _ in 0..<max(1, min(options.jobs, work.schedule.count)) {
        let queue = TaskQueue(label: "workbench.run.job")
        group.addTask(executorPreference: queue) { [senders] in
          await TaskQueue.$shared.withValue(queue) { await work.runIterations(senders) }
        }
      }
    }
    var totals = work.totals.withLock(\.self)
    totals.duration = start.duration(to: .now)
    totals.ending = control.ending
    return totals
  }
}

/// A running run, shared by its jobs.
private final class RunWork: Sendable {
  let schedule: RunSchedule
  let totals = Mutex(RunTotals())
  private let plan: RunPlan
  private let options: CollectionRun.Options
  private let control: RunControl
  private let observer: CollectionRun.Observer

  init(
    plan: RunPlan, schedule: RunSchedule, options: CollectionRun.Options, control: RunControl,
    observer: CollectionRun.Observer
  ) {
    self.plan = plan
    self.schedule = schedule
    self.options = options
    self.control = control
    self.observer = observer
  }

  /// Runs iterations until there are no more.
  func runIterations(_ senders: [String: WorkspaceSender]) async {
    // In Postman, variables set by scripts are kept until the end of the run.
    let senders = senders.mapValues { $0.rules.sendsAsPostman ? $0.withOwnSession : $0 }
    do throws(DataFileError) {
      while control.ending == nil, let (iteration, isFirst) = try schedule.next() {
        if !isFirst { await control.wait(options.delay) }
        if control.ending != nil { break }
        await runIteration(iteration, senders)
      }
    } catch {
      control.end(.broken(error.description))
    }
  }

  private func runIteration(_ iteration: RunIteration, _ senders: [String: WorkspaceSender]) async {
    totals.withLock { $0.iterations += 1 }
    // The requests of an iteration share their variables, invisible to other iterations.
    let refusals = Refusals()
    let own = senders.mapValues { sender in
      with((sender.rules.sendsAsPostman ? sender : sender.withOwnSession).noting(refusals)) {
        ($0.options.iteration, $0.options.change) = (iteration, options.change)
        $0.options.iteration?.isConcurrent = min(options.jobs, schedule.count) > 1
      }
    }
    let selected = options.selection.map { plan.selected(by: $0, in: iteration.index) }
    var cursor = RunCursor(selected ?? plan, limit: options.requestLimit)
    var isFirst = true
    while control.ending == nil, let item = cursor.item {
      if !isFirst { await control.wait(options.delay) }
      isFirst = false
      if control.ending == nil, let delay = item.request?.runDelay { await control.wait(delay) }
      if control.ending != nil { break }
      let sender = own[item.root]
      let sendsAsPostman = sender?.rules.sendsAsPostman == true
      let (result, direction) = await send(item, sender, iteration.index, refusals)
      if direction.stopsRun { control.end(.stopped) }
      // An entry that cannot be read ends nothing but with `bails`: the next ones do not depend on it.
      let endsCollection = item.request != nil && sender?.endsAtFailure == true
      if result.isFailure,
        leaveOut(after: direction, iteration.index, &cursor, endsCollection: endsCollection)
      {
        continue
      }
      do {
        try cursor.advance(direction, failed: result.problem != nil && !sendsAsPostman)
      } catch .unknown(let name) where sendsAsPostman {
        // Postman collections use unknown names to end an iteration.
        observer.observe(.warning("\(RunCursorError.unknown(name)) — the iteration ends"))
        return
      } catch {
        control.end(.failed(error.description))
      }
    }
  }

  /// Leaves out what is not sent because a request failed: the rest of the run, the iteration or the collection. What
  /// cannot be read there is reported: a run that does not come to it is not silent about it.
  ///
  /// - Returns: Whether the cursor is at the next collection.
  private func leaveOut(
    after direction: RunDirection, _ iteration: Int, _ cursor: inout RunCursor, endsCollection: Bool
  ) -> Bool {
    let goesOn = control.ending == nil
    if options.bails { control.end(.bailed) }
    let following = options.bails || direction.failedHardCheck ? cursor.following : []
    let skipped = endsCollection ? cursor.leaveCollection() : direction.failedHardCheck ? following : []
    totals.withLock { $0.leftOutRequests += skipped.count { $0.request != nil } }
    if goesOn {
      for item in options.bails ? following : skipped where item.request == nil { finish(broken(item, iteration), nil) }
    }
    return endsCollection
  }

  private func broken(_ item: RunItem, _ iteration: Int) -> RunResult {
    RunResult(item, iteration: iteration, outcome: .broken(item.problem ?? ""), at: Date())
  }

  // MARK: One request

  /// Sends a request, and retries it if it fails.
  private func send(
    _ item: RunItem, _ sender: WorkspaceSender?, _ iteration: Int, _ refusals: Refusals
  ) async -> (RunResult, RunDirection) {
    guard let sender, let request = item.request else {
      let result = broken(item, iteration)
      finish(result, nil)
      return (result, RunDirection())
    }
    var attempt = 0
    while true {
      attempt += 1
      let (exchange, direction) = await sender.send(
        options.change(request), at: item.address, sink: options.sink, control, willStart: observer.willStart,
        observe: observer.observe)
      var result = self.result(of: exchange, direction, item, iteration, attempt)
      if refusals.clearNote() { result.skipIfUnprepared() }
      guard attempt <= direction.retries ?? options.retries, control.ending == nil, result.canBeRetried else {
        finish(result, exchange)
        return (result, direction)
      }
      await control.wait(direction.retryDelay ?? options.retryDelay)
    }
  }

  private func result(
    of exchange: Exchange, _ direction: RunDirection, _ item: RunItem, _ iteration: Int, _ attempt: Int
  ) -> RunResult {
    var result = RunResult(exchange, of: item, iteration: iteration)
    result.attempts = attempt
    if direction.isCutOff || wasStopped(by: result.outcome) { result.outcome = .cancelled }
    if direction.skipsRequest, result.outcome == .cancelled { result.outcome = .skipped }
    if options.failsOnStatus, let status = result.status, case .completed(_, let reason) = result.outcome {
      result.checks.append(
        LogEvent.Check(
          "status below 400", isPassed: status < 400, detail: status < 400 ? "" : "the status is \(status) \(reason)"))
    }
    if result.isFailure, let body = exchange.response?.body { result.keepExcerpt(of: body) }
    return result
  }

  /// Whether the user ended the run instead of replying to a question that the request depends on.
  private func wasStopped(by outcome: RunResult.Outcome) -> Bool {
    guard case .failed(let failure) = outcome else { return false }
    return failure.kind == .unprepared && control.ending == .interrupted
  }

  private func finish(_ result: RunResult, _ exchange: Exchange?) {
    totals.withLock { totals in
      totals.add(result)
      observer.finished(result, exchange)
    }
  }
}

extension RunResult {
  /// The user skipped a request by refusing what it needs, so it has not failed.
  fileprivate mutating func skipIfUnprepared() {
    guard case .failed(let failure) = outcome, failure.kind == .unprepared else { return }
    (outcome, note) = (.skipped, failure.sentence)
  }

  /// Whether another attempt may succeed.
  fileprivate var canBeRetried: Bool {
    switch outcome {
    case .completed: isFailure
    case .failed(let failure): failure.kind != .unprepared
    case .cancelled, .broken, .skipped: false
    }
  }
}
