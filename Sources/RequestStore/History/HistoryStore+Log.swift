internal import GRDB

extension HistoryStore {
  /// Moves the write-ahead log into the database whenever it has this many pages; SQLite's own limit is 1000.
  ///
  /// The log is read when a program opens the database alone, so it should stay small where programs leave it behind.
  package func limitLog(toPages count: Int) throws(HistoryError) {
    do {
      try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = \(count)") }
    } catch {
      throw HistoryError(error, path: path)
    }
  }
}
