import Foundation

// The form of a run, and switching to the pane and back.
extension RunPane {
  package static let commandsEverywhere = [
    PaneCommand<RunPane>(
      "runs.open", "Run", "Run the folder: choose requests, environment, iterations and a data file.",
      keywords: "runner batch tests suite folder collection requests all iterations data load performance benchmark "
        + "stress",
      keys: [], go: "r", opensField: true,
      whyUnavailable: { _, context in
        let workspace = context.workspace
        if workspace.shownRequest?.isScratch == true { return workspace.whyNotSavedYet }
        return workspace.tree.nodes.contains { !$0.isFolder } ? nil : "There are no requests to run"
      },
      run: { pane, context in pane.openForm(in: context) }),
    PaneCommand<RunPane>(
      "runs.toggle", "Show run", "Show the last run and its results, or what was shown before.",
      keywords: "runner results report tests open",
      keys: [], go: "R",
      whyUnavailable: { pane, _ in pane.run == nil ? "Nothing has been run yet: {runs.open} runs a folder" : nil },
      run: { pane, context in pane.toggle(in: context) }),
  ]

  package var neighbours: PaneNeighbours { .response(isShown: showsResponse) }

  package func crumbs(in context: PaneContext) -> [String]? { ["Run"] + (run.map { [$0.recorded.name] } ?? []) }

  // MARK: The form

  /// Opens the form, initially for the shown folder or request.
  private mutating func openForm(in context: PaneContext) -> [PaneOutput] {
    if isRunning { return (context.leftPane == .run ? [] : toggle(in: context)) + [whyNotStarted(in: context)] }
    let workspace = context.workspace
    var job = workspace.items[workspace.itemOrCollection].lastRun ?? workspace.runJob
    // The folder may have another title since.
    job.name = workspace.folderTitle(job.folder)
    return [.commit, .tell(RunRequest.edit(job))]
  }

  func whyNotStarted(in context: PaneContext) -> PaneOutput {
    .information("A run is in progress: \(context.workspace.keys.name(of: "run.stop")) stops it")
  }

  func edit(_ job: RunJob, in context: PaneContext) -> [PaneOutput] {
    let form = RunForm(job, in: context.workspace)
    return [.open(form)] + form.beginning
  }

  // MARK: Starting

  mutating func start(_ job: RunJob, in context: PaneContext) -> [PaneOutput] {
    if isRunning { return [whyNotStarted(in: context)] }
    let workspace = context.workspace
    var job = job
    let wanted = job.requests.count
    job.requests.removeAll { workspace.node($0) == nil }
    let gone = wanted - job.requests.count
    if job.requests.isEmpty { return [.information("The requests of this run are no longer in the collections")] }
    number += 1
    job.number = number
    job.environments = workspace.chosenEnvironments.merging(job.environments) { $1 }
    job.preferredEnvironment = workspace.preferredEnvironment
    job.edits = job.requests.reduce(into: [:]) { edits, address in
      if workspace.hasEdits(address) { edits[address] = workspace.items[address].draft?.current.request }
    }
    let kept: [PaneOutput] = job.iterations == nil && !job.isOfFailures ? [.workspace(.keepRun(job))] : []
    start(job)
    let remark = "\(Formatting.count(gone, "request")) of this run no longer in the collections"
    let unused = workspace.editsUnused(by: job.requests, job.environments).map { [PaneOutput.information($0)] } ?? []
    return kept + show(in: context) + (gone == 0 ? [] : [.information(remark)]) + unused + [.effect(.run(.start(job)))]
  }

  /// Shows the run, and remembers the pane before it.
  mutating func show(in context: PaneContext) -> [PaneOutput] {
    if context.leftPane != .run { (paneBefore, showsResponse) = (context.leftPane, false) }
    return [.commit, .focus(.sidebar), .show(.run)]
  }

  /// Switches between the run of this session and the pane before it. The run continues.
  private mutating func toggle(in context: PaneContext) -> [PaneOutput] {
    guard context.leftPane == .run else { return show(in: context) }
    showsResponse = false
    let keepsPlace = paneBefore == .history ? [PaneOutput.tell(HistoryPane.Message.keepPlace)] : []
    return keepsPlace + [.focus(.sidebar), .show(paneBefore)]
  }

  /// Shows a run of history.
  mutating func open(_ recorded: RecordedRun, in context: PaneContext) -> [PaneOutput] {
    if run?.recorded.id == recorded.id { return show(in: context) }
    if isRunning { return [whyNotStarted(in: context)] }
    open(recorded)
    return show(in: context) + [.effect(.run(.open(recorded)))]
  }

  // MARK: Work

  package mutating func cancel(in context: PaneContext) -> [PaneOutput]? {
    isRunning && context.isShown ? [.run("run.stop")] : nil
  }

  /// The progress of a running run, for the header.
  package var news: [Span] {
    guard isRunning, let run else { return [] }
    let (done, failed) = run.counts
    let whole = run.load == nil ? run.expected.map { "/\(Formatting.number($0))" } ?? "" : ""
    let failures = failed > 0 ? [Span(" · ", .hint), Span("\(Formatting.number(failed)) failed", .error)] : []
    return [Span("run \(Formatting.number(done))\(whole)", .label)] + failures + [Span("  ")]
  }

  /// The running run, without figures: the dialog that shows this is not updated.
  package var workUnderWay: String? {
    guard isRunning, let run else { return nil }
    return "\(run.load == nil ? "run" : "load") \(run.recorded.name) is in progress"
  }

  package func whyNotQuit(in context: PaneContext) -> String? {
    guard isRunning, let run else { return nil }
    let keys = context.workspace.keys
    return "The run \(run.recorded.name) continues: \(keys.name(of: "runs.toggle")) shows it, or press "
      + "\(keys.name(of: "app.quit")) to quit"
  }
}

extension Workspace {
  /// A job for the shown request, or for all requests of the folder.
  fileprivate var runJob: RunJob {
    let folder = shownRequest?.parent ?? itemOrCollection
    let inside = tree.nodes.filter { !$0.isFolder && $0.address.isInside(folder) && !$0.address.isScratch }
      .map(\.address)
    var job = RunJob(folder: folder, name: folderTitle(folder), requests: inside)
    if case .request(let address) = subject { (job.requests, job.subject) = ([address], address) }
    job.settings.environment = scope(ofRunIn: folder).flatMap(environment)
    return job
  }
}
