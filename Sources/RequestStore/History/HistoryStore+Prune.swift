package import Foundation
internal import GRDB

/// What pruning removes. Pinned exchanges are kept.
package struct PruneRules: Equatable, Sendable {
  /// The number of exchanges to keep.
  package var keep: Int?
  package var olderThan: Date?
  /// Bytes of the response body.
  package var largerThan: Int?

  /// Which deleted exchanges are erased.
  package var erasesTrash = Trash.all

  package enum Trash: Equatable, Sendable {
    case all
    /// Those deleted before a date.
    case before(Date)
  }

  package init(keep: Int? = nil, olderThan: Date? = nil, largerThan: Int? = nil) {
    self.keep = keep
    self.olderThan = olderThan
    self.largerThan = largerThan
  }

  /// Returns the keys of the exchanges to remove, oldest first.
  func doomed(_ db: Database) throws -> [Int64] {
    var keys = try trash(db)
    if let keep {
      let sql = """
        SELECT id FROM exchange WHERE id NOT IN (SELECT exchange FROM trash) ORDER BY id DESC LIMIT -1 OFFSET ?
        """
      keys.formUnion(try unpinned(db, "id IN (\(sql))", [max(0, keep)]))
    }
    if let olderThan {
      keys.formUnion(try unpinned(db, "startedAt < ?", [olderThan.timeIntervalSinceReferenceDate]))
    }
    if let largerThan { keys.formUnion(try unpinned(db, "bodySize > ?", [largerThan])) }
    return keys.sorted()
  }

  private func trash(_ db: Database) throws -> Set<Int64> {
    switch erasesTrash {
    case .all: try Int64.fetchSet(db, sql: "SELECT exchange FROM trash")
    case .before(let date):
      try Int64.fetchSet(
        db, sql: "SELECT exchange FROM trash WHERE deletedAt < ?", arguments: [date.timeIntervalSinceReferenceDate])
    }
  }

  private func unpinned(_ db: Database, _ condition: String, _ arguments: StatementArguments) throws -> [Int64] {
    let pinned = "SELECT exchange FROM annotation WHERE isPinned"
    return try Int64.fetchAll(
      db, sql: "SELECT id FROM exchange WHERE \(condition) AND id NOT IN (\(pinned))", arguments: arguments)
  }
}

extension HistoryStore {
  /// The result of pruning.
  package struct Pruned: Equatable, Sendable {
    /// The number of removed exchanges.
    package var count = 0
    /// Whether pruning finished; `false` if it was stopped.
    package var isComplete = true
  }

  /// Removes the exchanges that started before `date`, as `prune(_:)` does.
  package func prune(olderThan date: Date, isStopped: () -> Bool = { false }) throws(HistoryError) -> Pruned {
    try prune(PruneRules(olderThan: date), isStopped: isStopped)
  }

  /// Removes all but the last recorded `count` exchanges, as `prune(_:)` does.
  package func prune(keeping count: Int, isStopped: () -> Bool = { false }) throws(HistoryError) -> Pruned {
    try prune(PruneRules(keep: count), isStopped: isStopped)
  }

  /// Removes exchanges, erases their data from the file, and frees their space.
  ///
  /// Keeps exchanges recorded meanwhile. Other programs can write between its short transactions. The next call
  /// continues one that was stopped or killed.
  package func prune(_ rules: PruneRules, isStopped: () -> Bool = { false }) throws(HistoryError) -> Pruned {
    try prune(isStopped: isStopped, rules.doomed)
  }

  /// Returns the number of exchanges that pruning would remove.
  package func pruneCount(_ rules: PruneRules) throws(HistoryError) -> Int { try read(rules.doomed).count }

  func prune(isStopped: () -> Bool, _ select: (Database) throws -> [Int64]) throws(HistoryError) -> Pruned {
    do {
      var pruning = HistoryPruning(try upkeepWriter(), folder, removing: try writer.read(select))
      return try pruning.run(isStopped: isStopped)
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  /// Opens a connection for maintenance. It removes rows table by table, three times as fast as foreign keys would, and
  /// overwrites deleted data.
  func upkeepWriter() throws -> any DatabaseWriter {
    guard writer is DatabasePool else { return writer }
    var configuration = Self.configuration
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA secure_delete = FAST; PRAGMA cache_size = -16000")
      // Fewer checkpoints halve the time.
      try db.execute(sql: "PRAGMA wal_autocheckpoint = 16000")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}
