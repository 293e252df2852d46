import ArgumentParser
import RequestModel
import RequestStore
import WorkbenchCore

/// Sends each request of a folder in the order of the tree, a line for each answer.
struct FolderSender {
  let services: Services
  let interruption: Interruption
  let environment: String?
  let overrides: [String: String]
  var changes = RequestChanges()
  let failsOnStatus: Bool

  func send(_ folder: Address) async throws {
    let tree = try LongReading.run(interruption) { (reading) throws(StoreError) in
      try services.collections.load(reading)
    }
    if let remark = tree.remark { StandardError.write(remark) }
    let nodes = tree.nodes.filter { $0.address.isInside(folder) && !$0.isFolder }
    if nodes.isEmpty {
      throw CommandExit.fail(
        "There are no requests in \(services.collections.path(of: folder)) — check the path", CommandExit.usage)
    }
    var worst: ExitCode?
    for (index, node) in nodes.enumerated() {
      let code = try await send(node)
      if interruption.isInterrupted || code == CommandExit.interrupted {
        throw CommandExit.fail(Self.interrupted(at: index, of: nodes.count), CommandExit.interrupted)
      }
      worst = max(worst, code)
    }
    if let worst { throw worst }
  }

  private func send(_ node: CollectionNode) async throws(OutputProblem) -> ExitCode? {
    if case .broken(let sentence) = node.kind { return CommandExit.fail(sentence, CommandExit.broken) }
    let request: SavedRequest
    do {
      request = try services.collections.open(node.address).request
    } catch {
      return CommandExit.fail(error.description, CommandExit.broken)
    }
    let sender = HeadlessSender(
      services: services, interruption: interruption, environment: environment, overrides: overrides)
    let (exchange, _) = await sender.send(
      changes.applied(to: request), at: node.address, passing: PassedBody.discard)
    try StandardOutput.write(line: Self.line(exchange, node))
    return CommandExit.code(for: exchange.outcome, failsOnStatus: failsOnStatus)
  }

  private static func line(_ exchange: Exchange, _ node: CollectionNode) -> String {
    let place = "\(exchange.request.method.padded(to: 7)) \(node.address)"
    guard let answer = exchange.outcome.answer, exchange.outcome.failure == nil else {
      return "ERR  \(place)  \(exchange.summaryLine)"
    }
    let facts = "\(Formatting.duration(exchange.duration)), \(Formatting.bytes(answer.bodySize))"
    return "\(answer.status)  \(place)  \(facts)"
  }

  private static func interrupted(at index: Int, of count: Int) -> String {
    let rest = count - index - 1
    return rest > 0 ? "Interrupted — \(Formatting.count(rest, "request")) not sent" : "Interrupted"
  }

  private func max(_ a: ExitCode?, _ b: ExitCode?) -> ExitCode? {
    guard let a, let b else { return a ?? b }
    return a.rawValue >= b.rawValue ? a : b
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}
