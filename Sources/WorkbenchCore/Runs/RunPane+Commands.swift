extension RunPane {
  package static let commands: [PaneCommand<RunPane>] = [
    PaneCommand(
      "run.read", "Open result", "Show the response of the selected result.",
      keywords: "response show view body details", keys: [.enter], footer: "response",
      whenHidden: .awaitsRow, whyUnavailable: { pane, _ in pane.whyNoResult },
      run: { pane, _ in pane.open() }),
    PaneCommand(
      "run.stop", "Stop run", "Cancel the current request, and send no more.",
      keywords: "cancel abort end interrupt kill", keys: [.character("Q")],
      footer: "stop",
      whyUnavailable: { pane, _ in pane.isRunning ? nil : "The run has ended: {run.again} runs it again" },
      run: { pane, _ in
        pane.stop()
        return [.effect(.run(.stop))]
      }),
    PaneCommand(
      "run.login", "Show login", "Show where to log in, while the run waits for it.",
      keywords: "oauth authorize sign in browser code", keys: [.character("t")], footer: "log in",
      whyUnavailable: { pane, _ in pane.run?.pendingLogin == nil ? "The run does not wait for a login" : nil },
      run: { pane, _ in
        pane.run?.pendingLogin.map { [.open(Confirm.login($0.login, $0.exchange))] } ?? []
      }),
    PaneCommand(
      "run.failures", "Failed results only",
      "Show only what failed, or all results; in a comparison, only what has changed.",
      keywords: "filter errors failing tests only",
      keys: [.character("f")], footer: "failed",
      whyUnavailable: { pane, _ in pane.run == nil ? "Nothing has been run yet" : pane.isLoad ? hasNoResults : nil },
      run: { pane, context in
        pane.toggleFailures(in: context)
        return []
      }),
    PaneCommand(
      "run.again", "Run again", "Run the same requests with the same settings.",
      keywords: "repeat rerun restart retry", keys: [.character("X")],
      footer: "again", whyUnavailable: { pane, _ in pane.whyNotAgain }, run: { pane, _ in pane.again() }),
    PaneCommand(
      "run.againFailed", "Run failed again",
      "Run only the failed requests, in the iterations where they failed.",
      keywords: "rerun retry repeat errors failing",
      keys: [], go: "F", whyUnavailable: { pane, _ in pane.whyNoFailures }, run: { pane, _ in pane.againFailed() }
    ),
    PaneCommand(
      "run.edit", "Change run", "Change the requests or the settings, then run them.",
      keywords: "configure settings options modify form", keys: [.character("e")],
      footer: "change run", opensField: true, whyUnavailable: { pane, _ in pane.whyNotAgain },
      run: { pane, _ in pane.edit() }),
    PaneCommand(
      "run.compare", "Compare with previous run", "Show the changes since the previous run, or the results.",
      keywords: "difference before regression last earlier",
      keys: [.character("=")], footer: "compare",
      whyUnavailable: { pane, _ in pane.whyNotAgain ?? (pane.isLoad ? hasNoResults : nil) },
      run: { pane, _ in pane.toggleComparison() }),
    PaneCommand(
      "run.request", "Go to request", "Select the request of this result in the collections.",
      keywords: "show source original reveal locate", keys: [.character("o")],
      whenHidden: .awaitsRow,
      whyUnavailable: { pane, context in
        guard let request = pane.selected?.request else { return pane.whyNoResult }
        let root = request.root ?? context.workspace.id.root
        return context.workspace.whyNotHere(Exchange.Origin(root: root, address: request.address))
      },
      run: { pane, _ in pane.selected.map { [.reveal($0.request.address)] } ?? [] }),
    PaneCommand(
      "run.close", "Close run", "Close the response, then the run, which continues.",
      keywords: "back leave return hide exit", keys: [.escape], footer: "back",
      whenHidden: .refuses, run: { pane, _ in pane.close() }),
    move("run.down", "Down", "Select the next result.", [.down, .character("j")]) { _ in 1 },
    move("run.up", "Up", "Select the previous result.", [.up, .character("k")]) { _ in -1 },
    move("run.pageDown", "Page down", "Move down a page.", [.pageDown, .control("f")]) { $0 },
    move("run.pageUp", "Page up", "Move up a page.", [.pageUp, .control("b")]) { -$0 },
    jump("run.top", "Top", "Select the first failure, or the first result.", to: .top),
    jump("run.bottom", "Bottom", "Select the last result.", to: .bottom),
  ]

  // MARK: Availability

  private static let hasNoResults = "A load test has only figures; history keeps none of its exchanges"

  private var isLoad: Bool { run?.load != nil }

  private var whyNoResult: String? {
    isLoad ? Self.hasNoResults : selected == nil ? "There are no results yet" : nil
  }

  private var whyNotAgain: String? {
    guard let run else { return "Nothing has been run yet: {runs.open} runs a folder" }
    return run.isRunning ? "The run is in progress: {run.stop} stops it" : nil
  }

  private var whyNoFailures: String? {
    if let whyNotAgain { return whyNotAgain }
    if isLoad { return Self.hasNoResults }
    return run?.list.failedRequests.isEmpty == false ? nil : "Nothing failed"
  }

  // MARK: Again

  /// The job to run again. For a run from history, it is derived from the results alone.
  private var job: RunJob? {
    guard let run else { return nil }
    if let job = run.job { return job }
    let requests = run.list.requests.map(\.address)
    var job = RunJob(folder: Self.folder(of: requests), name: run.recorded.name, requests: requests)
    job.settings.environment = run.recorded.environment
    job.settings.iterations = run.recorded.iterations
    return job
  }

  /// The folder that contains all of them.
  private static func folder(of requests: [Address]) -> Address {
    guard var folder = requests.first?.parent else { return Address("") }
    while !folder.path.isEmpty, !requests.allSatisfy({ $0.isInside(folder) }) { folder = folder.parent }
    return folder
  }

  /// Opens the form first for a run from history, whose settings are not fully known.
  private func again() -> [PaneOutput] {
    run?.job.map { [.tell(RunRequest.start($0))] } ?? edit()
  }

  private func againFailed() -> [PaneOutput] {
    guard let run, var job else { return [] }
    let failed = Set(run.list.failedRequests)
    job.requests = job.requests.filter(failed.contains)
    job.isOfFailures = true
    job.iterations = run.iterations > 1 && run.job != nil ? run.list.failedIterations : nil
    return run.job == nil ? [.tell(RunRequest.edit(job))] : [.tell(RunRequest.start(job))]
  }

  private func edit() -> [PaneOutput] { job.map { [.tell(RunRequest.edit($0))] } ?? [] }

  private mutating func toggleComparison() -> [PaneOutput] {
    guard comparison == nil, let run else { return close() }
    return Self.startComparing(run.recorded, with: nil)
  }
}
