import ArgumentParser
import DemoServer
import Foundation
import RequestClient
import RequestModel
import RequestRunner
import RequestRuns
import RequestStore

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs requests and folders with their checks, once or for each row of a data file.",
    discussion: """
      Requests run in the order of the tree, folders in the order they are named. Each iteration has its own variables \
      of the session; a row's values come between those of the environment and the session.

      Exit codes: 0 everything passed, 1 a check failed, 2 usage, 3 a file is broken, 4 a request could not be sent or \
      completed, 5 interrupted. Of several, the highest counts.
      """)

  @Argument(help: "Requests and folders.", completion: .file(extensions: ["json"]))
  var paths: [String]

  @OptionGroup(title: "What is sent")
  var what: RunContentOptions

  @OptionGroup(title: "How it runs")
  var how: RunWayOptions

  @OptionGroup(title: "Reports and files")
  var output: RunOutputOptions

  func validate() throws {
    try how.validate()
    _ = try output.reports()
  }

  func run() async throws {
    let interruption = Interruption()
    if let folder = output.workingDir { try RunPaths.checkFolder(folder) }
    let data = try what.dataFile()
    let server = DemoServer()
    let builtIn = what.demo ? ["demo": "http://127.0.0.1:\(try await server.start())"] : [:]
    let jar = try output.jar()
    let sources = try RunPaths(paths, builtIn: builtIn, cookies: jar, interruption).sources
    let plan = try what.plan(sources.flatMap(\.items))
    if let environment = what.environment {
      for source in sources {
        try source.services.workspace.checkEnvironment(environment, for: source.items.map(\.address))
      }
    }
    _ = try output.export(sources, what)
    guard let services = sources.first?.services else { return }
    let facts = RunFacts(
      name: paths.map { URL(fileURLWithPath: $0).lastPathComponent }.joined(separator: ", "), startedAt: Date(),
      environment: what.environment, iterationCount: how.iterations ?? data?.count ?? 1,
      requestCount: plan.items.count,
      dataFile: what.data)
    let reports = try RunReports(output.reports(), facts)
    let recorder = RunRecorder(
      RecordedRun(name: facts.name, startedAt: facts.startedAt, environment: facts.environment), output.history
    ) { [history = services.history] () throws(HistoryError) in try history.store() }
    let totals = try await run(plan, sources, data, recorder, reports, interruption)
    Self.finish(recorder, totals)
    try output.finish(jar, sources, what)
    if case .failed(let sentence) = totals.ending, !reports.includesLines { StandardError.write(sentence) }
    if let problem = reports.problem { throw problem }
    if let code = reports.code(totals, isInterrupted: interruption.isInterrupted) { throw code }
  }

  private func run(
    _ plan: RunPlan, _ sources: [RunPaths.Source], _ data: DataFile?, _ recorder: RunRecorder, _ reports: RunReports,
    _ interruption: Interruption
  ) async throws -> RunTotals {
    guard let services = sources.first?.services else { return RunTotals() }
    let control = RunControl()
    var senders: [String: WorkspaceSender] = [:]
    for source in sources where senders[source.services.collections.root] == nil {
      senders[source.services.collections.root] = try sender(source, recorder, interruption)
    }
    let run = CollectionRun(plan, senders: senders, data: data, try how.options(what))
    interruption.begin { control.cancel() }
    defer { interruption.end() }
    let totals = await run.run(
      control,
      HeadlessRun.observer(services) { result, _ in
        if !reports.add(result) { control.end(.interrupted) }
      })
    reports.end(totals)
    return totals
  }

  private static func finish(_ recorder: RunRecorder, _ totals: RunTotals) {
    do {
      try recorder.finish { run in
        (run.duration, run.iterations) = (totals.duration, totals.iterations)
        (run.requests, run.failures) = (totals.requests, totals.failedRequests)
        run.ending = totals.ending?.sentence
      }
    } catch {
      StandardError.write("Not kept in history: \(error)")
    }
  }

  private func sender(
    _ source: RunPaths.Source, _ recorder: RunRecorder, _ interruption: Interruption
  ) throws -> WorkspaceSender {
    var services = source.services
    services.workspace.allowsOutsideFiles = what.allowFiles
    services.workspace.allowsCommands = what.allowCommands
    services.workspace.allowsScripts = what.allowScripts
    var sender = try HeadlessSender(
      services: services, interruption: interruption, environment: what.environment(for: source),
      overrides: OptionText.variables(what.variables)
    ).sender
    let recent = sender.engine.recent
    sender.engine = sender.engine.recording { job, since in
      recorder.flush()
      return recent(job, since)
    } record: { exchange, _ in
      try recorder.record(exchange)
    }
    sender.kept = KeptInputs(services.folders)
    sender.workingFolder = output.workingDir.map(RunPaths.resolved)
    return sender
  }
}
