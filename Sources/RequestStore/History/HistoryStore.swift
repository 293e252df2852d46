internal import Foundation
package import GRDB
package import RequestModel

/// Every exchange that was ever sent, in SQLite.
///
/// Several programs may use one file at once: readers never wait, writers wait for each other for up to ten seconds.
/// All calls block; call them off the main actor.
package struct HistoryStore: Sendable {
  let writer: any DatabaseWriter
  let path: String
  let bodyLimit: BodyLimit

  /// Opens the history at `path`, making the file (which only the user may read) and its folder where they are missing.
  package init(path: String, bodyLimit: BodyLimit = .standard) throws(HistoryError) {
    do {
      try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
      // SQLite gives its own new files the mode of this one.
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
      if descriptor < 0, errno == EACCES || errno == EROFS { throw HistoryError.readOnly(path: path) }
      let writer = try DatabasePool(path: path, configuration: Self.configuration)
      try self.init(writer, path: path, bodyLimit: bodyLimit)
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
  package init(
    _ writer: any DatabaseWriter, path: String, bodyLimit: BodyLimit = .standard
  ) throws(HistoryError) {
    self.writer = writer
    self.path = path
    self.bodyLimit = bodyLimit
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

  package func exchange(_ id: ExchangeID) throws(HistoryError) -> Exchange? {
    try read { db in try ExchangeReader.exchange(id, db) }
  }

  package func count() throws(HistoryError) -> Int {
    try read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM exchange") ?? 0 }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    do { return try writer.read(body) } catch { throw HistoryError(error, path: path) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    do { return try writer.write(body) } catch { throw HistoryError(error, path: path) }
  }

  /// How connections to a file are made.
  static var configuration: Configuration {
    var configuration = Configuration()
    // SQLite's own handler sleeps for up to 100 ms at a time, and then misses the gaps that long writers leave.
    configuration.busyMode = .callback { attempts in
      usleep(5_000)
      return attempts < 2_000
    }
    configuration.maximumReaderCount = 2
    configuration.label = "history"
    configuration.prepareDatabase { db in
      // Pages that pruning frees can then be cut off the file. It takes effect before the first table is made.
      if !db.configuration.readonly { try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
    }
    return configuration
  }
}
