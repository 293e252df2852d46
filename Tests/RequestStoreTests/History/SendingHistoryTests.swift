import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

/// Records of exchanges whose end was never recorded.
struct SendingHistoryTests {
  private let folder: TemporaryFolder
  private var path: String { folder.user.history }

  init() throws { folder = try TemporaryFolder() }

  /// An exchange before it is sent.
  private func unsent() -> Exchange {
    var exchange = Exchange.sample(outcome: .cancelled(partial: nil))
    (exchange.timeline, exchange.duration) = (Timeline(), .zero)
    exchange.sent = SentRequest(method: "POST", url: "http://x/orders", headers: [Header("X", "1")])
    return exchange
  }

  @Test func anExchangeWhoseProgramHasEndedIsListedAsInterrupted() throws {
    let exchange = unsent()
    let reader = try HistoryStore(path: path)
    // Its lock goes with the store, as it does with a program.
    try HistoryStore(path: path).note(sending: exchange)
    let listed = try reader.summaries()
    #expect(listed.map(\.id) == [exchange.id])
    #expect(listed.map(\.result) == [.failed(.interrupted)])
    #expect(listed.map(\.url) == ["http://x/orders"])
    var interrupted = exchange
    interrupted.ending = .failed(.interrupted)
    #expect(try reader.exchange(exchange.id) == interrupted)
    #expect(try reader.summaries(matching: "status:interrupted").count == 1)
    #expect(try reader.summaries().count == 1)
    #expect(try reader.count() == 1)
    #expect(try reader.check() == HistoryCheck())
  }

  @Test func theNextProgramFindsItWithoutAList() throws {
    let exchange = unsent()
    try HistoryStore(path: path).note(sending: exchange)
    #expect(try HistoryStore(path: path).exchange(exchange.id)?.ending == .failed(.interrupted))
  }

  @Test func whatIsBeingSentIsNotListed() throws {
    let (sender, reader) = (try HistoryStore(path: path), try HistoryStore(path: path))
    var exchange = unsent()
    try sender.note(sending: exchange)
    #expect(try sender.summaries().isEmpty)
    #expect(try reader.summaries().isEmpty)
    exchange.ending = .completed
    try sender.record(exchange)
    #expect(try reader.exchange(exchange.id) == exchange)
    #expect(try reader.summaries().count == 1)
  }

  @Test func anExchangeThatWasTakenForInterruptedIsRecordedAsItEnded() throws {
    let (sender, reader) = (try HistoryStore(path: path), try HistoryStore(path: path))
    var exchange = unsent()
    try sender.note(sending: exchange)
    try FileManager.default.removeItem(atPath: path + "-sending")
    #expect(try reader.summaries().map(\.result) == [.failed(.interrupted)])
    exchange.ending = .completed
    try sender.record(exchange)
    #expect(try reader.exchange(exchange.id) == exchange)
    #expect(try reader.count() == 2)
    #expect(try reader.check() == HistoryCheck())
  }

  @Test func anExchangeThatCannotBeRecordedIsNotListedAsInterrupted() throws {
    let exchange = unsent()
    do {
      let sender = try HistoryStore(path: path)
      try sender.note(sending: exchange)
      try sender.writer.write { db in
        try db.execute(
          sql: "CREATE TRIGGER refuse BEFORE INSERT ON exchange BEGIN SELECT RAISE(ABORT, 'refused'); END")
      }
      #expect(throws: HistoryError.self) { try sender.record(exchange) }
      try sender.writer.write { db in try db.execute(sql: "DROP TRIGGER refuse") }
    }
    #expect(try HistoryStore(path: path).summaries() == [])
  }

  @Test func aNoteThatComesAfterTheRecordIsDropped() throws {
    let exchange = unsent()
    do {
      let sender = try HistoryStore(path: path)
      try sender.record(exchange)
      try sender.note(sending: exchange)
    }
    #expect(try HistoryStore(path: path).summaries().map(\.result) == [.cancelled])
  }
}
