import BodyDocument
import Foundation
import RequestModel
import RequestRunner
import Synchronization
import WorkbenchCore

/// Requests under way: each link of the chain becomes an event.
final class ExchangeEffects: Sendable {
  private let services: Services
  private let queue: EventQueue
  private let files: FileEffects
  private let state = Mutex(State())

  private struct State {
    var running: [ExchangeID: RequestRunner.Sending] = [:]
    /// Cancelled before they were under way.
    var cancelled: Set<ExchangeID> = []
  }

  init(services: Services, queue: EventQueue, files: FileEffects) {
    self.services = services
    self.queue = queue
    self.files = files
  }

  func send(_ order: SendJob) {
    // Files are read and variables filled in elsewhere: a slow disk must not hold the keys up.
    Task.detached { [self] in start(order) }
  }

  func cancel(_ id: ExchangeID) {
    let sending = state.withLock { state in
      if state.running[id] == nil { state.cancelled.insert(id) }
      return state.running[id]
    }
    sending?.cancel()
  }

  func pause(_ id: ExchangeID, _ isPaused: Bool) { state.withLock { $0.running[id] }?.pause(isPaused) }

  private func start(_ order: SendJob) {
    let startedAt = Date()
    queue.send(.exchange(order.id, .started(startedAt)))
    do {
      let order = try files.upToDate(order)
      let surroundings = try surroundings(order)
      let runnerOrder = RequestRunner.Order(
        id: order.id, request: order.request, origin: order.origin, environment: order.environment,
        surroundings: surroundings, startedAt: startedAt, tellsBeginnings: true)
      let sending = services.runner.send(runnerOrder) { [self] progress in
        if case .ended = progress { forget(order.id) }
        Self.report(progress, of: order.id, to: queue)
      }
      // A quick one is over already, and its end must not come before its beginning.
      let isCancelled = state.withLock { state in
        if !sending.isOver { state.running[order.id] = sending }
        return state.cancelled.remove(order.id) != nil
      }
      if isCancelled { sending.cancel() }
    } catch {
      let exchange = Exchange(
        id: order.id, request: order.request, origin: order.origin, environment: order.environment,
        startedAt: startedAt,
        outcome: .failed(error, partial: nil), duration: .zero)
      queue.send(.exchange(order.id, .ended(exchange, sentBody: nil)))
    }
  }

  private func forget(_ id: ExchangeID) {
    state.withLock { state in
      state.running[id] = nil
      state.cancelled.remove(id)
    }
  }

  private func surroundings(_ order: SendJob) throws(Failure) -> RequestRunner.Surroundings {
    guard let origin = order.origin else { return services.surroundings() }
    return try services.rooted(at: origin.root).surroundings(
      of: origin.address, environment: order.environment, allowed: order.allowed)
  }

  private static func report(_ progress: RequestRunner.Progress, of id: ExchangeID, to queue: EventQueue) {
    switch progress {
    case .refused(let sources): queue.send(.exchange(id, .refused(sources)))
    case .sent(let sent, let total): queue.send(.exchange(id, .sent(sent, of: total)))
    case .head(let answer): queue.send(.exchange(id, .head(answer)))
    case .progress(let received, let expected):
      queue.send(.exchange(id, .progress(received: received, expected: expected)))
    case .beginning(let answer, _, let isStale):
      let type = answer.headers.first("content-type")
      let document = BodyDocument(answer.body, contentType: type, isWhole: false, isStopped: isStale)
      if !isStale() { queue.send(.exchange(id, .body(document, secrets: answer.maskedSecrets))) }
    case .warning(let warning): queue.send(.notice(Notice(.failure, warning)))
    case .answer(let answer, _): queue.send(.exchange(id, .body(answer.document, secrets: answer.maskedSecrets)))
    case .ended(let exchange, let unrecorded):
      queue.send(.exchange(id, .ended(exchange, sentBody: exchange.sent?.document)))
      if let unrecorded { queue.send(.notice(Notice(.failure, "Not kept in history: \(unrecorded)"))) }
    }
  }
}

extension Response {
  var document: BodyDocument {
    BodyDocument(body, contentType: headers.first("content-type"), isWhole: omission == nil)
  }
}

extension SentRequest {
  var document: BodyDocument? { body.isEmpty ? nil : BodyDocument(body, contentType: headers.first("content-type")) }
}
