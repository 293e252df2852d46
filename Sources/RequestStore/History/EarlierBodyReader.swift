internal import Foundation
internal import GRDB
internal import RequestModel

/// Reads a body from the tables of earlier versions.
struct EarlierBodyReader {
  private let row: Row?
  private let db: Database

  /// In bytes; larger bodies are copied to an anonymous file and mapped.
  private static let memoryLimit = 32 << 20

  init(exchange: Int64, side: String, _ db: Database) throws {
    let sql = "SELECT id, content, size, omission FROM body WHERE exchange = ? AND side = ?"
    row = try Row.fetchOne(db, sql: sql, arguments: [exchange, side])
    self.db = db
  }

  func read() throws -> (Data, BodyOmission?) {
    guard let row else { return (Data(), nil) }
    let content: Data = row["content"]
    let size: Int = row["size"] ?? content.count
    let body = try content.isEmpty ? chunks(size) : content
    guard body.count < size else { return (body, nil) }
    let reason: String = row["omission"] ?? "it is missing in history"
    return (body, BodyOmission(byteCount: size - body.count, reason: reason))
  }

  private func chunks(_ size: Int) throws -> Data {
    if size > Self.memoryLimit, let body = try mapped() { return body }
    var body = Data()
    try forEachChunk { chunk in
      body.append(chunk)
      return true
    }
    return body
  }

  /// Returns `nil` if no file can be written.
  private func mapped() throws -> Data? {
    guard let file = AnonymousFile() else { return nil }
    var isWhole = true
    try forEachChunk { chunk in
      isWhole = chunk.withUnsafeBytes { file.append($0) }
      return isWhole
    }
    return isWhole ? file.contents : nil
  }

  /// Calls `take` with each chunk until it returns `false` or a chunk is missing.
  private func forEachChunk(_ take: (Data) -> Bool) throws {
    let sql = "SELECT position, content FROM bodyChunk WHERE body = ? ORDER BY position"
    let rows = try Row.fetchCursor(db, sql: sql, arguments: [row?["id"] as Int64?])
    var position = 1
    while let row = try rows.next(), row["position"] == position {
      // Uses SQLite's memory: `take` does not keep the bytes.
      guard try row.withUnsafeData(atIndex: 1, { take($0 ?? Data()) }) else { return }
      position += 1
    }
  }
}
