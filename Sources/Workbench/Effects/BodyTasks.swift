import ChildProcesses
import Dispatch
import Foundation
import Synchronization

/// Background tasks on response bodies: searching, filtering and comparing, one of each at a time.
final class BodyTasks: Sendable {
  private let queue: EventQueue
  private let history: History
  private let collections: CollectionStore
  private let files: FileEffects
  private let programs: TerminalPrograms
  private let comparison = Mutex<Task<Void, Never>?>(nil)
  private let search = Mutex<Task<Void, Never>?>(nil)
  private let filter = Mutex<Task<Void, Never>?>(nil)
  private let joining = Mutex<Task<Void, Never>?>(nil)

  init(services: Services, queue: EventQueue, files: FileEffects, programs: TerminalPrograms) {
    (history, collections) = (services.history, services.collections)
    (self.files, self.programs) = (files, programs)
    self.queue = queue
  }

  @MainActor func run(_ effect: BodyEffect) {
    switch effect {
    case .search(let job): search(job)
    case .filter(let task, let filter, let body): self.filter(task, filter, body)
    case .stopFilter: stopFilter()
    case .compare(let task, let body, let date, let id): compare(task, body, startedAt: date, with: id)
    case .compareExample(let task, let body, let example, let address): compare(task, body, with: example, of: address)
    case .stopComparing: comparison.replace(by: nil)?.cancel()
    case .save(let body, let path, let overwriting, let creatingFolder, let secrets, let remark):
      let place = WrittenPlace(path: path, overwrites: overwriting, createsFolder: creatingFolder)
      files.write(body, to: place, restoring: secrets, remark: remark)
    case .chooseMessages(let job): start(filter, job.task) { job.run(isStopped: { Task.isCancelled }) }
    case .join(let job): start(joining, job.task) { job.run(isStopped: { Task.isCancelled }) }
    case .stopJoining: joining.replace(by: nil)?.cancel()
    case .compareMessages(let task, let old, let new, let title):
      start(comparison, task) { Self.compared(DocumentDiff(old, new), title: title) }
    case .saveMessages(let messages, let path, let overwriting, let creatingFolder):
      save(messages, WrittenPlace(path: path, overwrites: overwriting, createsFolder: creatingFolder))
    case .reveal(let task, let body, let secrets, let type): reveal(task, body, secrets, contentType: type)
    case .open(let body, let name, let program):
      programs.runInTerminal { (editor) async throws(ChildProcessError) in
        try await editor.show(named: name, inPager: program == .pager) { file in
          let isPretty = body.showsMeaning || body.view == .pretty && program == .pager
          try body.write(to: file, isPretty: isPretty)
        }
      }
    }
  }

  private func search(_ job: SearchJob) {
    Self.start(self.search) { [queue] in
      job.run(isStopped: { Task.isCancelled }, report: { queue.send(.task(job.task, $0)) })
    }
  }

  private func save(_ messages: WorkbenchCore.Conversation, _ place: WrittenPlace) {
    Task.detached(executorPreference: TaskQueue(label: "workbench.body")) { [files] in
      let lines = messages.reduce(into: Data()) { $0 += $1.messageLine ?? Data() }
      files.write(lines, to: place, restoring: MaskedSecrets(), remark: nil)
    }
  }

  private func filter(_ task: TaskID, _ filter: BodyFilter, _ body: BodyDocument) {
    start(self.filter, task) { [queue] in
      let result: BodyTaskEvent
      switch filter {
      case .path(let query): result = Self.select(query, in: body)
      case .command(let command):
        result = await Self.runShellFilter(command, on: body) { document in
          queue.send(.task(task, .filtered(document, remark: nil, isComplete: false)))
        }
      }
      return Task.isCancelled ? nil : result
    }
  }

  private func stopFilter() { filter.replace(by: nil)?.cancel() }

  /// Kills filter commands when the program quits.
  func finish(by deadline: DispatchTime) {
    stopFilter()
    ShellFilter.endAll()
  }

  func close() {
    stopFilter()
    comparison.replace(by: nil)?.cancel()
  }

  private func compare(_ task: TaskID, _ body: BodyDocument, startedAt: Date?, with id: ExchangeID) {
    start(comparison, task) { [history] in
      do {
        guard let other = try history.readableStore().exchange(id),
          let otherBody = other.outcome.response?.document
        else {
          return .comparisonFailed("No response to compare with in that exchange")
        }
        let isOlder = startedAt.map { other.startedAt < $0 } ?? true
        let diff = isOlder ? DocumentDiff(otherBody, body) : DocumentDiff(body, otherBody)
        let what = other.sent.map { "\($0.method) \($0.url)" } ?? other.request.url
        return Self.compared(diff, title: "\(isOlder ? "since" : "until") \(what)")
      } catch {
        return .comparisonFailed(String(describing: error))
      }
    }
  }

  /// Compares with an example, which counts as the older one.
  private func compare(_ task: TaskID, _ body: BodyDocument, with example: SavedExample, of address: Address) {
    start(comparison, task) { [collections] in
      do {
        let expected = try collections.body(of: example, of: address)
        // An example that was saved from a response has its masks.
        let type = example.headers.first("content-type")
        let diff = DocumentDiff(BodyDocument(expected, contentType: type, isMasked: true), body)
        return Self.compared(diff, title: "since the example \(example.name)")
      } catch {
        return .comparisonFailed("\(error)")
      }
    }
  }

  private static func compared(_ diff: DocumentDiff, title: String) -> BodyTaskEvent? {
    Task.isCancelled ? nil : .compared(diff, title: title)
  }

  private func reveal(_ task: TaskID, _ body: BodyDocument, _ secrets: MaskedSecrets, contentType: String?) {
    Task.detached(executorPreference: TaskQueue(label: "workbench.body")) { [queue] in
      let document = BodyDocument(secrets.restored(in: body.body), contentType: contentType)
      queue.send(.task(task, .revealed(document)))
    }
  }

  /// Starts background work, which replaces the running work.
  ///
  /// - Parameter work: Returns `nil` if it was stopped.
  private func start(
    _ running: borrowing Mutex<Task<Void, Never>?>, _ task: TaskID,
    _ work: @escaping @Sendable () async -> BodyTaskEvent?
  ) {
    Self.start(running) { [queue] in
      if let result = await work() { queue.send(.task(task, result)) }
    }
  }

  private static func start(
    _ running: borrowing Mutex<Task<Void, Never>?>, _ work: @escaping @Sendable () async -> Void
  ) {
    let task = Task.detached(executorPreference: TaskQueue(label: "workbench.body")) { await work() }
    running.replace(by: task)?.cancel()
  }

  private static func runShellFilter(
    _ command: String, on body: BodyDocument, show: @Sendable (BodyDocument) -> Void
  ) async -> BodyTaskEvent {
    do {
      let result = try await ShellFilter.run(command, on: body.filterInput) { show(BodyDocument($0, contentType: nil)) }
      return .filtered(
        BodyDocument(result.output, contentType: nil), remark: result.remark, isComplete: true)
    } catch {
      return .filterFailed(error.description)
    }
  }

  private static func select(_ query: JSONPathQuery, in body: BodyDocument) -> BodyTaskEvent {
    do throws(FilterProblem) {
      let found = try body.select(query)
      return .filtered(found, remark: found.text.elementsEqual("[]".utf8) ? "no match" : nil, isComplete: true)
    } catch {
      return .filterFailed(error.description)
    }
  }
}

extension BodyTasks: FeatureRunner {}

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
