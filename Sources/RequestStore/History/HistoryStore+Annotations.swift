package import Foundation
internal import GRDB

extension HistoryStore {
  /// Returns the note, tags and pin of an exchange.
  package func annotation(of id: ExchangeID) throws(HistoryError) -> Annotation? {
    try read { db in try Self.key(of: id, db).map { try Annotation(of: $0, db) } }
  }

  /// Changes the note, tags and pin of an exchange.
  ///
  /// - Returns: The stored annotation; `nil` if the exchange does not exist.
  @discardableResult package func annotate(
    _ id: ExchangeID, _ change: (inout Annotation) -> Void
  ) throws(HistoryError) -> Annotation? {
    try write { db in
      guard let key = try Self.key(of: id, db) else { return nil }
      var annotation = try Annotation(of: key, db)
      change(&annotation)
      annotation.clean()
      let index = SearchIndex(db: db, folder: folder)
      try index.remove(key)
      try annotation.write(to: key, db)
      try index.restore(key)
      return annotation
    }
  }

  /// Deletes exchanges until they are restored, or erased by the next pruning.
  ///
  /// - Returns: Those that existed.
  @discardableResult package func delete(
    _ ids: [ExchangeID], at date: Date = Date()
  ) throws(HistoryError) -> [ExchangeID] {
    try write { db in
      let index = SearchIndex(db: db, folder: folder)
      return try ids.filter { id in
        guard let key = try Self.key(of: id, db), try !Self.isDeleted(key, db) else { return false }
        try index.remove(key)
        try db.execute(
          sql: "INSERT INTO trash VALUES (?, ?)", arguments: [key, date.timeIntervalSinceReferenceDate])
        try SearchIndex.addToCount(-1, db)
        return true
      }
    }
  }

  /// Restores deleted exchanges.
  ///
  /// - Returns: Those that were deleted and not yet erased.
  @discardableResult package func undelete(_ ids: [ExchangeID]) throws(HistoryError) -> [ExchangeID] {
    try write { db in
      let index = SearchIndex(db: db, folder: folder)
      return try ids.filter { id in
        guard let key = try Self.key(of: id, db), try Self.isDeleted(key, db) else { return false }
        try db.execute(sql: "DELETE FROM trash WHERE exchange = ?", arguments: [key])
        try index.restore(key)
        try SearchIndex.addToCount(1, db)
        return true
      }
    }
  }

  /// Returns the deleted exchanges that can be restored, the last deleted first.
  package func deleted(limit: Int = 200) throws(HistoryError) -> [ExchangeID] {
    try read { db in
      let sql = """
        SELECT uuid FROM trash JOIN exchange ON exchange.id = trash.exchange ORDER BY deletedAt DESC, id DESC LIMIT ?
        """
      return try String.fetchAll(db, sql: sql, arguments: [limit]).compactMap(ExchangeID.init)
    }
  }

  static func key(of id: ExchangeID, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM exchange WHERE uuid = ?"), arguments: [id.description])
  }

  private static func isDeleted(_ key: Int64, _ db: Database) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT 1 FROM trash WHERE exchange = ?", arguments: [key]) == true
  }
}

extension Annotation {
  /// Brings tags and the note into their stored form: no control characters, no empty or equal tags.
  fileprivate mutating func clean() {
    tags = Set(tags.map { $0.singleLine }.filter { !$0.isEmpty }).sorted()
    note = note.map { $0.replacing("\0", with: "").trimmingCharacters(in: .whitespacesAndNewlines) }
    if note?.isEmpty == true { note = nil }
  }

  fileprivate func write(to key: Int64, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM tag WHERE exchange = ?", arguments: [key])
    for tag in tags { try db.execute(sql: "INSERT INTO tag VALUES (?, ?)", arguments: [key, tag]) }
    if note == nil, !isPinned {
      try db.execute(sql: "DELETE FROM annotation WHERE exchange = ?", arguments: [key])
    } else {
      try db.execute(sql: "INSERT OR REPLACE INTO annotation VALUES (?, ?, ?)", arguments: [key, note, isPinned])
    }
  }
}

extension String {
  fileprivate var singleLine: String {
    split { $0.isNewline || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }.joined(separator: " ")
      .trimmingCharacters(in: .whitespaces)
  }
}
