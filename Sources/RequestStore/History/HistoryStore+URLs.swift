internal import GRDB

/// A URL of history and how often it was sent.
package struct SentURL: Equatable, Sendable {
  package let url: String
  package let uses: Int
}

extension HistoryStore {
  /// Returns the URLs of the last exchanges, those sent most often first. Those with masked secrets are left out.
  ///
  /// - Parameter count: The number of exchanges that are looked at.
  package func urls(ofLast count: Int) throws(HistoryError) -> [SentURL] {
    let sql = """
      SELECT url, count(*) AS uses, max(id) AS last FROM (
        SELECT id, url FROM exchange WHERE id NOT IN (SELECT exchange FROM trash) ORDER BY id DESC LIMIT ?)
      WHERE instr(url, '•') = 0 GROUP BY url ORDER BY uses DESC, last DESC LIMIT 10000
      """
    return try read { db in
      try Row.fetchAll(db, sql: sql, arguments: [count]).map { SentURL(url: $0["url"], uses: $0["uses"]) }
    }
  }
}
