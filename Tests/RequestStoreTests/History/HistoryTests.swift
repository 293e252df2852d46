import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

struct HistoryTests {
  private let folder: TemporaryFolder
  private var path: String { folder.user.history }

  init() throws { folder = try TemporaryFolder() }

  @Test func anOpeningWaitsForALockedHistoryOnlyAsLongAsItMay() throws {
    _ = try HistoryStore(path: path)
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    let other = try DatabaseQueue(path: path, configuration: configuration)
    let wasAsked = OnceFlag()
    try other.inTransaction(.exclusive) { _ in
      #expect(throws: HistoryError.self) {
        _ = try HistoryStore(
          path: path,
          mayWait: {
            wasAsked.set()
            return false
          })
      }
      return .rollback
    }
    #expect(wasAsked.isSet)
    try other.close()
    #expect(try HistoryStore(path: path).count() == 0)
  }

  @Test func anOpeningWaitsForTheLockOfAnotherProgram() throws {
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
    let lock = HistoryFileLock(at: path)
    let (wasAsked, wasThere) = (OnceFlag(), OnceFlag())
    let store = try HistoryStore(
      path: path,
      mayWait: { [path] in
        guard wasAsked.set() else { return true }
        if FileManager.default.fileExists(atPath: path) { wasThere.set() }
        lock.end()
        return true
      })
    #expect(wasAsked.isSet && !wasThere.isSet)
    #expect(try store.count() == 0)
  }

  @Test func anExchangeIsRestored() throws {
    let history = try HistoryStore.inMemory()
    let response = Response(
      status: 200, reason: "OK", httpVersion: "HTTP/2", headers: [Header("a", "1"), Header("a", "2")],
      body: Data([0, 255]))
    let outcomes: [Outcome] = [
      .completed(response), .failed(Failure(.timedOut, "No response"), partial: nil),
      .failed(Failure(.connectionLost, "Cut"), partial: response), .cancelled(partial: nil),
      .cancelled(partial: response),
    ]
    for outcome in outcomes {
      let exchange = Exchange.sample(outcome: outcome)
      try history.record(exchange)
      #expect(try history.exchange(exchange.id) == exchange)
    }
    var bare = Exchange.sample(outcome: .failed(Failure(.unprepared, "No variable"), partial: nil))
    (bare.sent, bare.origin, bare.environment, bare.timeline) = (nil, nil, nil, Timeline())
    try history.record(bare)
    #expect(try history.exchange(bare.id) == bare)
    #expect(try history.exchange(ExchangeID()) == nil)
    #expect(try history.count() == 6)
  }

  @Test func aNULInAResponseTruncatesNothing() throws {
    let history = try HistoryStore.inMemory()
    var exchange = Exchange.sample()
    exchange.timeline.hops[0].wire = exchange.timeline.hops[0].wire.mapLines { line in
      var line = line
      line.text = "a\0b"
      return line
    }
    try history.record(exchange)
    #expect(try history.exchange(exchange.id)?.timeline.hops[0].wire[0].text == "a\0b")
  }

  @Test func theLastRecordedAreFirstEvenIfTheClockWasSetBack() throws {
    let history = try HistoryStore.inMemory()
    let exchanges = [3.0, 1, 2, 2].map { Exchange.sample(startedAt: $0) }
    for exchange in exchanges { try history.record(exchange) }
    let list = try history.summaries()
    #expect(list.map(\.startedAt.timeIntervalSinceReferenceDate) == [2, 2, 1, 3])
    var first = ExchangeSummary(
      id: exchanges[0].id, startedAt: exchanges[0].startedAt, method: "POST", url: "http://x/orders?a=50%25",
      name: "Create order", result: .status(201), duration: .milliseconds(5), bodySize: 2)
    first.requestID = RequestID("r1")
    #expect(list.last == first)
    let page = try history.summaries(limit: 2)
    #expect(page + (try history.summaries(before: page[1].id, limit: 2)) == list)
  }

  @Test(arguments: [
    ("", 3), ("order", 3), ("ORDER post", 3), ("201", 1), ("timed", 1), ("po", 3), ("%2", 3), ("2_", 0), ("lo", 3),
    ("orders local 201", 1), ("orders nowhere", 0), ("\"", 3), ("\"ord AND", 0), ("cancelled", 0), ("a=50 20", 1),
  ])
  func everyWordMustMatch(text: String, count: Int) throws {
    let history = try HistoryStore.inMemory()
    try history.record(.sample())
    try history.record(.sample(outcome: .failed(Failure(.timedOut, "No response"), partial: nil)))
    try history.record(.sample(outcome: .cancelled(partial: nil)))
    #expect(try history.summaries(matching: text).count == count)
  }

  @Test func exchangesAreFoundByRequest() throws {
    let history = try HistoryStore.inMemory()
    let mine = [1.0, 2].map { Exchange.sample(startedAt: $0) }
    for exchange in mine { try history.record(exchange) }
    var other = Exchange.sample(startedAt: 3)
    other.request.id = RequestID("r2")
    try history.record(other)
    #expect(try history.exchanges(of: RequestID("r1")).map(\.id) == [mine[1].id, mine[0].id])
    #expect(try history.exchanges(of: RequestID("none")) == [])
  }

  @Test func twoProgramsShareAPrivateFile() throws {
    let (one, two) = (try HistoryStore(path: path), try HistoryStore(path: path))
    try one.record(.sample(startedAt: 1))
    try two.record(.sample(startedAt: 2))
    #expect(try one.summaries() == two.summaries())
    #expect(try one.count() == 2)
    for suffix in ["", "-wal"] {
      let mode = try FileManager.default.attributesOfItem(atPath: path + suffix)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test func recordedExchangesSurviveAKill() throws {
    let history = try HistoryStore(path: path)
    try history.record(.sample())
    // A copy of the open files is the state after a kill.
    let copy = folder.path + "/copy.sqlite"
    for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix) }
    #expect(try HistoryStore(path: copy).count() == 1)
  }

  @Test func openingASoundFileWritesNothingIntoIt() throws {
    let history = try HistoryStore(path: path)
    try history.record(.sample())
    try history.close()
    try #require(!FileManager.default.fileExists(atPath: path + "-wal"))
    let closed = try Data(contentsOf: URL(filePath: path))
    let again = try HistoryStore(path: path)
    #expect(try again.count() == 1)
    // The log repeats the first page unchanged, so that readers find one.
    let log = try Data(contentsOf: URL(filePath: path + "-wal"))
    #expect(log.count == 32 + 24 + 4_096)
    #expect(try Data(contentsOf: URL(filePath: path)) == closed)
    try again.record(.sample())
    #expect(try HistoryStore(path: path).check() == HistoryCheck())
  }

  @Test func theLastProgramThatClosesLeavesEverythingInTheDatabase() throws {
    let exchanges = [1.0, 2].map { Exchange.sample(startedAt: $0) }
    let stores = [try HistoryStore(path: path), try HistoryStore(path: path)]
    for (store, exchange) in zip(stores, exchanges) { try store.record(exchange) }
    // Opens connections for reading.
    for store in stores { #expect(try store.count() == 2) }
    try stores[0].close()
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    try stores[1].close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.user.data) == ["history.sqlite"])
    let copy = folder.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let copied = try HistoryStore(path: copy)
    for exchange in exchanges { #expect(try copied.exchange(exchange.id) == exchange) }
  }

  @Test func manyExchangesAreRecordedAtOnce() throws {
    let history = try HistoryStore.inMemory()
    let exchanges = (1...50).map { Exchange.sample(startedAt: Double($0)) }
    try history.record(all: exchanges)
    #expect(try history.summaries().map(\.id) == exchanges.reversed().map(\.id))
    #expect(try history.exchange(exchanges[7].id) == exchanges[7])
    #expect(try history.count() == 50)
  }

  /// A released version is never changed, so that a database of each has the tables of a new one after its upgrade.
  @Test(arguments: HistorySchema.migrator.migrations) func aDatabaseOfEachVersionIsUpgraded(version: String) throws {
    func tables(_ database: DatabaseQueue) throws -> [String] {
      try database.read { db in
        try String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
      }
    }
    let (fresh, queue) = (try DatabaseQueue(), try DatabaseQueue())
    _ = try HistoryStore(fresh, path: ":memory:")
    try HistorySchema.migrator.migrate(queue, upTo: version)
    let history = try HistoryStore(queue, path: ":memory:")
    #expect(try tables(queue) == tables(fresh))
    let exchange = Exchange.sample()
    try history.record(exchange)
    #expect(try history.exchange(exchange.id) == exchange)
  }

  @Test(arguments: [false, true]) func aHistoryThatCannotBeWrittenIsRead(isOpen: Bool) throws {
    let (history, exchange) = (try HistoryStore(path: path), Exchange.sample())
    try history.record(exchange)
    if !isOpen { try history.close() }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.user.data).sorted()
    let full = HistoryError.full(path: path)
    let reader = try HistoryStore(reading: path, because: full)
    #expect(try reader.summaries(matching: "order").map(\.id) == [exchange.id])
    #expect(try reader.exchange(exchange.id) == exchange)
    #expect(throws: full) { try reader.record(.sample(startedAt: 1)) }
    #expect(throws: full) { try reader.annotate(exchange.id) { $0.isPinned = true } }
    #expect(throws: full) { try reader.prune(PruneRules(keep: 0)) }
    #expect(try HistoryBackup(reader, to: folder.path + "/copy").run()?.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.user.data).sorted() == names)
    withExtendedLifetime(history) {}
  }

  @Test func aHistoryThatCanNeitherBeWrittenNorReadIsAnError() throws {
    let full = HistoryError.full(path: path)
    #expect(throws: full) { try HistoryStore(reading: path, because: full) }
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
    // Its tables cannot be upgraded.
    try HistorySchema.migrator.migrate(DatabaseQueue(path: path), upTo: "version 1")
    #expect(throws: full) { try HistoryStore(reading: path, because: full) }
    let busy = HistoryError.busy(path: path)
    #expect(throws: busy) { try HistoryStore(reading: path, because: busy) }
    try Data(String(repeating: "no database ", count: 1000).utf8).write(to: URL(filePath: path))
    #expect(throws: HistoryError.damaged(path: path)) { try HistoryStore(reading: path, because: full) }
  }

  @Test func anUnusableDatabaseIsAnError() throws {
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
    try Data(String(repeating: "no database ", count: 1000).utf8).write(to: URL(filePath: path))
    #expect(throws: HistoryError.damaged(path: path)) { try HistoryStore(path: path) }
    let newer = folder.path + "/newer.sqlite"
    let queue = try DatabaseQueue(path: newer)
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('from the future')")
    }
    #expect(throws: HistoryError.newer(path: newer)) { try HistoryStore(path: newer) }
  }

  @Test func aWriteThatFailsOnAFullDiskSaysSo() {
    func sentences(_ code: ResultCode) -> [String] {
      let error = DatabaseError(resultCode: code, message: "disk I/O error")
      return [true, false].map { isFull in HistoryError(error, path: "/d/h.sqlite") { _ in isFull }.description }
    }
    let full = "Cannot write history: the disk of /d/h.sqlite is full — free some space"
    let failed = "History failed: /d/h.sqlite — disk I/O error"
    for code in [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE] as [ResultCode] {
      #expect(sentences(code) == [full, failed], "\(code)")
    }
    #expect(sentences(.SQLITE_CANTOPEN) == [full, "Cannot open history: /d/h.sqlite — disk I/O error"])
    #expect(sentences(.SQLITE_IOERR_READ) == [failed, failed])
    #expect(sentences(.SQLITE_FULL) == [full, full])
    #expect(!Disk.isFull(folder.path + "/h.sqlite") && !Disk.isFull("/none/h.sqlite"))
  }
}

extension Exchange {
  static func sample(
    startedAt: Double = 0,
    outcome: Outcome = .completed(
      Response(status: 201, reason: "Created", httpVersion: "HTTP/1.1", headers: [], body: Data("ok".utf8)))
  ) -> Exchange {
    var request = SavedRequest(method: "POST", url: "{{base}}/orders", id: RequestID("r1"))
    request.name = "Create order"
    let certificate = Timeline.Certificate(subject: "CN=x", issuer: "CN=y", validFrom: "then", validUntil: "later")
    let hop = Timeline.Hop(
      attempt: 1, method: "POST", url: "http://x/orders", start: .nanoseconds(7),
      phases: Timeline.Phases(
        queue: .nanoseconds(1), dns: .nanoseconds(2), connect: .nanoseconds(3), tls: .nanoseconds(4),
        send: .nanoseconds(5), wait: .nanoseconds(6), receive: .nanoseconds(7)),
      connection: Timeline.Connection(
        peer: "127.0.0.1:1", local: "127.0.0.1:2", isReused: true, httpVersion: "HTTP/2",
        tls: Timeline.TLS(
          version: "TLSv1.3", cipher: "AES", isVerified: true, certificates: [certificate, certificate])),
      status: 302, requestHeaders: [Header("Host", "x")], responseHeaders: [Header("Location", "/"), Header("b", "")],
      sent: Timeline.ByteCounts(head: 10, body: 20), received: Timeline.ByteCounts(head: 30, body: 40),
      failure: "Cut",
      wire: [
        WireLine(time: .nanoseconds(1), kind: .note, text: "connecting", byteCount: 0),
        WireLine(time: .nanoseconds(2), kind: .receivedBody, text: "", byteCount: 20),
      ])
    return Exchange(
      id: ExchangeID(), request: request, origin: Origin(root: "/r", address: Address("orders/create.json")),
      environment: "local", startedAt: Date(timeIntervalSinceReferenceDate: startedAt),
      sent: SentRequest(
        method: "POST", url: "http://x/orders?a=50%25", headers: [Header("X", "1")], body: Data("{}".utf8)),
      outcome: outcome, duration: .milliseconds(5),
      timeline: Timeline(hops: [hop, Timeline.Hop(attempt: 2, method: "GET", url: "http://x/", start: .nanoseconds(9))])
    )
  }
}
