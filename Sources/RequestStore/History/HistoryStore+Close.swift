internal import Foundation
internal import GRDB

extension HistoryStore {
  /// Closes the file. The last program to do so writes the log into the database and removes it, so that the database
  /// alone is the history.
  ///
  /// Later calls of the other methods fail.
  package func close() throws(HistoryError) {
    guard let pool = writer as? DatabasePool else { return }
    let folder = open(Disk.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { Foundation.close(folder) } }
    // Of two programs that close at the same time, SQLite would take neither for the last.
    if folder >= 0 { Self.waitForTurn(folder) }
    // SQLite writes the log with the last connection, which must be one that can write.
    pool.releaseMemory()
    try mappingErrors { try pool.close() }
  }

  /// Waits up to two seconds for a lock. It is only missed where a program is stopped while it closes.
  private static func waitForTurn(_ folder: Int32) {
    for _ in 0..<400 {
      guard flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR else { return }
      usleep(5_000)
    }
  }
}
