import Foundation
import GRDB
import RequestModel
import Synchronization
import Testing

@testable import RequestStore

/// Runs in history: many exchanges, one row.
struct RunHistoryTests {
  private func exchange(_ name: String, failed: Bool = false) -> Exchange {
    var exchange = Exchange(
      id: ExchangeID(), request: SavedRequest(url: "http://x/\(name)"), startedAt: Date(timeIntervalSince1970: 1e9),
      outcome: .completed(
        Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: Data("body".utf8))),
      duration: .milliseconds(1))
    if failed { exchange.log.append(.check(LogEvent.Check("c", isPassed: false)), at: .zero) }
    return exchange
  }

  private let run = RecordedRun(name: "shop", startedAt: Date(timeIntervalSince1970: 1e9))

  private func recorder(_ store: HistoryStore, _ extent: RunRecorder.Extent = .all) -> RunRecorder {
    RunRecorder(run, extent) { () throws(HistoryError) in store }
  }

  private func rows(_ store: HistoryStore, _ query: String = "") throws -> [String] {
    try store.summaries(matching: HistoryQuery(query)).map { $0.run?.title ?? $0.url }
  }

  @Test func aRunIsOneRowOfTheListAndSearchesFindItsExchanges() throws {
    let store = try HistoryStore.inMemory()
    try store.record(exchange("before"))
    let recorder = recorder(store)
    for number in 0..<600 { try recorder.record(exchange("part\(number)", failed: number == 7)) }
    try recorder.finish { $0.iterations = 3 }
    try store.record(exchange("after"))
    #expect(try rows(store) == ["http://x/after", "run shop: 600 requests, 1 failed", "http://x/before"])
    #expect(try store.summaries().first { $0.run != nil }?.run?.iterations == 3)
    #expect(try rows(store, "part599") == ["http://x/part599"])
    #expect(try rows(store, "run:\(run.idText)").count == 200)
    #expect(try store.exchanges(ofRun: run.id).count == 600)
    #expect(try rows(store, "run:\(run.idText) url:part59").count == 11)
    #expect(try rows(store, "-run:\(run.idText)").count == 2)
    #expect(try store.count() == 602)
  }

  /// Of a run that is killed.
  @Test(.timeLimit(.minutes(1))) func theFirstExchangesAreInHistoryBeforeTheEnd() async throws {
    let store = try HistoryStore.inMemory()
    try recorder(store).record(exchange("a"))
    while try store.count() == 0, !Task.isCancelled { await Task.yield() }
    #expect(try rows(store) == ["run shop: 1 request"])
  }

  @Test(arguments: ["shop", "SHO", "run", "\"run shop\"", "name:shop", "run:sho", "shop -other"])
  func aRunIsFoundByItsName(query: String) throws {
    let store = try HistoryStore.inMemory()
    let recorder = recorder(store)
    try recorder.record(exchange("a"))
    try recorder.record(exchange("b"))
    try recorder.finish { _ in }
    try store.record(exchange("after"))
    #expect(try rows(store, query).first == "run shop: 2 requests")
    #expect(try rows(store, query).count { $0.hasPrefix("run") } == 1)
  }

  @Test(arguments: ["shop status:200", "-shop", "other", "shop after", "-run:shop", "method:GET"])
  func whatIsAboutExchangesFindsNoRuns(query: String) throws {
    let store = try HistoryStore.inMemory()
    let recorder = recorder(store)
    try recorder.record(exchange("a"))
    try recorder.finish { _ in }
    try store.record(exchange("shop/after"))
    #expect(try rows(store, query).allSatisfy { $0.hasPrefix("http") })
  }

  @Test func runsAndExchangesOfOneNameAreInOrder() throws {
    let store = try HistoryStore.inMemory()
    func record(_ name: String, at seconds: Double) throws {
      var exchange = exchange(name)
      exchange.startedAt = Date(timeIntervalSince1970: 1e9 + seconds)
      try store.record(exchange)
    }
    try record("shop/before", at: -5)
    let recorder = recorder(store)
    try recorder.record(exchange("part"))
    try recorder.finish { _ in }
    try record("shop/after", at: 5)
    #expect(try rows(store, "shop") == ["http://x/shop/after", "run shop: 1 request", "http://x/shop/before"])
  }

  @Test func theResultsOfARunAreReadInTheirOrder() throws {
    let store = try HistoryStore.inMemory()
    let recorder = recorder(store)
    var first = exchange("a", failed: true)
    first.origin = Exchange.Origin(root: "/c", address: Address("shop/a.json"))
    try recorder.record(first)
    var second = exchange("b")
    second.outcome = .failed(Failure(.refused, "Connection refused"), partial: nil)
    try recorder.record(second)
    try recorder.finish { _ in }
    let results = try store.results(ofRun: run.id)
    #expect(results.map(\.summary.url) == ["http://x/a", "http://x/b"])
    #expect(results.map(\.address) == [Address("shop/a.json"), nil])
    #expect(results.map { $0.checks.map(\.isPassed) } == [[false], []])
    #expect(results.map(\.failure?.sentence) == [nil, "Connection refused"])
    #expect(try store.results(ofRun: UUID()).isEmpty)
  }

  @Test func theResultsOfALongRunAreReadInBatches() throws {
    let store = try HistoryStore.inMemory()
    let recorder = recorder(store)
    for number in 0..<2_000 { try recorder.record(exchange("\(number)", failed: number == 1_500)) }
    try recorder.finish { _ in }
    var counts: [Int] = []
    try store.readResults(ofRun: run.id) { results in
      counts.append(results.count)
      return true
    }
    #expect(counts == [1_000, 1_000, 0])
    let results = try store.results(ofRun: run.id)
    #expect(results.map(\.summary.url) == (0..<2_000).map { "http://x/\($0)" })
    #expect(results.indices.filter { results[$0].checks.contains { !$0.isPassed } } == [1_500])
    try store.readResults(ofRun: run.id) { results in
      counts.append(results.count)
      return false
    }
    #expect(counts.count == 4)
  }

  @Test func theRunBeforeAnotherOneIsFoundByItsName() throws {
    let store = try HistoryStore.inMemory()
    for (name, time) in [("shop", 10), ("shop", 20), ("other", 30), ("shop", 40)] {
      let run = RecordedRun(name: name, startedAt: Date(timeIntervalSince1970: Double(time)))
      let recorder = RunRecorder(run, .all) { () throws(HistoryError) in store }
      try recorder.record(exchange("a"))
      try recorder.finish { _ in }
    }
    let found = try store.run(named: "shop", before: Date(timeIntervalSince1970: 40))
    #expect(found?.startedAt == Date(timeIntervalSince1970: 20))
    #expect(try store.run(named: "shop", before: Date(timeIntervalSince1970: 10)) == nil)
  }

  @Test func aRunUnderWayIsListedAsFarAsItIs() throws {
    let store = try HistoryStore.inMemory()
    let recorder = recorder(store)
    try recorder.record(exchange("a"))
    try recorder.record(exchange("b"))
    recorder.flush()
    #expect(try rows(store) == ["run shop: 2 requests"])
  }

  // MARK: Failures

  @Test func aBatchThatFailsLosesOnlyTheExchangeThatIsTheReason() throws {
    let store = try HistoryStore.inMemory()
    let known = exchange("known")
    try store.record(known)
    let recorder = recorder(store)
    try recorder.record(exchange("a"))
    var again = exchange("b")
    again.id = known.id
    try recorder.record(again)
    try recorder.record(exchange("c"))
    let error = #expect(throws: HistoryError.self) { try recorder.finish { $0.ending = "stopped" } }
    #expect(
      error?.description
        == "1 exchange, beginning with number 2 (GET http://x/b) — History failed: :memory: — "
        + "UNIQUE constraint failed: exchange.uuid")
    let kept = try store.exchanges(ofRun: run.id)
    #expect(kept.map(\.url) == ["http://x/c", "http://x/a"])
    #expect(try kept.map { try store.exchange($0.id)?.response?.body } == [Data("body".utf8), Data("body".utf8)])
    #expect(try store.summaries().first?.run?.ending == "stopped")
  }

  /// Limits the pages of the database, which fails like a full disk.
  @Test func aFullDiskLosesTheBodiesOfARunAndNotItsEnd() throws {
    let queue = try DatabaseQueue()
    let store = try HistoryStore(queue, path: "h.sqlite")
    let pages = try queue.read { db in try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0 }
    try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA max_page_count = \(pages + 60)") }
    let recorder = recorder(store)
    for number in 0..<5 {
      var exchange = exchange("\(number)")
      exchange.outcome = .completed(
        Response(
          status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [],
          body: .incompressible(200_000, seed: UInt64(number))))
      try recorder.record(exchange)
    }
    let full = "Cannot write history: the disk of h.sqlite is full — free some space"
    let error = #expect(throws: HistoryError.self) { try recorder.finish { $0.ending = "stopped" } }
    #expect(error?.description == "bodies of 5 exchanges, beginning with number 1 (GET http://x/0) — \(full)")
    let kept = try store.exchanges(ofRun: run.id)
    #expect(kept.map(\.url) == (0..<5).reversed().map { "http://x/\($0)" })
    let response = try #require(try store.exchange(kept[0].id)?.response)
    #expect(response.omission == BodyOmission(byteCount: 200_000, reason: full))
    #expect(try store.summaries().first?.run?.ending == "stopped")
  }

  @Test func aRunThatCannotBeRecordedIsReportedFromItsFirstExchange() throws {
    let recorder = RunRecorder(run, .all) { () throws(HistoryError) in throw .readOnly(path: "h.sqlite") }
    for name in ["a", "b"] { try recorder.record(exchange(name)) }
    let error = #expect(throws: HistoryError.self) { try recorder.finish { _ in } }
    #expect(
      error?.description
        == "2 exchanges, the end of the run, beginning with number 1 (GET http://x/a) — "
        + "Cannot write history: h.sqlite is read-only — check its owner and mode")
  }

  /// As while all files that a process may open are sockets.
  @Test func aRunIsRecordedOnceItsHistoryCanBeOpened() throws {
    let store = try HistoryStore.inMemory()
    let attempts = Atomic(0)
    let recorder = RunRecorder(run, .all) { () throws(HistoryError) in
      if attempts.add(1, ordering: .relaxed).newValue < 3 { throw .readOnly(path: "h.sqlite") }
      return store
    }
    for name in ["a", "b", "c"] {
      try recorder.record(exchange(name))
      recorder.flush()
    }
    try recorder.finish { $0.ending = "stopped" }
    #expect(try store.exchanges(ofRun: run.id).map(\.url) == ["http://x/c", "http://x/b", "http://x/a"])
    #expect(try store.summaries().first?.run?.ending == "stopped")
  }

  @Test func historyKeepsWhatWasAskedFor() throws {
    func kept(_ extent: RunRecorder.Extent) throws -> [String] {
      let store = try HistoryStore.inMemory()
      let recorder = recorder(store, extent)
      try recorder.record(exchange("good"))
      try recorder.record(exchange("bad", failed: true))
      try recorder.finish { _ in }
      return try store.exchanges(ofRun: run.id).map { summary in
        let body = try store.exchange(summary.id)?.response?.body ?? Data()
        return summary.url.suffix(4) + (body.isEmpty ? "" : " \(String(decoding: body, as: UTF8.self))")
      }
    }
    #expect(try kept(.all) == ["/bad body", "good body"])
    #expect(try kept(.failedBodies) == ["/bad body", "good"])
    #expect(try kept(.failures) == ["/bad body"])
    #expect(try kept(.none) == [])
  }

  @Test func aRunGoesWithItsLastExchange() throws {
    let queue = try DatabaseQueue()
    let store = try HistoryStore(queue, path: ":memory:")
    let recorder = recorder(store)
    for name in ["a", "b"] { try recorder.record(exchange(name)) }
    try recorder.finish { _ in }
    try queue.write { db in try db.execute(sql: "DELETE FROM exchange WHERE url LIKE '%b'") }
    #expect(try rows(store) == ["run shop: 2 requests"])
    try queue.write { db in try db.execute(sql: "DELETE FROM exchange") }
    #expect(try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM run") } == 0)
  }
}
