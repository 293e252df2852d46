import BodyDocument
import ChildProcesses
import Dispatch
import Foundation
import RequestModel
import RequestRunner
import RequestStore
import Synchronization
import TerminalUI
import WorkbenchCore

/// Runs the effects of a workspace, slow ones off the main actor, and sends their results as events.
@MainActor
final class EffectRunner {
  private let queue: EventQueue
  private let screen: Screen
  let files: FileEffects
  private let exchanges: ExchangeEffects
  private let history: HistoryEffects
  private let runs: RunEffects
  private let bodies: BodyTasks
  private let cookies: CookieEffects
  private let docs: DocsEffects
  private let imports: ImportEffects
  private let searches: FileSearches
  private let git: GitEffects
  private let completion: CompletionEffects
  /// The editor and the pager of the settings.
  var editor = ExternalEditor()
  /// Not a global queue: see `TaskQueue`.
  private let timers = DispatchQueue(label: "workbench.timers")

  init(services: Services, queue: EventQueue, screen: Screen) {
    self.queue = queue
    self.screen = screen
    git = GitEffects(services: services, queue: queue)
    completion = CompletionEffects(services: services, queue: queue)
    files = FileEffects(services: services, queue: queue, git: git)
    exchanges = ExchangeEffects(services: services, queue: queue, files: files)
    history = HistoryEffects(services: services, queue: queue)
    runs = RunEffects(services: services, queue: queue)
    bodies = BodyTasks(services: services, queue: queue)
    searches = FileSearches(services.collections, queue)
    docs = DocsEffects(services: services, queue: queue)
    cookies = CookieEffects(jars: services.jars, queue: queue)
    imports = ImportEffects(services: services, queue: queue, files: files)
  }

  func run(_ effects: [Effect]) {
    for effect in effects { run(effect) }
  }

  /// Waits briefly for the tree, so that the first frame can show it.
  func waitForTree() { files.waitForTree() }

  private func run(_ effect: Effect) {
    switch effect {
    case .files(_, let effect): files.run(effect)
    case .imports(let effect): imports.run(effect)
    case .export(let job): export(job)
    case .git(_, .actInTerminal(let action)): actInTerminal(action)
    case .git(_, let effect): git.run(effect)
    case .send(let order): exchanges.send(order)
    case .cancel(let id): exchanges.cancel(id)
    case .preview(let job): exchanges.preview(job)
    case .readDocs(_, let address): docs.read(address)
    case .copyCurl(let job, let includesSecrets):
      Task { copy(await exchanges.curlCommand(of: job, includesSecrets: includesSecrets)) }
    case .copySentCurl(let sent, let options): copy(CopiedCommand.make(sent, options, includesSecrets: false))
    case .findToken(let job): exchanges.findToken(job)
    case .listCookies(let environment): cookies.list(environment)
    case .setCookie(let text, let old, let environment): cookies.set(text, replacing: old, environment)
    case .deleteCookie(let cookie, let environment): cookies.delete(cookie, environment)
    case .clearSessionCookies(let environment): cookies.clearSession(environment)
    case .pause(let id, let isPaused): exchanges.pause(id, isPaused)
    case .listHistory(let query): history.list(query)
    case .listNewest(let count): history.listNewest(count)
    case .history(let effect): history.run(effect)
    case .openExchange(let id): history.open(id, after: runs.flush)
    case .run(let effect): runs.run(effect)
    case .findLastExchange(let origin, let id): history.findLast(of: origin, id)
    case .edit(let ticket, let text, let fileExtension):
      screen.releaseTerminal { [queue, editor] in
        await queue.report { () async throws(ChildProcessError) in
          queue.send(.edited(ticket, text: try await editor.edit(text, fileExtension: fileExtension)))
        }
      }
    case .editFile(_, let address): editFile(address)
    case .copy(let text, let what): copy(text, what)
    case .paste(let other): Task { [queue] in queue.send(.clipboard(await Clipboard.text() ?? other)) }
    case .search(let order): bodies.search(order)
    case .filter(let task, let filter, let body): bodies.filter(task, filter, body)
    case .stopFilter: bodies.stopFilter()
    case .searchFiles(_, let job): searches.start(job)
    case .stopSearchingFiles: searches.stop()
    case .compare(let task, let body, let date, let id): bodies.compare(task, body, startedAt: date, with: id)
    case .compareExample(let task, let body, let example, let address):
      bodies.compare(task, body, with: example, of: address)
    case .openBody(let body, let name, let program):
      screen.releaseTerminal { [queue, editor] in
        await queue.report { () async throws(ChildProcessError) in
          try await editor.show(named: name, inPager: program == .pager) { file in
            try body.write(to: file, isPretty: program == .pager && body.view == .pretty)
          }
        }
      }
    case .saveBody(let body, let path, let overwriting, let secrets, let remark):
      files.write(body, to: path, overwriting: overwriting, restoring: secrets, remark: remark)
    case .reveal(let task, let body, let secrets, let type): bodies.reveal(task, body, secrets, contentType: type)
    case .wake(let delay):
      timers.asyncAfter(deadline: .now() + delay / .seconds(1)) { [queue] in queue.send(.woke(now: Date())) }
    case .completeLogin(let id, let text): exchanges.completeLogin(id, text, orElse: runs.completeLogin)
    case .openPage(let url): open(page: url)
    case .wakeForDraft(let delay):
      timers.asyncAfter(deadline: .now() + delay / .seconds(1)) { [queue] in queue.send(.draftDue) }
    case .alert(let alert): screen.alert(alert)
    case .complete(let task, let search): completion.run(task, search)
    case .redraw: screen.invalidate()
    case .traceKeys(let isOn): traceKeys(isOn)
    case .suspend: screen.suspend()
    // Taken by the program.
    case .program, .quit: break
    }
  }

  private func traceKeys(_ isOn: Bool) {
    screen.traceKeys(isOn)
    guard isOn else { return }
    Task { [queue] in
      let environment = ProcessInfo.processInfo.environment
      let prefixes = environment["TMUX"] == nil ? [] : await Tmux.prefixes()
      queue.send(.terminal(TerminalHabits(environment: environment, tmuxPrefix: prefixes)))
    }
  }

  /// Cancels what runs because the program quits.
  func interrupt() {
    exchanges.interrupt()
    searches.stop()
    runs.interrupt()
  }

  /// Waits for what is being recorded and written before the program quits; for files as long as it takes, for all else
  /// until the deadline.
  func finish(by deadline: DispatchTime) {
    bodies.finish()
    runs.finish(by: deadline)
    exchanges.finish(by: deadline)
    history.finish(by: deadline)
    cookies.finish(by: deadline)
    git.finish()
    files.finish(by: deadline)
  }

  /// Calls `done` once everything has ended that ran when the workspace was closed.
  func whenClosed(_ done: @escaping @MainActor @Sendable () -> Void) {
    exchanges.whenFinished(on: files.disk) { [runs, files] in
      runs.whenFinished(on: files.disk) { files.whenSecretsMoved { Task { @MainActor in done() } } }
    }
  }

  /// Cancels what runs when the workspace is closed.
  func close() {
    exchanges.cancelAll()
    bodies.stopFilter()
    searches.stop()
    runs.stop()
    git.close()
    files.close()
  }

  private func export(_ job: ExportJob) {
    ExportEffects(queue: queue) { text, what in Task { @MainActor in self.copy(text, what) } }.run(job)
  }

  private func editFile(_ address: Address) {
    let (path, files) = (files.path(of: address), files)
    screen.releaseTerminal { [queue, editor] in
      await queue.report { () async throws(ChildProcessError) in try await editor.open(path) }
      files.reread(address)
    }
  }

  private func actInTerminal(_ action: GitAction) {
    let git = git
    guard let command = git.command(of: action) else { return }
    screen.releaseTerminal { git.finish(action, isSuccess: await TerminalProgram.run(command)) }
  }

  private func open(page url: String) {
    Task { [queue] in
      switch await Browser.open(url) {
      case .opened: break
      case .noBrowser:
        queue.send(.notice(Notice(.failure, "No browser can be started here — set BROWSER, or open \(url) yourself")))
      case .notAPage: queue.send(.notice(Notice(.failure, "Not opened: \(url) is not an http or https page")))
      }
    }
  }

  private func copy(_ command: Result<CopiedCommand, Problem>) {
    switch command {
    case .success(let command): copy(command.text, command.what)
    case .failure(let problem): queue.send(.notice(Notice(.failure, problem.sentence)))
    }
  }

  private func copy(_ text: String, _ what: String) {
    Task { [queue, screen] in
      let outcome = await Clipboard.copy(text, what: what) { screen.write($0) }
      switch outcome {
      case .copied(let sentence): queue.send(.notice(Notice(.success, sentence)))
      case .saved(let sentence): queue.send(.notice(Notice(.information, sentence)))
      case .failed(let sentence): queue.send(.notice(Notice(.failure, sentence)))
      }
    }
  }
}

extension EventQueue {
  /// Runs `work` and shows its error.
  fileprivate func report(_ work: () async throws(ChildProcessError) -> Void) async {
    do { try await work() } catch { send(.notice(Notice(error))) }
  }
}

extension Notice {
  /// A cancellation is what the user wanted.
  init(_ error: ChildProcessError) { self.init(error.isCancellation ? .information : .failure, error.description) }
}

extension BodyDocument {
  /// Writes the raw body, or the pretty text for reading.
  fileprivate func write(to file: URL, isPretty: Bool) throws {
    guard isPretty else { return try body.write(to: file) }
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    for chunk in prettyText { try handle.write(contentsOf: chunk) }
  }
}
