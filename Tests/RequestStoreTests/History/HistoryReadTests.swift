import GRDB
import RequestModel
import Synchronization
import Testing

@testable import RequestStore

/// Lists read rows of summaries and no bodies, however many there are.
struct HistoryReadTests {
  private let queue: DatabaseQueue
  private let history: HistoryStore
  private let statements = Statements()

  init() throws {
    queue = try DatabaseQueue()
    history = try HistoryStore(queue, path: ":memory:")
    for second in 1...300 {
      var exchange = Exchange.sample(startedAt: Double(second))
      exchange.log.response?.body = .incompressible(6_000, seed: UInt64(second))
      try history.record(exchange)
    }
    let statements = statements
    queue.inDatabase { db in db.trace { statements.count("\($0)") } }
  }

  /// Counts the statements that name a table of bodies, logs or requests.
  private final class Statements: Sendable {
    private let counts = Mutex((all: 0, ofBodies: 0))
    var all: Int { counts.withLock(\.all) }
    var ofBodies: Int { counts.withLock(\.ofBodies) }

    func count(_ sql: String) {
      let words = sql.split { !$0.isLetter }
      let tables: Set<Substring> = ["content", "contentChunk", "contentUse", "log", "request"]
      counts.withLock {
        $0.all += 1
        if words.contains(where: tables.contains) { $0.ofBodies += 1 }
      }
    }
  }

  private static let queries = [
    "", "order", "zebra", "201", "status:5xx", "method:POST host:x env:local", "since:2d -order", "time:>1s size:>1k",
    "has:failure", "tag:a has:pin has:note", "name:order url:orders", "request:r1", "\"a b\"", "is:pinned",
  ]

  /// All in one history, which takes longer to make than to read.
  @Test func listingAndFilteringReadNoBody() throws {
    for query in Self.queries {
      let before = statements.all
      _ = try history.summaries(matching: query)
      #expect(statements.all > before && statements.ofBodies == 0, "\(query)")
    }
  }

  @Test func aListTakesTheSameStatementsHoweverLongItIs() throws {
    func count(_ rows: Int) throws -> Int {
      let before = statements.all
      #expect(try history.summaries(limit: rows).count == rows)
      return statements.all - before
    }
    _ = try count(1)
    #expect(try count(300) == count(10))
  }

  @Test func pagesCountsStatisticsAndCompletionReadNoBody() throws {
    let page = try history.summaries(limit: 100)
    let next = try history.summaries(before: page.last?.id, limit: 100)
    #expect(Set(page.map(\.id)).isDisjoint(with: next.map(\.id)))
    #expect(try history.count() == 300)
    #expect(try history.statistics(of: RequestID("r1")).count == 300)
    #expect(try history.knownValues().methods == ["POST"])
    #expect(try history.size() > 300 * 6_000)
    #expect(statements.all > 0 && statements.ofBodies == 0)
  }

  @Test func openingAnExchangeReadsItsBodies() throws {
    let newest = try #require(try history.summaries(limit: 1).first)
    #expect(try history.exchange(newest.id)?.response?.body == .incompressible(6_000, seed: 300))
    #expect(statements.ofBodies > 0)
  }
}
