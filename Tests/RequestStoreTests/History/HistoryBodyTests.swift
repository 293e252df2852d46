import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore
import TestSupport

/// Bodies of any size in history.
struct HistoryBodyTests {
  private let folder: TemporaryFolder
  private var path: String { folder.user.history }

  init() throws { folder = try TemporaryFolder() }

  private static let mebibyte = 1 << 20

  private static func bytes(_ count: Int) -> Data { .incompressible(count) }

  private static func exchange(_ body: Data, sent: Data = Data()) -> Exchange {
    var exchange = Exchange.sample(
      startedAt: 0,
      outcome: .completed(Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: body)))
    exchange.sent?.body = sent
    return exchange
  }

  @Test(arguments: [mebibyte, mebibyte + 1, 9 * mebibyte + 3, 33 * mebibyte])
  func aBodyOfManyChunksIsRestored(size: Int) throws {
    let history = try HistoryStore(path: path)
    let exchange = Self.exchange(Self.bytes(size), sent: Self.bytes(2 * Self.mebibyte + 7))
    try history.record(exchange)
    #expect(try history.exchange(exchange.id) == exchange)
    #expect(try history.summaries().map(\.bodySize) == [size])
  }

  @Test(arguments: [
    (0, "0 bytes"), (10, "10 bytes"), (3 << 10, "3 kB"), (1 << 20, "1 MB"), (3 << 20, "3 MB"),
    ((2 << 20) + 5, "2097157 bytes"),
  ])
  func aBodyOverTheLimitIsTruncatedWithAReason(limit: Int, text: String) throws {
    let history = try HistoryStore(DatabaseQueue(), path: ":memory:", bodyLimit: BodyLimit(byteCount: limit))
    let body = Self.bytes(4 * Self.mebibyte)
    var exchange = Self.exchange(body, sent: body)
    try history.record(exchange)
    let reason = "history keeps the first \(text) of a body (WORKBENCH_HISTORY_BODY)"
    let omission = BodyOmission(byteCount: body.count - limit, reason: reason)
    exchange.sent?.body = body.prefix(limit)
    exchange.sent?.omission = omission
    exchange.outcome = .completed(
      Response(
        status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: body.prefix(limit), omission: omission))
    #expect(try history.exchange(exchange.id) == exchange)
    #expect(try history.summaries().map(\.bodySize) == [body.count])
  }

  @Test func omissionsBeforeRecordingArePreserved() throws {
    let history = try HistoryStore.inMemory()
    var exchange = Self.exchange(Self.bytes(2 * Self.mebibyte))
    var response = try #require(exchange.response)
    response.omission = BodyOmission(byteCount: 5, reason: "the pipe was faster")
    exchange.outcome = .completed(response)
    try history.record(exchange)
    #expect(try history.exchange(exchange.id) == exchange)
  }

  /// Limits the pages of the database, which fails like a full disk.
  @Test(arguments: [0, 1, 2, 3, 8]) func aFullDiskLosesOnlyTheBody(room: Int) throws {
    let queue = try DatabaseQueue()
    let history = try HistoryStore(queue, path: "h.sqlite")
    let pages = try queue.read { db in try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0 }
    let limit = pages + 30 + room * Self.mebibyte / 4096
    try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA max_page_count = \(limit)") }
    let body = Self.bytes(9 * Self.mebibyte)
    var exchange = Self.exchange(body)
    let full = "Cannot write history: the disk of h.sqlite is full — free some space"
    let error = #expect(throws: HistoryError.self) { try history.record(exchange) }
    let found = try #require(try history.exchange(exchange.id))
    let kept = try #require(found.response)
    #expect(error == .bodyLeftOut(byteCount: body.count - kept.body.count, reason: full))
    #expect(kept.body == body.prefix(kept.body.count))
    #expect(kept.omission == BodyOmission(byteCount: body.count - kept.body.count, reason: full))
    exchange.outcome = found.outcome
    #expect(found == exchange)
  }

  @Test func anInterruptedRecordHasAReason() throws {
    let queue = try DatabaseQueue()
    let history = try HistoryStore(queue, path: ":memory:")
    let exchange = Self.exchange(Self.bytes(6 * Self.mebibyte))
    let unwritten = try queue.write(ExchangeWriter(exchange, limit: .standard).write)
    var body = try #require(unwritten.first)
    #expect(try history.exchange(exchange.id)?.outcome.response?.body == Data())
    let chunks = body.packSome()
    _ = try queue.write { db in try body.write(chunks, db) }
    // The state after a kill before the next transaction.
    let found = try history.exchange(exchange.id)?.outcome.response
    #expect(found?.body == Self.bytes(4 * Self.mebibyte))
    #expect(found?.omission == BodyOmission(byteCount: 2 * Self.mebibyte, reason: "recording it was interrupted"))
  }

  @Test(arguments: [
    ("", 256 << 20), ("0", 0), ("4096", 4096), ("64k", 64 << 10), ("1M", 1 << 20), ("2GB", 2 << 30), ("17b", 17),
  ])
  func theLimitIsReadFromTheEnvironment(text: String, byteCount: Int) throws {
    #expect(try BodyLimit(environment: ["WORKBENCH_HISTORY_BODY": text]) == BodyLimit(byteCount: byteCount))
  }

  @Test(arguments: ["much", "-1", "1T", "1.5M", "99999999999G", "١k"])
  func anInvalidLimitIsAnError(text: String) {
    let error = #expect(throws: HistoryError.self) { try BodyLimit(environment: ["WORKBENCH_HISTORY_BODY": text]) }
    #expect(
      error?.description
        == "WORKBENCH_HISTORY_BODY is \"\(text)\", not a size — use bytes, or 64k, 256M, 2G")
  }
}
