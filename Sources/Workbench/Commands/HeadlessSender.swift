import ArgumentParser
import Dispatch
import Foundation
import Glibc
import RequestModel
import RequestRunner
import RequestStore
import Synchronization
import WorkbenchCore

/// Sends without a screen; Ctrl+C cancels what is under way.
struct HeadlessSender: Sendable {
  let services: Services
  let environment: String?
  let overrides: [String: String]

  /// Sends one request and waits for its end.
  ///
  /// - Parameter live: Gets the body while it comes, with and without its secrets masked.
  /// - Returns: The exchange with its secrets masked, and the body as the server sent it.
  func send(
    _ request: SavedRequest, at address: Address?, live: (@Sendable (Answer, _ rawBody: Data) -> Void)? = nil
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
        tellsBeginnings: live != nil)
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
    let environments = services.environments(for: address).0
    return environments.count == 1 ? environments[0].name : nil
  }

  private func send(
    _ order: RequestRunner.Order, _ live: (@Sendable (Answer, Data) -> Void)?
  ) async -> (Exchange, rawBody: Data?) {
    let body = RawBody()
    let (results, result) = AsyncStream.makeStream(of: Exchange.self)
    let sending = services.runner.send(order) { progress in
      switch progress {
      case .beginning(let answer, let rawBody, _): live?(answer, rawBody)
      case .answer(_, let rawBody): body.set(rawBody)
      case .ended(let exchange, let unrecorded):
        if let unrecorded { StandardError.write("Not kept in history: \(unrecorded)") }
        result.yield(exchange)
        result.finish()
      case .head, .progress: break
      }
    }
    let interrupt = Interrupt { sending.cancel() }
    defer { interrupt.stop() }
    for await exchange in results { return (exchange, body.value) }
    preconditionFailure("Every send ends with an exchange")
  }
}

/// The body of an answer before its secrets are masked.
private final class RawBody: Sendable {
  private let bytes = Mutex<Data?>(nil)
  var value: Data? { bytes.withLock(\.self) }
  func set(_ data: Data) { bytes.withLock { $0 = data } }
}

/// SIGINT and SIGTERM as a call, as long as it lives.
struct Interrupt {
  private let sources: [any DispatchSourceSignal]

  init(_ handler: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: handler)
      source.resume()
      return source
    }
  }

  func stop() {
    for source in sources { source.cancel() }
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
  }
}

/// Sends each request of a folder in the order of the tree, a line for each answer.
struct FolderSender {
  let services: Services
  let environment: String?
  let overrides: [String: String]
  let failsOnStatus: Bool

  func send(_ folder: Address) async throws {
    let tree = try services.collections.load()
    var worst: ExitCode?
    for node in tree.nodes where node.address.isInside(folder) {
      guard let code = await send(node) else { continue }
      if code == CommandExit.interrupted { throw code }
      worst = max(worst, code)
    }
    if let worst { throw worst }
  }

  private func send(_ node: CollectionNode) async -> ExitCode? {
    switch node.kind {
    case .folder: return nil
    case .broken(let sentence): return CommandExit.fail(sentence, CommandExit.broken)
    case .request: break
    }
    do {
      let file = try services.collections.open(node.address)
      let sender = HeadlessSender(services: services, environment: environment, overrides: overrides)
      let (exchange, _) = await sender.send(file.request, at: node.address)
      StandardOutput.write(Self.line(exchange, node))
      return CommandExit.code(for: exchange.outcome, failsOnStatus: failsOnStatus)
    } catch {
      return CommandExit.fail(error.description, CommandExit.broken)
    }
  }

  private static func line(_ exchange: Exchange, _ node: CollectionNode) -> String {
    let place = "\(exchange.request.method.padded(to: 7)) \(node.address)"
    guard let answer = exchange.outcome.answer, exchange.outcome.failure == nil else {
      return "ERR  \(place)  \(exchange.summaryLine)"
    }
    let facts = "\(Formatting.duration(exchange.duration)), \(Formatting.bytes(answer.body.count))"
    return "\(answer.status)  \(place)  \(facts)"
  }

  private func max(_ a: ExitCode?, _ b: ExitCode) -> ExitCode {
    guard let a else { return b }
    return a.rawValue >= b.rawValue ? a : b
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}
