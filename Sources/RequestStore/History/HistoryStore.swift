internal import Foundation
package import GRDB
package import RequestModel

/// All recorded exchanges, in SQLite.
///
/// Several programs may use one file at once: readers never wait, writers wait for each other up to ten seconds.
/// All calls block; call them off the main actor.
package struct HistoryStore: Sendable {
  let writer: any DatabaseWriter
  let path: String
  let bodyLimit: BodyLimit
  /// `nil` for a database in memory.
  let folder: BodyFolder?

  /// Opens the history at `path` and creates the file, readable by the user alone, and its folder where they are missing.
  package init(path: String, bodyLimit: BodyLimit = .standard) throws(HistoryError) {
    do {
      try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
      // SQLite gives its other files the mode of this one.
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
      if descriptor < 0, errno == EACCES || errno == EROFS { throw HistoryError.readOnly(path: path) }
      let writer = try DatabasePool(path: path, configuration: Self.configuration)
      try self.init(writer, path: path, bodyLimit: bodyLimit)
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  /// A history in memory.
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
    folder = writer is DatabasePool ? BodyFolder(beside: path) : nil
    let migrator = HistorySchema.migrator
    do {
      guard try !writer.read(migrator.hasBeenSuperseded) else { throw HistoryError.newer(path: path) }
      do {
        try migrator.migrate(writer)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_ERROR || error.resultCode == .SQLITE_CONSTRAINT
      {
        // Another program has just created the same tables.
        try migrator.migrate(writer)
      }
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  package func exchange(_ id: ExchangeID) throws(HistoryError) -> Exchange? {
    try read { db in try ExchangeReader.exchange(id, db, folder) }
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

  /// The configuration of a connection to a file.
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
      // Lets pruning cut free pages off the file. It takes effect before the first table is created.
      if !db.configuration.readonly { try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
    }
    return configuration
  }
}
