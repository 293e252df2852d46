package import Foundation
internal import GRDB

extension HistoryStore {
  /// Records exchanges of a run in one transaction, and updates the run.
  ///
  /// - Throws: `HistoryError.bodyLeftOut` if everything except some bodies was recorded; nothing was at other errors.
  package func record(_ exchanges: [Exchange], of run: RecordedRun) throws(HistoryError) {
    let writers = exchanges.map { ExchangeWriter($0, limit: bodyLimit) }
    let unwritten = try write { db in
      let key = try Self.write(run, db)
      return try writers.flatMap { writer in
        let unwritten = try writer.write(db)
        let exchange = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM exchange"))
        try db.cachedStatement(sql: "INSERT INTO runPart VALUES (?, ?)").execute(arguments: [exchange, key])
        return unwritten
      }
    }
    try write(unwritten)
  }

  /// Writes the current state of a run, if any exchange of it is in history.
  package func update(_ run: RecordedRun) throws(HistoryError) {
    try write { db in
      guard try Self.key(of: run, db) != nil else { return }
      _ = try Self.write(run, db)
    }
  }

  /// Returns the exchanges of a run, newest first.
  package func exchanges(ofRun id: UUID) throws(HistoryError) -> [ExchangeSummary] {
    let id = id.uuidString.lowercased()
    return try read { db in try HistoryList(db).newest(where: HistoryList.isPart(ofRun: id), limit: .max) }
  }

  /// Returns the results of a run in the order in which they ended, without their bodies.
  package func results(ofRun id: UUID) throws(HistoryError) -> [RecordedResult] {
    var all: [RecordedResult] = []
    try readResults(ofRun: id) { results in
      all += results
      return true
    }
    return all
  }

  /// Reads the results of a run in batches, until `take` returns `false`.
  package func readResults(
    ofRun id: UUID, _ take: ([RecordedResult]) -> Bool
  ) throws(HistoryError) {
    let id = id.uuidString.lowercased()
    var last: Int64? = Int64.min
    while let start = last {
      let batch = try read { db in try HistoryList(db).results(ofRun: id, after: start, limit: Self.resultBatch) }
      last = batch.results.count < Self.resultBatch ? nil : batch.last
      if !take(batch.results) { return }
    }
  }

  private static let resultBatch = 1_000

  /// Returns the last run with a name that started before a time.
  package func run(named name: String, before date: Date) throws(HistoryError) -> RecordedRun? {
    try read { db in
      let sql = "SELECT * FROM run WHERE name = ? AND startedAt < ? ORDER BY startedAt DESC LIMIT 1"
      return try Row.fetchOne(db, sql: sql, arguments: [name, date.timeIntervalSinceReferenceDate])
        .flatMap(RecordedRun.init(row:))
    }
  }

  private static func key(of run: RecordedRun, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT id FROM run WHERE uuid = ?"), arguments: [run.idText])
  }

  private static func write(_ run: RecordedRun, _ db: Database) throws -> Int64 {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO run (uuid, name, startedAt, duration, environment, iterations, requests, failures, ending)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (uuid) DO UPDATE SET duration = excluded.duration, iterations = excluded.iterations,
        requests = excluded.requests, failures = excluded.failures, ending = excluded.ending
        """)
    try statement.execute(arguments: [
      run.idText, run.name.replacing("\0", with: "\u{2400}"), run.startedAt.timeIntervalSinceReferenceDate,
      run.duration.nanoseconds, run.environment, run.iterations, run.requests, run.failures, run.ending,
    ])
    return try key(of: run, db) ?? 0
  }
}

extension HistoryList {
  static func isPart(ofRun id: String) -> SQL { isPart(ofRunWith: "run.uuid = \(id)") }

  /// The condition for exchanges of runs that meet a condition.
  static func isPart(ofRunWith condition: SQL) -> SQL {
    "exchange.id IN (SELECT runPart.exchange FROM runPart JOIN run ON run.id = runPart.run WHERE \(condition))"
  }

  /// The condition for exchanges that are the last of a run, or of none.
  static let standsForRun: SQL = """
    NOT EXISTS (
      SELECT 1 FROM runPart WHERE runPart.exchange = exchange.id
      AND exchange.id < (SELECT max(other.exchange) FROM runPart AS other WHERE other.run = runPart.run))
    """

  /// Reads runs by their keys, all in one query.
  func runs(_ keys: [Int64]) throws -> [Int64: RecordedRun] {
    if keys.isEmpty { return [:] }
    let list = keys.map(String.init).joined(separator: ", ")
    let rows = try Row.fetchAll(db, sql: "SELECT * FROM run WHERE id IN (\(list))")
    return rows.reduce(into: [:]) { runs, row in runs[row["id"]] = RecordedRun(row: row) }
  }

  /// Results of a run, oldest first, and the key of the last one.
  func results(
    ofRun id: String, after key: Int64, limit: Int
  ) throws -> (results: [RecordedResult], last: Int64?) {
    let rows = try SQLRequest<Row>(
      literal: """
        SELECT exchange.* FROM exchange WHERE \(Self.isPart(ofRun: id)) AND exchange.id > \(key)
        AND exchange.id NOT IN (SELECT exchange FROM trash) ORDER BY exchange.id LIMIT \(limit)
        """
    ).fetchAll(db)
    return (try rows.map { try Self.recordedResult($0, db) }, rows.last?["id"])
  }

  private static func recordedResult(_ row: Row, _ db: Database) throws -> RecordedResult {
    // One with an invalid UUID cannot be opened.
    let id = ExchangeID(row["uuid"] as String) ?? ExchangeID()
    let failure: Failure? = if case .failed(let failure) = ExchangeReader.ending(row) { failure } else { nil }
    return RecordedResult(
      summary(id, row), origin: ExchangeReader.origin(row), failure: failure,
      checks: try ExchangeReader.checks(of: row["id"], db))
  }
}

extension RecordedRun {
  /// A row of the table `run`.
  fileprivate init?(row: Row) {
    guard let id = UUID(uuidString: row["uuid"]) else { return nil }
    self.init(
      id: id, name: row["name"], startedAt: Date(timeIntervalSinceReferenceDate: row["startedAt"]),
      duration: .nanoseconds(row["duration"] as Int64), environment: row["environment"])
    (iterations, requests, failures) = (row["iterations"], row["requests"], row["failures"])
    ending = row["ending"]
  }
}
