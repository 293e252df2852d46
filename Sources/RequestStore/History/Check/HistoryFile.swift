internal import Foundation

/// Recognizes the files of histories by their bytes. SQLite may change files that it opens.
package struct HistoryFile {
  private let path: String

  package init(_ path: String) { self.path = path }

  /// Whether the file is a history, possibly a damaged one, or is in the place of one.
  ///
  /// - Parameter own: The path of the user's history. That file, and copies of it that were set aside, may be repaired
  ///   whatever they contain.
  package func isHistory(own: String) -> Bool {
    let (file, own) = (Disk.resolved(path), Disk.resolved(own))
    if file == own || file.hasPrefix(own + DamagedHistory.mark) { return true }
    guard Disk.kind(file) == .file, let bytes = Self.bytes(file), !bytes.isEmpty else { return false }
    let isDatabase = bytes.starts(with: Data("SQLite format 3\0".utf8))
    // A text may quote the schema, but has no zero bytes.
    guard isDatabase || bytes.contains(0) else { return false }
    return Self.hasSchema(bytes) || Self.bytes(file + "-wal").map(Self.hasSchema) == true
  }

  /// The size of the header of a database.
  private static let headerSize = 100

  /// Whether the file has contents that are shorter than the header of a database. SQLite may take it for an empty one
  /// and overwrite it.
  ///
  /// SQLite writes the first page of a new database whole. If that was interrupted, a journal or log exists.
  var isTooShort: Bool {
    guard Disk.kind(path) == .file, let size = Disk.status(path)?.st_size, size > 0, size < Self.headerSize else {
      return false
    }
    return ["-journal", "-wal"].allSatisfy { suffix in (Disk.status(path + suffix)?.st_size ?? 0) == 0 }
  }

  /// Statements that SQLite keeps as they were written.
  private static let schema = [
    "CREATE TABLE exchange (", "CREATE TABLE contentChunk (", "CREATE INDEX exchangeOfRequest",
  ]

  private static func hasSchema(_ bytes: Data) -> Bool {
    bytes.withUnsafeBytes { bytes in
      let bytes = bytes.bindMemory(to: UInt8.self)
      return schema.contains { mark in
        Array(mark.utf8).withUnsafeBufferPointer { ByteSearch.offset(of: $0, in: bytes) != nil }
      }
    }
  }

  private static func bytes(_ path: String) -> Data? {
    try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
  }
}
