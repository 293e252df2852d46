internal import Foundation
internal import GRDB
internal import RequestModel

extension HistoryStore {
  /// Whether exchanges are still in the tables of an earlier version, where they can be listed, searched and read, or
  /// not in the search index.
  package func needsUpgrade() throws(HistoryError) -> Bool {
    try read { db in
      try HistorySchema.hasEarlierTables(db) || HistorySchema.hasEarlierIndex(db)
        || SearchIndex.unindexedBelow(db) > .min
    }
  }

  /// Moves all exchanges to the tables of this version, oldest first, and frees the unused space.
  ///
  /// Other programs can read and write between its short transactions. The next call continues one that was stopped or
  /// killed.
  ///
  /// - Returns: Whether it finished.
  package func upgrade(isStopped: () -> Bool = { false }) throws(HistoryError) -> Bool {
    guard try needsUpgrade() else { return true }
    do {
      return try HistoryUpgrade(try upkeepWriter(), self).run(isStopped)
    } catch {
      throw HistoryError(error, path: path)
    }
  }
}

/// Moves exchanges out of the tables of earlier versions. Each row of `authored` is an exchange still to be moved.
struct HistoryUpgrade {
  private let writer: any DatabaseWriter
  private let store: HistoryStore

  /// Exchanges per transaction, about 10 ms.
  private static let batch = 40
  /// Chunks of earlier bodies per transaction.
  private static let chunkBatch = 32
  /// Pages of the earlier search index per transaction.
  private static let droppedPages = 500
  /// The pause between transactions that lets other programs write, in microseconds.
  private static let gap: UInt32 = 2_000

  init(_ writer: any DatabaseWriter, _ store: HistoryStore) {
    self.writer = writer
    self.store = store
  }

  func run(_ isStopped: () -> Bool) throws -> Bool {
    while try moveSome() {
      if isStopped() { return false }
      usleep(Self.gap)
    }
    guard try SearchFilling(writer, store.folder).run(isStopped), try dropEarlierIndex(isStopped) else { return false }
    let upkeep = HistoryPruning(writer, store.folder)
    try upkeep.removeUnusedContents()
    return try upkeep.returnPages(isStopped)
  }

  /// Drops the search index of earlier versions, some pages at a time. FTS5 needs its first two rows to the end.
  private func dropEarlierIndex(_ isStopped: () -> Bool) throws -> Bool {
    guard try writer.read(HistorySchema.hasEarlierIndex) else { return true }
    let sql =
      "DELETE FROM exchangeText_data WHERE id IN (SELECT id FROM exchangeText_data WHERE id > 10 LIMIT \(Self.droppedPages))"
    while try writer.write({ db in
      guard try HistorySchema.hasEarlierIndex(db) else { return false }
      try db.execute(sql: sql)
      return db.changesCount > 0
    }) {
      if isStopped() { return false }
      usleep(Self.gap)
    }
    try writer.write { db in try db.execute(sql: "DROP TABLE IF EXISTS exchangeText") }
    return true
  }

  /// - Returns: Whether there may be more.
  private func moveSome() throws -> Bool {
    let (small, large) = try writer.read(nextBatch)
    for key in large { try moveInSteps(key) }
    guard small.isEmpty else {
      try moveTogether(small)
      return true
    }
    return try !large.isEmpty || !writer.write(dropEmptyTables)
  }

  /// Returns the next exchanges and which of them have chunked bodies. Key order keeps SQLite's pages full.
  private func nextBatch(_ db: Database) throws -> (small: [Int64], large: [Int64]) {
    guard try HistorySchema.hasEarlierTables(db) else { return ([], []) }
    let keys = try Int64.fetchAll(db, sql: "SELECT exchange FROM authored ORDER BY exchange LIMIT \(Self.batch)")
    let chunked = "SELECT 1 FROM body JOIN bodyChunk ON bodyChunk.body = body.id WHERE exchange = ?"
    let large = try keys.filter { try Bool.fetchOne(db, sql: chunked, arguments: [$0]) == true }
    return (keys.filter { !large.contains($0) }, large)
  }

  /// Drops the tables unless a program of an earlier version has added exchanges meanwhile.
  ///
  /// - Returns: Whether the tables are gone.
  private func dropEmptyTables(_ db: Database) throws -> Bool {
    guard try HistorySchema.hasEarlierTables(db) else { return true }
    guard try Row.fetchOne(db, sql: "SELECT 1 FROM authored") == nil else { return false }
    try HistorySchema.dropEarlierTables(db)
    return true
  }

  private func moveTogether(_ keys: [Int64]) throws {
    let moved = try writer.read { db in try keys.map { ($0, try EarlierExchangeReader.parts(of: $0, db)) } }
    try writer.write { db in
      for (key, parts) in moved where try isLeft(key, db) {
        try parts?.write(of: key, db)
        _ = try parts?.writeContents(of: key, db)
        try forget(key, db)
      }
    }
  }

  /// Moves an exchange with large bodies. Its contents are not read before its log is written.
  private func moveInSteps(_ key: Int64) throws {
    if let parts = try writer.read({ db in try EarlierExchangeReader.parts(of: key, db) }) {
      let unwritten = try writer.write { db in
        guard try isLeft(key, db) else { return [UnwrittenContent]() }
        try undoContents(key, db)
        return try parts.writeContents(of: key, db)
      }
      for content in unwritten { try store.write(content) }
      try writer.write { db in if try isLeft(key, db) { try parts.write(of: key, db) } }
    }
    let chunks = """
      DELETE FROM bodyChunk WHERE id IN (
        SELECT bodyChunk.id FROM body JOIN bodyChunk ON bodyChunk.body = body.id WHERE exchange = ?
        LIMIT \(Self.chunkBatch))
      """
    while try writer.write({ db in
      guard try HistorySchema.hasEarlierTables(db) else { return false }
      try db.execute(sql: chunks, arguments: [key])
      return db.changesCount > 0
    }) { usleep(Self.gap) }
    try writer.write { db in if try HistorySchema.hasEarlierTables(db) { try forget(key, db) } }
  }

  /// Returns whether the exchange was neither pruned nor moved by another program.
  private func isLeft(_ key: Int64, _ db: Database) throws -> Bool {
    guard try HistorySchema.hasEarlierTables(db) else { return false }
    let sql = "SELECT 1 FROM authored WHERE exchange = ? AND NOT EXISTS (SELECT 1 FROM log WHERE log.exchange = ?)"
    return try Bool.fetchOne(db, sql: sql, arguments: [key, key]) == true
  }

  /// Undoes an incomplete move.
  private func undoContents(_ key: Int64, _ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE content SET uses = uses - 1 WHERE id IN (SELECT content FROM contentUse WHERE exchange = :key);
        DELETE FROM contentUse WHERE exchange = :key
        """, arguments: ["key": key])
  }

  /// Deletes the rows of a moved exchange, and the columns of its summary that the log now contains.
  private func forget(_ key: Int64, _ db: Database) throws {
    try HistorySchema.deleteEarlier("= ?", [key], db)
    let sql = "UPDATE exchange SET sentMethod = NULL, sentURL = NULL, reason = NULL, httpVersion = NULL WHERE id = ?"
    try db.cachedStatement(sql: sql).execute(arguments: [key])
  }
}
