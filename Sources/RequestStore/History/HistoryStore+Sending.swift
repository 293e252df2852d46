internal import Foundation
internal import GRDB

// Exchanges that are being sent. Recording an exchange removes its note; one whose program has ended is recorded as
// interrupted by the next program that lists history.
extension HistoryStore {
  /// Notes an exchange before it is sent.
  package func note(sending exchange: Exchange) throws(HistoryError) {
    guard let program else { return }
    try mappingErrors { try program.claim() }
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

  /// Notes what has happened in an exchange that is being sent. Does nothing if it has no note, such as one that was
  /// recorded meanwhile.
  package func note(_ part: SendingPart) throws(HistoryError) {
    guard program != nil else { return }
    var encoder = LogEncoder(partWithin: bodyLimit, after: part.earlierSize)
    let (id, events) = (part.exchange.description, encoder.encode(ExchangeLog(part.events)))
    try write { db in
      if part.number == 0 { try Self.removeParts(of: id, db) }
      let statement = try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO sendingPart (sending, number, events)
          SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM sending WHERE uuid = ?)
          """)
      try statement.execute(arguments: [id, part.number, events, id])
    }
  }

  /// Removes parts, and overwrites them: they may have a secret that was not known before.
  private static func removeParts(of id: String, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM sendingPart WHERE sending = ?")
    guard try Bool.fetchOne(statement, arguments: [id]) == true else { return }
    try db.execute(sql: "PRAGMA secure_delete = ON")
    try db.execute(sql: "DELETE FROM sendingPart WHERE sending = ?", arguments: [id])
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
          try ExchangeWriter(Self.interrupted(row, db), limit: bodyLimit).write(db)
        }
      }
    }
    for content in unwritten { try write(content) }
  }

  /// Gives another id to a record of `recordInterrupted` for an exchange that now has an end: its program was taken for
  /// ended, because the file with its lock was removed.
  static func renameInterrupted(_ id: ExchangeID, _ db: Database) throws {
    let sql = "UPDATE exchange SET uuid = ? WHERE uuid = ? AND failure = ?"
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

  /// The exchange of a note, with what had happened in it. Parts that are damaged are left out.
  private static func interrupted(_ row: Row, _ db: Database) throws -> Exchange {
    let uuid: String = row["uuid"]
    let sql = "SELECT events FROM sendingPart WHERE sending = ? ORDER BY number"
    let parts = try Data.fetchAll(db, sql: sql, arguments: [uuid]).flatMap { decoded($0).events }
    var log = decoded(row["events"]).followed(by: parts)
    log.noteMissingBody()
    let id = ExchangeID(uuid) ?? ExchangeID()
    let request = try? ExchangeReader.request(PackedBytes.unpack(row["document"]), id)
    return Exchange(
      id: id, request: request ?? SavedRequest(url: ""), origin: ExchangeReader.origin(row),
      environment: row["environment"], startedAt: Date(timeIntervalSinceReferenceDate: row["startedAt"]),
      ending: .failed(log.messages.isEmpty ? .interrupted : .interruptedConversation),
      duration: parts.last?.time ?? .zero, log: log)
  }

  /// Reads a part of a log that has all its contents.
  private static func decoded(_ events: Data) -> ExchangeLog {
    (try? LogDecoder { _ in LogDecoder.StoredContent() }.decode(events)) ?? ExchangeLog()
  }
}

extension ExchangeLog {
  /// The log of a note and the events after it. Those of a connection have the request, too.
  fileprivate func followed(by events: [LogEvent]) -> ExchangeLog {
    let hasRequest = events.contains { if case .request = $0.content { true } else { false } }
    return ExchangeLog(hasRequest ? events : self.events + events)
  }

  /// Notes that the body of a stream, which is written at its end, is missing. Its events are known.
  fileprivate mutating func noteMissingBody() {
    let sizes = events.compactMap { event -> Int? in
      guard case .message(let message) = event.content, message.part != nil else { return nil }
      return message.body.content.count + (message.body.omission?.byteCount ?? 0)
    }
    guard var response, !sizes.isEmpty else { return }
    response.omission = BodyOmission(
      byteCount: sizes.reduce(0, +), reason: "the program ended before it was recorded; its events are messages")
    self.response = response
  }
}
