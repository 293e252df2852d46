internal import GRDB

extension Annotation {
  /// Reads the user's annotation of an exchange.
  init(of key: Int64, _ db: Database) throws {
    self.init()
    if let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT note, isPinned FROM annotation WHERE exchange = ?"), arguments: [key])
    {
      (note, isPinned) = (row["note"], row["isPinned"])
    }
    let statement = try db.cachedStatement(sql: "SELECT name FROM tag WHERE exchange = ? ORDER BY name")
    tags = try String.fetchAll(statement, arguments: [key])
  }
}
