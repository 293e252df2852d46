import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

/// Conversations in history.
struct ConversationHistoryTests {
  private static func conversation(_ messages: [(LogEvent.Message.Direction, String)]) throws -> Exchange {
    var exchange = Exchange(
      id: ExchangeID(), request: try SavedRequest(document: ["url": "ws://localhost/chat"]),
      startedAt: Date(timeIntervalSinceReferenceDate: 0),
      sent: SentRequest(method: "GET", url: "ws://localhost/chat", headers: []),
      outcome: .completed(Response(status: 101, reason: "", httpVersion: "HTTP/1.1", headers: [], body: Data())),
      duration: .seconds(1))
    for (direction, text) in messages {
      exchange.log.append(
        .message(LogEvent.Message(direction, type: "text", LogEvent.Body(Data(text.utf8)))), at: .seconds(1))
    }
    return exchange
  }

  @Test func aConversationHasItsOwnMethodAndTheSizeOfItsMessages() throws {
    let history = try HistoryStore.inMemory()
    let exchange = try Self.conversation([(.sent, "hello"), (.received, "goodbye")])
    try history.record(exchange)
    let found = try history.summaries(matching: HistoryQuery("method:WS size:>11 goodbye"), limit: 10)
    #expect(found.map(\.method) == ["WS"] && found.map(\.bodySize) == [12])
    #expect(try history.summaries(matching: HistoryQuery("method:GET"), limit: 10).isEmpty)
    #expect(try history.exchange(exchange.id)?.sent?.method == "GET")
  }

  @Test func theLimitOfBodiesIsThatOfAllMessagesTogether() throws {
    let history = try HistoryStore(DatabaseQueue(), path: ":memory:", bodyLimit: BodyLimit(byteCount: 10))
    let exchange = try Self.conversation([(.sent, "12345678"), (.received, "12345678"), (.received, "x")])
    try history.record(exchange)
    let bodies = try history.exchange(exchange.id)?.log.messages.compactMap { event in
      if case .message(let message) = event.content { message.body } else { nil }
    }
    let reason = "history keeps the first 10 bytes of the messages (WORKBENCH_HISTORY_BODY)"
    #expect(
      bodies == [
        LogEvent.Body(Data("12345678".utf8)),
        LogEvent.Body(Data("12".utf8), omission: BodyOmission(byteCount: 6, reason: reason)),
        LogEvent.Body(Data(), omission: BodyOmission(byteCount: 1, reason: reason)),
      ])
    #expect(try history.summaries(limit: 1).map(\.bodySize) == [17])
  }
}
