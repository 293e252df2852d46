internal import Foundation
internal import GRDB
internal import RequestModel

/// Reads an exchange from the tables of earlier versions, which have a row for each header and line of the wire log.
struct EarlierExchangeReader {
  private let row: Row
  private let db: Database
  private let key: Int64

  static func exchange(_ id: ExchangeID, _ db: Database) throws -> Exchange? {
    guard let reader = try EarlierExchangeReader("uuid = ?", id.description, db) else { return nil }
    return Exchange(
      id: id, request: try ExchangeReader.request(reader.document, id), origin: ExchangeReader.origin(reader.row),
      environment: reader.row["environment"],
      startedAt: Date(timeIntervalSinceReferenceDate: reader.row["startedAt"]),
      ending: ExchangeReader.ending(reader.row), duration: .nanoseconds(reader.row["duration"] as Int64),
      log: try reader.log())
  }

  /// Reads the parts of an exchange that `HistoryUpgrade` moves.
  static func parts(of key: Int64, _ db: Database) throws -> ExchangeParts? {
    guard let reader = try EarlierExchangeReader("exchange.id = ?", key, db) else { return nil }
    return ExchangeParts(document: reader.document, log: try reader.log(), limit: BodyLimit(byteCount: .max))
  }

  private init?(_ condition: String, _ argument: any DatabaseValueConvertible, _ db: Database) throws {
    let sql = "SELECT * FROM exchange JOIN authored ON authored.exchange = exchange.id WHERE \(condition)"
    guard try HistorySchema.hasEarlierTables(db), let row = try Row.fetchOne(db, sql: sql, arguments: [argument]) else {
      return nil
    }
    (self.row, self.db, key) = (row, db, row["id"])
  }

  static func log(of key: Int64, _ db: Database) throws -> ExchangeLog? {
    guard try HistorySchema.hasEarlierTables(db) else { return nil }
    return try EarlierExchangeReader("exchange.id = ?", key, db)?.log()
  }

  private var document: Data { Data((row["document"] as String).utf8) }

  private func log() throws -> ExchangeLog {
    var log = ExchangeLog()
    log.sent = try sent()
    log.timeline = Timeline(hops: try hops())
    log.response = try response()
    return log
  }

  private func sent() throws -> SentRequest? {
    guard let method: String = row["sentMethod"], let url: String = row["sentURL"] else { return nil }
    let (body, omission) = try EarlierBodyReader(exchange: key, side: "sent", db).read()
    return SentRequest(
      method: method, url: url, headers: try headers(hop: 0, side: "sent"), body: body, omission: omission)
  }

  private func response() throws -> Response? {
    guard let status: Int = row["status"] else { return nil }
    let (body, omission) = try EarlierBodyReader(exchange: key, side: "answer", db).read()
    return Response(
      status: status, reason: row["reason"] ?? "", httpVersion: row["httpVersion"] ?? "",
      headers: try headers(hop: 0, side: "received"), body: body, omission: omission)
  }

  private func hops() throws -> [Timeline.Hop] {
    try rows("hop").map { row in
      let number: Int = row["hop"]
      return Timeline.Hop(
        attempt: row["attempt"], method: row["method"], url: row["url"],
        start: .nanoseconds(row["start"] as Int64), phases: phases(row), connection: try connection(row, number),
        status: row["status"], requestHeaders: try headers(hop: number, side: "sent"),
        responseHeaders: try headers(hop: number, side: "received"),
        sent: Timeline.ByteCounts(head: row["sentHead"], body: row["sentBody"]),
        received: Timeline.ByteCounts(head: row["receivedHead"], body: row["receivedBody"]), failure: row["failure"],
        wire: WireLog(try wire(number)))
    }
  }

  private func phases(_ row: Row) -> Timeline.Phases {
    func duration(_ column: String) -> Duration? { (row[column] as Int64?).map { .nanoseconds($0) } }
    return Timeline.Phases(
      queue: duration("queue"), dns: duration("dns"), connect: duration("connect"), tls: duration("tls"),
      send: duration("send"), wait: duration("wait"), receive: duration("receive"))
  }

  private func connection(_ row: Row, _ hop: Int) throws -> Timeline.Connection? {
    guard let peer: String = row["peer"] else { return nil }
    return Timeline.Connection(
      peer: peer, local: row["local"], isReused: row["isReused"] ?? false, httpVersion: row["httpVersion"] ?? "",
      tls: try tls(row, hop))
  }

  private func tls(_ row: Row, _ hop: Int) throws -> Timeline.TLS? {
    guard let version: String = row["tlsVersion"] else { return nil }
    let certificates = try rows("certificate", hop: hop).map {
      Timeline.Certificate(
        subject: $0["subject"], issuer: $0["issuer"], validFrom: $0["validFrom"], validUntil: $0["validUntil"])
    }
    return Timeline.TLS(
      version: version, cipher: row["cipher"] ?? "", isVerified: row["isVerified"] ?? false,
      certificates: certificates)
  }

  private func wire(_ hop: Int) throws -> [WireLine] {
    try rows("wireLine", hop: hop).map {
      WireLine(
        time: .nanoseconds($0["time"] as Int64), kind: WireLine.Kind(rawValue: $0["kind"]) ?? .note,
        text: $0["text"], byteCount: $0["byteCount"])
    }
  }

  private func headers(hop: Int, side: String) throws -> [Header] {
    let sql = "SELECT name, value FROM header WHERE exchange = ? AND hop = ? AND side = ? ORDER BY position"
    return try Row.fetchAll(db, sql: sql, arguments: [key, hop, side]).map { Header($0["name"], $0["value"]) }
  }

  /// Returns the exchange's rows of a table, in key order.
  private func rows(_ table: String, hop: Int? = nil) throws -> [Row] {
    guard let hop else {
      return try Row.fetchAll(db, sql: "SELECT * FROM \(table) WHERE exchange = ? ORDER BY hop", arguments: [key])
    }
    let sql = "SELECT * FROM \(table) WHERE exchange = ? AND hop = ? ORDER BY position"
    return try Row.fetchAll(db, sql: sql, arguments: [key, hop])
  }
}
