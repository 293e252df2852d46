package import Foundation
internal import GRDB

extension HistoryStore {
  /// The result of pruning.
  package struct Pruned: Equatable, Sendable {
    /// The number of removed exchanges.
    package var count = 0
    /// Whether pruning finished; `false` if it was stopped.
    package var isComplete = true
  }

  /// Removes the exchanges that started before `date`, as `prune(keeping:)` does.
  package func prune(
    olderThan date: Date, isStopped: () -> Bool = { false }
  ) throws(HistoryError) -> Pruned {
    try prune(isStopped: isStopped) { db in
      let sql = "SELECT id FROM exchange WHERE id < ? ORDER BY id"
      return try Int64.fetchAll(db, sql: sql, arguments: [ExchangeWriter.key(date)])
    }
  }

  /// Removes all but the newest `count` exchanges, erases their data from the file, and frees their space.
  ///
  /// Keeps exchanges recorded meanwhile. Other programs can write between its short transactions. The next call
  /// continues one that was stopped or killed.
  package func prune(keeping count: Int, isStopped: () -> Bool = { false }) throws(HistoryError) -> Pruned {
    try prune(isStopped: isStopped) { db in
      let sql = "SELECT id FROM exchange ORDER BY id DESC LIMIT -1 OFFSET ?"
      return try Int64.fetchAll(db, sql: sql, arguments: [max(0, count)]).reversed()
    }
  }

  private func prune(isStopped: () -> Bool, _ select: (Database) throws -> [Int64]) throws(HistoryError) -> Pruned {
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
