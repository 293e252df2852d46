import Foundation
import RequestModel
import Testing

@testable import WorkbenchCore

@Suite struct ConversationTests {
  private static func message(_ number: Int) -> LogEvent {
    LogEvent(
      .message(LogEvent.Message(.received, type: "text", LogEvent.Body(Data("\(number)".utf8)))), at: .seconds(number))
  }

  @Test func messagesAreInOrderAcrossChunksAndACopyKeepsItsOwn() {
    var conversation = Conversation()
    var copies: [Conversation] = []
    for number in 0..<2500 {
      if [0, 1023, 1024, 1025, 2048].contains(number) { copies.append(conversation) }
      conversation.append(Self.message(number))
    }
    #expect(Array(conversation) == (0..<2500).map(Self.message))
    #expect(copies.map(\.count) == [0, 1023, 1024, 1025, 2048])
    #expect(Array(copies[3]) == (0..<1025).map(Self.message))
    #expect(conversation == Conversation((0..<2500).map(Self.message)))
  }
}
