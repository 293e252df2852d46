internal import Foundation
internal import GRDB
internal import RequestModel

/// Reads an exchange from its tables.
struct ExchangeReader {
  private let row: Row
  private let contents: ContentStore

  static func exchange(_ id: ExchangeID, _ db: Database, _ folder: BodyFolder?) throws -> Exchange? {
    let sql = """
      SELECT exchange.*, request.document, log.events FROM exchange
      LEFT JOIN request ON request.exchange = exchange.id LEFT JOIN log ON log.exchange = exchange.id WHERE uuid = ?
      """
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [id.description]) else { return nil }
    guard row["events"] as Data? != nil else { return try EarlierExchangeReader.exchange(id, db) }
    do {
      return try ExchangeReader(row: row, contents: ContentStore(db: db, folder: folder)).exchange(id)
    } catch let error as PackingProblem {
      throw HistoryError.unreadable(id, reason: error.description)
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
