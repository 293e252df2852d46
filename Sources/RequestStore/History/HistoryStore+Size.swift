internal import Foundation
internal import GRDB

extension HistoryStore {
  /// Returns the bytes that history takes on disk, without free pages and the write-ahead log.
  package func size() throws(HistoryError) -> Int {
    try read { db in try size(db) }
  }

  func size(_ db: Database) throws -> Int {
    func number(_ pragma: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0 }
    return try (number("page_count") - number("freelist_count")) * number("page_size") + (folder?.size ?? 0)
  }
}
