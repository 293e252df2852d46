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
    let run = try RecordedRunOfThree()
    run.delete()
    run.delete()
    run.effects.run(.restore(run.row.id))
    try await blocking { run.effects.finish(by: .distantFuture) }
    #expect(try run.store.exchanges(ofRun: run.id).count == 3)
  }

  @Test func whatIsPinnedInADeletedRunIsCounted() async throws {
    let run = try RecordedRunOfThree()
    let oldest = try #require(try run.store.exchanges(ofRun: run.id).last)
    try run.store.annotate(oldest.id) { $0.isPinned = true }
    run.delete()
    try await blocking { run.effects.finish(by: .distantFuture) }
    let notices = run.program.drain().compactMap { event -> String? in
      guard case .workspace(_, .message(let message)) = event, case .changed(let notice)? = message as? HistoryEvent
      else { return nil }
      return notice?.text
    }
    #expect(notices == ["Deleted 3 exchanges of the run, 1 of them pinned, tagged or annotated — u restores it"])
  }
}

/// The history of a run with three exchanges, as the list of a screen has it.
private struct RecordedRunOfThree {
  let program = ProgramQueue()
  let store: HistoryStore
  let effects: HistoryEffects
  let row: ExchangeSummary
  let id: UUID
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
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
    (self.store, id) = (store, run.id)
    row = try #require(try store.summaries().first { $0.run != nil })
    let queue = EventQueue(program: program, workspace: WorkspaceNumber(0))
    effects = HistoryEffects(services: services, queue: queue, flush: {})
  }

  func delete() { effects.run(.delete(row.id, run: id)) }
}
