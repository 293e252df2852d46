import BodyDocument
import ChildProcesses
import Foundation
import RequestModel
import RequestRunner
import RequestStore
import Synchronization
import WorkbenchCore

/// Background tasks on response bodies: searching, filtering and comparing, one of each at a time.
final class BodyTasks: Sendable {
  private let queue: EventQueue
  private let history: History
  private let collections: CollectionStore
  private let comparison = Mutex<Task<Void, Never>?>(nil)
  private let search = Mutex<Task<Void, Never>?>(nil)
  private let filter = Mutex<Task<Void, Never>?>(nil)

  init(services: Services, queue: EventQueue) {
    (history, collections) = (services.history, services.collections)
    self.queue = queue
  }

  func search(_ job: SearchJob) {
    let search = Task.detached(executorPreference: TaskQueue(label: "workbench.body")) { [queue] in
      job.run(isStopped: { Task.isCancelled }, report: { queue.send(.task(job.task, $0)) })
    }
    Self.replace(self.search, by: search)
  }

  func filter(_ task: TaskID, _ filter: BodyFilter, _ body: BodyDocument) {
    let running = Task.detached(executorPreference: TaskQueue(label: "workbench.body")) { [queue] in
      let result: BodyTaskEvent
      switch filter {
      case .path(let query): result = Self.select(query, in: body)
      case .command(let command):
        result = await Self.run(command, on: body) { document in
          queue.send(.task(task, .filtered(document, remark: nil, isComplete: false)))
        }
      }
      if !Task.isCancelled { queue.send(.task(task, result)) }
    }
    Self.replace(self.filter, by: running)
  }

  func stopFilter() { Self.replace(filter, by: nil) }

  /// Kills filter commands when the program quits.
  func finish() {
    stopFilter()
    ShellFilter.endAll()
  }

  func compare(_ task: TaskID, _ body: BodyDocument, startedAt: Date?, with id: ExchangeID) {
    let running = Task.detached(executorPreference: TaskQueue(label: "workbench.body")) { [history, queue] in
      do {
        guard let other = try history.store().exchange(id), let otherBody = other.outcome.response?.document else {
          return queue.send(.task(task, .comparisonFailed("No response to compare with in that exchange")))
        }
        let isOlder = startedAt.map { other.startedAt < $0 } ?? true
        let diff = isOlder ? DocumentDiff(otherBody, body) : DocumentDiff(body, otherBody)
        let what = other.sent.map { "\($0.method) \($0.url)" } ?? other.request.url
        if !Task.isCancelled {
          queue.send(.task(task, .compared(diff, title: "\(isOlder ? "since" : "until") \(what)")))
        }
      } catch {
        queue.send(.task(task, .comparisonFailed(String(describing: error))))
      }
    }
    Self.replace(comparison, by: running)
  }

  /// The example is the older one.
  func compare(_ task: TaskID, _ body: BodyDocument, with example: SavedExample, of address: Address) {
    let running = Task.detached(executorPreference: TaskQueue(label: "workbench.body")) { [collections, queue] in
      do {
        let expected = try collections.body(of: example, of: address)
        let diff = DocumentDiff(BodyDocument(expected, contentType: example.headers.first("content-type")), body)
        if !Task.isCancelled { queue.send(.task(task, .compared(diff, title: "since the example \(example.name)"))) }
      } catch {
        queue.send(.task(task, .comparisonFailed("\(error)")))
      }
    }
    Self.replace(comparison, by: running)
  }

  func reveal(_ task: TaskID, _ body: BodyDocument, _ secrets: MaskedSecrets, contentType: String?) {
    Task.detached(executorPreference: TaskQueue(label: "workbench.body")) { [queue] in
      let document = BodyDocument(secrets.restored(in: body.body), contentType: contentType)
      queue.send(.task(task, .revealed(document)))
    }
  }

  private static func replace(_ running: borrowing Mutex<Task<Void, Never>?>, by task: Task<Void, Never>?) {
    let former = running.withLock { running in
      defer { running = task }
      return running
    }
    former?.cancel()
  }

  private static func run(
    _ command: String, on body: BodyDocument, show: @Sendable (BodyDocument) -> Void
  ) async -> BodyTaskEvent {
    do {
      let result = try await ShellFilter.run(command, on: body.body) { show(BodyDocument($0, contentType: nil)) }
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
