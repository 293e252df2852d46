internal import Foundation
internal import GRDB

extension HistoryStore {
  /// The exchanges that statistics examine.
  package static let examinedCount = 5_000

  /// Returns statistics of a stored request from the summaries of its exchanges.
  package func statistics(of request: RequestID) throws(HistoryError) -> RequestStatistics {
    try statistics("requestID = ?", [request.text])
  }

  /// Returns statistics of a request without an id by its file.
  package func statistics(at address: Address, in root: String) throws(HistoryError) -> RequestStatistics {
    try statistics("root = ? AND address = ?", [root, address.path])
  }

  /// Returns statistics of everything that was sent.
  package func statistics() throws(HistoryError) -> RequestStatistics {
    var all = try statistics("1", [])
    all.count = try count()
    return all
  }

  private func statistics(_ condition: String, _ arguments: StatementArguments) throws(HistoryError)
    -> RequestStatistics
  {
    try read { db in
      let counted =
        condition == "1"
        ? 0
        : try Int.fetchOne(
          db, sql: "SELECT count(*) FROM exchange WHERE \(condition) AND id NOT IN (SELECT exchange FROM trash)",
          arguments: arguments) ?? 0
      let sql = """
        SELECT uuid, startedAt, duration, outcome, status, failure FROM exchange
        WHERE \(condition) AND id NOT IN (SELECT exchange FROM trash) ORDER BY id DESC LIMIT \(Self.examinedCount)
        """
      let recent = try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap { row in
        ExchangeID(row["uuid"] as String).map {
          RequestStatistics.Recent(
            id: $0, startedAt: Date(timeIntervalSinceReferenceDate: row["startedAt"]),
            duration: .nanoseconds(row["duration"] as Int64), result: HistoryList.result(row))
        }
      }
      return RequestStatistics(count: counted, recent: recent)
    }
  }
}
