import Foundation
import GRDB
import RequestModel

@testable import RequestStore

/// Writes exchanges to the tables of versions before the log.
struct EarlierExchangeWriter {
  private let exchange: Exchange
  private let db: Database
  private let id: Int64

  init(_ exchange: Exchange, _ db: Database) throws {
    self.exchange = exchange
    self.db = db
    var id = Self.key(exchange.startedAt)
    while try Bool.fetchOne(db, sql: "SELECT 1 FROM exchange WHERE id = ?", arguments: [id]) == true { id += 1 }
    self.id = id
  }

  static func key(_ date: Date) -> Int64 { Int64(exactly: (date.timeIntervalSince1970 * 1e6).rounded()) ?? 0 }

  func write() throws {
    try writeExchange()
    let document = JSONValue.object(exchange.request.document).compact
    try insert("authored", ["exchange": id, "document": document])
    if let sent = exchange.sent {
      try writeHeaders(sent.headers, hop: 0, side: "sent")
      try writeBody(sent.body, sent.omission, side: "sent")
    }
    if let response = exchange.response {
      try writeHeaders(response.headers, hop: 0, side: "received")
      try writeBody(response.body, response.omission, side: "answer")
    }
    for (index, hop) in exchange.timeline.hops.enumerated() { try writeHop(hop, index + 1) }
  }

  private func writeExchange() throws {
    let response = exchange.response
    try insert(
      "exchange",
      [
        "id": id, "uuid": exchange.id.description,
        "startedAt": exchange.startedAt.timeIntervalSinceReferenceDate, "duration": exchange.duration.nanoseconds,
        "method": exchange.sent?.method ?? exchange.request.method, "url": exchange.sent?.url ?? exchange.request.url,
        "name": exchange.request.name ?? exchange.origin?.address.stem ?? "", "outcome": exchange.outcome.word,
        "status": response?.status, "failure": exchange.outcome.failure?.kind.rawValue,
        "failureSentence": exchange.outcome.failure?.sentence, "environment": exchange.environment,
        "bodySize": response?.bodySize ?? 0, "requestID": exchange.request.id?.text, "root": exchange.origin?.root,
        "address": exchange.origin?.address.path, "sentMethod": exchange.sent?.method, "sentURL": exchange.sent?.url,
        "reason": response?.reason, "httpVersion": response?.httpVersion,
      ])
  }

  private func writeHop(_ hop: Timeline.Hop, _ number: Int) throws {
    let (phases, connection) = (hop.phases, hop.connection)
    try insert(
      "hop",
      [
        "exchange": id, "hop": number, "attempt": hop.attempt, "method": hop.method, "url": hop.url,
        "start": hop.start.nanoseconds, "queue": phases.queue?.nanoseconds, "dns": phases.dns?.nanoseconds,
        "connect": phases.connect?.nanoseconds, "tls": phases.tls?.nanoseconds, "send": phases.send?.nanoseconds,
        "wait": phases.wait?.nanoseconds, "receive": phases.receive?.nanoseconds, "peer": connection?.peer,
        "local": connection?.local, "isReused": connection?.isReused, "httpVersion": connection?.httpVersion,
        "tlsVersion": connection?.tls?.version, "cipher": connection?.tls?.cipher,
        "isVerified": connection?.tls?.isVerified, "status": hop.status, "sentHead": hop.sent.head,
        "sentBody": hop.sent.body, "receivedHead": hop.received.head, "receivedBody": hop.received.body,
        "failure": hop.failure,
      ])
    try writeHeaders(hop.requestHeaders, hop: number, side: "sent")
    try writeHeaders(hop.responseHeaders, hop: number, side: "received")
    for (position, certificate) in (connection?.tls?.certificates ?? []).enumerated() {
      try insert(
        "certificate",
        [
          "exchange": id, "hop": number, "position": position, "subject": certificate.subject,
          "issuer": certificate.issuer, "validFrom": certificate.validFrom, "validUntil": certificate.validUntil,
        ])
    }
    for (position, line) in hop.wire.enumerated() {
      try insert(
        "wireLine",
        [
          "exchange": id, "hop": number, "position": position, "time": line.time.nanoseconds,
          "kind": line.kind.rawValue, "text": line.text, "byteCount": line.byteCount,
        ])
    }
  }

  private func writeHeaders(_ headers: [Header], hop: Int, side: String) throws {
    for (position, header) in headers.enumerated() {
      try insert(
        "header",
        [
          "exchange": id, "hop": hop, "side": side, "position": position, "name": header.name, "value": header.value,
        ])
    }
  }

  private func writeBody(_ body: Data, _ omission: BodyOmission?, side: String) throws {
    let size = body.count + (omission?.byteCount ?? 0)
    guard size > 0 else { return }
    let chunkSize = 1 << 20
    let isSmall = body.count <= chunkSize
    try insert(
      "body",
      [
        "exchange": id, "side": side, "content": isSmall ? body : Data(), "size": size, "omission": omission?.reason,
      ])
    guard !isSmall else { return }
    let key = db.lastInsertedRowID
    for position in 0...(body.count - 1) / chunkSize {
      let chunk = body.dropFirst(position * chunkSize).prefix(chunkSize)
      try insert("bodyChunk", ["body": key, "position": position + 1, "content": chunk])
    }
  }

  private func insert(_ table: String, _ columns: KeyValuePairs<String, (any DatabaseValueConvertible)?>) throws {
    let names = columns.map(\.key).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let statement = try db.cachedStatement(sql: "INSERT INTO \(table) (\(names)) VALUES (\(marks))")
    let values: [(any DatabaseValueConvertible)?] = columns.map { Self.storable($0.value) }
    try statement.execute(arguments: StatementArguments(values))
  }

  /// Replaces NUL, at which SQLite text ends.
  private static func storable(_ value: (any DatabaseValueConvertible)?) -> (any DatabaseValueConvertible)? {
    guard let text = value as? String, text.utf8.contains(0) else { return value }
    return text.replacing("\0", with: "\u{2400}")
  }
}

extension Outcome {
  fileprivate var word: String {
    switch self {
    case .completed: "answered"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }
}
