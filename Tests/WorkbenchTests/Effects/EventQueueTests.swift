import Foundation
import RequestModel
import Testing

@testable import Workbench
@testable import WorkbenchCore

@Suite struct EventQueueTests {
  private static func message(_ number: Int) -> LogEvent {
    LogEvent(.message(LogEvent.Message(.received, type: "text", LogEvent.Body(Data("\(number)".utf8)))), at: .zero)
  }

  /// The contents of the queue, with messages as their count.
  private static func drained(_ queue: ProgramQueue) -> [String] {
    queue.drain().map { event in
      switch event {
      case .workspace(let workspace, .exchange(_, .messages(let messages))): "\(workspace.rawValue): \(messages.count)"
      case .workspace(let workspace, .exchange(_, .results(let results))):
        "\(workspace.rawValue): \(results.count) results"
      default: "other"
      }
    }
  }

  @Test func theEventsOfWorkArriveWhenItEnds() {
    struct Stop: Error {}
    let program = ProgramQueue()
    let queue = EventQueue(program: program, workspace: WorkspaceNumber(0))
    var early: [String] = []
    #expect(throws: Stop.self) {
      try queue.together {
        queue.send(.draftDue)
        queue.send(.draftDue)
        early = Self.drained(program)
        throw Stop()
      }
    }
    #expect(early == [])
    #expect(Self.drained(program) == ["other", "other"])
    queue.send(.draftDue)
    #expect(Self.drained(program) == ["other"])
  }

  @MainActor @Test func theEventOfATaskThatOutlivesItsWorkArrives() async {
    let program = ProgramQueue()
    let queue = EventQueue(program: program, workspace: WorkspaceNumber(0))
    var task: Task<Void, Never>?
    queue.together { task = Task { @MainActor in queue.send(.draftDue) } }
    #expect(Self.drained(program) == [])
    _ = await task?.value
    #expect(Self.drained(program) == ["other"])
  }

  @Test func messagesOfAnExchangeThatWaitAreOneEvent() {
    let queue = ProgramQueue()
    let (first, second) = (ExchangeID(), ExchangeID())
    func send(_ number: Int, of id: ExchangeID, in workspace: Int) {
      queue.send(.workspace(WorkspaceNumber(workspace), .exchange(id, .messages([Self.message(number)]))))
    }
    for number in 0..<1000 { send(number, of: first, in: 0) }
    send(0, of: second, in: 0)
    send(0, of: second, in: 1)
    queue.send(.started)
    send(1, of: second, in: 1)
    send(2, of: second, in: 1)
    #expect(Self.drained(queue) == ["0: 1000", "0: 1", "1: 1", "other", "1: 2"])
    #expect(Self.drained(queue) == [])
  }

  @Test func resultsBetweenTheMessagesOfAnExchangeAreOneEventToo() {
    let queue = ProgramQueue()
    let (first, second) = (ExchangeID(), ExchangeID())
    let result = LogEvent(.check(LogEvent.Check("a", isPassed: true)), at: .zero)
    for number in 0..<100 {
      queue.send(.workspace(WorkspaceNumber(0), .exchange(first, .messages([Self.message(number)]))))
      queue.send(.workspace(WorkspaceNumber(0), .exchange(first, .results([result, result]))))
    }
    queue.send(.workspace(WorkspaceNumber(0), .exchange(second, .results([result]))))
    queue.send(.workspace(WorkspaceNumber(0), .exchange(first, .results([result]))))
    #expect(Self.drained(queue) == ["0: 100", "0: 200 results", "0: 1 results", "0: 1 results"])
  }

  private static func key(_ letter: Character) -> ProgramEvent { .terminal(.input(.key(.character(letter)))) }

  /// The contents of the queue: letters of keys, slow changes, and others.
  private static func keys(_ queue: ProgramQueue) -> [String] {
    queue.drain().map { event in
      switch event {
      case .terminal(.input(.key(.character(let letter)))): String(letter)
      case .slowChange(let isSlow): isSlow ? "slow" : "ended"
      default: "other"
      }
    }
  }

  @Test func keysFollowTheEventsOfTheChangeThatTheyWaitedFor() {
    let queue = ProgramQueue()
    queue.beginChange()
    #expect(queue.isChanging)
    queue.hold(Self.key("a"))
    queue.hold(Self.key("b"))
    #expect(Self.keys(queue) == [])
    queue.send(.started)
    queue.endChange()
    #expect(Self.keys(queue) == ["other", "a", "b"])
    #expect(!queue.isChanging)
  }

  @Test func keysThatAreSentMeanwhileFollowThoseThatWait() {
    let queue = ProgramQueue()
    queue.beginChange()
    queue.hold(Self.key("a"))
    queue.send(Self.key("b"))
    queue.send(.started)
    queue.endChange()
    // Those that were received before the end follow, too.
    #expect(queue.isChanging)
    queue.hold(Self.key("c"))
    #expect(Self.keys(queue) == ["other", "a", "b", "c"])
    #expect(!queue.isChanging)
  }

  @Test func keysWaitForTheLastOfSeveralChanges() {
    let queue = ProgramQueue()
    queue.beginChange()
    queue.beginChange()
    queue.hold(Self.key("a"))
    queue.endChange()
    #expect(Self.keys(queue) == [])
    queue.endChange()
    #expect(Self.keys(queue) == ["a"])
  }

  @Test(.timeLimit(.minutes(1))) func keysDoNotWaitForASlowChange() async {
    let queue = ProgramQueue()
    queue.beginChange()
    queue.hold(Self.key("a"))
    var keys: [String] = []
    for await _ in queue.wakes {
      keys += Self.keys(queue)
      if !keys.isEmpty { break }
    }
    #expect(keys == ["slow", "a"])
    #expect(!queue.isChanging)
    queue.send(.started)
    queue.endChange()
    #expect(Self.keys(queue) == ["other", "ended"])
    // The next change is waited for again.
    queue.beginChange()
    #expect(queue.isChanging)
  }
}
