import ChildProcesses
import Dispatch
import Foundation

/// Runs the effects of a workspace, slow ones off the main actor, and sends their results as events.
@MainActor
final class EffectRunner {
  private let queue: EventQueue
  private let screen: Screen
  let programs: TerminalPrograms
  let files: FileEffects
  private let exchanges: ExchangeEffects
  private let runs: RunEffects
  private let runners: [any FeatureRunner]
  /// Not a global queue: see `TaskQueue`.
  private let timers = DispatchQueue(label: "workbench.timers")

  init(services: Services, queue: EventQueue, screen: Screen) {
    self.queue = queue
    self.screen = screen
    programs = TerminalPrograms(screen: screen, queue: queue)
    let git = GitEffects(services: services, queue: queue, screen: screen)
    files = FileEffects(services: services, queue: queue, refreshStatus: { git.refresh() })
    var services = services
    services.engine = services.engine.saving { [files] in try files.save($0) }
    exchanges = ExchangeEffects(services: services, queue: queue, files: files)
    let runs = RunEffects(services: services, queue: queue, files: files)
    self.runs = runs
    runners = [
      BodyTasks(services: services, queue: queue, files: files, programs: programs),
      CompletionEffects(services: services, queue: queue),
      HistoryEffects(services: services, queue: queue, flush: { runs.flush() }),
      KeyTraceEffects(queue: queue, screen: screen),
      git, runs, FileSearches(files: files, queue), ExampleEffects(files: files),
      DocsEffects(services: services, queue: queue),
      CookieEffects(jars: services.jars, queue: queue),
      RequestTextEffects(exchanges: exchanges, queue: queue, screen: screen),
      ImportEffects(queue: queue, files: files),
      ExportEffects(queue: queue, files: files) { text, what in
        Task { @MainActor in queue.copy(text, what, on: screen) }
      },
    ]
  }

  func run(_ effects: [Effect]) {
    for effect in effects { run(effect) }
  }

  private func run(_ effect: Effect) {
    switch effect {
    case .files(_, let effect): files.run(effect)
    case .feature(let work):
      let isRun = runners.contains { $0.runs(work.effect) }
      assert(isRun, "There is no runner of \(work.effect)")
    case .send(let job): exchanges.send(job)
    case .cancel(let id): exchanges.cancel(id)
    case .exchange(let effect): exchanges.run(effect, orElse: runs.completeLogin)
    case .edit(let edited, let text, let fileExtension):
      programs.runInTerminal { [queue] (editor) async throws(ChildProcessError) in
        queue.send(.edited(edited, text: try await editor.edit(text, fileExtension: fileExtension)))
      }
    case .editFile(_, let address): editFile(address)
    case .copy(let text, let what): queue.copy(text, what, on: screen)
    case .paste(let other): Task { [queue] in queue.send(.clipboard(await Clipboard.text() ?? other)) }
    case .wake(let delay):
      timers.asyncAfter(deadline: .now() + delay / .seconds(1)) { [queue] in queue.send(.woke(now: Date())) }
    case .openPage(let url): open(page: url)
    case .wakeForDraft(let delay):
      timers.asyncAfter(deadline: .now() + delay / .seconds(1)) { [queue] in queue.send(.draftDue) }
    case .terminal(.alert(let alert)): screen.alert(alert)
    case .terminal(.redraw): screen.invalidate()
    case .terminal(.suspend): screen.suspend()
    // The program handles these.
    case .program, .quit: break
    }
  }

  /// Cancels running work because the program quits.
  func interrupt() {
    exchanges.interrupt()
    for runner in runners { runner.interrupt() }
  }

  /// Waits until everything is recorded and written before the program quits: for files without a limit, for other work
  /// until the deadline.
  func finish(by deadline: DispatchTime) {
    // Exchanges are recorded first, so that a search in history does not use up their time.
    runs.finish(by: deadline)
    exchanges.finish(by: deadline)
    for runner in runners where runner !== runs { runner.finish(by: deadline) }
    files.finish(by: deadline)
  }

  /// Calls `done` once all work has ended that was running when the workspace was closed.
  func whenClosed(_ done: @escaping @MainActor @Sendable () -> Void) {
    exchanges.whenFinished(on: files.disk) { [runs, files] in
      runs.whenFinished(on: files.disk) { files.whenSecretsMoved { Task { @MainActor in done() } } }
    }
  }

  /// Cancels running work when the workspace is closed.
  func close() {
    exchanges.cancelAll()
    for runner in runners { runner.close() }
    files.close()
  }

  private func editFile(_ address: Address) {
    let (address, files) = (files.current(address), files)
    let path = files.path(of: address)
    screen.releaseTerminal { [queue, editor = programs.editor] in
      await queue.report { () async throws(ChildProcessError) in try await editor.open(path) }
      files.readEdited(address)
    }
  }

  private func open(page url: String) {
    Task { [queue] in
      switch await Browser.open(url) {
      case .opened: break
      case .noBrowser:
        queue.tell(.failure, "No browser can be started here — set BROWSER, or open \(url) yourself")
      case .notAPage: queue.tell(.failure, "Not opened: \(url) is not an http or https page")
      }
    }
  }
}

extension EventQueue {
  /// Copies a text and reports the result.
  @MainActor func copy(_ text: String, _ what: String, on screen: Screen) {
    Task {
      let outcome = await Clipboard.copy(text, what: what) { screen.write($0) }
      switch outcome {
      case .copied(let sentence): tell(.success, sentence)
      case .sent(let sentence), .saved(let sentence): tell(.information, sentence)
      case .failed(let sentence): tell(.failure, sentence)
      }
    }
  }

  /// Runs `work` and shows its error.
  func report(_ work: () async throws(ChildProcessError) -> Void) async {
    do { try await work() } catch { send(.notice(Notice(error))) }
  }
}

extension Notice {
  /// The user wanted the cancellation, so it is not a failure.
  init(_ error: ChildProcessError) { self.init(error.isCancellation ? .information : .failure, error.description) }
}
