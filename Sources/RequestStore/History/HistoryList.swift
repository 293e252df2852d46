internal import Foundation
internal import GRDB

/// Lists summaries. Reads neither bodies nor logs.
struct HistoryList {
  let db: Database

  init(_ db: Database) { self.db = db }

  func summaries(
    matching query: HistoryQuery, _ times: QueryTimes, before end: Int64, limit: Int
  ) throws -> [ExchangeSummary] {
    // The whole list has each run once.
    if query.isEmpty { return try runsAndOthers(where: "exchange.id < \(end)", limit: limit) }
    let found = try exchanges(matching: query, times, before: end, limit: limit)
    guard let condition = HistorySearch.runs(query) else { return found }
    let isPart = Self.isPart(ofRunWith: condition)
    let runs = try runsAndOthers(where: Self.all(["exchange.id < \(end)", isPart]), limit: limit)
    return Self.merged(runs, found, limit)
  }

  /// Lists exchanges outside of runs, and the last one of each run for all of it.
  private func runsAndOthers(where condition: SQL, limit: Int) throws -> [ExchangeSummary] {
    let found = try rows(
      """
      SELECT \(sql: Self.columns), (SELECT run FROM runPart WHERE runPart.exchange = exchange.id) AS run FROM exchange
      WHERE \(Self.all([condition, Self.standsForRun])) AND exchange.id NOT IN (SELECT exchange FROM trash)
      ORDER BY exchange.id DESC LIMIT \(limit)
      """)
    let runs = try runs(found.compactMap { $0["run"] as Int64? })
    return found.compactMap { row in
      guard var summary = Self.summary(row) else { return nil }
      summary.run = (row["run"] as Int64?).flatMap { runs[$0] }
      return summary
    }
  }

  /// Merges both lists, newest first. An exchange that represents its run appears once.
  private static func merged(
    _ runs: [ExchangeSummary], _ others: [ExchangeSummary], _ limit: Int
  ) -> [ExchangeSummary] {
    let known = Set(runs.map(\.id))
    var (rest, result) = (runs[...], [ExchangeSummary]())
    for other in others where !known.contains(other.id) {
      while let run = rest.first, run.startedAt >= other.startedAt {
        result.append(run)
        rest.removeFirst()
      }
      result.append(other)
    }
    return Array((result + rest).prefix(limit))
  }

  /// Lists exchanges that a query finds, those of runs as well.
  private func exchanges(
    matching query: HistoryQuery, _ times: QueryTimes, before end: Int64, limit: Int
  ) throws -> [ExchangeSummary] {
    let search = try HistorySearch(query, times, db)
    guard search.match != nil else {
      return try newest(where: Self.all(search.columns + ["exchange.id < \(end)"]), limit: limit)
    }
    let found = try indexed(search, before: end, limit)
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
      """
    ).compactMap(Self.summary)
  }

  // MARK: The index

  private func indexed(_ search: HistorySearch, before end: Int64, _ limit: Int) throws -> [ExchangeSummary] {
    var (found, end, batch) = ([ExchangeSummary](), end, limit)
    while found.count < limit {
      let candidates = try candidates(search, before: end, batch)
      found += try checked(candidates, search).compactMap(Self.summary)
      guard candidates.count >= batch, let last = candidates.last else { break }
      end = last["id"]
      // Most candidates fail: look at more at once.
      batch = min(batch * Self.growth, Self.largestBatch)
    }
    return Array(found.prefix(limit))
  }

  private static let growth = 4
  private static let largestBatch = 20_000

  private func candidates(_ search: HistorySearch, before end: Int64, _ limit: Int) throws -> [Row] {
    let texts = search.texts.enumerated().map { number, text in
      SQL(", (\(text.inSummary)) AS \(sql: Self.column(ofText: number))")
    }
    return try rows(
      """
      SELECT exchange.id, \(sql: Self.columns) \(texts.joined())
      FROM exchangeTerms CROSS JOIN exchange ON exchange.id = exchangeTerms.rowid
      WHERE exchangeTerms MATCH \(search.match) AND exchangeTerms.rowid < \(end) AND \(Self.all(search.checks))
      ORDER BY exchangeTerms.rowid DESC LIMIT \(limit)
      """)
  }

  private static func column(ofText number: Int) -> String { "text\(number)" }

  /// Leaves out the rows whose summary has the parts of a text, but not the text, and neither have their words.
  private func checked(_ candidates: [Row], _ search: HistorySearch) throws -> [Row] {
    var rest = candidates
    for (number, text) in search.texts.enumerated() {
      let column = Self.column(ofText: number)
      let open: [Int64] = rest.filter { !($0[column] as Bool) }.map { $0["id"] }
      guard let first = open.first, let last = open.last, let match = search.match else { continue }
      // One walk over the candidates is faster than asking for each.
      let sql = "SELECT rowid FROM exchangeTerms WHERE exchangeTerms MATCH ? AND rowid <= ? AND rowid >= ?"
      let matches = try Int64.fetchSet(db, sql: sql, arguments: ["(\(match)) AND \(text.words)", first, last])
      let failed = Set(open).subtracting(matches)
      rest.removeAll { failed.contains($0["id"]) }
    }
    return rest
  }

  // MARK: Rows

  private static func all(_ conditions: [SQL]) -> SQL {
    conditions.isEmpty ? "1" : conditions.map { SQL("(\($0))") }.joined(separator: " AND ")
  }

  private static let columns = """
    exchange.uuid, exchange.startedAt, exchange.method, exchange.url, exchange.name, exchange.outcome, exchange.status,
    exchange.failure, exchange.duration, exchange.bodySize, exchange.requestID,
    (SELECT group_concat(name, char(10)) FROM tag WHERE tag.exchange = exchange.id) AS tags,
    (SELECT note FROM annotation WHERE annotation.exchange = exchange.id) AS note,
    ifnull((SELECT isPinned FROM annotation WHERE annotation.exchange = exchange.id), 0) AS isPinned
    """

  private func rows(_ sql: SQL) throws -> [Row] { try SQLRequest<Row>(literal: sql).fetchAll(db) }

  static func result(_ row: Row) -> ExchangeSummary.Result {
    switch row["outcome"] as String {
    case "answered": .status(row["status"] ?? 0)
    case "cancelled": .cancelled
    default: .failed(Failure.Kind(rawValue: row["failure"] ?? "") ?? .other)
    }
  }

  private static func summary(_ row: Row) -> ExchangeSummary? {
    // Skips rows with an invalid UUID, which cannot be opened.
    guard let id = ExchangeID(row["uuid"] as String) else { return nil }
    var summary = Self.summary(id, row)
    summary.annotation = Annotation(
      tags: (row["tags"] as String?)?.split(separator: "\n").map(String.init) ?? [], note: row["note"],
      isPinned: row["isPinned"])
    summary.requestID = (row["requestID"] as String?).map { RequestID($0) }
    return summary
  }

  /// The exchange of a row, without values of other tables.
  static func summary(_ id: ExchangeID, _ row: Row) -> ExchangeSummary {
    ExchangeSummary(
      id: id, startedAt: Date(timeIntervalSinceReferenceDate: row["startedAt"]), method: row["method"],
      url: row["url"], name: row["name"], result: result(row), duration: .nanoseconds(row["duration"] as Int64),
      bodySize: row["bodySize"])
  }
}
