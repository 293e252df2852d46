internal import Foundation
internal import GRDB

/// Copies a history into one file, with the bodies that are files of their own.
///
/// The copy is a snapshot. Other programs can record and prune meanwhile.
package struct HistoryBackup: Sendable {
  private let store: HistoryStore
  private let connection: any DatabaseWriter
  private let path: String
  private let replaces: Bool

  package struct Result: Equatable, Sendable {
    /// The exchanges in the copy.
    package var count: Int
    /// Its bytes.
    package var size = 0
    /// The bodies that the copy lacks, or has in part, because their files are missing or incomplete.
    package var incompleteBodies = 0
    /// Whether it replaced an earlier file.
    package var hasReplaced = false
  }

  /// The `application_id` of copies ("WBKP"), by which a later backup knows a file as one of its own.
  private static let mark: UInt32 = 0x5742_4B50

  /// Removes the mark of a copy that is recorded into, so that no backup replaces it.
  static func unmark(_ db: Database) throws {
    guard try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA application_id")) == Int64(mark) else { return }
    try db.execute(sql: "PRAGMA application_id = 0")
  }

  /// - Parameters:
  ///   - path: The file to write. A link is followed.
  ///   - replaces: Whether to replace a file that is not an earlier backup.
  package init(_ store: HistoryStore, to path: String, replaces: Bool = false) throws(HistoryError) {
    self.store = store
    self.path = Disk.resolved(path)
    self.replaces = replaces
    connection = try store.mappingErrors { try store.isWritable ? store.upkeepWriter() : store.writer }
  }

  /// Interrupts `run`, which then stops if its `isStopped` returns `true`.
  package func interrupt() { connection.interrupt() }

  /// Writes the copy beside its place, and then renames it.
  ///
  /// - Returns: `nil` if it was stopped; nothing was changed then.
  package func run(isStopped: () -> Bool = { false }) throws(HistoryError) -> Result? {
    let isThere = try permitsWriting()
    let draft = Disk.temporaryPath(beside: path)
    defer { for suffix in ["", "-journal"] { unlink(draft + suffix) } }
    do {
      try create(draft)
      try connection.writeWithoutTransaction { db in try db.execute(sql: "VACUUM INTO ?", arguments: [draft]) }
      guard var result = try complete(draft, isStopped), !isStopped() else { return nil }
      result.size = try put(draft)
      result.hasReplaced = isThere
      return result
    } catch let error as DatabaseError where error.isDamage {
      throw HistoryError(error, path: store.path)
    } catch let error as StoreError {
      throw .notBackedUp(reason: error.description)
    } catch {
      if isStopped(), (error as? DatabaseError)?.resultCode == .SQLITE_INTERRUPT { return nil }
      throw HistoryError(error, path: path)
    }
  }

  // MARK: The file

  /// - Returns: Whether there is a file to replace.
  private func permitsWriting() throws(HistoryError) -> Bool {
    guard Disk.exists(path) else { return false }
    func refusal(_ reason: String) -> HistoryError { .backupRefused(path: path, reason: reason) }
    if Disk.isSame(path, Disk.resolved(store.path)) { throw refusal("it is the history itself") }
    guard Disk.kind(path) == .file else { throw refusal("it is not a regular file") }
    guard replaces || isBackup else {
      throw refusal("it exists and is not a backup — pass --replace, or another name")
    }
    return true
  }

  /// Whether the file is an earlier backup without new records. A non-empty log means that it has some.
  private var isBackup: Bool {
    if let log = Disk.status(path + "-wal"), log.st_size > 0 { return false }
    guard let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 72), head.count == 72
    else { return false }
    let mark = head.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return head.starts(with: Data("SQLite format 3\0".utf8)) && mark == Self.mark
  }

  /// Creates the empty file that SQLite fills, readable only by the user.
  private func create(_ draft: String) throws {
    let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError.system(.create, path: path, code: errno) }
    close(descriptor)
  }

  /// - Returns: The size of the file.
  private func put(_ draft: String) throws -> Int {
    let descriptor = open(draft, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, fsync(descriptor) == 0 else {
      throw StoreError.system(.write, path: path, code: errno)
    }
    // SQLite would read an old log into the new file.
    for suffix in ["-wal", "-shm"] { try Disk.remove(path + suffix) }
    try Disk.replace(path, by: draft)
    Disk.flushFolder(of: path)
    return Int(status.st_size)
  }

  // MARK: Bodies

  /// Copies bodies from files into the database.
  ///
  /// - Returns: `nil` if it was stopped.
  private func complete(_ draft: String, _ isStopped: () -> Bool) throws -> Result? {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      // The file is flushed when it is complete, and is nothing before.
      try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
    }
    let copy = try DatabaseQueue(path: draft, configuration: configuration)
    let rows = try copy.write { db in
      try db.execute(sql: "PRAGMA application_id = \(Self.mark)")
      // Their programs record them in the history itself.
      try db.execute(sql: "DELETE FROM sending")
      try db.execute(sql: "DELETE FROM content WHERE uses <= 0 AND file IS NOT NULL")
      return try Row.fetchAll(db, sql: "SELECT id, size, file FROM content WHERE file IS NOT NULL")
    }
    var result = Result(count: try count(copy))
    for row in rows {
      if isStopped() { return nil }
      if try !copyBody(row, to: copy) { result.incompleteBodies += 1 }
    }
    try copy.close()
    return result
  }

  private func count(_ copy: DatabaseQueue) throws -> Int {
    try copy.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM exchange WHERE id NOT IN (SELECT exchange FROM trash)") ?? 0
    }
  }

  /// - Returns: `false` for a body whose file is missing or incomplete in the history, too.
  private func copyBody(_ row: Row, to copy: DatabaseQueue) throws -> Bool {
    let (id, size, file): (Int64, Int, String) = (row["id"], row["size"], row["file"])
    let bytes = store.folder?.read(file)?.prefix(size) ?? Data()
    try setProblem(UnwrittenContent.interruption, of: id, copy)
    var content = UnwrittenContent(id: id, rest: bytes)
    while !content.isWritten {
      let chunks = content.packSome()
      _ = try copy.write { db in try content.write(chunks, db) }
    }
    guard bytes.count < size else { return true }
    let isPruned = try !isUsed(file)
    let reason = bytes.isEmpty ? "its file is missing" : "its file is incomplete"
    try setProblem(isPruned ? "it was pruned during the backup" : reason, of: id, copy)
    return isPruned
  }

  private func setProblem(_ reason: String, of id: Int64, _ copy: DatabaseQueue) throws {
    try copy.write { db in
      try db.execute(sql: "UPDATE content SET file = NULL, missing = ? WHERE id = ?", arguments: [reason, id])
    }
  }

  /// Whether the history still has a body, which another program may have pruned after the snapshot.
  private func isUsed(_ file: String) throws -> Bool {
    try store.read { db in
      try Bool.fetchOne(db, sql: "SELECT 1 FROM content WHERE file = ? AND uses > 0", arguments: [file]) == true
    }
  }
}
