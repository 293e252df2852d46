internal import Foundation
internal import GRDB

/// Removes exchanges in short transactions: rows, unused contents, entries of the text index, and free space.
///
/// Other programs write between the transactions, and may prune too. Each transaction therefore checks again which
/// exchanges to remove.
struct HistoryPruning {
  /// Returns those of some exchanges, a list for `json_each`, that are still to be removed. The others were pinned,
  /// restored or removed meanwhile.
  typealias Recheck = (Database, _ ids: String) throws -> [Int64]

  private let writer: any DatabaseWriter
  private let folder: BodyFolder?
  private let doomed: [Int64]
  private let recheck: Recheck
  private let rebuildLimit: Int

  /// Exchanges per transaction.
  private static let batch = 1_000
  /// Chunks of contents per transaction.
  private static let chunkBatch = 32
  /// Up to this number of remaining exchanges, and of fewer than are removed, the index is built again, which is faster
  /// than removing most of it.
  static let rebuildLimit = 100_000
  /// Words of the index that are looked up at once.
  private static let wordBatch = 2_000
  /// Index pages merged per transaction.
  private static let mergedPages = 200
  /// Free pages removed per transaction.
  private static let freedPages = 1_000
  /// In bytes. Larger files are not rewritten, as that would block other programs too long. Their free pages are
  /// removed.
  private static let copyLimit = 128 << 20
  /// The pause between transactions that lets other programs write, in microseconds.
  private static let gap: UInt32 = 2_000

  init(
    _ writer: any DatabaseWriter, _ folder: BodyFolder?, removing doomed: [Int64], recheck: @escaping Recheck,
    rebuildLimit: Int = Self.rebuildLimit
  ) {
    self.writer = writer
    self.folder = folder
    self.doomed = doomed
    self.recheck = recheck
    self.rebuildLimit = rebuildLimit
  }

  /// Removes no exchange, only the remains of earlier calls.
  init(_ writer: any DatabaseWriter, _ folder: BodyFolder?) {
    self.init(writer, folder, removing: []) { _, _ in [] }
  }

  func run(isStopped: () -> Bool) throws -> HistoryStore.Pruned {
    var pruned = HistoryStore.Pruned()
    let upkeep = try chooseUpkeep()
    var rest = doomed[...]
    while !rest.isEmpty {
      if isStopped() { return HistoryStore.Pruned(count: pruned.count, isComplete: false) }
      let ids = Self.list(rest.prefix(Self.batch))
      rest = rest.dropFirst(Self.batch)
      pruned.count += try step { db -> Int in
        let doomed = try recheck(db, ids)
        guard !doomed.isEmpty else { return 0 }
        let ids = Self.list(doomed[...])
        try prepareIndex(for: ids, db, upkeep)
        return try remove(ids, db)
      }
      try removeUnusedContents()
    }
    pruned.isComplete = try completeEarlier(isStopped) && returnSpace(isStopped)
    return pruned
  }

  /// Removes the remains of interrupted calls, without returning their space.
  ///
  /// - Returns: `false` if it was stopped.
  func completeEarlier(_ isStopped: () -> Bool) throws -> Bool {
    try removeUnusedContents()
    try removeLostFiles()
    return try cleanIndex(isStopped)
  }

  // MARK: Rows

  private enum Upkeep: String {
    /// The index was emptied.
    case rebuild
    /// The index has deleted entries, which merging removes.
    case merge
  }

  private func chooseUpkeep() throws -> Upkeep {
    let count = try writer.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM exchange") ?? 0 }
    let rest = count - doomed.count
    return rest <= rebuildLimit && rest <= doomed.count ? .rebuild : .merge
  }

  /// Encodes ids for `json_each`.
  private static func list(_ ids: ArraySlice<Int64>) -> String {
    "[" + ids.map(String.init).joined(separator: ",") + "]"
  }

  private static let inList = "IN (SELECT value FROM json_each(?))"

  private func prepareIndex(for ids: String, _ db: Database, _ upkeep: Upkeep) throws {
    let tasks = try String.fetchSet(db, sql: "SELECT task FROM upkeep")
    try db.execute(sql: "INSERT OR IGNORE INTO upkeep VALUES (?)", arguments: [upkeep.rawValue])
    let index = SearchIndex(db: db, folder: folder)
    switch upkeep {
    case .rebuild: if !tasks.contains(upkeep.rawValue) { try index.clear() }
    case .merge:
      for key in try Int64.fetchAll(db, sql: "SELECT value FROM json_each(?)", arguments: [ids]) {
        try index.remove(key)
      }
    }
  }

  /// - Returns: The number of exchanges removed. Other programs may have removed some of them.
  private func remove(_ ids: String, _ db: Database) throws -> Int {
    try db.execute(
      sql: """
        UPDATE content SET uses = uses - gone.count
        FROM (SELECT content, count(*) AS count FROM contentUse WHERE exchange \(Self.inList) GROUP BY content) AS gone
        WHERE content.id = gone.content
        """, arguments: [ids])
    // Deleted exchanges are not counted.
    let deleted = "SELECT count(*) FROM trash WHERE exchange \(Self.inList)"
    let uncounted = try Int.fetchOne(db, sql: deleted, arguments: [ids]) ?? 0
    for table in HistorySchema.parts {
      try db.execute(sql: "DELETE FROM \(table) WHERE exchange \(Self.inList)", arguments: [ids])
    }
    try db.execute(sql: "DELETE FROM exchange WHERE id \(Self.inList)", arguments: [ids])
    let count = db.changesCount
    try SearchIndex.addToCount(uncounted - count, db)
    return count
  }

  // MARK: Contents

  /// Removes unused contents: first the bytes, then the row, so that the next call can finish an interrupted one.
  private func removeUnusedContents() throws {
    let isUnused = "FROM content WHERE uses <= 0"
    guard try writer.read({ db in try Row.fetchOne(db, sql: "SELECT 1 \(isUnused)") }) != nil else { return }
    let chunks = "contentChunk.id >= content.id << 20 AND contentChunk.id < (content.id + 1) << 20"
    let sql = """
      DELETE FROM contentChunk WHERE id IN (
        SELECT contentChunk.id FROM content CROSS JOIN contentChunk ON \(chunks)
        WHERE uses <= 0 LIMIT \(Self.chunkBatch))
      """
    while try step({ db in
      try db.execute(sql: sql)
      return db.changesCount
    }) == Self.chunkBatch {}
    let isEmpty = "\(isUnused) AND NOT EXISTS (SELECT 1 FROM contentChunk WHERE \(chunks))"
    let files = try step { db -> [String] in
      let files = try String.fetchAll(db, sql: "SELECT file \(isEmpty) AND file IS NOT NULL")
      try db.execute(sql: "DELETE \(isEmpty)")
      return files
    }
    // A crash in between leaves files without a row, which `removeLostFiles` removes.
    for file in files { folder?.remove(file) }
  }

  private func removeLostFiles() throws {
    try folder?.sweep { name in
      try writer.read { db in
        try Bool.fetchOne(db, sql: "SELECT 1 FROM content WHERE file = ?", arguments: [name]) == true
      }
    }
  }

  // MARK: The index

  private func cleanIndex(_ isStopped: () -> Bool) throws -> Bool {
    let tasks = try writer.read { db in try String.fetchSet(db, sql: "SELECT task FROM upkeep") }
    if tasks.contains(Upkeep.rebuild.rawValue) {
      guard try SearchFilling(writer: writer, folder: folder).run(isStopped: isStopped) else { return false }
    } else if tasks.contains(Upkeep.merge.rawValue) {
      // A negative number starts merging all segments into one, until a merge changes nothing.
      var pages = -Self.mergedPages
      while try step({ db in try merge(pages, db) }) {
        if isStopped() { return false }
        pages = Self.mergedPages
      }
      guard try removeUnusedWords(isStopped) else { return false }
    }
    if !tasks.isEmpty { try step { db in try db.execute(sql: "DELETE FROM upkeep") } }
    return true
  }

  private func removeUnusedWords(_ isStopped: () -> Bool) throws -> Bool {
    var words = try writer.read { db in try SearchVocabulary(db).words(after: "", limit: Self.wordBatch) }
    while let last = words.last {
      if isStopped() { return false }
      let batch = words
      try step { db in try SearchVocabulary(db).removeUnused(batch) }
      words = try writer.read { db in try SearchVocabulary(db).words(after: last, limit: Self.wordBatch) }
    }
    return true
  }

  private func merge(_ pages: Int, _ db: Database) throws -> Bool {
    let before = db.totalChangesCount
    try db.execute(sql: "INSERT INTO exchangeTerms (exchangeTerms, rank) VALUES ('merge', ?)", arguments: [pages])
    return db.totalChangesCount - before >= 2
  }

  // MARK: Space

  private func returnSpace(_ isStopped: () -> Bool) throws -> Bool {
    if try number("freelist_count") > 0 || !doomed.isEmpty { try compact() }
    return try returnPages(isStopped)
  }

  /// Removes free pages from the file in short transactions.
  private func returnPages(_ isStopped: () -> Bool) throws -> Bool {
    while try number("auto_vacuum") == 2 && number("freelist_count") > 0 {
      if isStopped() { return false }
      // Each step of the statement frees one page.
      _ = try step { db in try Row.fetchAll(db, sql: "PRAGMA incremental_vacuum(\(Self.freedPages))") }
    }
    // If there are readers, a later checkpoint truncates the log.
    try? writer.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    return true
  }

  /// Rewrites the file, as SQLite overwrites deleted data, but not data that it moves between pages.
  private func compact() throws {
    let pages = try number("page_count") - number("freelist_count")
    guard try pages * number("page_size") <= Self.copyLimit else { return }
    // Fails without space for a copy; then only free pages are removed.
    try? writer.writeWithoutTransaction { db in try db.execute(sql: "VACUUM") }
  }

  private func number(_ pragma: String) throws -> Int {
    try writer.read { db in try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0 }
  }

  @discardableResult
  private func step<Value>(_ work: (Database) throws -> Value) throws -> Value {
    defer { usleep(Self.gap) }
    return try writer.write(work)
  }
}
