internal import GRDB

extension HistoryStore {
  /// Checkpoints the write-ahead log whenever it has this many pages. SQLite's default is 1000.
  ///
  /// The first program to open the database reads the log, so programs that leave it behind should keep it small.
  package func limitLog(toPages count: Int) throws(HistoryError) {
    do {
      try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_autocheckpoint = \(count)") }
    } catch {
      throw HistoryError(error, path: path)
    }
  }
}
