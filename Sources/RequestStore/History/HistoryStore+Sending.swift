internal import Foundation
internal import GRDB
package import RequestModel

// Exchanges that are being sent. Recording an exchange removes its note; one whose program has ended is recorded as
// interrupted by the next program that lists history.
extension HistoryStore {
  /// Notes an exchange before it is sent.
  package func note(sending exchange: Exchange) throws(HistoryError) {
    guard let program else { return }
    do {
      try program.claim()
    } catch {
      throw HistoryError(error, path: path)
    }
    let document = Data(JSONValue.object(exchange.request.document).compact.utf8)
    var encoder = LogEncoder(limit: bodyLimit)
    let arguments: StatementArguments = [
      exchange.id.description, program.number, exchange.startedAt.timeIntervalSinceReferenceDate,
      exchange.environment, exchange.origin?.root, exchange.origin?.address.path, PackedBytes.packText(document),
      encoder.encode(exchange.log), exchange.id.description,
    ]
    try write { db in
      // A note that was late must not outlive the record.
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO sending (uuid, program, startedAt, environment, root, address, document, events)
          SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM exchange WHERE uuid = ?)
          """)
      try statement.execute(arguments: arguments)
    }
  }

  /// Records exchanges that other programs were sending when they ended.
  func recordInterrupted() throws(HistoryError) {
    guard let program else { return }
    let numbers = try read { db in
      try Int64.fetchAll(db.cachedStatement(sql: "SELECT DISTINCT program FROM sending"))
    }
    let ended = numbers.filter { !program.isRunning($0) }
    guard !ended.isEmpty else { return }
    let unwritten = try write { db in
      // Another program may have done it meanwhile.
      try ended.flatMap { number in
        let sql = "SELECT * FROM sending WHERE program = ? ORDER BY startedAt"
        return try Row.fetchAll(db, sql: sql, arguments: [number]).flatMap { row in
          try ExchangeWriter(Self.interrupted(row), limit: bodyLimit).write(db)
        }
      }
    }
    for content in unwritten { try write(content) }
  }

  /// Gives another id to a record of `recordInterrupted` for an exchange that now has an end: its program was taken for
  /// ended, because the file with its lock was removed.
  static func renameInterrupted(_ id: ExchangeID, _ db: Database) throws {
    let sql = "UPDATE exchange SET uuid = ? WHERE uuid = ? AND failure = ? AND duration = 0"
    let arguments: StatementArguments = [
      ExchangeID().description, id.description, Failure.Kind.interrupted.rawValue,
    ]
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// Removes the notes of exchanges that have ended but could not be recorded: they were not interrupted.
  func removeNotes(of exchanges: some Sequence<Exchange>) {
    // The error of the record is reported. If this fails too, they are listed as interrupted.
    try? write { db in
      let statement = try db.cachedStatement(sql: "DELETE FROM sending WHERE uuid = ?")
      for exchange in exchanges { try statement.execute(arguments: [exchange.id.description]) }
    }
  }

  /// The exchange of a note. Parts that are damaged are left out.
  private static func interrupted(_ row: Row) -> Exchange {
    let id = ExchangeID(row["uuid"] as String) ?? ExchangeID()
    let request = try? ExchangeReader.request(PackedBytes.unpack(row["document"]), id)
    let log = try? LogDecoder { _ in LogDecoder.StoredContent() }.decode(row["events"] as Data)
    return Exchange(
      id: id, request: request ?? SavedRequest(url: ""), origin: ExchangeReader.origin(row),
      environment: row["environment"], startedAt: Date(timeIntervalSinceReferenceDate: row["startedAt"]),
      ending: .failed(.interrupted), duration: .zero, log: log ?? ExchangeLog())
  }
}
