internal import GRDB

/// The words and values in the index, for prefix lookups.
struct SearchVocabulary {
  private let db: Database

  init(_ db: Database) { self.db = db }

  func terms(from beginning: String, limit: Int) throws -> [String] {
    let statement = try db.cachedStatement(sql: "SELECT term FROM searchWord WHERE term >= ? AND term < ? LIMIT ?")
    return try String.fetchAll(statement, arguments: [beginning, beginning + "\u{10FFFF}", limit])
  }

  func terms(of kind: SearchTerms.Kind) throws -> [String] { try terms(from: String(kind.rawValue), limit: 10_000) }

  /// Returns all values of a kind, as shown to users.
  func values(of kind: SearchTerms.Kind) throws -> [String] { try terms(of: kind).map { String($0.dropFirst()) } }

  func words(after word: String, limit: Int) throws -> [String] {
    let sql = "SELECT term FROM searchWord WHERE term > ? ORDER BY term LIMIT ?"
    return try String.fetchAll(db, sql: sql, arguments: [word, limit])
  }

  /// Removes those of `words` that no exchange in the index has.
  func removeUnused(_ words: [String]) throws {
    let find = try db.cachedStatement(
      sql: "SELECT 1 FROM exchangeTerms WHERE exchangeTerms MATCH ? LIMIT 1")
    for word in words where try Bool.fetchOne(find, arguments: [TermExpression.quoted(word)]) == nil {
      try db.execute(sql: "DELETE FROM searchWord WHERE term = ?", arguments: [word])
    }
  }

  func insert(_ terms: Set<String>) throws {
    let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO searchWord (term) VALUES (?)")
    // In order, so that neighbours share a page.
    for term in terms.sorted() { try statement.execute(arguments: [term]) }
  }
}
