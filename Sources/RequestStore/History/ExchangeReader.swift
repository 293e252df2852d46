internal import Foundation
internal import GRDB

/// Reads an exchange from its tables.
struct ExchangeReader {
  private let row: Row
  private let contents: ContentStore

  static func exchange(_ id: ExchangeID, _ db: Database, _ folder: BodyFolder?) throws -> Exchange? {
    let sql = """
      SELECT exchange.*, request.document, log.events FROM exchange
      JOIN request ON request.exchange = exchange.id JOIN log ON log.exchange = exchange.id WHERE uuid = ?
      """
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [id.description]) else { return nil }
    do {
      return try ExchangeReader(row: row, contents: ContentStore(db: db, folder: folder)).exchange(id)
    } catch let error as PackingProblem {
      throw HistoryError.unreadable(id, reason: error.description)
    }
  }

  /// Reads the log of an exchange for the search index: each content up to a number of bytes.
  ///
  /// - Parameter row: The columns of `exchange`.
  /// - Returns: `nil` for a log that is missing or damaged.
  static func log(of row: Row, _ db: Database, _ folder: BodyFolder?, limit: Int) throws -> ExchangeLog? {
    let key: Int64 = row["id"]
    let statement = try db.cachedStatement(sql: "SELECT events FROM log WHERE exchange = ?")
    do {
      guard let events = try Data.fetchOne(statement, arguments: [key]) else { return nil }
      let contents = ContentStore(db: db, folder: folder)
      return try LogDecoder { try contents.read(exchange: key, position: $0, limit: limit) }.decode(events)
    } catch is PackingProblem {
      return nil
    }
  }

  /// Reads the checks of an exchange, without its bodies; none of a log that is damaged.
  static func checks(of key: Int64, _ db: Database) throws -> [LogEvent.Check] {
    let statement = try db.cachedStatement(sql: "SELECT events FROM log WHERE exchange = ?")
    guard let events = try Data.fetchOne(statement, arguments: [key]) else { return [] }
    do {
      return try LogDecoder { _ in LogDecoder.StoredContent() }.checks(events)
    } catch is PackingProblem {
      return []
    }
  }

  private func exchange(_ id: ExchangeID) throws -> Exchange {
    let key: Int64 = row["id"]
    let decoder = LogDecoder { number in try contents.read(exchange: key, position: number) }
    return Exchange(
      id: id, request: try Self.request(PackedBytes.unpack(row["document"]), id), origin: Self.origin(row),
      environment: row["environment"], startedAt: Date(timeIntervalSinceReferenceDate: row["startedAt"]),
      ending: Self.ending(row), duration: .nanoseconds(row["duration"] as Int64),
      log: try decoder.decode(row["events"]))
  }

  static func request(_ document: Data, _ id: ExchangeID) throws -> SavedRequest {
    do {
      return try SavedRequest(document: JSONText(Array(document)).value.object ?? JSONObject())
    } catch {
      throw HistoryError.unreadable(id, reason: (error as? DocumentError)?.problem ?? "\(error)")
    }
  }

  static func origin(_ row: Row) -> Exchange.Origin? {
    guard let root: String = row["root"], let address: String = row["address"] else { return nil }
    return Exchange.Origin(root: root, address: Address(address))
  }

  static func ending(_ row: Row) -> Exchange.Ending {
    switch row["outcome"] as String {
    case "answered": .completed
    case "cancelled": .cancelled
    default: .failed(Failure(Failure.Kind(rawValue: row["failure"] ?? "") ?? .other, row["failureSentence"] ?? ""))
    }
  }
}
