import BodyDocument
import Foundation
import RequestModel
import RequestStore
import Synchronization
import WorkbenchCore

/// Searches, filters and comparisons of bodies, one of each at a time: they may take longer than a key may.
final class BodyTasks: Sendable {
  private let queue: EventQueue
  private let history: History
  private let comparison = Mutex<Task<Void, Never>?>(nil)
  private let search = Mutex<Task<Void, Never>?>(nil)
  private let filter = Mutex<Task<Void, Never>?>(nil)

  init(services: Services, queue: EventQueue) {
    history = services.history
    self.queue = queue
  }

  func search(_ job: SearchJob) {
    let search = Task.detached { [queue] in
      job.run(isStopped: { Task.isCancelled }, report: { queue.send(.task(job.task, $0)) })
    }
    Self.replace(self.search, by: search)
  }

  func filter(_ task: TaskID, _ filter: BodyFilter, _ body: BodyDocument) {
    let running = Task.detached { [queue] in
      let result: BodyTaskEvent
      switch filter {
      case .path(let query): result = Self.select(query, in: body)
      case .command(let command):
        result = await ShellFilter.run(command, on: body) { document in
          queue.send(.task(task, .filtered(document, remark: nil, isComplete: false)))
        }
      }
      if !Task.isCancelled { queue.send(.task(task, result)) }
    }
    Self.replace(self.filter, by: running)
  }

  func stopFilter() { Self.replace(filter, by: nil) }

  /// Ends what was started for the program as the program ends.
  func finish() {
    stopFilter()
    ShellFilter.endAll()
  }

  func compare(_ task: TaskID, _ body: BodyDocument, startedAt: Date?, with id: ExchangeID) {
    let running = Task.detached { [history, queue] in
      do {
        guard let other = try history.store().exchange(id), let otherBody = other.outcome.answer?.document else {
          return queue.send(.task(task, .comparisonFailed("That exchange has no response to compare with")))
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

  func reveal(_ task: TaskID, _ body: BodyDocument, _ secrets: MaskedSecrets, contentType: String?) {
    Task.detached { [queue] in
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

  private static func select(_ query: JSONPathQuery, in body: BodyDocument) -> BodyTaskEvent {
    do throws(FilterProblem) {
      let found = try body.select(query)
      return .filtered(found, remark: found.text.elementsEqual("[]".utf8) ? "no match" : nil, isComplete: true)
    } catch {
      return .filterFailed(error.description)
    }
  }
}
