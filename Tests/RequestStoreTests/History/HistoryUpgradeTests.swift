import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

/// Databases of earlier versions are usable immediately and upgraded in steps.
struct HistoryUpgradeTests {
  private let folder: TemporaryFolder
  private var path: String { folder.user.history }
  private static let mebibyte = 1 << 20
  /// Set `UPGRADED=100000` for more.
  private static let count = ProcessInfo.processInfo.environment["UPGRADED"].flatMap(Int.init) ?? 1_000

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
  }

  /// Writes a database of the version before the log.
  private func makeEarlier(_ exchanges: some Sequence<Exchange>) throws {
    let queue = try DatabaseQueue(path: path, configuration: HistoryStore.configuration)
    try HistorySchema.migrator.migrate(queue, upTo: "addresses")
    try queue.write { db in
      for exchange in exchanges { try EarlierExchangeWriter(exchange, db).write() }
    }
  }

  private static func large(_ startedAt: Double) -> Exchange {
    let body = Data.incompressible(9 * mebibyte + 5, seed: 3)
    var exchange = Exchange.sample(
      startedAt: startedAt,
      outcome: .completed(
        Response(
          status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: body,
          omission: BodyOmission(byteCount: 4, reason: "the limit"))))
    exchange.sent?.body = .incompressible(2 * mebibyte, seed: 4)
    return exchange
  }

  private static func mixed() -> [Exchange] {
    let failure = Failure(.connectionLost, "Cut")
    let response = Response(
      status: 404, reason: "No", httpVersion: "HTTP/2", headers: [Header("a", "")], body: Data([1]))
    let samples: [Exchange] = [
      .sample(startedAt: 1), .sample(startedAt: 2, outcome: .failed(failure, partial: nil)),
      .sample(startedAt: 3, outcome: .failed(failure, partial: response)),
      .sample(startedAt: 4, outcome: .cancelled(partial: nil)), large(5),
      .sample(startedAt: 6, outcome: .cancelled(partial: response)),
    ]
    return samples + (0..<100).map(Exchange.small)
  }

  private func expectAll(_ exchanges: [Exchange], in history: HistoryStore) throws {
    for exchange in exchanges { #expect(try history.exchange(exchange.id) == exchange) }
    #expect(try history.summaries(limit: 1_000_000).map(\.id) == exchanges.reversed().map(\.id))
    #expect(try history.summaries(matching: "connectionLost").count == 2)
  }

  private func tables(_ history: HistoryStore) throws -> Set<String> {
    try history.read { db in
      try String.fetchSet(
        db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_%' ESCAPE '\\'")
    }
  }

  @Test func anUpgradePreservesEveryExchange() throws {
    let exchanges = Self.mixed()
    try makeEarlier(exchanges)
    let history = try HistoryStore(path: path)
    #expect(try history.needsUpgrade())
    try expectAll(exchanges, in: history)
    let before = try history.summaries(limit: 1_000)
    #expect(try history.upgrade())
    #expect(try history.needsUpgrade() == false)
    try expectAll(exchanges, in: history)
    #expect(try history.summaries(limit: 1_000) == before)
    let fresh = try HistoryStore(path: folder.path + "/fresh.sqlite")
    #expect(try tables(history) == tables(fresh))
    #expect(try history.read { db in try String.fetchAll(db, sql: "PRAGMA integrity_check") } == ["ok"])
    #expect(try history.read { db in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check") } == [])
  }

  @Test func aStoppedUpgradeContinuesWithoutGaps() throws {
    let exchanges = Self.mixed()
    try makeEarlier(exchanges)
    var steps = 0
    while try !HistoryStore(path: path).upgrade(isStopped: { true }) {
      steps += 1
      try expectAll(exchanges, in: HistoryStore(path: path))
    }
    #expect(steps > 2)
    #expect(try HistoryStore(path: path).needsUpgrade() == false)
  }

  /// A kill while a large body is moved leaves contents of an exchange without a log.
  @Test func aHalfMovedBodyIsMovedAgain() throws {
    let exchange = Self.large(1)
    try makeEarlier([exchange])
    let history = try HistoryStore(path: path)
    let key = EarlierExchangeWriter.key(exchange.startedAt)
    let parts = try #require(try history.read { db in try EarlierExchangeReader.parts(of: key, db) })
    var content = try #require(try history.write { db in try parts.writeContents(of: key, db) }.first)
    let chunks = content.packSome()
    _ = try history.write { db in try content.write(chunks, db) }
    #expect(try history.exchange(exchange.id) == exchange)
    #expect(try history.upgrade())
    #expect(try history.exchange(exchange.id) == exchange)
    #expect(try history.read { db in try Int.fetchAll(db, sql: "SELECT uses FROM content") } == [1, 1])
    #expect(try history.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM contentChunk") } == 12)
  }

  @Test func exchangesOfBothFormatsArePruned() throws {
    let exchanges = Self.mixed()
    try makeEarlier(exchanges)
    let history = try HistoryStore(path: path)
    var isFirst = true
    _ = try history.upgrade {
      defer { isFirst = false }
      return !isFirst
    }
    #expect(try history.prune(keeping: 90).count == exchanges.count - 90)
    try history.record(.sample(startedAt: 9e8))
    #expect(try history.upgrade())
    #expect(try history.count() == 91)
    #expect(try history.prune(keeping: 0).count == 91)
    #expect(try history.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM log") } == 0)
  }

  @Test func twoProgramsCanUpgradeAtOnce() async throws {
    let exchanges = Self.mixed()
    try makeEarlier(exchanges)
    let path = path
    try await withThrowingTaskGroup { group in
      for _ in 0..<2 { group.addTask { _ = try HistoryStore(path: path).upgrade() } }
      try await group.waitForAll()
    }
    #expect(try HistoryStore(path: path).needsUpgrade() == false)
    try expectAll(exchanges, in: HistoryStore(path: path))
  }

  /// The other program started before the upgrade and uses the old tables.
  @Test func exchangesRecordedMeanwhileByAnEarlierVersionAreMoved() throws {
    try makeEarlier([Exchange.sample(startedAt: 1)])
    let history = try HistoryStore(path: path)
    let late = Exchange.sample(startedAt: 2)
    try history.write { db in try EarlierExchangeWriter(late, db).write() }
    #expect(try history.upgrade())
    #expect(try history.exchange(late.id) == late)
  }

  @Test func anEarlierVersionRejectsTheNewFile() throws {
    _ = try HistoryStore(path: path)
    var earlier = DatabaseMigrator()
    for name in ["exchanges", "search", "chunks", "addresses"] { earlier.registerMigration(name) { _ in } }
    #expect(try DatabaseQueue(path: path).read(earlier.hasBeenSuperseded))
  }

  @Test func aLargeHistoryIsUpgradedAndShrinks() throws {
    try makeEarlier((0..<Self.count).lazy.map(Exchange.small))
    let before = try folder.allBytes("data").count
    let opening = ContinuousClock().measure { _ = try? HistoryStore(path: path).count() }
    let history = try HistoryStore(path: path)
    let ids = try history.summaries(limit: 1_000_000).map(\.id)
    #expect(ids.count == Self.count)
    let exchanges = try ids.map { try #require(try history.exchange($0)) }
    let start = ContinuousClock.now
    #expect(try history.upgrade())
    let time = start.duration(to: .now)
    for exchange in exchanges { #expect(try history.exchange(exchange.id) == exchange) }
    let after = try folder.allBytes("data").count
    print("\(Self.count) exchanges: opened in \(opening), moved in \(time), \(before) bytes before, \(after) after")
    #expect(after < before / 2)
  }
}
