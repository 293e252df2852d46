internal import Foundation
internal import GRDB

/// Writes an exchange to its tables.
struct ExchangeWriter {
  private let id: ExchangeID
  private let summary: [(String, (any DatabaseValueConvertible)?)]
  private let terms: SearchTerms
  var parts: ExchangeParts

  /// Encodes everything, before the transaction begins.
  init(_ exchange: Exchange, limit: BodyLimit) {
    id = exchange.id
    let document = Data(JSONValue.object(exchange.request.document).compact.utf8)
    parts = ExchangeParts(document: document, log: exchange.log, limit: limit)
    summary = Self.summary(exchange)
    let row = Row(Dictionary(uniqueKeysWithValues: summary.map { ($0, $1) }))
    terms = SearchTerms(IndexedExchange(row, log: exchange.log, limit: limit))
  }

  /// - Returns: The large contents, which are not written yet.
  func write(_ db: Database) throws -> [UnwrittenContent] {
    // Deleting the newest exchanges must not lead below those that are not in the index.
    let id = try RowKey.exchange.next(db, atLeast: max(1, SearchIndex.unindexedBelow(db)))
    try db.cachedStatement(sql: "DELETE FROM sending WHERE uuid = ?").execute(arguments: [self.id.description])
    try HistoryStore.renameInterrupted(self.id, db)
    try HistoryBackup.unmark(db)
    try db.insert("exchange", [("id", id)] + summary)
    try parts.write(of: id, db)
    try SearchIndex(db: db, folder: nil).insert(terms, of: id)
    try SearchIndex.addToCount(1, db)
    return try parts.writeContents(of: id, db)
  }

  private static func summary(_ exchange: Exchange) -> [(String, (any DatabaseValueConvertible)?)] {
    let (sent, response, failure) = (exchange.sent, exchange.response, exchange.ending.failure)
    let columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> = [
      "uuid": exchange.id.description,
      "startedAt": exchange.startedAt.timeIntervalSinceReferenceDate, "duration": exchange.duration.nanoseconds,
      "method": exchange.shownMethod, "url": sent?.url ?? exchange.request.url,
      "name": exchange.request.name ?? exchange.origin?.title ?? "", "outcome": exchange.ending.word,
      "status": response?.status, "failure": failure?.kind.rawValue, "failureSentence": failure?.sentence,
      "environment": exchange.environment, "bodySize": exchange.contentSize,
      "requestID": exchange.request.id?.text, "root": exchange.origin?.root,
      "address": exchange.origin?.address.path,
    ]
    return columns.map { ($0.key, storable($0.value)) }
  }

  /// SQLite text ends at the first NUL.
  private static func storable(_ value: (any DatabaseValueConvertible)?) -> (any DatabaseValueConvertible)? {
    guard let text = value as? String, text.utf8.contains(0) else { return value }
    return text.replacing("\0", with: "\u{2400}")
  }
}

/// The parts of an exchange besides its summary, encoded before the transaction begins.
struct ExchangeParts {
  private let document: Data
  private let events: Data
  private let contents: [Data]
  /// The sources of contents that need not be written, by content number.
  var sources: [Int: ContentStore.Source] = [:]
  /// The content number of the response body.
  let responseBody: Int?

  init(document: Data, log: ExchangeLog, limit: BodyLimit) {
    self.document = PackedBytes.packText(document)
    var encoder = LogEncoder(limit: limit)
    events = encoder.encode(log)
    contents = encoder.contents
    responseBody = encoder.responseBody
  }

  /// The contents that are written in separate transactions.
  var largeContents: [(number: Int, content: Data)] {
    contents.enumerated().filter { $0.element.count > UnwrittenContent.chunkSize }.map { ($0.offset, $0.element) }
  }

  func write(of id: Int64, _ db: Database) throws {
    try db.insert("request", [("exchange", id), ("document", document)])
    try db.insert("log", [("exchange", id), ("events", events)])
  }

  /// - Returns: The large contents, which are not written yet.
  func writeContents(of id: Int64, _ db: Database) throws -> [UnwrittenContent] {
    let store = ContentStore(db: db, folder: nil)
    return try contents.enumerated().compactMap { number, content in
      try store.store(content, from: sources[number], to: id, at: number)
    }
  }
}

extension Database {
  fileprivate func insert(_ table: String, _ columns: [(String, (any DatabaseValueConvertible)?)]) throws {
    let names = columns.map(\.0).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let statement = try cachedStatement(sql: "INSERT INTO \(table) (\(names)) VALUES (\(marks))")
    try statement.execute(arguments: StatementArguments(columns.map(\.1)))
  }
}

extension Exchange.Ending {
  /// The value in the database.
  fileprivate var word: String {
    switch self {
    case .completed: "answered"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  fileprivate var failure: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}
