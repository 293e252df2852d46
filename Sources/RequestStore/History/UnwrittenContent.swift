internal import Foundation
internal import GRDB

/// A large content, which is written after everything else of its exchange in transactions of its own: other programs do
/// not wait until all of it is stored.
struct UnwrittenContent {
  /// The key of its row.
  let id: Int64
  private(set) var rest: Data
  private var position = 0

  /// Small enough to pass through memory, and large enough for few rows.
  static let chunkSize = 1 << 20
  /// What one transaction writes at most: a few milliseconds.
  private static let chunksAtOnce = 4
  /// Why a content is not whole whose writing has not ended.
  static let interruption = "recording it was interrupted"

  init(id: Int64, rest: Data) {
    self.id = id
    self.rest = rest
  }

  var isWritten: Bool { rest.isEmpty }

  /// The next chunks, packed. No transaction waits for their compression.
  mutating func packSome() -> [Data] {
    var chunks: [Data] = []
    while chunks.count < Self.chunksAtOnce, !rest.isEmpty {
      let chunk = rest.prefix(Self.chunkSize)
      chunks.append(PackedBytes.packBody(chunk))
      rest = rest.dropFirst(chunk.count)
    }
    return chunks
  }

  /// Writes what `packSome()` returned.
  ///
  /// - Returns: Whether the exchange is still there.
  mutating func write(_ chunks: [Data], _ db: Database) throws -> Bool {
    let sql = "SELECT 1 FROM content WHERE id = ? AND uses > 0 AND missing IS NOT NULL"
    guard try Bool.fetchOne(db, sql: sql, arguments: [id]) == true else { return false }
    let store = ContentStore(db: db, folder: nil)
    for (offset, chunk) in chunks.enumerated() { try store.insertChunk(chunk, of: id, at: position + offset) }
    position += chunks.count
    if rest.isEmpty { try setProblem(nil, db) }
    return true
  }

  /// Notes why the rest is missing.
  func setProblem(_ reason: String?, _ db: Database) throws {
    try db.execute(sql: "UPDATE content SET missing = ? WHERE id = ?", arguments: [reason, id])
  }
}
