import Synchronization

/// Sends each request of a folder and prints a line for each.
struct FolderSender {
  let services: Services
  let interruption: Interruption
  let sender: WorkspaceSender
  var changes = RequestChanges()
  let failsOnStatus: Bool

  /// The outcome of the run for the command.
  private struct Outcome {
    var worst: ExitCode?
    var count = 0
    var problem: OutputProblem?
  }

  func send(_ folder: Address) async throws {
    let tree = try LongReading.run(interruption) { (reading) throws(StoreError) in
      try services.collections.load(reading)
    }
    if let remark = tree.remark { StandardError.write(remark) }
    let items = tree.runItems(in: folder, services.collections)
    if items.isEmpty {
      throw CommandExit.usageError("There are no requests in \(services.collections.path(of: folder)) — check the path")
    }
    var options = CollectionRun.Options()
    options.sink = BodySink(limit: services.history.bodyLimit) { _ in true }
    options.change = changes.applyingOptions(to:)
    let control = RunControl()
    let outcome = Mutex(Outcome())
    interruption.begin { control.cancel() }
    let run = CollectionRun(RunPlan(items), senders: [services.collections.root: sender], options)
    _ = await run.run(
      control,
      HeadlessRun.observer(services) { result, exchange in
        outcome.withLock { outcome in
          do throws(OutputProblem) {
            outcome.worst = CommandExit.worse(outcome.worst, try report(result, exchange))
            outcome.count += 1
          } catch {
            outcome.problem = error
            control.end(.interrupted)
          }
        }
      })
    interruption.end()
    let (worst, count, problem) = outcome.withLock { ($0.worst, $0.count, $0.problem) }
    if let problem { throw problem }
    if interruption.isInterrupted || worst == CommandExit.interrupted {
      throw CommandExit.fail(Self.interrupted(after: count, of: items.count), CommandExit.interrupted)
    }
    if let worst { throw worst }
  }

  private func report(_ result: RunResult, _ exchange: Exchange?) throws(OutputProblem) -> ExitCode? {
    guard let exchange else { return CommandExit.fail(result.problem ?? "", CommandExit.broken) }
    try StandardOutput.write(line: Self.line(exchange, result.address))
    StandardError.write(lines: CheckLines.lines(of: exchange).map { "     " + $0 })
    return CommandExit.code(for: exchange, failsOnStatus: failsOnStatus)
  }

  private static func line(_ exchange: Exchange, _ address: Address) -> String {
    let place = "\(exchange.request.shownMethod.padded(to: 7)) \(address)"
    guard let answer = exchange.response, exchange.outcome.failure == nil else {
      return "ERR  \(place)  \(exchange.summaryLine)"
    }
    let facts = "\(Formatting.duration(exchange.duration)), \(Formatting.bytes(exchange.receivedSize))"
    return "\(ExchangeSummary.label(ofStatus: answer.status).padded(to: 3))  \(place)  \(facts)"
  }

  private static func interrupted(after sent: Int, of count: Int) -> String {
    let rest = count - sent
    return rest > 0 ? "Interrupted — \(Formatting.count(rest, "request")) not sent" : "Interrupted"
  }
}

/// Runs many requests for a command.
enum HeadlessRun {
  /// Shows logins and warnings, and passes results on.
  static func observer(
    _ services: Services, finished: @escaping @Sendable (RunResult, Exchange?) -> Void
  ) -> CollectionRun.Observer {
    let login = TerminalLogin()
    var observer = CollectionRun.Observer()
    observer.willStart = login.willStart
    observer.observe = { event in
      login.observe(event)
      // The step that was not sent is a failed check.
      if case .unsent = event { return }
      HeadlessSender.report(event, services.history)
    }
    observer.finished = finished
    return observer
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}
