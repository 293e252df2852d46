internal import Foundation
internal import GRDB

/// The result of checking the history.
package struct HistoryCheck: Equatable, Sendable {
  /// Each as a sentence. Repairing removes all of them.
  package var problems: [String] = []
  /// Whether SQLite found the file damaged, so that only a new file helps.
  package var isDamaged = false

  package init(problems: [String] = [], isDamaged: Bool = false) {
    self.problems = problems
    self.isDamaged = isDamaged
  }

  package var isSound: Bool { problems.isEmpty }
}

extension HistoryStore {
  /// Opens an existing history as it is, to check it: without migrations, and also if it cannot be written.
  package init(checking path: String) throws(HistoryError) {
    if HistoryFile(path).isTooShort { throw .damaged(path: path) }
    writer = try Self.connection(checking: path)
    self.path = path
    bodyLimit = .standard
    folder = BodyFolder(beside: path)
    (program, refusal) = (nil, nil)
    let isNewer = try read { db in try HistorySchema.migrator.hasBeenSuperseded(db) }
    guard !isNewer else { throw HistoryError.newer(path: path) }
  }

  private static func connection(checking path: String) throws(HistoryError) -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.busyMode = Self.configuration.busyMode
    do {
      return try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      let refusal = HistoryError(error, path: path)
      guard refusal.forbidsWriting else { throw refusal }
      return try makeReader(path, because: refusal)
    }
  }

  /// Checks the file, its tables against each other, the files of bodies, and the search index. Reads everything.
  package func check() throws(HistoryError) -> HistoryCheck {
    var check = HistoryCheck()
    do {
      // A file without tables is a history that is not used yet.
      if try writer.read({ db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") }) == 0 {
        return check
      }
      let lines = try writer.read { db in try String.fetchAll(db, sql: "PRAGMA integrity_check(20)") }
      if lines != ["ok"] {
        check.isDamaged = true
        check.problems = lines.map { "The file is damaged: \($0)" }
        return check
      }
      check.problems += try writer.read { db in try HistoryConsistency(db: db, folder: folder).problems() }
      check.problems += try indexProblems()
    } catch let error as DatabaseError where error.isDamage {
      check.isDamaged = true
      check.problems.append("The file is damaged: \(error.message ?? "a page cannot be read")")
    } catch {
      throw HistoryError(error, path: path)
    }
    return check
  }

  private func indexProblems() throws -> [String] {
    do {
      try writer.write { db in
        try db.execute(sql: "INSERT INTO exchangeTerms (exchangeTerms) VALUES ('integrity-check')")
      }
      return []
    } catch let error as DatabaseError where error.isDamage {
      return ["The search index is damaged"]
    } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
      // SQLite checks an index only in files that can be written.
      return []
    }
  }

  /// Repairs the problems that `check` finds in a file that is not damaged: removes parts without an exchange, corrects
  /// counts, and rebuilds the search index.
  package func repair() throws(HistoryError) {
    try mappingErrors {
      // Reads every body, which would keep other programs from recording for too long.
      let damaged = try writer.read { db in try HistoryConsistency(db: db, folder: folder).damagedContents() }
      let upkeep = try upkeepWriter()
      try upkeep.write { db in
        try HistoryConsistency(db: db, folder: folder).repair(damaged)
        try HistorySchema.createTerms(db)
      }
      _ = try SearchFilling(writer: upkeep, folder: folder).run { false }
      _ = try HistoryPruning(upkeep, folder).run { false }
    }
  }
}

extension DatabaseError {
  var isDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}
