internal import Foundation
internal import GRDB
internal import RequestModel

/// Puts one exchange together again from its tables.
struct ExchangeReader {
  private let row: Row
  private let db: Database
  private let key: Int64

  static func exchange(_ id: ExchangeID, _ db: Database) throws -> Exchange? {
    let sql = "SELECT * FROM exchange JOIN authored ON authored.exchange = exchange.id WHERE uuid = ?"
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [id.description]) else { return nil }
    return try ExchangeReader(row: row, db: db, key: row["id"]).exchange(id)
  }

  private func exchange(_ id: ExchangeID) throws -> Exchange {
    Exchange(
      id: id, request: try request(id), origin: origin, environment: row["environment"],
      startedAt: Date(timeIntervalSinceReferenceDate: row["startedAt"]), sent: try sent(), outcome: try outcome(),
      duration: .nanoseconds(row["duration"] as Int64), timeline: Timeline(hops: try hops()))
  }

  private func request(_ id: ExchangeID) throws -> SavedRequest {
    do {
      return try SavedRequest(document: JSONText(row["document"] as String).value.object ?? JSONObject())
    } catch {
      throw HistoryError.unreadable(id, reason: (error as? DocumentError)?.problem ?? "\(error)")
    }
  }

  private var origin: Exchange.Origin? {
    guard let root: String = row["root"], let address: String = row["address"] else { return nil }
    return Exchange.Origin(root: root, address: Address(address))
  }

  private func sent() throws -> SentRequest? {
    guard let method: String = row["sentMethod"], let url: String = row["sentURL"] else { return nil }
    let (body, omission) = try BodyReader(exchange: key, side: "sent", db).read()
    return SentRequest(
      method: method, url: url, headers: try headers(hop: 0, side: "sent"), body: body, omission: omission)
  }

  private func outcome() throws -> Outcome {
    let answer = try answer()
    switch (row["outcome"] as String, answer) {
    case ("answered", let answer?): return .answered(answer)
    case ("cancelled", _): return .cancelled(partial: answer)
    default:
      let kind = Failure.Kind(rawValue: row["failure"] ?? "") ?? .other
      return .failed(Failure(kind, row["failureSentence"] ?? ""), partial: answer)
    }
  }

  private func answer() throws -> Response? {
    guard let status: Int = row["status"] else { return nil }
    let (body, omission) = try BodyReader(exchange: key, side: "answer", db).read()
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

  /// The rows of a table that belong to this exchange, in the order of its key.
  private func rows(_ table: String, hop: Int? = nil) throws -> [Row] {
    guard let hop else {
      return try Row.fetchAll(db, sql: "SELECT * FROM \(table) WHERE exchange = ? ORDER BY hop", arguments: [key])
    }
    let sql = "SELECT * FROM \(table) WHERE exchange = ? AND hop = ? ORDER BY position"
    return try Row.fetchAll(db, sql: sql, arguments: [key, hop])
  }
}
