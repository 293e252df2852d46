import Foundation
import RequestModel
import RequestRuns
import Testing

/// Reports of conversations.
struct ConversationResultTests {
  @Test func theSizeOfAConversationIsThatOfItsReceivedMessages() throws {
    let request = try SavedRequest(document: ["url": "ws://localhost/chat"])
    var exchange = Exchange(
      id: ExchangeID(), request: request, startedAt: Date(timeIntervalSinceReferenceDate: 0),
      outcome: .completed(Response(status: 101, reason: "", httpVersion: "HTTP/1.1", headers: [], body: Data())),
      duration: .seconds(1))
    for (direction, text) in [(LogEvent.Message.Direction.sent, "hello"), (.received, "goodbye")] {
      exchange.log.append(
        .message(LogEvent.Message(direction, type: "text", LogEvent.Body(Data(text.utf8)))), at: .seconds(1))
    }
    for type in ["ping", "pong", "close"] {
      exchange.log.append(
        .message(LogEvent.Message(.received, type: type, LogEvent.Body(Data("1000 bye".utf8)))), at: .seconds(1))
    }
    #expect(exchange.messageCount == 2 && exchange.isConversation)
    let item = RunItem(root: "/w", address: Address("chat.json"), request: request)
    #expect(RunResult(exchange, of: item, iteration: 1).bodySize == 7)
    #expect(exchange.contentSize == 12)
  }
}
