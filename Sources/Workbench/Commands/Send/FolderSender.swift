import ArgumentParser
import RequestModel
import RequestRunner
import RequestStore
import WorkbenchCore

/// Sends each request of a folder and prints a line for each.
struct FolderSender {
  let services: Services
  let interruption: Interruption
  let sender: WorkspaceSender
  var changes = RequestChanges()
  let failsOnStatus: Bool
  private let login = TerminalLogin()

  func send(_ folder: Address) async throws {
    let tree = try LongReading.run(interruption) { (reading) throws(StoreError) in
      try services.collections.load(reading)
    }
    if let remark = tree.remark { StandardError.write(remark) }
    let run = FolderRun(tree, in: folder, sender: sender, change: changes.applyingOptions(to:))
    if run.nodes.isEmpty {
      throw CommandExit.fail(
        "There are no requests in \(services.collections.path(of: folder)) — check the path", CommandExit.usage)
    }
    var worst: ExitCode?
    for (index, node) in run.nodes.enumerated() {
      let code = try await send(node, of: run)
      if interruption.isInterrupted || code == CommandExit.interrupted {
        throw CommandExit.fail(Self.interrupted(at: index, of: run.nodes.count), CommandExit.interrupted)
      }
      worst = max(worst, code)
    }
    if let worst { throw worst }
  }

  private func send(_ node: CollectionNode, of run: FolderRun) async throws(OutputProblem) -> ExitCode? {
    let result = await run.send(
      node, limit: services.history.bodyLimit,
      willStart: { run in
        login.willStart(run)
        interruption.begin { run.cancel() }
      }
    ) { event in
      login.observe(event)
      HeadlessSender.report(event, services.history)
      return true
    }
    interruption.end()
    switch result {
    case .broken(let sentence): return CommandExit.fail(sentence, CommandExit.broken)
    case .exchange(let exchange):
      try StandardOutput.write(line: Self.line(exchange, node))
      return CommandExit.code(for: exchange.outcome, failsOnStatus: failsOnStatus)
    }
  }

  private static func line(_ exchange: Exchange, _ node: CollectionNode) -> String {
    let place = "\(exchange.request.method.padded(to: 7)) \(node.address)"
    guard let answer = exchange.response, exchange.outcome.failure == nil else {
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
