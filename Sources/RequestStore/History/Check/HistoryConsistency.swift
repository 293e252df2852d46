internal import Foundation
internal import GRDB

/// Compares the tables of history with each other and with the files of bodies.
struct HistoryConsistency {
  let db: Database
  let folder: BodyFolder?

  private static let lostFile = "its file is missing"
  private static let changed = "it is damaged in history"

  func problems() throws -> [String] {
    var problems: [String] = []
    func report(_ count: Int, _ what: String) {
      if count > 0 { problems.append("\(what): \(count)") }
    }
    for table in HistorySchema.parts {
      report(
        try count("\(table) WHERE exchange NOT IN (SELECT id FROM exchange)"), "Rows of \(table) without an exchange")
    }
    report(try count(withoutLog), "Exchanges without a log")
    report(
      try count("contentUse WHERE content NOT IN (SELECT id FROM content)"), "Bodies that are missing")
    report(try count(miscounted), "Bodies with a wrong number of uses")
    report(try count("contentChunk WHERE id >> 20 NOT IN (SELECT id FROM content)"), "Parts of no body")
    report(try lostFiles().count, "Missing files of bodies")
    report(try damagedContents().count, "Bodies that are cut off or damaged")
    if let counted = try SearchIndex.count(db), try counted != exchanges() {
      problems.append("The number of exchanges is wrong")
    }
    return problems
  }

  /// - Parameter damaged: The `damagedContents` as of shortly before. Ids are never used again.
  func repair(_ damaged: [Int64]) throws {
    try db.execute(sql: "DELETE FROM exchange WHERE id IN (SELECT id FROM \(withoutLog))")
    for table in HistorySchema.parts {
      try db.execute(sql: "DELETE FROM \(table) WHERE exchange NOT IN (SELECT id FROM exchange)")
    }
    try db.execute(sql: "DELETE FROM contentUse WHERE content NOT IN (SELECT id FROM content)")
    try db.execute(sql: "UPDATE content SET uses = (SELECT count(*) FROM contentUse WHERE content = content.id)")
    try db.execute(sql: "DELETE FROM contentChunk WHERE id >> 20 NOT IN (SELECT id FROM content)")
    for id in try lostFiles() {
      try db.execute(sql: "UPDATE content SET file = NULL, missing = ? WHERE id = ?", arguments: [Self.lostFile, id])
    }
    for id in damaged {
      try db.execute(
        sql: "UPDATE content SET missing = ? WHERE id = ? AND missing IS NULL", arguments: [Self.changed, id])
    }
    try db.execute(sql: "UPDATE searchState SET count = NULL")
  }

  private let miscounted = """
    content WHERE uses <> (SELECT count(*) FROM contentUse WHERE contentUse.content = content.id)
    """

  private let withoutLog = """
    exchange WHERE id NOT IN (SELECT exchange FROM log) OR id NOT IN (SELECT exchange FROM request)
    """

  private func lostFiles() throws -> [Int64] {
    try Row.fetchAll(db, sql: "SELECT id, file FROM content WHERE file IS NOT NULL")
      .filter { folder?.contains($0["file"]) != true }.map { $0["id"] }
  }

  /// The contents whose bytes are not those that were recorded, without those that are known to be incomplete or whose
  /// files are missing.
  func damagedContents() throws -> [Int64] {
    let contents = ContentStore(db: db, folder: folder)
    let sql = "SELECT id, hash, size, missing, file, bytes FROM content WHERE missing IS NULL"
    let rows = try Row.fetchCursor(db, sql: sql)
    var damaged: [Int64] = []
    while let row = try rows.next() {
      if let file: String = row["file"], folder?.contains(file) != true { continue }
      if try !contents.isIntact(row) { damaged.append(row["id"]) }
    }
    return damaged
  }

  private func exchanges() throws -> Int { try count("exchange WHERE id NOT IN (SELECT exchange FROM trash)") }

  private func count(_ rows: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0 }
}
