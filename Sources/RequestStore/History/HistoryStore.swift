internal import Foundation
package import GRDB

/// Recorded exchanges in SQLite.
///
/// Several programs can use a file at once: readers never wait, and writers wait up to ten seconds for each other.
/// Calls block; make them off the main actor.
package struct HistoryStore: Sendable {
  let writer: any DatabaseWriter
  let path: String
  let bodyLimit: BodyLimit
  /// `nil` for a database in memory.
  let folder: BodyFolder?
  /// This program as one that sends; `nil` for a database in memory.
  let program: SendingProgram?
  /// Why the history can only be read; `nil` if it can be written.
  let refusal: HistoryError?

  /// Opens the history at `path`. Creates the file, readable only by the user, and its folder if necessary.
  ///
  /// - Parameter mayWait: Whether to wait on for another program that has locked the file, asked every 5 ms.
  package init(
    path: String, bodyLimit: BodyLimit = .standard, mayWait: @escaping @Sendable () -> Bool = { true }
  ) throws(HistoryError) {
    do {
      try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
      let lock = HistoryFileLock(at: path, mayWait: mayWait)
      defer { lock.end() }
      // SQLite uses this mode for its other files.
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      if descriptor >= 0 { Foundation.close(descriptor) }
      if descriptor < 0, errno == EROFS { throw HistoryError.readOnlyDisk(path: path) }
      if descriptor < 0, errno == EACCES { throw HistoryError.readOnly(path: path) }
      if HistoryFile(path).isTooShort { throw HistoryError.damaged(path: path) }
      let writer = try DatabasePool(path: path, configuration: Self.makeConfiguration(mayWait))
      try self.init(writer, path: path, bodyLimit: bodyLimit)
    } catch {
      throw HistoryError(error, path: path)
    }
    // The next program tries again.
    try? recordInterrupted()
  }

  package static func inMemory() throws(HistoryError) -> HistoryStore {
    do {
      return try HistoryStore(DatabaseQueue(), path: ":memory:")
    } catch {
      throw HistoryError(error, path: ":memory:")
    }
  }

  /// Migrates the database to the current version.
  package init(
    _ writer: any DatabaseWriter, path: String, bodyLimit: BodyLimit = .standard, refusal: HistoryError? = nil
  ) throws(HistoryError) {
    self.writer = writer
    self.refusal = refusal
    self.path = path
    self.bodyLimit = bodyLimit
    folder = writer is DatabasePool ? BodyFolder(beside: path) : nil
    program = writer is DatabasePool ? SendingProgram(beside: path) : nil
    try migrate()
  }

  private func migrate() throws(HistoryError) {
    let migrator = HistorySchema.migrator
    let (isNewer, isCurrent) = try read { db in
      (try migrator.hasBeenSuperseded(db), try migrator.hasCompletedMigrations(db))
    }
    guard !isNewer else { throw .newer(path: path) }
    guard !isCurrent else { return }
    if let refusal { throw refusal }
    try mappingErrors { try migrate(migrator, retries: migrator.migrations.count) }
  }

  private func migrate(_ migrator: DatabaseMigrator, retries: Int) throws {
    do {
      try migrator.migrate(writer)
    } catch let error as DatabaseError
      where retries > 0 && (error.resultCode == .SQLITE_ERROR || error.resultCode == .SQLITE_CONSTRAINT)
    {
      // Another program has just completed one of the migrations.
      try migrate(migrator, retries: retries - 1)
    }
  }

  package func exchange(_ id: ExchangeID) throws(HistoryError) -> Exchange? {
    try read { db in try ExchangeReader.exchange(id, db, folder) }
  }

  /// Returns the number of exchanges, without deleted ones.
  package func count() throws(HistoryError) -> Int {
    try read { db in
      if let count = try SearchIndex.count(db) { return count }
      return try Int.fetchOne(db, sql: "SELECT (SELECT count(*) FROM exchange) - (SELECT count(*) FROM trash)") ?? 0
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    try mappingErrors { try writer.read(body) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    if let refusal { throw refusal }
    return try mappingErrors { try writer.write(body) }
  }

  /// Throws every error of `body` as one of this history.
  func mappingErrors<Value>(_ body: () throws -> Value) throws(HistoryError) -> Value {
    do { return try body() } catch { throw HistoryError(error, path: path) }
  }

  /// Returns the configuration of a connection to a file.
  static var configuration: Configuration { makeConfiguration { true } }

  private static func makeConfiguration(_ mayWait: @escaping @Sendable () -> Bool) -> Configuration {
    var configuration = Configuration()
    // SQLite's default handler sleeps up to 100 ms at a time and misses the pauses of long writers.
    configuration.busyMode = .callback { attempts in
      guard mayWait() else { return false }
      usleep(5_000)
      return attempts < 2_000
    }
    configuration.maximumReaderCount = 2
    configuration.label = "history"
    configuration.prepareDatabase { db in
      guard !db.configuration.readonly else { return }
      if try Int.fetchOne(db, sql: "PRAGMA page_count") == 0 {
        // Lets pruning remove free pages. Must be set before the first table is created.
        try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
      } else {
        try startLog(db)
      }
    }
    return configuration
  }

  /// Begins an empty write-ahead log without waiting for the disk.
  ///
  /// GRDB creates one for its readers, but waits for two flushes, which takes most of the time of opening. The first
  /// frame of a new log repeats an unchanged page, so nothing is lost with it.
  private static func startLog(_ db: Database) throws {
    // Reading has created the file of the log, if the database has one.
    guard let path = try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'"),
      Disk.status(path + "-wal")?.st_size == 0
    else { return }
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA user_version = \(version); PRAGMA synchronous = NORMAL")
  }
}
