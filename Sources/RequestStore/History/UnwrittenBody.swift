internal import Foundation
internal import GRDB

/// A large body, which is written after everything else of its exchange in transactions of its own: other programs must
/// not wait until all of it is there.
struct UnwrittenBody {
  /// The key of its row.
  let id: Int64
  private(set) var rest: Data
  /// Why even more is left out; `nil` where `rest` ends the body.
  let omission: String?
  private var position = 1

  /// Small enough to pass through memory, and large enough for few rows.
  static let chunkSize = 1 << 20
  /// What one transaction writes at most: a few milliseconds.
  private static let chunksAtOnce = 4
  /// What a record says whose writing has not come to its end.
  static let interruption = "recording it was interrupted"

  init(id: Int64, rest: Data, omission: String?) {
    self.id = id
    self.rest = rest
    self.omission = omission
  }

  var isWritten: Bool { rest.isEmpty }

  /// Writes the next chunks.
  ///
  /// - Returns: Whether the exchange is still there.
  mutating func writeSome(_ db: Database) throws -> Bool {
    guard try Bool.fetchOne(db, sql: "SELECT 1 FROM body WHERE id = ?", arguments: [id]) == true else { return false }
    let statement = try db.cachedStatement(sql: "INSERT INTO bodyChunk (body, position, content) VALUES (?, ?, ?)")
    for _ in 0..<Self.chunksAtOnce where !rest.isEmpty {
      let chunk = rest.prefix(Self.chunkSize)
      try statement.execute(arguments: [id, position, chunk])
      rest = rest.dropFirst(chunk.count)
      position += 1
    }
    if rest.isEmpty { try setOmission(omission, db) }
    return true
  }

  /// Notes why the rest was not written.
  func setOmission(_ reason: String?, _ db: Database) throws {
    try db.execute(sql: "UPDATE body SET omission = ? WHERE id = ?", arguments: [reason, id])
  }
}
