internal import Foundation
internal import GRDB
package import RequestModel

extension HistoryStore {
  /// Returns summaries of exchanges, newest first.
  ///
  /// - Parameters:
  ///   - text: Words that must all occur in the method, URL, name, status, failure or environment. Case is ignored.
  ///   - before: The last exchange of the previous page.
  package func summaries(
    matching text: String = "", before: ExchangeID? = nil, limit: Int = 200
  ) throws(HistoryError) -> [ExchangeSummary] {
    let search = HistorySearch(text)
    return try read { db in
      var end = Int64.max
      if let before {
        let sql = "SELECT id FROM exchange WHERE uuid = ?"
        guard let key = try Int64.fetchOne(db, sql: sql, arguments: [before.description]) else { return [] }
        end = key
      }
      return try Self.summaries(db, search.condition, search.arguments + [end, limit], from: search.source)
    }
  }

  /// Returns the exchanges of a stored request, newest first, including those before renames and moves.
  package func exchanges(of request: RequestID, limit: Int = 200) throws(HistoryError) -> [ExchangeSummary] {
    try read { db in
      try Self.summaries(db, "requestID = ?", [request.text, Int64.max, limit], from: "exchange")
    }
  }

  /// Returns the last exchange sent from a file, for a request without an id.
  package func newest(at address: Address, in root: String) throws(HistoryError) -> ExchangeSummary? {
    try read { db in
      try Self.summaries(db, "root = ? AND address = ?", [root, address.path, Int64.max, 1], from: "exchange").first
    }
  }

  /// Returns the exchanges whose id starts with `prefix`, newest first.
  package func identifiers(startingWith prefix: String, limit: Int = 10) throws(HistoryError) -> [ExchangeID] {
    try read { db in
      // A range can use the index; LIKE cannot.
      let sql = "SELECT uuid FROM exchange WHERE uuid >= ? AND uuid < ? ORDER BY id DESC LIMIT ?"
      let start = prefix.lowercased()
      return try String.fetchAll(db, sql: sql, arguments: [start, start + "~", limit]).compactMap(ExchangeID.init)
    }
  }

  /// Returns the last exchange of a stored request.
  package func newest(for request: RequestID) throws(HistoryError) -> Exchange? {
    guard let newest = try exchanges(of: request, limit: 1).first else { return nil }
    return try exchange(newest.id)
  }

  private static func summaries(
    _ db: Database, _ condition: String, _ arguments: StatementArguments, from source: String
  ) throws -> [ExchangeSummary] {
    let key = source == "exchange" ? "exchange.id" : "exchangeText.rowid"
    let sql = """
      SELECT exchange.uuid, exchange.startedAt, exchange.method, exchange.url, exchange.name, exchange.outcome,
        exchange.status, exchange.failure, exchange.duration, exchange.bodySize
      FROM \(source) WHERE \(condition) AND \(key) < ? ORDER BY \(key) DESC LIMIT ?
      """
    return try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap(summary)
  }

  private static func summary(_ row: Row) -> ExchangeSummary? {
    // Skips rows with an invalid UUID, which cannot be opened.
    guard let id = ExchangeID(row["uuid"] as String) else { return nil }
    let result: ExchangeSummary.Result =
      switch row["outcome"] as String {
      case "answered": .status(row["status"] ?? 0)
      case "cancelled": .cancelled
      default: .failed(Failure.Kind(rawValue: row["failure"] ?? "") ?? .other)
      }
    return ExchangeSummary(
      id: id, startedAt: Date(timeIntervalSinceReferenceDate: row["startedAt"]), method: row["method"],
      url: row["url"], name: row["name"], result: result, duration: .nanoseconds(row["duration"] as Int64),
      bodySize: row["bodySize"])
  }
}

/// A search text as SQL.
struct HistorySearch {
  private(set) var source = "exchange"
  private(set) var condition = "1"
  private(set) var arguments: StatementArguments = []

  /// The shortest word in the trigram index.
  private static let indexed = 3

  init(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map { $0.replacing("\0", with: "\u{2400}") }
    let long = words.filter { $0.unicodeScalars.count >= Self.indexed }
    let short = words.filter { $0.unicodeScalars.count < Self.indexed }
    if !long.isEmpty {
      source = "exchangeText CROSS JOIN exchange ON exchange.id = exchangeText.rowid"
      condition = "exchangeText MATCH ?"
      arguments += [long.map { "\"" + $0.replacingExactly("\"", with: "\"\"") + "\"" }.joined(separator: " AND ")]
    }
    for word in short {
      condition += """
         AND (exchange.method || char(10) || exchange.url || char(10) || exchange.name || char(10)
          || ifnull(exchange.status, '') || char(10) || ifnull(exchange.failure, '') || char(10)
          || ifnull(exchange.environment, '')) LIKE ? ESCAPE '\\'
        """
      arguments += ["%" + Self.escaped(String(word)) + "%"]
    }
  }

  private static func escaped(_ word: String) -> String {
    word.reduce(into: "") { $0 += ["%", "_", "\\"].contains($1) ? "\\" + String($1) : String($1) }
  }
}
