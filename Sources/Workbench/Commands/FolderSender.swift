import ArgumentParser
import RequestModel
import RequestStore
import WorkbenchCore

/// Sends each request of a folder in the order of the tree, a line for each answer.
struct FolderSender {
  let services: Services
  let environment: String?
  let overrides: [String: String]
  let failsOnStatus: Bool

  func send(_ folder: Address) async throws {
    let tree = try LongReading.run { (reading) throws(StoreError) in try services.collections.load(reading) }
    if let remark = tree.remark { StandardError.write(remark) }
    var worst: ExitCode?
    for node in tree.nodes where node.address.isInside(folder) {
      guard let code = try await send(node) else { continue }
      if code == CommandExit.interrupted { throw code }
      worst = max(worst, code)
    }
    if let worst { throw worst }
  }

  private func send(_ node: CollectionNode) async throws(OutputProblem) -> ExitCode? {
    switch node.kind {
    case .folder: return nil
    case .broken(let sentence): return CommandExit.fail(sentence, CommandExit.broken)
    case .request: break
    }
    let request: SavedRequest
    do {
      request = try services.collections.open(node.address).request
    } catch {
      return CommandExit.fail(error.description, CommandExit.broken)
    }
    let sender = HeadlessSender(services: services, environment: environment, overrides: overrides)
    let (exchange, _) = await sender.send(request, at: node.address, passing: PassedBody.discard)
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
