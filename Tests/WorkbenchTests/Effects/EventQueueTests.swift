import Foundation
import RequestModel
import Testing

@testable import Workbench
@testable import WorkbenchCore

@Suite struct EventQueueTests {
  private static func message(_ number: Int) -> LogEvent {
    LogEvent(.message(LogEvent.Message(.received, type: "text", LogEvent.Body(Data("\(number)".utf8)))), at: .zero)
  }

  /// What the queue has, with messages as their count.
  private static func drained(_ queue: ProgramQueue) -> [String] {
    queue.drain().map { event in
      guard case .workspace(let workspace, .exchange(_, .messages(let messages))) = event else { return "other" }
      return "\(workspace.rawValue): \(messages.count)"
    }
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
}
