import BodyDocument
import Foundation
import Synchronization
import WorkbenchCore

/// Work on the rows of an answer that may take longer than a key may: searching and filtering, one of each at a time.
final class AnswerEffects: Sendable {
  private let queue: EventQueue
  private let search = Mutex<Task<Void, Never>?>(nil)
  private let filter = Mutex<Task<Void, Never>?>(nil)

  init(queue: EventQueue) { self.queue = queue }

  func search(_ order: SearchOrder) {
    let task = Task.detached { [queue] in
      order.run(isStopped: { Task.isCancelled }, answer: { queue.send(.answer(order.ticket, $0)) })
    }
    Self.replace(search, by: task)
  }

  func filter(_ ticket: Ticket, _ filter: BodyFilter, _ body: BodyDocument) {
    let task = Task.detached { [queue] in
      let answer: AnswerEvent
      switch filter {
      case .path(let query): answer = Self.select(query, in: body)
      case .command(let command):
        answer = await ShellFilter.run(command, on: body) { document in
          queue.send(.answer(ticket, .filtered(document, remark: nil, isComplete: false)))
        }
      }
      if !Task.isCancelled { queue.send(.answer(ticket, answer)) }
    }
    Self.replace(self.filter, by: task)
  }

  func stopFilter() { Self.replace(filter, by: nil) }

  private static func replace(_ running: borrowing Mutex<Task<Void, Never>?>, by task: Task<Void, Never>?) {
    let former = running.withLock { running in
      defer { running = task }
      return running
    }
    former?.cancel()
  }

  private static func select(_ query: JSONPathQuery, in body: BodyDocument) -> AnswerEvent {
    do throws(FilterProblem) {
      return .filtered(try body.select(query), remark: nil, isComplete: true)
    } catch {
      return .filterFailed(error.description)
    }
  }
}
