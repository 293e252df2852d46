internal import Foundation
internal import GRDB

/// The search index: the terms of each exchange.
///
/// An emptied index is filled again in the background, newest exchanges first. Those not added yet are older than the
/// others; their columns are searched instead.
struct SearchIndex {
  let db: Database
  let folder: BodyFolder?

  // MARK: State

  /// Exchanges below this key are not in the index.
  static func unindexedBelow(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT unindexedBelow FROM searchState")) ?? 0
  }

  /// The number of exchanges; `nil` if they have not been counted.
  static func count(_ db: Database) throws -> Int? {
    try Row.fetchOne(db.cachedStatement(sql: "SELECT count FROM searchState"))?["count"]
  }

  /// Counts added or removed exchanges.
  static func addToCount(_ change: Int, _ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE searchState SET count = count + ?").execute(arguments: [change])
  }

  // MARK: Exchanges

  func insert(_ terms: SearchTerms, of key: Int64) throws {
    try db.cachedStatement(sql: "INSERT INTO exchangeTerms (rowid, terms) VALUES (?, ?)")
      .execute(arguments: [key, terms.text])
    try SearchVocabulary(db).insert(terms.vocabulary)
  }

  /// Removes an exchange that is still stored as it was added. Ignores those that are not in the index.
  func remove(_ key: Int64) throws {
    guard try isIndexed(key), let terms = try terms(of: key) else { return }
    try db.cachedStatement(
      sql: "INSERT INTO exchangeTerms (exchangeTerms, rowid, terms) VALUES ('delete', ?, ?)"
    ).execute(arguments: [key, terms.text])
  }

  /// Adds an exchange again.
  func restore(_ key: Int64) throws {
    guard try isIndexed(key), let terms = try terms(of: key) else { return }
    try insert(terms, of: key)
  }

  private func isIndexed(_ key: Int64) throws -> Bool { try key >= Self.unindexedBelow(db) }

  /// The terms of a stored exchange; `nil` if it is deleted or cannot be read.
  private func terms(of key: Int64) throws -> SearchTerms? {
    let sql = "SELECT * FROM exchange WHERE id = ? AND id NOT IN (SELECT exchange FROM trash)"
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [key]) else { return nil }
    let log = try ExchangeReader.log(of: row, db, folder, limit: IndexedExchange.textLimit) ?? ExchangeLog()
    let annotation = try Annotation(of: key, db)
    return SearchTerms(IndexedExchange(row, log: log, annotation: annotation, hasItems: try hasItems(key)))
  }

  /// Whether the words of MessagePack and CBOR are terms of an exchange.
  private func hasItems(_ key: Int64) throws -> Bool {
    try key >= Int64.fetchOne(db.cachedStatement(sql: "SELECT itemsFrom FROM searchState")) ?? 0
  }

  // MARK: Filling

  /// Adds the next exchanges that are missing in the index.
  ///
  /// - Returns: Whether there may be more.
  func fill(_ count: Int) throws -> Bool {
    let limit = try Self.unindexedBelow(db)
    guard limit > .min else { return false }
    let keys = try Int64.fetchAll(
      db, sql: "SELECT id FROM exchange WHERE id < ? ORDER BY id DESC LIMIT ?", arguments: [limit, count])
    try db.execute(sql: "UPDATE searchState SET unindexedBelow = ?", arguments: [keys.last ?? .min])
    // FTS5 writes a segment for each key that is less than the one before.
    for key in keys.reversed() { try restore(key) }
    return !keys.isEmpty
  }

  /// Empties the index, so that all exchanges are added again.
  func clear() throws {
    try db.execute(sql: "INSERT INTO exchangeTerms (exchangeTerms) VALUES ('delete-all')")
    try Self.markAllMissing(db)
  }

  static func markAllMissing(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM searchWord")
    try db.execute(
      sql: """
        UPDATE searchState SET unindexedBelow = (SELECT ifnull(max(id), 0) + 1 FROM exchange), itemsFrom = 0
        """)
  }
}
