package import Foundation
internal import GRDB

/// The exchanges to remove. Pinned ones are always kept.
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
    let condition = try condition(db)
    return try SQLRequest<Int64>(literal: "SELECT id FROM exchange WHERE \(condition) ORDER BY id").fetchAll(db)
  }

  /// Returns the given exchanges that the rules remove.
  ///
  /// - Parameter ids: A list for `json_each`.
  func doomed(_ db: Database, among ids: String) throws -> [Int64] {
    let condition = try condition(db)
    return try SQLRequest<Int64>(
      literal: """
        SELECT id FROM exchange WHERE id IN (SELECT value FROM json_each(\(ids))) AND (\(condition))
        ORDER BY id
        """
    ).fetchAll(db)
  }

  private func condition(_ db: Database) throws -> SQL {
    var rules: [SQL] = []
    if let keep, let last = try newest(beyond: max(0, keep), db) {
      rules.append("(id <= \(last) AND id NOT IN (SELECT exchange FROM trash))")
    }
    if let olderThan { rules.append("startedAt < \(olderThan.timeIntervalSinceReferenceDate)") }
    if let largerThan { rules.append("bodySize > \(largerThan)") }
    guard !rules.isEmpty else { return isErased }
    let matches = rules.joined(separator: " OR ")
    return "\(isErased) OR (id NOT IN (SELECT exchange FROM annotation WHERE isPinned) AND (\(matches)))"
  }

  private var isErased: SQL {
    switch erasesTrash {
    case .all: "id IN (SELECT exchange FROM trash)"
    case .before(let date):
      "id IN (SELECT exchange FROM trash WHERE deletedAt < \(date.timeIntervalSinceReferenceDate))"
    }
  }

  /// The key of the newest exchange behind the newest `count` of those that are not deleted.
  private func newest(beyond count: Int, _ db: Database) throws -> Int64? {
    let sql = """
      SELECT id FROM exchange WHERE id NOT IN (SELECT exchange FROM trash) ORDER BY id DESC LIMIT 1 OFFSET ?
      """
    return try Int64.fetchOne(db, sql: sql, arguments: [count])
  }
}

extension HistoryStore {
  /// The result of pruning.
  package struct Pruned: Equatable, Sendable {
    /// The number of removed exchanges.
    package var count = 0
    /// Whether pruning finished; `false` if it was stopped.
    package var isComplete = true
    /// The size that history cannot get below without its pinned exchanges, if that is above the limit. Nothing was
    /// removed for the limit then.
    package var smallestSize: Int?
  }

  /// Removes exchanges, erases their data from the file, and frees their space.
  ///
  /// Keeps exchanges recorded, pinned or restored meanwhile. Other programs can write between its short transactions.
  /// The next call continues one that was stopped or killed.
  package func prune(_ rules: PruneRules, isStopped: () -> Bool = { false }) throws(HistoryError) -> Pruned {
    try prune(try read(rules.doomed(_:)), isStopped: isStopped, recheck: rules.doomed(_:among:))
  }

  /// Returns the number of exchanges that pruning would remove.
  package func pruneCount(_ rules: PruneRules) throws(HistoryError) -> Int { try read(rules.doomed(_:)).count }

  /// - Parameter recheck: The condition that the exchanges meet, evaluated with each removal.
  func prune(
    _ doomed: [Int64], isStopped: () -> Bool, recheck: @escaping HistoryPruning.Recheck
  ) throws(HistoryError) -> Pruned {
    try mappingErrors {
      try HistoryPruning(try upkeepWriter(), folder, removing: doomed, recheck: recheck).run(isStopped: isStopped)
    }
  }

  /// Removes the remains of interrupted pruning.
  ///
  /// - Returns: `false` if it was stopped.
  func completePruning(_ isStopped: () -> Bool) throws(HistoryError) -> Bool {
    try mappingErrors { try HistoryPruning(try upkeepWriter(), folder).completeEarlier(isStopped) }
  }

  /// Opens a connection for maintenance. It removes rows table by table, three times as fast as foreign keys would, and
  /// overwrites deleted data.
  func upkeepWriter() throws -> any DatabaseWriter {
    if let refusal { throw refusal }
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
