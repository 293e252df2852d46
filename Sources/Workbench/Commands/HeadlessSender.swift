import Foundation
import RequestModel
import RequestRunner
import RequestStore
import Synchronization

/// Sends without a screen; Ctrl+C cancels what is under way.
struct HeadlessSender: Sendable {
  let services: Services
  let environment: String?
  let overrides: [String: String]

  /// Sends one request and waits for its end.
  ///
  /// - Parameters:
  ///   - live: Gets the body while it comes, with and without its secrets masked, and tells whether more is wanted.
  ///   - passing: Gets each piece of the body instead of its being kept whole, and tells whether more is wanted.
  /// - Returns: The exchange with its secrets masked, and the body as the server sent it.
  func send(
    _ request: SavedRequest, at address: Address?, live: (@Sendable (Answer, _ rawBody: Data) -> Bool)? = nil,
    passing: (@Sendable (Data) -> Bool)? = nil
  ) async -> (Exchange, rawBody: Data?) {
    let environment = environment ?? address.flatMap(onlyEnvironment)
    let origin = address.map { Exchange.Origin(root: services.collections.root, address: $0) }
    do {
      let surroundings =
        try address.map { (address) throws(Failure) in
          try services.surroundings(of: address, environment: environment, overrides: overrides)
        } ?? services.surroundings(overrides: overrides)
      let order = RequestRunner.Order(
        request: request, origin: origin, environment: environment, surroundings: surroundings,
        tellsBeginnings: live != nil,
        passing: passing.map { BodyPassing(limit: services.history.bodyLimit, take: $0) })
      return await send(order, live)
    } catch {
      let exchange = Exchange(
        id: ExchangeID(), request: request, origin: origin, environment: environment, startedAt: Date(),
        outcome: .failed(error, partial: nil), duration: .zero)
      return (exchange, nil)
    }
  }

  /// A collection with a single environment needs no choice.
  private func onlyEnvironment(_ address: Address) -> String? {
    let files = try? services.collections.environments(for: address)
    return files?.count == 1 ? files?.first?.name : nil
  }

  private func send(
    _ order: RequestRunner.Order, _ live: (@Sendable (Answer, Data) -> Bool)?
  ) async -> (Exchange, rawBody: Data?) {
    let body = RawBody()
    let (steps, step) = AsyncStream.makeStream(of: Step.self)
    let sending = services.runner.send(order) { progress in
      switch progress {
      case .beginning(let answer, let rawBody, _): if live?(answer, rawBody) == false { step.yield(.unwanted) }
      case .answer(_, let rawBody): body.set(rawBody)
      case .ended(let exchange, let unrecorded):
        if let unrecorded { StandardError.write("Not kept in history: \(unrecorded)") }
        step.yield(.ended(exchange))
      case .head, .progress: break
      }
    }
    let interrupt = Interrupt { sending.cancel() }
    defer { interrupt.stop() }
    for await step in steps {
      switch step {
      case .unwanted: sending.cancel()
      case .ended(let exchange): return (exchange, body.value)
      }
    }
    preconditionFailure("Every send ends with an exchange")
  }
}

/// What ends a sending: the exchange itself, or nobody who wants more of it.
private enum Step {
  case unwanted
  case ended(Exchange)
}

/// The body of an answer before its secrets are masked.
private final class RawBody: Sendable {
  private let bytes = Mutex<Data?>(nil)
  var value: Data? { bytes.withLock(\.self) }
  func set(_ data: Data) { bytes.withLock { $0 = data } }
}
