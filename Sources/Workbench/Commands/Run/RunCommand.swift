import Foundation

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs requests and folders with their checks, once or for each row of a data file.",
    discussion: CommandHelp.text(
      """
      Requests run in the order of the tree, folders in the order they are named. Each iteration has its own variables \
      of the session; a row's values come between those of the environment and the session.

      With --rate, --users or --connections it makes load from this machine and measures it. For load from several \
      machines, export the same collection for k6: workbench export --format k6.
      """,
      examples: [
        "workbench run collections/shop --env staging", "workbench run collections/shop --data rows.csv --jobs 4",
        "workbench run collections/shop -r cli -r junit=report.xml",
        "workbench run shop.postman_collection.json -e dev.json --allow-scripts",
        "workbench run collections/shop --rate 50/s --for 30s --threshold 'p99<200ms'",
      ],
      exits: """
        0 everything passed, 1 a check failed, 2 usage, 3 a file is broken, 4 a request could not be \
        sent or completed, 5 interrupted. Of several, the highest counts.
        """))

  @Argument(
    help: "Requests and folders, or files and URLs of collections of Postman, Bruno, Insomnia and Hurl.",
    completion: .file())
  var paths: [String]

  @OptionGroup(title: "What is sent")
  var what: RunContentOptions

  @OptionGroup(title: "How it runs")
  var how: RunIterationOptions

  @OptionGroup(title: "Reports and files")
  var output: RunOutputOptions

  @OptionGroup(title: "Load")
  var load: RunLoadOptions

  @OptionGroup(title: "Again")
  var again: RunRepeatOptions

  /// newman's options beyond these; `nil` for an ordinary run.
  var newman: NewmanRun?

  private enum CodingKeys: CodingKey {
    case paths, what, how, output, load, again
  }

  var cookieFile: CookieFileOption? { output.cookieFile(asNewman: newman != nil) }

  func validate() throws {
    if what.dataFiles.count > 1 { throw ValidationError("--data takes one file — join the rows in one") }
    try what.timeout?.checkUnit(of: "--timeout", from: 1000)
    _ = try output.reports()
    try load.validate(with: how, output)
    try how.checkRetries()
    try again.validate(with: load, output, what)
  }

  func run() async throws {
    let interruption = Interruption()
    if let folder = output.workingDir, !CollectionStore.isFolder(folder) {
      throw CommandExit.usageError("There is no folder \"\(folder)\" — check --working-dir")
    }
    _ = try what.changes()
    try output.checkFiles(more: newman?.outputFiles.map(\.path) ?? [])
    let builtIn = what.demo ? try await what.serveExamples(of: paths) : [:]
    let settings = try load.settings()
    let notes = RunNotes()
    let repeated = RepeatedRun(name: name, interruption: interruption) {
      let content = try await RunContent(self, builtIn, interruption)
      notes.write(content.notes.filter { $0.kind != .changed })
      defer { notes.write(content.notes.filter { $0.kind == .changed }) }
      guard let settings else { return try await once(content, interruption) }
      return try await runLoad(settings, content, interruption)
    } failed: { outcome in
      if let line = again.onFailure { await FailureCommand(line: line, interruption: interruption).run(after: outcome) }
    }
    if let interval = try again.interval() { return try await repeated.every(interval) }
    if again.watch { return try await repeated.watching(try files(try await RunContent(self, builtIn, interruption))) }
    if let code = try await repeated.once() { throw code }
  }

  /// The run in reports and history.
  var name: String { paths.map { URL(fileURLWithPath: $0).lastPathComponent }.joined(separator: ", ") }

  /// The files to watch.
  private func files(_ content: RunContent) throws -> RunFiles {
    let reports = try output.reports().compactMap(\.path)
    return RunFiles(
      roots: content.folders,
      files: content.files + [what.data, what.globals, content.environmentFile].compactMap(\.self),
      written: reports + [output.exportEnvironment, output.exportGlobals, output.cookieJar].compactMap(\.self))
  }

  private func runLoad(
    _ settings: LoadSettings, _ content: RunContent, _ interruption: Interruption
  ) async throws -> RunOutcome {
    defer { output.saveSessionCookies(content) }
    var senders: [String: WorkspaceSender] = [:]
    for source in content.sources {
      senders[source.services.collections.root] = try sender(source, interruption)
    }
    var options = LoadRun.Options()
    options.delay = try how.pause()
    options.change = try what.changes().applyingOptions(to:)
    options.match = try load.answers()
    let session = LoadSession(
      name: name, settings: settings, thresholds: try load.thresholds(), reports: try output.reports(),
      interruption: interruption)
    let (outcome, failed) = try await session.run(
      content.plan, senders: senders, data: content.data, options, redraws: RunLoadOptions.redraws(content.sources))
    var outputs = failed
    outputs.write { try output.finish(content, asNewman: false) }
    try outputs.throwFirst(over: outcome.code)
    return outcome
  }

  /// Runs all iterations once.
  private func once(_ content: RunContent, _ interruption: Interruption) async throws -> RunOutcome {
    var outcome = RunOutcome(name: name)
    guard let services = content.sources.first?.services else { return outcome }
    _ = try output.exports(content.sources)
    let facts = RunFacts(
      name: name, startedAt: outcome.startedAt, environment: content.environment,
      iterationCount: how.iterations ?? content.data?.count ?? 1, requestCount: content.plan.items.count,
      dataFile: what.data)
    // Runs at intervals print a single line each.
    let all = try newman?.reports(output.reports(), content) ?? output.reports()
    let wanted = all.filter { again.every == nil || $0.path != nil }
    let reports = try RunReports(wanted, facts)
    let recorder = RunRecorder(
      RecordedRun(name: facts.name, startedAt: facts.startedAt, environment: facts.environment), output.history
    ) { [history = services.history] () throws(HistoryError) in try history.store() }
    let failure = FirstFailure()
    // Handle signals until the records are written.
    defer { interruption.end() }
    defer { output.saveSessionCookies(content) }
    let totals = try await runContent(content, recorder, reports, failure, interruption)
    recorder.finish(totals) { StandardError.write($0) }
    var outputs = FailedOutputs()
    outputs.write { try output.finish(content, asNewman: newman != nil) }
    outputs.write { try newman?.exportCollection(content) }
    if let sentence = totals.ending?.problem, !reports.includesLines, reports.problem == nil {
      StandardError.write(sentence)
    }
    if failure.lacksVariables, newman == nil { StandardError.write(VariableOptions.advice) }
    if let problem = reports.problem { outputs.add(problem) }
    outcome.totals = totals
    outcome.code = reports.code(totals, isInterrupted: interruption.isInterrupted)
    try outputs.throwFirst(over: outcome.code)
    outcome.failure = failure.text
    return outcome
  }

  private func runContent(
    _ content: RunContent, _ recorder: RunRecorder, _ reports: RunReports, _ failure: FirstFailure,
    _ interruption: Interruption
  ) async throws -> RunTotals {
    guard let services = content.sources.first?.services else { return RunTotals() }
    let control = RunControl()
    var senders: [String: WorkspaceSender] = [:]
    for source in content.sources where senders[source.services.collections.root] == nil {
      senders[source.services.collections.root] = try sender(source, recorder, interruption)
    }
    var options = try how.options(what)
    if let newman { options.change = newman.changing(options.change) }
    let run = CollectionRun(content.plan, senders: senders, data: content.data, options)
    interruption.begin { control.cancel() }
    let clock = newman?.startClock(control)
    defer { clock?.cancel() }
    let progress = RunProgress(
      count: content.plan.items.count * (how.iterations ?? content.data?.count ?? 1),
      isShown: again.every == nil && RunLoadOptions.redraws(content.sources))
    defer { progress.clear() }
    let totals = await run.run(control, observer(services, reports, failure, progress, control))
    progress.clear()
    reports.end(totals)
    return totals
  }

  private func observer(
    _ services: Services, _ reports: RunReports, _ failure: FirstFailure, _ progress: RunProgress, _ control: RunControl
  ) -> CollectionRun.Observer {
    var observer = HeadlessRun.observer(services) { [history = output.history] result, exchange in
      var result = result
      if !history.keeps(result) { result.exchange = nil }
      failure.note(result)
      // A report that cannot be written is reported at the end of the run.
      progress.finished {
        if !reports.add(result, exchange) { control.end(.failed(reports.problem?.description ?? "")) }
      }
    }
    let (willStart, observe) = (observer.willStart, observer.observe)
    observer.willStart = { run in
      willStart(run)
      progress.willStart()
    }
    observer.observe = { event in
      progress.observe(event)
      failure.observe(event)
      observe(event)
    }
    return observer
  }

  private func sender(
    _ source: RunPaths.Source, _ recorder: RunRecorder, _ interruption: Interruption
  ) throws -> WorkspaceSender {
    var sender = try sender(source, interruption)
    guard output.history != .none else { return sender.withoutHistory }
    sender.engine = sender.engine.recording(in: recorder)
    return sender
  }

  private func sender(_ source: RunPaths.Source, _ interruption: Interruption) throws -> WorkspaceSender {
    var services = source.services
    what.permissions.apply(to: &services)
    var sender = try HeadlessSender(
      services: services, interruption: interruption, environment: source.environment,
      overrides: what.supplied.all().values
    ).sender
    sender.allowed = try what.scripts.sources()
    if let newman {
      sender.allowed.formUnion(newman.files)
      sender.options.scriptTime = newman.scriptTime
      sender.rules.leavesOutRefusedFiles = newman.leavesOutRefusedFiles
    } else {
      sender.options.typedOptions = try what.changes().typedOptions
    }
    sender.kept = KeptInputs(services.folders)
    sender.workingFolder = output.workingDir.map(RunPaths.resolved)
    if let foreign = source.foreign {
      sender.baseFolder = foreign.baseFolder
      let file = Address(foreign.name).name
      sender.rules.foreignFile = file.isEmpty ? foreign.name : file
      sender.rules.sendsAsPostman = foreign.format.sendsAsPostman
      sender.rules.foldersOverrideEnvironment = foreign.format.foldersOverrideEnvironment
      sender.rules.keepsUnknown = foreign.format.sendsUnknownAsText
      sender.endsAtFailure = foreign.format.endsAtFailure
      sender.keepsConsents = false
      sender.storesSecrets = false
    }
    return sender
  }
}

extension RunRecorder.Extent {
  /// Whether history stores the exchange of a result.
  fileprivate func keeps(_ result: RunResult) -> Bool {
    guard result.outcome != .skipped else { return false }
    return self == .failures ? result.isFailure : self != .none
  }
}
