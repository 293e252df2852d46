import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

/// The limit of the size of history.
struct HistorySizeTests {
  private let folder: TemporaryFolder
  private let history: HistoryStore

  init() throws {
    folder = try TemporaryFolder()
    history = try HistoryStore(path: folder.user.history)
  }

  private func record(_ second: Int, body size: Int = 3_000, seed: Int? = nil) throws -> ExchangeID {
    let body = Data.incompressible(size, seed: UInt64(seed ?? second))
    let exchange = Exchange.sample(
      startedAt: Double(second),
      outcome: .completed(Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: body)))
    try history.record(exchange)
    return exchange.id
  }

  private func pin(_ ids: some Sequence<ExchangeID>) throws {
    for id in ids { try history.annotate(id) { $0.isPinned = true } }
  }

  private func ids() throws -> [ExchangeID] { try history.summaries(limit: 10_000).map(\.id).reversed() }

  @Test func aLimitThatPinnedExchangesExceedIsReportedAndRemovesNothing() throws {
    let large = try record(0, body: 3 << 20)
    try pin([large])
    let all = [large] + (try (1...30).map { try record($0) })
    let pruned = try history.apply(Retention(size: 2 << 20))
    let (smallest, size) = (try #require(pruned.smallestSize), try history.size())
    #expect(pruned == HistoryStore.Pruned(count: 0, isComplete: true, smallestSize: smallest))
    #expect((3 << 20..<size).contains(smallest))
    #expect(try history.smallestSize(above: 2 << 20) == smallest)
    #expect(try history.smallestSize(above: 4 << 20) == nil)
    #expect(try ids() == all)
  }

  @Test func pinnedExchangesAtTheOldEndDoNotStopTheLimit() throws {
    let pinned = try (0..<40).map { try record($0) }
    try pin(pinned)
    for second in 40..<80 { _ = try record(second) }
    let limit = try history.size() * 9 / 10
    let pruned = try history.apply(Retention(size: limit))
    #expect(pruned == HistoryStore.Pruned(count: pruned.count))
    #expect(pruned.count > 0 && pruned.count < 40)
    #expect(try history.size() <= limit)
    #expect(try Array(ids().prefix(40)) == pinned)
  }

  /// Its bytes suffice, whereas the older exchanges have too few.
  @Test func oneLargeBodyIsRemovedRatherThanManySmallOnes() throws {
    let small = try (0..<30).map { try record($0) }
    let limit = try history.size() + (1 << 20)
    let large = try record(30, body: 3 << 20)
    let last = try record(31)
    #expect(try history.apply(Retention(size: limit)) == HistoryStore.Pruned(count: 1))
    #expect(try ids() == small + [last])
    #expect(try history.exchange(large) == nil)
  }

  /// The body stays as long as the pinned exchange does.
  @Test func anExchangeThatSharesItsBodyWithAPinnedOneFreesLittle() throws {
    let shared = try record(0, body: 2 << 20, seed: 7)
    let pinned = try record(1, body: 2 << 20, seed: 7)
    try pin([pinned])
    let own = try record(2, body: 1 << 20)
    let limit = try history.size() - (1 << 19)
    #expect(try history.apply(Retention(size: limit)) == HistoryStore.Pruned(count: 1))
    #expect(try ids() == [shared, pinned])
    #expect(try history.exchange(own) == nil)
  }

  @Test func whatAnInterruptedPruneLeftIsRemovedFirst() throws {
    let ids = try (0..<4).map { try record($0, body: 1 << 20) }
    let limit = try history.size() - (1 << 19)
    try history.writer.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          UPDATE content SET uses = 0
          WHERE size = 1 << 20 AND id IN (SELECT content FROM contentUse WHERE exchange = 4);
          DELETE FROM exchange WHERE id = 4
          """)
    }
    #expect(try history.apply(Retention(size: limit)) == HistoryStore.Pruned())
    #expect(try self.ids() == Array(ids.prefix(3)))
    #expect(try history.size() <= limit)
  }

  @Test func deletedExchangesAreErasedFirst() throws {
    let ids = try (0..<4).map { try record($0, body: 1 << 20) }
    try history.delete([ids[2]])
    let limit = try history.size() - (1 << 19)
    #expect(try history.apply(Retention(size: limit)) == HistoryStore.Pruned(count: 1))
    #expect(try self.ids() == [ids[0], ids[1], ids[3]])
    #expect(try history.deleted() == [])
  }
}
