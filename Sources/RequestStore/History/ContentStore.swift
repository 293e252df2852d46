internal import Foundation
internal import GRDB

/// Stores bodies and messages by content. Equal ones are stored once and removed with the last exchange that uses them.
///
/// A content has a row in `content`. Its bytes are in the row, in rows of `contentChunk`, or in a file of the `bodies`
/// folder.
struct ContentStore {
  let db: Database
  /// `nil` for a database in memory.
  let folder: BodyFolder?

  /// A source of a content that need not be written.
  enum Source {
    /// An equal content that is already stored.
    case stored(Int64)
    /// A file in the folder.
    case file(String)
  }

  /// In bytes, packed. Larger contents use chunks, so that updating the use count does not rewrite them.
  private static let rowLimit = 4 << 10
  /// In bytes; larger contents are copied to an anonymous file and mapped.
  private static let memoryLimit = 32 << 20
  /// How many contents with the same hash are compared.
  private static let comparedCount = 2

  // MARK: Writing

  /// Stores a content of an exchange.
  ///
  /// - Returns: The unwritten rest of a large content.
  func store(_ content: Data, from source: Source?, to exchange: Int64, at position: Int) throws -> UnwrittenContent? {
    if case .stored(let id) = source, try isUsed(id) {
      try use(id, in: exchange, at: position)
      return nil
    }
    if case .file(let name) = source {
      try use(try insert(content, file: name), in: exchange, at: position)
      return nil
    }
    guard content.count <= UnwrittenContent.chunkSize else {
      let id = try insert(content, missing: UnwrittenContent.interruption)
      try use(id, in: exchange, at: position)
      return UnwrittenContent(id: id, rest: content)
    }
    try use(try find(content) ?? insertSmall(content), in: exchange, at: position)
    return nil
  }

  private func insertSmall(_ content: Data) throws -> Int64 {
    let packed = PackedBytes.packBody(content)
    guard packed.count > Self.rowLimit else { return try insert(content, bytes: packed) }
    let id = try insert(content)
    try insertChunk(packed, of: id, at: 0)
    return id
  }

  private func insert(
    _ content: Data, missing: String? = nil, file: String? = nil, bytes: Data? = nil
  ) throws -> Int64 {
    let id = try RowKey.content.next(db)
    let sql = "INSERT INTO content (id, hash, size, uses, missing, file, bytes) VALUES (?, ?, ?, 0, ?, ?, ?)"
    try db.cachedStatement(sql: sql).execute(
      arguments: [id, ContentHash.of(content), content.count, missing, file, bytes])
    return id
  }

  func insertChunk(_ packed: Data, of id: Int64, at position: Int) throws {
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO contentChunk (id, bytes) VALUES (?, ?)")
      .execute(arguments: [Self.chunks(of: id).lowerBound + Int64(position), packed])
  }

  private func use(_ id: Int64, in exchange: Int64, at position: Int) throws {
    try db.cachedStatement(sql: "INSERT INTO contentUse (exchange, position, content) VALUES (?, ?, ?)")
      .execute(arguments: [exchange, position, id])
    try db.cachedStatement(sql: "UPDATE content SET uses = uses + 1 WHERE id = ?").execute(arguments: [id])
  }

  /// The keys of a content's chunks: up to a million of 1 MB.
  static func chunks(of id: Int64) -> Range<Int64> { id << 20..<(id + 1) << 20 }

  // MARK: Equal contents

  private func isUsed(_ id: Int64) throws -> Bool {
    let sql = "SELECT 1 FROM content WHERE id = ? AND uses > 0 AND missing IS NULL"
    return try Bool.fetchOne(db, sql: sql, arguments: [id]) == true
  }

  /// Returns an equal, complete content. Compares the bytes of those with the same hash.
  func find(_ content: Data) throws -> Int64? {
    let sql = """
      SELECT id, size, missing, file, bytes FROM content
      WHERE hash = ? AND size = ? AND uses > 0 AND missing IS NULL ORDER BY id DESC LIMIT \(Self.comparedCount)
      """
    let statement = try db.cachedStatement(sql: sql)
    let rows = try Row.fetchAll(statement, arguments: [ContentHash.of(content), content.count])
    return try rows.first { try isEqual($0, to: content) }?["id"]
  }

  private func isEqual(_ row: Row, to content: Data) throws -> Bool {
    var rest = content[...]
    try forEachPart(row) { part in
      // Compares memory; `starts(with:)` would compare one byte at a time.
      guard rest.prefix(part.count) == part else { return false }
      rest = rest.dropFirst(part.count)
      return true
    }
    return rest.isEmpty
  }

  // MARK: Reading

  /// - Parameter limit: The first bytes to read; more may be returned.
  func read(exchange: Int64, position: Int, limit: Int = .max) throws -> LogDecoder.StoredContent {
    let sql = """
      SELECT content.id, size, missing, file, bytes FROM contentUse JOIN content ON content.id = contentUse.content
      WHERE exchange = ? AND position = ?
      """
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [exchange, position]) else {
      return LogDecoder.StoredContent()
    }
    return try read(row, limit)
  }

  private func read(_ row: Row, _ limit: Int) throws -> LogDecoder.StoredContent {
    if let file: String = row["file"] {
      guard let bytes = folder?.read(file) else { return LogDecoder.StoredContent(problem: "its file is missing") }
      return LogDecoder.StoredContent(bytes: bytes.prefix(row["size"]), problem: "its file is incomplete")
    }
    let problem: String? = row["missing"]
    if min(row["size"] as Int, limit) > Self.memoryLimit, let mapped = try mapped(row) {
      return LogDecoder.StoredContent(bytes: mapped, problem: problem)
    }
    var bytes = Data()
    try forEachPart(row) { part in
      bytes.append(part)
      return bytes.count < limit
    }
    return LogDecoder.StoredContent(bytes: bytes, problem: problem)
  }

  /// Whether all bytes of a content are there, as they were recorded. Of contents in several chunks, only their number
  /// is compared.
  ///
  /// - Parameter row: The columns of `content`.
  func isIntact(_ row: Row) throws -> Bool {
    var (count, parts, hash) = (0, 0, Int64(0))
    do {
      try forEachPart(row) { part in
        count += part.count
        parts += 1
        if parts == 1 { hash = ContentHash.of(part) }
        return true
      }
    } catch is PackingProblem {
      // Without the library, packed bytes cannot be read and are not damaged.
      return !Zstandard.isAvailable
    }
    return count == row["size"] && (parts > 1 || hash == row["hash"])
  }

  /// Returns `nil` if no file can be written.
  private func mapped(_ row: Row) throws -> Data? {
    guard let file = AnonymousFile() else { return nil }
    var isWhole = true
    try forEachPart(row) { part in
      isWhole = part.withUnsafeBytes { file.append($0) }
      return isWhole
    }
    return isWhole ? file.contents : nil
  }

  /// Calls `take` with the chunks of a content in order until it returns `false` or a chunk is missing.
  private func forEachPart(_ row: Row, _ take: (Data) throws -> Bool) throws {
    if let file: String = row["file"] {
      if let bytes = folder?.read(file) { _ = try take(bytes) }
      return
    }
    if let bytes: Data = row["bytes"] {
      _ = try take(try PackedBytes.unpack(bytes, limit: UnwrittenContent.chunkSize))
      return
    }
    let keys = Self.chunks(of: row["id"])
    let sql = "SELECT id, bytes FROM contentChunk WHERE id >= ? AND id < ? ORDER BY id"
    let rows = try Row.fetchCursor(db, sql: sql, arguments: [keys.lowerBound, keys.upperBound])
    var next = keys.lowerBound
    while let row = try rows.next(), row["id"] == next {
      // Uses SQLite's memory: `take` does not keep the packed bytes.
      let goesOn = try row.withUnsafeData(atIndex: 1) { packed in
        try take(try PackedBytes.unpack(packed ?? Data(), limit: UnwrittenContent.chunkSize))
      }
      guard goesOn else { return }
      next += 1
    }
  }
}

/// A hash for finding equal contents.
enum ContentHash {
  /// In bytes. Only samples of longer contents are hashed, so that large files need not be read.
  private static let wholeLimit = 1 << 20
  private static let sampleSize = 1 << 10
  private static let sampleCount = 64

  static func of(_ content: Data) -> Int64 {
    content.withUnsafeBytes { bytes in
      var hash = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
      if bytes.count <= wholeLimit {
        mix(bytes, into: &hash)
      } else {
        for sample in 0..<sampleCount {
          let start = (bytes.count - sampleSize) / (sampleCount - 1) * sample
          mix(UnsafeRawBufferPointer(rebasing: bytes[start..<start + sampleSize]), into: &hash)
        }
      }
      return Int64(bitPattern: hash)
    }
  }

  private static func mix(_ bytes: UnsafeRawBufferPointer, into hash: inout UInt64) {
    let words = bytes.count / 8
    for word in 0..<words { mix(bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self).littleEndian, &hash) }
    for byte in bytes[(words * 8)...] { mix(UInt64(byte), &hash) }
  }

  private static func mix(_ word: UInt64, _ hash: inout UInt64) {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
    hash = product.low ^ product.high
  }
}
