internal import Foundation
internal import GRDB
package import RequestModel

extension HistoryStore {
  /// Returns summaries of exchanges, the last recorded first.
  ///
  /// - Parameters:
  ///   - before: The last exchange of the previous page.
  package func summaries(
    matching query: HistoryQuery = HistoryQuery(), before: ExchangeID? = nil, limit: Int = 200,
    times: QueryTimes = QueryTimes()
  ) throws(HistoryError) -> [ExchangeSummary] {
    try read { db in
      guard let end = try Self.key(before: before, db) else { return [] }
      return try HistoryList(db).summaries(matching: query, times, before: end, limit: limit)
    }
  }

  private static func key(before: ExchangeID?, _ db: Database) throws -> Int64? {
    guard let before else { return .max }
    return try Int64.fetchOne(db, sql: "SELECT id FROM exchange WHERE uuid = ?", arguments: [before.description])
  }

  /// Returns the exchanges of a stored request, newest first, including those before renames and moves.
  package func exchanges(of request: RequestID, limit: Int = 200) throws(HistoryError) -> [ExchangeSummary] {
    try read { db in try HistoryList(db).newest(where: "exchange.requestID = \(request.text)", limit: limit) }
  }

  /// Returns the last exchange sent from a file, for a request without an id.
  package func newest(at address: Address, in root: String) throws(HistoryError) -> ExchangeSummary? {
    try read { db in
      try HistoryList(db).newest(
        where: "exchange.root = \(root) AND exchange.address = \(address.path)", limit: 1
      ).first
    }
  }

  /// Returns the exchanges whose id starts with `prefix`, newest first. Deleted ones are included.
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

  /// Returns the values that filters can be completed with.
  package func knownValues() throws(HistoryError) -> HistoryQuery.KnownValues {
    try read { db in
      let vocabulary = SearchVocabulary(db)
      return HistoryQuery.KnownValues(
        statuses: try vocabulary.values(of: .status),
        methods: try vocabulary.values(of: .method).map { $0.uppercased() },
        hosts: try vocabulary.values(of: .host), environments: try vocabulary.values(of: .environment),
        tags: try String.fetchAll(db, sql: "SELECT DISTINCT name FROM tag ORDER BY name LIMIT 1000"))
    }
  }
}

/// Lists summaries. Reads neither bodies nor logs.
struct HistoryList {
  private let db: Database

  init(_ db: Database) { self.db = db }

  func summaries(
    matching query: HistoryQuery, _ times: QueryTimes, before end: Int64, limit: Int
  ) throws -> [ExchangeSummary] {
    let search = try HistorySearch(query, times, db)
    guard let match = search.match else {
      return try newest(where: Self.all(search.columns + ["exchange.id < \(end)"]), limit: limit)
    }
    let found = try indexed(match, Self.all(search.checks), before: end, limit)
    let older = try min(end, SearchIndex.unindexedBelow(db))
    guard found.count < limit, older > Int64.min else { return found }
    let columns = Self.all(search.columns + ["exchange.id < \(older)"])
    return found + (try newest(where: columns, limit: limit - found.count))
  }

  /// Lists exchanges by their columns.
  func newest(where condition: SQL, limit: Int) throws -> [ExchangeSummary] {
    try rows(
      """
      SELECT \(sql: Self.columns) FROM exchange
      WHERE \(condition) AND exchange.id NOT IN (SELECT exchange FROM trash)
      ORDER BY exchange.id DESC LIMIT \(limit)
      """)
  }

  private func indexed(_ match: String, _ checks: SQL, before end: Int64, _ limit: Int) throws -> [ExchangeSummary] {
    try rows(
      """
      SELECT \(sql: Self.columns) FROM exchangeTerms CROSS JOIN exchange ON exchange.id = exchangeTerms.rowid
      WHERE exchangeTerms MATCH \(match) AND exchangeTerms.rowid < \(end) AND \(checks)
      ORDER BY exchangeTerms.rowid DESC LIMIT \(limit)
      """)
  }

  private static func all(_ conditions: [SQL]) -> SQL {
    conditions.isEmpty ? "1" : conditions.map { SQL("(\($0))") }.joined(separator: " AND ")
  }

  private static let columns = """
    exchange.uuid, exchange.startedAt, exchange.method, exchange.url, exchange.name, exchange.outcome, exchange.status,
    exchange.failure, exchange.duration, exchange.bodySize,
    (SELECT group_concat(name, char(10)) FROM tag WHERE tag.exchange = exchange.id) AS tags,
    (SELECT note FROM annotation WHERE annotation.exchange = exchange.id) AS note,
    ifnull((SELECT isPinned FROM annotation WHERE annotation.exchange = exchange.id), 0) AS isPinned
    """

  private func rows(_ sql: SQL) throws -> [ExchangeSummary] {
    try SQLRequest<Row>(literal: sql).fetchAll(db).compactMap(Self.summary)
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
    var summary = ExchangeSummary(
      id: id, startedAt: Date(timeIntervalSinceReferenceDate: row["startedAt"]), method: row["method"],
      url: row["url"], name: row["name"], result: result, duration: .nanoseconds(row["duration"] as Int64),
      bodySize: row["bodySize"])
    summary.annotation = Annotation(
      tags: (row["tags"] as String?)?.split(separator: "\n").map(String.init) ?? [], note: row["note"],
      isPinned: row["isPinned"])
    return summary
  }
}
