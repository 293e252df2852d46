import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

/// Checks and repairs of history, and damaged files at the start.
struct HistoryCheckTests {
  private let folder: TemporaryFolder
  private var path: String { folder.user.history }

  init() throws { folder = try TemporaryFolder() }

  private func filled(_ count: Int = 5) throws -> HistoryStore {
    let history = try HistoryStore(path: path)
    for second in 0..<count {
      var exchange = Exchange.sample(startedAt: Double(second))
      exchange.sent?.body = .incompressible(3_000, seed: UInt64(second))
      try history.record(exchange)
    }
    return history
  }

  private static let date = Date(timeIntervalSince1970: 0)

  private func open(_ path: String) throws -> (store: HistoryStore, note: String?) {
    var note: String?
    let store = try DamagedHistory.open(path: path, bodyLimit: .standard, at: Self.date) { note = $0 }
    return (store, note)
  }

  /// Opens a history in which this program has found damage.
  private func openAgain() throws -> (store: HistoryStore, note: String?) {
    var note: String?
    let store = try DamagedHistory.openAgain(path: path, bodyLimit: .standard, at: Self.date) { note = $0 }
    return (store, note)
  }

  @Test func aSoundHistoryHasNoProblems() throws {
    let history = try filled()
    try history.delete([try history.summaries()[0].id])
    #expect(try history.check() == HistoryCheck())
    try history.repair()
    #expect(try history.check() == HistoryCheck())
    #expect(try history.summaries(matching: "order").count == 4)
  }

  @Test func inconsistenciesAreRepaired() throws {
    let history = try filled()
    try history.writer.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          DELETE FROM log WHERE exchange = 1;
          DELETE FROM exchange WHERE id = 2;
          UPDATE content SET uses = 7 WHERE id = 4;
          UPDATE content SET file = 'gone' WHERE id = 5;
          INSERT INTO contentChunk VALUES (99 << 20, x'00');
          PRAGMA foreign_keys = ON
          """)
    }
    #expect(
      try history.check().problems == [
        "Rows of contentUse without an exchange: 1", "Rows of log without an exchange: 1",
        "Rows of request without an exchange: 1", "Exchanges without a log: 1", "Bodies with a wrong number of uses: 1",
        "Parts of no body: 1", "Missing files of bodies: 1", "The number of exchanges is wrong",
      ])
    try history.repair()
    #expect(try history.check() == HistoryCheck())
    #expect(try history.summaries(matching: "order").count == 3)
  }

  @Test func aDamagedFileIsSetAsideAtTheStart() throws {
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
    let noise = Data(String(repeating: "no database ", count: 1_000).utf8)
    try noise.write(to: URL(filePath: path))
    let (store, note) = try open(path)
    let old = path + ".damaged-19700101T000000Z"
    #expect(
      note
        == "History was damaged and is now \(old); a new one was started — workbench history check --repair \(old) "
        + "saves what can be read")
    #expect(try Data(contentsOf: URL(filePath: old)) == noise)
    try store.record(.sample())
    #expect(try open(path).note == nil)
    #expect(try store.count() == 1)
  }

  /// SQLite would take some of them for new files.
  @Test(arguments: [1, 16, 99]) func aFileShorterThanAHeaderIsSetAside(size: Int) throws {
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
    let bytes = Data(repeating: 0x78, count: size)
    try bytes.write(to: URL(filePath: path))
    let (store, note) = try open(path)
    let old = path + ".damaged-19700101T000000Z"
    #expect(note?.hasPrefix("History was damaged and is now \(old); ") == true)
    #expect(try Data(contentsOf: URL(filePath: old)) == bytes)
    try store.record(.sample())
    #expect(try open(path).note == nil)
    #expect(throws: HistoryError.damaged(path: old)) { try HistoryStore(checking: old) }
    #expect(try HistorySalvage(path: old).run(at: Self.date).count == 0)
  }

  @Test func anEmptyFileIsANewHistoryAndOneWithAJournalIsLeftToSQLite() throws {
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: path))
    #expect(HistoryFile(path).isTooShort)
    try Data("pages".utf8).write(to: URL(filePath: path + "-journal"))
    #expect(!HistoryFile(path).isTooShort)
    let empty = folder.user.data + "/empty.sqlite"
    try Data().write(to: URL(filePath: empty))
    #expect(try open(empty).note == nil)
  }

  /// Both have found the damage before one of them starts anew.
  @Test func theSecondOfTwoProgramsKeepsTheHistoryThatTheFirstStarted() throws {
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
    try Data(String(repeating: "no database ", count: 1_000).utf8).write(to: URL(filePath: path))
    let first = try openAgain()
    #expect(first.note?.hasPrefix("History was damaged and is now \(path).damaged-19700101T000000Z; ") == true)
    try first.store.record(.sample())
    let second = try openAgain()
    #expect(second.note == nil)
    try second.store.record(.sample(startedAt: 1))
    #expect(try [first.store.count(), second.store.count()] == [2, 2])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.user.data)
    #expect(names.filter { $0.contains(DamagedHistory.mark) }.count == 1)
  }

  /// Overwrites a page in the middle of the file.
  @Test func whatCanBeReadOfADamagedFileIsSaved() throws {
    var ids: [ExchangeID] = []
    do {
      let history = try filled(300)
      ids = try history.summaries(limit: 1_000).map(\.id)
      try history.annotate(ids[7]) { $0.tags = ["kept"] }
      try history.writer.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
      try history.close()
    }
    var bytes = try Data(contentsOf: URL(filePath: path))
    let page = bytes.count / 4_096 / 2 * 4_096
    bytes.replaceSubrange(page..<page + 8_192, with: Data(repeating: 0xA5, count: 8_192))
    try bytes.write(to: URL(filePath: path))
    #expect(try HistoryStore(path: path).check().isDamaged)
    let result = try HistorySalvage(path: path).run(at: Date(timeIntervalSince1970: 0))
    #expect(result.count > 150 && result.count <= 300)
    #expect(FileManager.default.fileExists(atPath: result.setAside))
    let repaired = try HistoryStore(path: path)
    #expect(try repaired.check() == HistoryCheck())
    #expect(try repaired.summaries(matching: "order", limit: 1_000).count == result.count)
    #expect(try repaired.summaries(matching: "tag:kept").map(\.id) == [ids[7]])
  }

  @Test func aRepairThatCannotLockTheHistoryLeavesItUnchanged() throws {
    try filled(1).close()
    let bytes = try Data(contentsOf: URL(filePath: path))
    try FileManager.default.createDirectory(atPath: path + ".lock", withIntermediateDirectories: false)
    let reason = "Cannot write \(path).lock — it is a folder, not a file: move it elsewhere"
    #expect(throws: HistoryError.cannotOpen(path: path, reason: reason)) { try HistorySalvage(path: path).run() }
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.user.data).sorted()
    #expect(names == ["history.sqlite", "history.sqlite.lock"])
  }

  // MARK: Files of bodies

  private func recordBodyFile(_ seed: UInt64) throws -> Exchange {
    let body = Data.incompressible(2 << 20, seed: seed)
    let exchange = Exchange.sample(
      startedAt: Double(seed),
      outcome: .completed(Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: body)))
    let history = try HistoryStore(path: path)
    let file = try #require(BodyFolder(beside: path).makeFile())
    #expect(body.withUnsafeBytes(file.append))
    try history.record(exchange, bodyFile: file)
    try history.close()
    return exchange
  }

  @Test func aHistorySetAsideAndItsSuccessorKeepTheirBodies() throws {
    let date = Date(timeIntervalSince1970: 0)
    let old = try recordBodyFile(1)
    let aside = path + ".damaged-19700101T000000Z"
    #expect(try DamagedHistory.setAside(path, at: date) == aside)
    let new = try recordBodyFile(2)
    let history = try HistoryStore(path: path)
    _ = try history.prune(PruneRules(keep: 10))
    #expect(try HistorySalvage(path: aside).run(at: date).count == 1)
    let saved = try HistoryStore(path: aside)
    _ = try saved.prune(PruneRules(keep: 10))
    try saved.repair()
    _ = try history.prune(PruneRules(keep: 10))
    #expect(try history.exchange(new.id) == new)
    #expect(try saved.exchange(old.id) == old)
    #expect(try history.check() == HistoryCheck())
    #expect(try saved.check() == HistoryCheck())
  }

  @Test(arguments: [1, 1 << 20, 3 << 20]) func aBodyFileOfAnotherSizeIsAProblem(size: Int) throws {
    let exchange = try recordBodyFile(1)
    let bodies = folder.user.data + "/bodies"
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: bodies).first)
    #expect(truncate(bodies + "/" + name, off_t(size)) == 0)
    let history = try HistoryStore(path: path)
    #expect(try history.check().problems == ["Bodies that are cut off or damaged: 1"])
    let response = try #require(try history.exchange(exchange.id)?.response)
    let missing = max(0, (2 << 20) - size)
    #expect(response.body == exchange.response?.body.prefix(size))
    #expect(
      response.omission
        == (missing > 0 ? BodyOmission(byteCount: missing, reason: "its file is incomplete") : nil))
    try history.repair()
    #expect(try history.check() == HistoryCheck())
  }

  @Test func retentionKeepsPinnedExchangesAndFitsTheSize() throws {
    let history = try filled(200)
    let oldest = try #require(try history.summaries(limit: 1_000).last)
    try history.annotate(oldest.id) { $0.isPinned = true }
    let size = try history.size()
    #expect(try history.apply(Retention()) == HistoryStore.Pruned())
    #expect(try history.apply(Retention(count: 150)) == HistoryStore.Pruned(count: 49))
    #expect(try history.apply(Retention(size: size / 2)).count > 40)
    #expect(try history.size() <= size / 2)
    #expect(try history.summaries(limit: 1_000).last?.id == oldest.id)
    #expect(try history.apply(Retention(days: 1)).count > 10)
    #expect(try history.summaries().map(\.id) == [oldest.id])
  }

  @Test func retentionIsASetting() throws {
    try FileManager.default.createDirectory(atPath: folder.user.data, withIntermediateDirectories: true)
    #expect(try Retention(folder.user) == Retention())
    try Data(#"{"theme": "dark"}"#.utf8).write(to: URL(filePath: folder.user.settings))
    let limits = Retention(count: 1_000, days: 90, size: 1 << 30)
    try limits.save(folder.user)
    #expect(try Retention(folder.user) == limits)
    try Retention(days: 3).save(folder.user)
    let text = try String(contentsOfFile: folder.user.settings, encoding: .utf8)
    #expect(text.contains(#""theme": "dark""#))
    #expect(try Retention(folder.user) == Retention(days: 3))
  }

  @Test func statisticsAreThoseOfTheRequest() throws {
    let history = try HistoryStore.inMemory()
    for second in 1...100 {
      var exchange = Exchange.sample(startedAt: Double(second))
      exchange.duration = .milliseconds(second)
      if second % 10 == 0 { exchange.outcome = .failed(Failure(.refused, "No"), partial: nil) }
      try history.record(exchange)
    }
    var other = Exchange.sample(startedAt: 200)
    other.request.id = RequestID("r2")
    try history.record(other)
    let statistics = try history.statistics(of: RequestID("r1"))
    #expect(statistics.count == 100)
    #expect(statistics.failureCount == 10)
    #expect(statistics.lastFailure?.startedAt == Date(timeIntervalSinceReferenceDate: 100))
    #expect([0.5, 0.95, 0.99].map(statistics.percentile) == [.milliseconds(49), .milliseconds(95), .milliseconds(99)])
    #expect(statistics.sparkline(width: 4) == "████")
    #expect(try history.statistics().count == 101)
  }

  @Test func twoProgramsRecordWithoutLosses() async throws {
    // Set `RECORDED=10000` for more.
    let count = ProcessInfo.processInfo.environment["RECORDED"].flatMap(Int.init) ?? 200
    let path = path
    _ = try HistoryStore(path: path)
    try await withThrowingTaskGroup { group in
      for program in 0..<2 {
        group.addTask {
          let store = try HistoryStore(path: path)
          // The clock of the second program is set back with each record.
          for second in 0..<count { try store.record(.sample(startedAt: Double(program == 0 ? second : -second))) }
        }
      }
      try await group.waitForAll()
    }
    let history = try HistoryStore(path: path)
    #expect(try history.count() == 2 * count)
    #expect(try history.summaries(matching: "order", limit: 100_000).count == 2 * count)
    #expect(try history.check() == HistoryCheck())
  }
}
