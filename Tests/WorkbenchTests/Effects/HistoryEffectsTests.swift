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

  /// The second key comes before the list is read again.
  @Test func aRunThatIsDeletedTwiceComesBackWhole() async throws {
    let sandbox = try Sandbox()
    let services = try Services(
      root: sandbox.path("shop"), environment: ["HOME": sandbox.home, "WORKBENCH_HOME": sandbox.home])
    let store = try services.history.store()
    let run = RecordedRun(name: "shop", startedAt: Date(timeIntervalSince1970: 1e9))
    let recorder = RunRecorder(run, .all) { () throws(HistoryError) in store }
    for number in 0..<3 {
      try recorder.record(
        Exchange(
          id: ExchangeID(), request: SavedRequest(url: "http://x/\(number)"), startedAt: run.startedAt,
          outcome: .cancelled(partial: nil), duration: .zero))
    }
    try recorder.finish { _ in }
    let row = try #require(try store.summaries().first { $0.run != nil })
    let queue = EventQueue(program: ProgramQueue(), workspace: WorkspaceNumber(0))
    let effects = HistoryEffects(services: services, queue: queue, flush: {})
    for _ in 0..<2 { effects.run(.delete(row.id, run: run.id)) }
    effects.run(.restore(row.id))
    try await blocking { effects.finish(by: .distantFuture) }
    #expect(try store.exchanges(ofRun: run.id).count == 3)
  }
}
