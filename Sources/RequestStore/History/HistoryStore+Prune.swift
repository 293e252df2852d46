package import Foundation
internal import GRDB

extension HistoryStore {
  /// What pruning did.
  package struct Pruned: Equatable, Sendable {
    /// How many exchanges were removed.
    package var count = 0
    /// Whether everything was done; `false` where it was stopped.
    package var isComplete = true
  }

  /// Removes what started before `date`, as `prune(keeping:)` does.
  package func prune(
    olderThan date: Date, isStopped: () -> Bool = { false }
  ) throws(HistoryError) -> Pruned {
    try prune(isStopped: isStopped) { db in
      let sql = "SELECT id FROM exchange WHERE id < ? ORDER BY id"
      return try Int64.fetchAll(db, sql: sql, arguments: [ExchangeWriter.key(date)])
    }
  }

  /// Removes all but the newest `count` exchanges, leaves nothing of them in the file, and gives their space back.
  ///
  /// What is recorded meanwhile stays. Others can write between its short transactions; what it has not done when it is
  /// stopped or killed, the next call does.
  package func prune(keeping count: Int, isStopped: () -> Bool = { false }) throws(HistoryError) -> Pruned {
    try prune(isStopped: isStopped) { db in
      let sql = "SELECT id FROM exchange ORDER BY id DESC LIMIT -1 OFFSET ?"
      return try Int64.fetchAll(db, sql: sql, arguments: [max(0, count)]).reversed()
    }
  }

  private func prune(isStopped: () -> Bool, _ select: (Database) throws -> [Int64]) throws(HistoryError) -> Pruned {
    do {
      var pruning = HistoryPruning(try pruningWriter(), removing: try writer.read(select))
      return try pruning.run(isStopped: isStopped)
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  /// A connection of its own: every row is removed by its own statement there, which takes a third of the time that
  /// foreign keys take, and deleted text is overwritten.
  func pruningWriter() throws -> any DatabaseWriter {
    guard writer is DatabasePool else { return writer }
    var configuration = Self.configuration
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA secure_delete = FAST; PRAGMA cache_size = -16000")
      // In pages: moving the log into the file more rarely halves the time.
      try db.execute(sql: "PRAGMA wal_autocheckpoint = 16000")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}
