internal import Foundation
internal import GRDB

/// A large content, written after the rest of its exchange in separate transactions, so that it does not block other
/// programs.
struct UnwrittenContent {
  /// The key of the row.
  let id: Int64
  private(set) var rest: Data
  private(set) var position = 0

  /// The size of a chunk: small enough for memory, and large enough for few rows.
  static let chunkSize = 1 << 20
  /// The maximum bytes per transaction, a few milliseconds.
  private static let chunksAtOnce = 4
  /// Why an unfinished content is incomplete.
  static let interruption = "recording it was interrupted"

  var isWritten: Bool { rest.isEmpty }

  /// Packs the next chunks, outside of a transaction.
  mutating func packSome() -> [Data] {
    var chunks: [Data] = []
    while chunks.count < Self.chunksAtOnce, !rest.isEmpty {
      let chunk = rest.prefix(Self.chunkSize)
      chunks.append(PackedBytes.packBody(chunk))
      rest = rest.dropFirst(chunk.count)
    }
    return chunks
  }

  /// Writes packed chunks.
  ///
  /// - Returns: Whether the exchange still exists.
  mutating func write(_ chunks: [Data], _ db: Database) throws -> Bool {
    let sql = "SELECT 1 FROM content WHERE id = ? AND uses > 0 AND missing IS NOT NULL"
    guard try Bool.fetchOne(db, sql: sql, arguments: [id]) == true else { return false }
    let store = ContentStore(db: db, folder: nil)
    for (offset, chunk) in chunks.enumerated() { try store.insertChunk(chunk, of: id, at: position + offset) }
    position += chunks.count
    if rest.isEmpty { try setProblem(nil, db) }
    return true
  }

  /// Stores why the rest is missing.
  func setProblem(_ reason: String?, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE content SET missing = ? WHERE id = ? AND missing IS NOT NULL", arguments: [reason, id])
  }
}
