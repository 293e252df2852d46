package import Foundation
package import GRDB
package import RequestModel

/// Every exchange that was ever sent, in SQLite.
///
/// Several programs may use one file at once: readers never wait, writers wait for each other for up to five seconds.
/// All calls block; call them off the main actor.
package struct HistoryStore: Sendable {
  private let writer: any DatabaseWriter
  let path: String

  /// Opens the history at `path`, making the file (which only the user may read) and its folder where they are missing.
  package init(path: String) throws(HistoryError) {
    do {
      try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
      // SQLite gives its own new files the mode of this one.
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
      if descriptor < 0, errno == EACCES || errno == EROFS { throw HistoryError.readOnly(path: path) }
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      configuration.maximumReaderCount = 2
      configuration.label = "history"
      try self.init(DatabasePool(path: path, configuration: configuration), path: path)
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  /// A history that is gone when the program ends.
  package static func inMemory() throws(HistoryError) -> HistoryStore {
    do {
      return try HistoryStore(DatabaseQueue(), path: ":memory:")
    } catch {
      throw HistoryError(error, path: ":memory:")
    }
  }

  /// Brings the database up to date.
  package init(_ writer: any DatabaseWriter, path: String) throws(HistoryError) {
    self.writer = writer
    self.path = path
    let migrator = HistorySchema.migrator
    do {
      guard try !writer.read(migrator.hasBeenSuperseded) else { throw HistoryError.newer(path: path) }
      do {
        try migrator.migrate(writer)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_ERROR || error.resultCode == .SQLITE_CONSTRAINT
      {
        // Another program made the same tables between our look and our step; now they are there.
        try migrator.migrate(writer)
      }
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  /// Keeps one exchange, whole or, where that fails, not at all.
  package func record(_ exchange: Exchange) throws(HistoryError) {
    try write { db in try ExchangeWriter(exchange, db).write() }
  }

  package func exchange(_ id: ExchangeID) throws(HistoryError) -> Exchange? {
    try read { db in try ExchangeReader.exchange(id, db) }
  }

  package func count() throws(HistoryError) -> Int {
    try read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM exchange") ?? 0 }
  }

  /// Forgets what started before `date`.
  ///
  /// - Returns: How many were forgotten.
  package func prune(olderThan date: Date) throws(HistoryError) -> Int {
    try write { db in
      try db.execute(sql: "DELETE FROM exchange WHERE id < ?", arguments: [ExchangeWriter.key(date)])
      return db.changesCount
    }
  }

  /// Forgets all but the newest `count`.
  ///
  /// - Returns: How many were forgotten.
  package func prune(keeping count: Int) throws(HistoryError) -> Int {
    try write { db in
      let sql = "DELETE FROM exchange WHERE id <= (SELECT id FROM exchange ORDER BY id DESC LIMIT 1 OFFSET ?)"
      try db.execute(sql: sql, arguments: [max(0, count)])
      return db.changesCount
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    do { return try writer.read(body) } catch { throw HistoryError(error, path: path) }
  }

  private func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    do { return try writer.write(body) } catch { throw HistoryError(error, path: path) }
  }
}
