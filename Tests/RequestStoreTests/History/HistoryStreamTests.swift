import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

/// The events of a stream in history: parts of the stored body.
struct HistoryStreamTests {
  private static let body = ": hi\n\nid: 1\nevent: add\ndata: first\n\ndata: two\ndata: lines\n\ndata: last\n\n"

  private static func event(_ text: String, _ part: StreamPart, at time: Int) -> LogEvent {
    LogEvent(.message(LogEvent.Message(part, LogEvent.Body(Data(text.utf8)))), at: .milliseconds(time))
  }

  private static let events = [
    event("hi", StreamPart(.comment), at: 1), event("first", StreamPart(.event, event: "add", id: "1"), at: 20),
    event("two\nlines", StreamPart(.event, event: "message", id: "1"), at: 300),
    event("last", StreamPart(.event, event: "message", id: "1"), at: 4_000),
    event("", StreamPart(.event, event: "message"), at: 4_001),
  ]

  private static func exchange() throws -> Exchange {
    var exchange = Exchange.sample()
    var response = try #require(exchange.response)
    response.body = Data(body.utf8)
    exchange.outcome = .completed(response)
    exchange.log.events += events
    return exchange
  }

  @Test func eventsAreRestoredWithTheirTimes() throws {
    let history = try HistoryStore.inMemory()
    let exchange = try Self.exchange()
    try history.record(exchange)
    #expect(try history.exchange(exchange.id)?.log == exchange.log)
  }

  @Test func whatTheBodyHasIsStoredOnce() throws {
    let log = ExchangeLog(try Self.exchange().log.events)
    var encoder = LogEncoder(limit: .standard)
    let text = String(decoding: try PackedBytes.unpack(encoder.encode(log)), as: UTF8.self)
    #expect(text.ranges(of: "first").count == 1 && text.ranges(of: "last").count == 1)
    #expect(text.contains(#""range":[29,5]"#) && text.contains(#""text":"two\nlines""#))
  }

  @Test(.timeLimit(.minutes(1))) func aTextThatNearlyFitsInManyPlacesIsFoundSoon() {
    let run = Data(repeating: UInt8(ascii: "a"), count: 16 << 20)
    let text = run + Data("ba".utf8)
    let body = Data("x: ".utf8) + run + run.prefix(5_000) + Data("\ndata: ".utf8) + text + Data("\n\n".utf8)
    var parts = StreamParts(body, keptCount: body.count)
    // It begins too far behind the last part, so that it is stored itself.
    for _ in 0..<4 { #expect(parts.next(text) == nil) }
    #expect(parts.next(Data("aa".utf8)) == 3..<5 && parts.next(Data("aa".utf8)) == 5..<7)
  }

  @Test func aPartBehindTheLimitOfBodiesIsNotStored() throws {
    let log = ExchangeLog(try Self.exchange().log.events)
    var encoder = LogEncoder(limit: BodyLimit(byteCount: 40))
    let text = String(decoding: try PackedBytes.unpack(encoder.encode(log)), as: UTF8.self)
    #expect(text.contains(#""range":[29,5]"#) && !text.contains("last") && text.contains(#""omitted":4"#))
  }

  @Test func aPartBehindTheStoredBodySaysThatItIsMissing() {
    let part = StreamParts.body([.number(3), .number(4)], of: Data("01234".utf8))
    #expect(
      part == LogEvent.Body(Data("34".utf8), omission: BodyOmission(byteCount: 2, reason: "it is missing in history")))
    #expect(StreamParts.body([.number(9), .number(2)], of: Data("01234".utf8))?.omission?.byteCount == 2)
    #expect(StreamParts.body(nil, of: Data()) == nil)
  }
}
