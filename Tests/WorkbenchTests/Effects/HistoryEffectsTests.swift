import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchCore

/// Reading history for the screen.
@Suite struct HistoryEffectsTests {
  @Test func statisticsOfAHistoryThatCannotBeOpenedEndTheirWait() async throws {
    let sandbox = try Sandbox()
    // A folder in the place of the file.
    try sandbox.write("home/history.sqlite/file", "")
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    let program = ProgramQueue()
    let queue = EventQueue(program: program, workspace: WorkspaceNumber(0))
    let effects = HistoryEffects(services: services, queue: queue, flush: {})
    let entry = ExchangeSummary(
      id: ExchangeID(), startedAt: Date(timeIntervalSince1970: 0), method: "GET", url: "http://shop.example", name: "",
      result: .status(200), duration: .zero, bodySize: 0)
    effects.run(.statistics(entry))
    try await blocking { effects.finish(by: .distantFuture) }
    let messages = program.drain().compactMap { event -> (any Message)? in
      guard case .workspace(_, .message(let message)) = event else { return nil }
      return message
    }
    #expect(messages.count == 2)
    let end = messages.first as? WaitingScreen.Completion
    #expect(end == WaitingScreen.Completion(work: .history(.statistics(entry))))
    guard case .failed(let problem)? = messages.last as? HistoryEvent else { return #expect(Bool(false)) }
    #expect(problem.sentence.hasPrefix("Cannot open history: \(sandbox.path("home/history.sqlite")) — "))
  }
}
