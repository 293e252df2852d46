import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

/// Records of conversations whose program was killed.
struct InterruptedConversationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.user.history }
  private let id = ExchangeID()

  init() throws { folder = try TemporaryFolder() }

  /// The conversation before it begins.
  private func unsent() throws -> Exchange {
    Exchange(
      id: id, request: try SavedRequest(document: ["url": "ws://localhost/chat"]),
      startedAt: Date(timeIntervalSinceReferenceDate: 0),
      sent: SentRequest(method: "GET", url: "ws://localhost/chat", headers: [Header("a", "1")]),
      outcome: .cancelled(partial: nil), duration: .zero)
  }

  private let opened = [
    LogEvent(.request(SentRequest(method: "GET", url: "ws://localhost/chat", headers: [])), at: .seconds(1)),
    LogEvent(
      .head(Response.Head(status: 101, reason: "", httpVersion: "HTTP/1.1", headers: [])), at: .seconds(2)),
  ]

  private func message(_ text: String, at time: Int, _ direction: LogEvent.Message.Direction = .received) -> LogEvent {
    LogEvent(.message(LogEvent.Message(direction, type: "text", LogEvent.Body(Data(text.utf8)))), at: .seconds(time))
  }

  /// The text of each message, and what is missing of it.
  private func texts(_ exchange: Exchange?) -> [String] {
    (exchange?.log.messages ?? []).compactMap { event in
      guard case .message(let message) = event.content else { return nil }
      let omission = message.body.omission.map { " − \($0.byteCount)" } ?? ""
      return String(decoding: message.body.content, as: UTF8.self) + omission
    }
  }

  @Test func theMessagesOfAKilledProgramAreInItsExchange() throws {
    let long = String(repeating: "long ", count: 100)
    let later = [message(long, at: 4), message("bye", at: 5, .sent)]
    do {
      let sender = try HistoryStore(path: path)
      try sender.note(sending: unsent())
      try sender.note(SendingPart(of: id, number: 0, events: opened + [message("hello", at: 3)]))
      try sender.note(SendingPart(of: id, number: 1, events: later, earlierSize: 5))
    }
    let history = try HistoryStore(path: path)
    var expected = try unsent()
    expected.log = ExchangeLog(opened + [message("hello", at: 3)] + later)
    (expected.ending, expected.duration) = (.failed(.interruptedConversation), .seconds(5))
    #expect(try history.exchange(id) == expected)
    let row = try #require(try history.summaries(matching: "status:interrupted hello").first)
    #expect(row.method == "WS" && row.bodySize == 508 && row.duration == .seconds(5))
    #expect(try history.check() == HistoryCheck())
    #expect(try history.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sendingPart") } == 0)
  }

  @Test func theEventsOfAStreamAreFoundAndItsBodyIsMissing() throws {
    let head = Response.Head(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [])
    var event = LogEvent.Message(.received, type: "text", LogEvent.Body(Data("breaking news".utf8)))
    event.part = StreamPart(.event, event: "message", id: "1")
    let events = [LogEvent(.head(head), at: .seconds(1)), LogEvent(.message(event), at: .seconds(2))]
    var exchange = try unsent()
    exchange.request = SavedRequest(url: "http://localhost/news")
    exchange.sent?.url = "http://localhost/news"
    do {
      let sender = try HistoryStore(path: path)
      try sender.note(sending: exchange)
      try sender.note(SendingPart(of: id, number: 0, events: events))
    }
    let history = try HistoryStore(path: path)
    let found = try history.exchange(id)
    #expect(found?.log.messages == [events[1]] && found?.duration == .seconds(2))
    let missing = BodyOmission(
      byteCount: 13, reason: "the program ended before it was recorded; its events are messages")
    #expect(found?.response == Response(head, body: LogEvent.Body(Data(), omission: missing)))
    #expect(try history.summaries(matching: "breaking").map(\.bodySize) == [13])
    #expect(try history.check() == HistoryCheck())
  }

  @Test func theFirstPartReplacesAllOthers() throws {
    do {
      let sender = try HistoryStore(path: path)
      try sender.note(sending: unsent())
      try sender.note(SendingPart(of: id, number: 0, events: [message("the s3cret-value", at: 1)]))
      try sender.note(SendingPart(of: id, number: 1, events: [message("s3cret-value again", at: 2)]))
      try sender.note(SendingPart(of: id, number: 0, events: [message("the ••••••", at: 1)]))
      #expect(try sender.dump().range(of: Data("s3cret-value".utf8)) == nil)
    }
    #expect(texts(try HistoryStore(path: path).exchange(id)) == ["the ••••••"])
  }

  @Test func theLimitOfMessagesIsThatOfAllParts() throws {
    let limit = BodyLimit(byteCount: 10)
    do {
      let sender = try HistoryStore(path: path, bodyLimit: limit)
      try sender.note(sending: unsent())
      try sender.note(SendingPart(of: id, number: 0, events: [message("12345678", at: 1)]))
      try sender.note(SendingPart(of: id, number: 1, events: [message("12345678", at: 2)], earlierSize: 8))
      try sender.note(SendingPart(of: id, number: 2, events: [message("x", at: 3)], earlierSize: 16))
    }
    let history = try HistoryStore(path: path, bodyLimit: limit)
    #expect(texts(try history.exchange(id)) == ["12345678", "12 − 6", " − 1"])
    #expect(try history.summaries().map(\.bodySize) == [17])
  }

  @Test func whatIsRecordedHasNoParts() throws {
    let history = try HistoryStore(path: path)
    var exchange = try unsent()
    // A part without a note is dropped, before and after.
    try history.note(SendingPart(of: id, number: 0, events: [message("early", at: 1)]))
    try history.note(sending: exchange)
    try history.note(SendingPart(of: id, number: 0, events: [message("hello", at: 1)]))
    (exchange.ending, exchange.log.events) = (.completed, exchange.log.events + [message("hello", at: 1)])
    try history.record(exchange)
    try history.note(SendingPart(of: id, number: 1, events: [message("late", at: 2)]))
    #expect(try history.exchange(id) == exchange)
    #expect(try history.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sendingPart") } == 0)
  }

  @Test func aConversationThatWasTakenForInterruptedIsRecordedAsItEnded() throws {
    let (sender, reader) = (try HistoryStore(path: path), try HistoryStore(path: path))
    var exchange = try unsent()
    try sender.note(sending: exchange)
    try sender.note(SendingPart(of: id, number: 0, events: [message("hello", at: 1)]))
    try FileManager.default.removeItem(atPath: path + "-sending")
    #expect(try reader.summaries().map(\.result) == [.failed(.interrupted)])
    exchange.ending = .completed
    try sender.record(exchange)
    #expect(try reader.exchange(id) == exchange)
    #expect(try reader.count() == 2)
  }

  @Test func aPartOfARunFollowsTheNoteOfItsExchange() throws {
    let (exchange, sender) = (try unsent(), try HistoryStore(path: path))
    let run = RecordedRun(name: "chats", startedAt: Date(timeIntervalSinceReferenceDate: 0))
    let recorder = RunRecorder(run, .all) { () throws(HistoryError) in sender }
    recorder.note(sending: id) { exchange }
    try recorder.note(SendingPart(of: id, number: 0, events: [message("hello", at: 1)]))
    let notes = try sender.read { db in
      try String.fetchAll(db, sql: "SELECT sending FROM sendingPart JOIN sending ON uuid = sending")
    }
    #expect(notes == [id.description])
  }
}
