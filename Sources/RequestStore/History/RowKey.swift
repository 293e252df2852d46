internal import GRDB

/// The keys of rows that are never used again.
///
/// SQLite would give the key of a removed last row to the next one. A program that still has the old key would then
/// change or remove data of another exchange.
enum RowKey: String {
  case exchange, content

  /// Returns a key that no row has had.
  ///
  /// The rows of a salvaged history are not counted.
  func next(_ db: Database, atLeast least: Int64 = 1) throws -> Int64 {
    let column = self == .exchange ? "lastExchange" : "lastContent"
    let sql = """
      SELECT max(ifnull((SELECT \(column) FROM searchState), 0), ifnull((SELECT max(id) FROM \(rawValue)), 0)) + 1
      """
    let key = max(try Int64.fetchOne(db.cachedStatement(sql: sql)) ?? 1, least)
    try db.cachedStatement(sql: "UPDATE searchState SET \(column) = ?").execute(arguments: [key])
    return key
  }
}
