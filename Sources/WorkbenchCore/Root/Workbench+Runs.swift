import Foundation
import RequestModel
import RequestRuns
import TerminalUI

// Runs of folders: their form, the one that is shown, and those in history.
extension Workbench {
  /// Whether a run takes the place of all other panes.
  package var showsRun: Bool { leftPane == .run }

  // MARK: The form

  /// Chooses what is run, beginning with the folder or request that is shown.
  mutating func openRunForm() -> [Effect] {
    if runPane.isRunning { return (showsRun ? [] : toggleRun()) + route(.information(isUnderWay)) }
    return commit() + editRun(lastJobs[runSubject] ?? runJob)
  }

  private var isUnderWay: String { "A run is under way: \(keys.name(of: "run.stop")) stops it" }

  /// The request that is shown, or the folder: each has a form of its own.
  private var runSubject: Address {
    if case .request(let address) = workspace.subject { address } else { runFolder }
  }

  mutating func editRun(_ job: RunJob) -> [Effect] {
    let form = RunForm(job, in: workspace)
    return route(.overlay(.run(form))) + route(form.beginning)
  }

  /// The folder that is shown, or that of the request.
  private var runFolder: Address {
    switch workspace.subject {
    case .folder(let folder): folder
    case .request(let address): address.parent
    case .past, .environment, .globals, .nothing: workspace.collectionFolder ?? Address("")
    }
  }

  /// All requests of the folder, or the one that is shown.
  private var runJob: RunJob {
    let folder = runFolder
    let inside = workspace.tree.nodes.filter { !$0.isFolder && $0.address.isInside(folder) }.map(\.address)
    var job = RunJob(folder: folder, name: workspace.folderTitle(folder), requests: inside)
    if case .request(let address) = workspace.subject { (job.requests, job.subject) = ([address], address) }
    job.settings.environment = workspace.scope(ofRunIn: folder).flatMap(workspace.environment)
    return job
  }

  // MARK: Starting

  mutating func start(_ job: RunJob) -> [Effect] {
    if runPane.isRunning { return route(.information(isUnderWay)) }
    runNumber += 1
    var job = job
    job.number = runNumber
    job.environments = workspace.chosenEnvironments.merging(job.environments) { $1 }
    job.preferredEnvironment = workspace.preferredEnvironment
    job.edits = job.requests.reduce(into: [:]) { edits, address in
      if workspace.hasEdits(address) { edits[address] = workspace.drafts[address]?.current.request }
    }
    if job.iterations == nil, !job.isOfFailures { lastJobs[job.subject] = job }
    runPane.start(job)
    return showRun() + [.run(.start(job))]
  }

  /// Shows the run, and remembers where from.
  private mutating func showRun() -> [Effect] {
    if !showsRun { (paneBeforeRun, runPane.showsResponse) = (leftPane, false) }
    return commit() + focus(.sidebar) + show(.run)
  }

  /// Shows the run of this session, or what was shown before it. The run goes on.
  mutating func toggleRun() -> [Effect] {
    guard showsRun else { return showRun() }
    runPane.showsResponse = false
    historyPane.keepsPlace = paneBeforeRun == .history
    return focus(.sidebar) + show(paneBeforeRun)
  }

  var whyNoRun: String? {
    runPane.run == nil ? "Nothing was run yet: \(keys.name(of: "runs.open")) runs a folder" : nil
  }

  /// Shows a run of history.
  mutating func openRun(_ recorded: RecordedRun) -> [Effect] {
    if runPane.run?.recorded.id == recorded.id { return showRun() }
    if runPane.isRunning { return route(.information(isUnderWay)) }
    runPane.open(recorded)
    return showRun() + [.run(.open(recorded))]
  }

  // MARK: Events

  mutating func handle(_ update: RunUpdate, of number: Int) -> [Effect] {
    guard number == runPane.run?.job?.number else { return [] }
    runPane.take(update)
    switch update {
    case .started(let recorded, _):
      workspace.now = recorded.startedAt
      return wake()
    case .results(let results, let now):
      workspace.now = now
      // History has later exchanges of these requests now.
      for result in results where result.exchange != nil { workspace.lastExchanges[result.address] = nil }
    case .load(_, _, let now): workspace.now = now
    case .ended(_, let now), .loadEnded(_, let now):
      workspace.now = now
      return route([.listHistory] + workspace.findLastExchange()) + tellEnd()
    case .failed(let problem): notice = Notice(.failure, problem.sentence)
    case .asks(let request):
      runPane.wait(since: workspace.now)
      return route(.overlay(.confirm(.run(asks: request))))
    case .prompts(let question):
      runPane.wait(since: workspace.now)
      return route(.overlay(.prompt(.run(needs: question, isLoad: runPane.run?.load != nil))))
    case .resumed: break
    case .login(let id, let login):
      return route([.effect(.openPage(login.url)), .overlay(.confirm(.login(login, id)))])
    case .loginEnded(let id): inputs.closeLogin(of: id)
    }
    return []
  }

  /// Says how a run ended that is not on the screen, or while the user looks elsewhere.
  private mutating func tellEnd() -> [Effect] {
    guard let run = runPane.run else { return [] }
    let (count, failures) = run.counts
    let failed = failures > 0 ? ", \(Formatting.number(failures)) failed" : ""
    let text = "Run \(run.recorded.name): \(Formatting.count(count, "request"))\(failed)"
    if !showsRun { notice = Notice(failed.isEmpty ? .success : .failure, text) }
    return alert(.seconds(max(0, workspace.now.timeIntervalSince(run.recorded.startedAt))), text)
  }

  mutating func handle(_ finding: RunFinding) -> [Effect] {
    switch finding {
    case .data(let path, let result): inputs.updateRunForm { $0.take(path, result) }
    case .opened(let recorded, let results, let isLast): runPane.take(results, of: recorded, isLast: isLast)
    case .compared(let old, let oldResults, let new, let newResults):
      return showComparison(old, oldResults, new, newResults)
    case .failed(let problem):
      runPane.fail(problem)
      notice = Notice(.failure, problem.sentence)
    }
    return []
  }

  private mutating func showComparison(
    _ old: RecordedRun, _ oldResults: [RunResult], _ new: RecordedRun, _ newResults: [RunResult]
  ) -> [Effect] {
    if runPane.run?.recorded.id != new.id {
      if runPane.isRunning { return route(.information(isUnderWay)) }
      runPane.open(new)
      runPane.take(newResults, of: new, isLast: true)
    }
    // History does not know the iterations of its results.
    let part = runPane.run.flatMap { $0.job?.iterations != nil && $0.recorded.id == new.id ? $0.list : nil }
    let comparison = RunComparison(RunList(oldResults), part ?? RunList(newResults), isPart: part != nil)
    runPane.compare(with: old, comparison)
    return showRun()
  }

  // MARK: The header

  /// A run that goes on out of sight.
  var runNews: [Span] {
    guard runPane.isRunning, !showsRun, let run = runPane.run else { return [] }
    let (done, failed) = run.counts
    let whole = run.load == nil ? run.expected.map { "/\(Formatting.number($0))" } ?? "" : ""
    let failures = failed > 0 ? [Span(" · ", .hint), Span("\(Formatting.number(failed)) failed", .error)] : []
    return [Span("run \(Formatting.number(done))\(whole)", .label)] + failures + [Span("  ")]
  }
}
