import Foundation

/// Requests of screens to the pane of runs.
package enum RunRequest: PaneMessage, Equatable {
  /// Opens the form with the settings of a job.
  case edit(RunJob)
  case start(RunJob)
  /// Shows a run of history.
  case open(RecordedRun)

  package func apply(to pane: inout RunPane, in context: PaneContext) -> [PaneOutput] {
    switch self {
    case .edit(let job): pane.edit(job, in: context)
    case .start(let job): pane.start(job, in: context)
    case .open(let recorded): pane.open(recorded, in: context)
    }
  }
}

/// Events of the run with a number.
struct NumberedRunUpdate: PaneMessage {
  let number: Int
  let update: RunUpdate

  var cause: Cause? { .of(RunEffect.self) }

  func apply(to pane: inout RunPane, in context: PaneContext) -> [PaneOutput] {
    number == pane.run?.job?.number ? pane.handle(update, in: context) : []
  }
}

extension RunFinding: PaneMessage {
  package func apply(to pane: inout RunPane, in context: PaneContext) -> [PaneOutput] {
    switch self {
    case .opened(let recorded, let results, let isLast):
      pane.addResults(results, of: recorded, isLast: isLast)
      return []
    case .compared(let old, let oldResults, let new, let newResults):
      let shown = ShownRuns(old: old, oldResults: oldResults, new: new, newResults: newResults)
      return [old, nil].map { asked in
        .tell(WaitingScreen.Completion(work: .run(.compare(new, with: asked)), outputs: [.tell(shown)]))
      }
    case .failed(let problem):
      pane.fail(problem)
      return [.failure(problem.sentence)]
    }
  }
}

/// Two runs whose comparison is awaited.
private struct ShownRuns: PaneMessage, Equatable {
  let old: RecordedRun
  let oldResults: [RunResult]
  let new: RecordedRun
  let newResults: [RunResult]

  func apply(to pane: inout RunPane, in context: PaneContext) -> [PaneOutput] {
    pane.showComparison(self, in: context)
  }
}

extension Event {
  package static func run(_ number: Int, _ update: RunUpdate) -> Event {
    .message(NumberedRunUpdate(number: number, update: update))
  }

  package static func found(_ finding: RunFinding) -> Event { .message(finding) }
  package static func found(_ data: FoundData) -> Event { .message(data) }
}

extension Effect {
  package static func run(_ effect: RunEffect) -> Effect { .feature(FeatureWork(effect)) }
}

extension RunPane {
  /// - Parameter old: `nil` for the run before it.
  static func startComparing(_ new: RecordedRun, with old: RecordedRun?) -> [PaneOutput] {
    WaitingScreen.start(
      .run(.compare(new, with: old)), title: "Comparison", text: "Reading the results of both runs…")
  }

  fileprivate mutating func handle(_ update: RunUpdate, in context: PaneContext) -> [PaneOutput] {
    applyUpdate(update)
    switch update {
    case .started(let recorded, _): return [.workspace(.time(recorded.startedAt)), .wake]
    case .results(let results, let now):
      // History has later exchanges of these requests now.
      return [.workspace(.time(now)), .workspace(.newExchanges(results.filter { $0.exchange != nil }.map(\.address)))]
    case .load(_, _, let now): return [.workspace(.time(now))]
    case .ended(_, let now), .loadEnded(_, let now):
      return [.dropWaiting(.of(RunEffect.self)), .workspace(.time(now)), .listHistory]
        + context.workspace.findLastExchange() + reportEnd(at: now, in: context)
    case .failed(let problem): return [.dropWaiting(.of(RunEffect.self)), .failure(problem.sentence)]
    case .asks(let request):
      wait(since: context.workspace.now)
      return [.open(Confirm.run(asks: request))]
    case .prompts(let question):
      wait(since: context.workspace.now)
      return [.open(Prompt.run(needs: question, in: context.workspace, isLoad: run?.load != nil))]
    case .resumed: return []
    case .login(let id, let login):
      return [.effect(.openPage(login.url)), .open(Confirm.login(login, id))]
    case .loginEnded(let id): return [.closeLogin(id)]
    }
  }

  /// Reports the end of a run that is not on the screen, or that ended while the user looked elsewhere.
  private func reportEnd(at now: Date, in context: PaneContext) -> [PaneOutput] {
    guard let run else { return [] }
    let (count, failures) = run.counts
    let failed = failures > 0 ? ", \(Formatting.number(failures)) failed" : ""
    let text = "Run \(run.recorded.name): \(Formatting.count(count, "request"))\(failed)"
    let isSeen = context.leftPane == .run
    let notice = isSeen ? [] : [PaneOutput.notice(Notice(failed.isEmpty ? .success : .failure, text))]
    return notice + [.alert(.seconds(max(0, now.timeIntervalSince(run.recorded.startedAt))), text)]
  }

  fileprivate mutating func showComparison(_ runs: ShownRuns, in context: PaneContext) -> [PaneOutput] {
    if run?.recorded.id != runs.new.id {
      if isRunning { return [whyNotStarted(in: context)] }
      open(runs.new)
      addResults(runs.newResults, of: runs.new, isLast: true)
    }
    // History does not store the iterations of its results.
    let part = run.flatMap { $0.job?.iterations != nil && $0.recorded.id == runs.new.id ? $0.list : nil }
    let comparison = RunComparison(RunList(runs.oldResults), part ?? RunList(runs.newResults), isPart: part != nil)
    compare(with: runs.old, comparison)
    return show(in: context)
  }
}
