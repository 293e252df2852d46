internal import GRDB

extension HistoryStore {
  /// Closes the file. The last program to do so writes the log into the database and removes it, so that the database
  /// alone is the history.
  ///
  /// Later calls of the other methods fail.
  package func close() throws(HistoryError) {
    guard let pool = writer as? DatabasePool else { return }
    let lock = HistoryFileLock(at: path)
    defer { lock.end() }
    // SQLite writes the log with the last connection, which must be one that can write.
    pool.releaseMemory()
    try mappingErrors { try pool.close() }
  }
}
