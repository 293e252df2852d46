import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

/// Pruning rows, contents, the index and free space.
struct HistoryPruningTests {
  private let folder: TemporaryFolder
  private var path: String { folder.user.history }

  init() throws { folder = try TemporaryFolder() }

  private static let tables = [
    "exchange", "request", "log", "content", "contentChunk", "contentUse", "upkeep",
  ]

  @Test func pruningRemovesAllRowsOfAnExchange() throws {
    let queue = try DatabaseQueue()
    let history = try HistoryStore(queue, path: ":memory:")
    for second in 1...5 { try history.record(.sample(startedAt: Double(second))) }
    let early = PruneRules(olderThan: Date(timeIntervalSinceReferenceDate: 2))
    #expect(try history.prune(early) == HistoryStore.Pruned(count: 1))
    #expect(try history.prune(PruneRules(keep: 3)) == HistoryStore.Pruned(count: 1))
    #expect(try history.summaries(matching: "order").map(\.startedAt.timeIntervalSinceReferenceDate) == [5, 4, 3])
    #expect(try history.prune(PruneRules(keep: 0)) == HistoryStore.Pruned(count: 3))
    for table in Self.tables {
      #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } == 0, "\(table)")
    }
    #expect(try history.summaries(matching: "order") == [])
  }

  /// Returns the bytes of the database and all files beside it.
  private func bytes() throws -> Data { try folder.allBytes("data") }

  private static func exchange(_ word: String, _ second: Int, body: Int = 0) -> Exchange {
    var exchange = Exchange.sample(startedAt: Double(second))
    exchange.request.name = word
    exchange.sent?.url = "http://x/\(word)/\(second)"
    exchange.outcome = .completed(
      Response(
        status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [Header("X-Word", word)],
        // Incompressible, so that the word can be found in the file.
        body: body == 0 ? Data() : .incompressible(body - word.utf8.count, seed: UInt64(second)) + Data(word.utf8)))
    return exchange
  }

  /// The index contains trigrams: "zjx" of "qzjxkvw". `merging` sets the limit for rebuilding it to 0.
  @Test(arguments: [true, false]) func removedExchangesAreErasedFromTheFile(merging: Bool) throws {
    let history = try HistoryStore(path: path)
    for second in 1...100 { try history.record(Self.exchange("qzjxkvw", second, body: second == 7 ? 3 << 20 : 2_000)) }
    for second in 101...200 { try history.record(Self.exchange("orders", second)) }
    #expect(try bytes().range(of: Data("zjx".utf8)) != nil)
    let doomed = try history.identifiers(ofOldest: 100)
    let pruning = try HistoryPruning(
      history.upkeepWriter(), history.folder, removing: doomed, recheck: { _, _ in doomed },
      rebuildLimit: merging ? 0 : 1_000)
    #expect(try pruning.run { false } == HistoryStore.Pruned(count: 100))
    let left = try bytes() + history.dump()
    for word in ["qzjxkvw", "zjx", "xkv"] { #expect(left.range(of: Data(word.utf8)) == nil, "\(word) is left") }
    #expect(try history.summaries(matching: "orders", limit: 1_000).count == 100)
    #expect(try history.summaries(matching: "qzjxkvw") == [])
    try history.record(Self.exchange("fresh", 201))
    #expect(try history.summaries(matching: "fresh").count == 1)
  }

  @Test func theFileShrinks() throws {
    let history = try HistoryStore(path: path)
    for second in 1...20 { try history.record(Self.exchange("orders", second, body: 1 << 20)) }
    _ = try history.prune(PruneRules(keep: 20))
    let before = try bytes().count
    #expect(before > 20 << 20)
    #expect(try history.prune(PruneRules(keep: 2)) == HistoryStore.Pruned(count: 18))
    #expect(try bytes().count < 3 << 20)
    #expect(try history.summaries(matching: "orders").map(\.bodySize) == [1 << 20, 1 << 20])
  }

  @Test func aStoppedPruneIsContinuedByTheNext() throws {
    let history = try HistoryStore(path: path)
    for second in 1...1_200 { try history.record(Self.exchange(second <= 1_100 ? "qzjxkvw" : "orders", second)) }
    var looks = 0
    let stopped = try history.prune(PruneRules(keep: 100)) {
      looks += 1
      return looks > 1
    }
    #expect(stopped == HistoryStore.Pruned(count: 1_000, isComplete: false))
    #expect(try history.summaries(matching: "qzjxkvw", limit: 10_000).count == 100)
    #expect(try history.prune(PruneRules(keep: 100)) == HistoryStore.Pruned(count: 100))
    #expect(try bytes().range(of: Data("zjx".utf8)) == nil)
    #expect(try history.count() == 100)
  }

  @Test func pruningRemovesABodyThatIsBeingWritten() throws {
    let history = try HistoryStore(path: path)
    let exchange = Self.exchange("orders", 1, body: 9 << 20)
    let unwritten = try history.write(ExchangeWriter(exchange, limit: .standard).write)
    var body = try #require(unwritten.first)
    let chunks = body.packSome()
    _ = try history.write { db in try body.write(chunks, db) }
    #expect(try history.prune(PruneRules(keep: 0)) == HistoryStore.Pruned(count: 1))
    let more = body.packSome()
    #expect(try history.write { db in try body.write(more, db) } == false)
    for table in Self.tables {
      #expect(try history.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } == 0, "\(table)")
    }
  }

  // MARK: Two programs

  /// The first program has chosen what to prune when the second prunes everything and records something new.
  @Test(arguments: [200, 3 << 20]) func aSecondPrunerRemovesNothingNew(size: Int) throws {
    let history = try HistoryStore(path: path)
    for second in 1...3 { try history.record(Self.exchange("old", second, body: size)) }
    let rules = PruneRules(keep: 0)
    let pruning = try HistoryPruning(
      history.upkeepWriter(), history.folder, removing: history.read(rules.doomed(_:))
    ) { db, ids in try Int64.fetchAll(db, sql: "SELECT value FROM json_each(?)", arguments: [ids]) }
    #expect(try HistoryStore(path: path).prune(PruneRules(keep: 0)) == HistoryStore.Pruned(count: 3))
    let new = Self.exchange("new", 4, body: size)
    try history.record(new)
    #expect(try pruning.run { false } == HistoryStore.Pruned(count: 0))
    #expect(try history.exchange(new.id) == new)
    #expect(try history.check() == HistoryCheck())
  }

  @Test func aBodyThatWasPrunedIsNotWrittenIntoTheNextOne() throws {
    let history = try HistoryStore(path: path)
    func begin(_ exchange: Exchange) throws -> UnwrittenContent {
      try #require(try history.write(ExchangeWriter(exchange, limit: .standard).write).first)
    }
    var old = try begin(Self.exchange("old", 1, body: 5 << 20))
    #expect(try history.prune(PruneRules(keep: 0)) == HistoryStore.Pruned(count: 1))
    let exchange = Self.exchange("new", 2, body: 6 << 20)
    let new = try begin(exchange)
    #expect(new.id > old.id)
    let chunks = old.packSome()
    #expect(try history.write { db in try old.write(chunks, db) } == false)
    try history.write { db in try old.setProblem("the disk is full", db) }
    try history.write(new)
    #expect(try history.exchange(exchange.id) == exchange)
  }

  /// The second transaction of a prune has the newest exchanges.
  @Test(arguments: [true, false]) func anExchangePinnedOrRestoredDuringAPruneStays(isPinned: Bool) throws {
    let history = try HistoryStore(path: path)
    let exchanges = (1...1_100).map { Self.exchange("orders", $0) }
    try history.record(all: exchanges)
    let kept = exchanges[1_099].id
    if !isPinned { try history.delete(exchanges.map(\.id)) }
    var looks = 0
    let pruned = try history.prune(isPinned ? PruneRules(keep: 0) : PruneRules()) {
      looks += 1
      guard looks == 2 else { return false }
      if isPinned {
        _ = try? history.annotate(kept) { $0.isPinned = true }
      } else {
        _ = try? history.undelete([kept])
      }
      return false
    }
    #expect(pruned == HistoryStore.Pruned(count: 1_099))
    #expect(try history.summaries(matching: "orders", limit: 10_000).map(\.id) == [kept])
    #expect(try history.check() == HistoryCheck())
  }

  @Test func otherProgramsCanWriteMeanwhile() async throws {
    let history = try HistoryStore(path: path)
    for second in 1...1_500 { try history.record(Self.exchange("old", second)) }
    let other = try HistoryStore(path: path)
    let path = path
    async let recorded = Task.detached {
      for second in 0..<100 { try other.record(Self.exchange("new", 1_000_000 + second)) }
    }.value
    let removed = try await Task.detached {
      try HistoryStore(path: path).prune(PruneRules(olderThan: Date(timeIntervalSinceReferenceDate: 500_000)))
    }.value
    try await recorded
    #expect(removed == HistoryStore.Pruned(count: 1_500))
    #expect(try history.summaries(matching: "new").count == 100)
  }
}

extension HistoryStore {
  fileprivate func identifiers(ofOldest count: Int) throws -> [Int64] {
    try read { db in try Int64.fetchAll(db, sql: "SELECT id FROM exchange ORDER BY id LIMIT ?", arguments: [count]) }
  }
}
