import BodyDocument
import Dispatch
import Foundation
import RequestModel
import RequestRunner
import RequestStore
import Synchronization
import WorkbenchCore

/// Carries effects out, elsewhere than on the main actor wherever they can take time, and bodies with events.
@MainActor
final class EffectRunner {
  private let queue: EventQueue
  private let screen: Screen
  private let files: FileEffects
  private let exchanges: ExchangeEffects
  private let history: HistoryEffects
  private let bodies: BodyTasks

  init(services: Services, queue: EventQueue, screen: Screen) {
    self.queue = queue
    self.screen = screen
    files = FileEffects(services: services, queue: queue)
    exchanges = ExchangeEffects(services: services, queue: queue, files: files)
    history = HistoryEffects(services: services, queue: queue)
    bodies = BodyTasks(services: services, queue: queue)
  }

  func run(_ effects: [Effect]) {
    for effect in effects { run(effect) }
  }

  /// Waits a moment for what the first frame should show.
  func waitForTree() { files.waitForTree() }

  private func run(_ effect: Effect) {
    switch effect {
    case .files(_, let effect): files.run(effect)
    case .send(let order): exchanges.send(order)
    case .cancel(let id): exchanges.cancel(id)
    case .pause(let id, let isPaused): exchanges.pause(id, isPaused)
    case .listHistory(let query): history.list(query)
    case .openExchange(let id): history.open(id)
    case .findLastExchange(let origin, let id): history.findLast(of: origin, id)
    case .edit(let ticket, let text, let fileExtension):
      screen.lend { [queue] in
        let edited = await ExternalEditor.edit(text, fileExtension: fileExtension)
        switch edited {
        case .success(let text): queue.send(.edited(ticket, text: text))
        case .failure(let problem): queue.send(.notice(Notice(.failure, problem.sentence)))
        }
      }
    case .editFile(_, let address): editFile(address)
    case .copy(let text, let what): copy(text, what)
    case .search(let order): bodies.search(order)
    case .filter(let task, let filter, let body): bodies.filter(task, filter, body)
    case .stopFilter: bodies.stopFilter()
    case .compare(let task, let body, let date, let id): bodies.compare(task, body, startedAt: date, with: id)
    case .openBody(let body, let name, let program):
      screen.lend { [queue] in
        if let problem = await OutsideView.show(body, name: name, in: program) {
          queue.send(.notice(Notice(.failure, problem.sentence)))
        }
      }
    case .saveBody(let body, let path, let overwriting, let secrets, let remark):
      files.write(body, to: path, overwriting: overwriting, restoring: secrets, remark: remark)
    case .reveal(let task, let body, let secrets, let type): bodies.reveal(task, body, secrets, contentType: type)
    case .wake(let delay): wake(after: delay)
    case .wakeForDraft(let delay):
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(delay / .milliseconds(1)))) { [queue] in
        queue.send(.draftDue)
      }
    case .redraw: screen.forget()
    case .suspend: screen.suspend()
    case .quit:
      bodies.finish()
      files.finish()
      screen.quit()
    }
  }

  private func wake(after delay: Duration) {
    let milliseconds = Int(delay / .milliseconds(1))
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [queue] in
      queue.send(.woke(now: Date()))
    }
  }

  private func editFile(_ address: Address) {
    let (path, files) = (files.path(of: address), files)
    screen.lend { [queue] in
      if let problem = await ExternalEditor.open(path) { queue.send(.notice(Notice(.failure, problem.sentence))) }
      files.reread(address)
    }
  }

  private func copy(_ text: String, _ what: String) {
    Task { [queue, screen] in
      let outcome = await Clipboard.copy(text, what: what) { screen.write($0) }
      queue.send(.notice(outcome))
    }
  }
}
