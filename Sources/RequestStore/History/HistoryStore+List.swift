internal import Foundation
internal import GRDB

extension HistoryStore {
  /// Returns summaries of exchanges, the last recorded first.
  ///
  /// - Parameters:
  ///   - before: The last exchange of the previous page.
  package func summaries(
    matching query: HistoryQuery = HistoryQuery(), before: ExchangeID? = nil, limit: Int = 200,
    times: QueryTimes = QueryTimes()
  ) throws(HistoryError) -> [ExchangeSummary] {
    // A history that is not writable can still be listed; the next list tries again.
    try? recordInterrupted()
    return try read { db in
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

  /// Returns up to ten exchanges whose id starts with `prefix`, newest first. Deleted ones are included.
  package func identifiers(startingWith prefix: String) throws(HistoryError) -> [ExchangeID] {
    try read { db in
      // A range can use the index; LIKE cannot.
      let sql = "SELECT uuid FROM exchange WHERE uuid >= ? AND uuid < ? ORDER BY id DESC LIMIT 10"
      let start = prefix.lowercased()
      return try String.fetchAll(db, sql: sql, arguments: [start, start + "~"]).compactMap(ExchangeID.init)
    }
  }

  /// Returns the values that filters can be completed with.
  package func knownValues() throws(HistoryError) -> HistoryQuery.KnownValues {
    try read { db in
      let vocabulary = SearchVocabulary(db)
      return HistoryQuery.KnownValues(
        statuses: try vocabulary.values(of: .status).filter { $0 != String(Response.Head.noStatus) },
        methods: try vocabulary.values(of: .method).map { $0.uppercased() },
        hosts: try vocabulary.values(of: .host), environments: try vocabulary.values(of: .environment),
        tags: try String.fetchAll(db, sql: "SELECT DISTINCT name FROM tag ORDER BY name LIMIT 1000"))
    }
  }
}
