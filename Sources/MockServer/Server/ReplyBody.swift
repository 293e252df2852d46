internal import Foundation
internal import RequestModel

/// The body of a response: in memory, in a file, or generated while it is sent.
enum ReplyBody {
  case bytes([UInt8])
  case file(FileHandle, count: Int)
  case pieces(MockPieces)

  struct Unreadable: Error {
    let reason: String
  }

  private static var pieceSize: Int { 1 << 17 }

  init(_ body: MockReply.Body) throws(Unreadable) {
    switch body {
    case .bytes(let bytes): self = .bytes(bytes)
    case .pieces(let pieces): self = .pieces(pieces)
    case .file(let path, let folder):
      do {
        let file = try FolderFile(path, in: folder)
        self = .file(file.handle, count: file.count)
      } catch {
        throw Unreadable(reason: error.description)
      }
    }
  }

  /// The size in bytes; `nil` if unknown in advance.
  var count: Int? {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let count): count
    case .pieces(let pieces): pieces.count
    }
  }

  /// Writes the head and the body. A small body is in the same write as the head.
  ///
  /// - Parameters:
  ///   - limit: In bytes, for a body of known size.
  ///   - isHTTP10: Whether closing the connection ends a body of unknown size.
  /// - Returns: Whether all was written, up to the limit.
  func write(to channel: some ByteChannel, after head: [UInt8], limit: Int, isHTTP10: Bool) async -> Bool {
    switch self {
    case .bytes(let bytes): return await channel.write(head + bytes.prefix(limit))
    case .pieces(let pieces):
      guard await channel.write(head) else { return false }
      return await Self.write(pieces, to: channel, inChunks: pieces.count == nil && !isHTTP10)
    case .file(let handle, _):
      defer { try? handle.close() }  // Read only: closing cannot lose anything.
      guard await channel.write(head) else { return false }
      var left = limit
      while left > 0 {
        // If the file was truncated or became unreadable, close the connection before the announced length.
        guard let piece = try? handle.read(upToCount: min(left, Self.pieceSize)), !piece.isEmpty,
          await channel.write(piece)
        else { return false }
        left -= piece.count
      }
      return true
    }
  }

  private static func write(_ pieces: MockPieces, to channel: some ByteChannel, inChunks: Bool) async -> Bool {
    var number = 0
    while let piece = try? await pieces.make(number) {  // One that fails ends the connection within the body.
      if piece.isEmpty { return inChunks ? await channel.write(chunk([])) : true }
      guard await channel.write(inChunks ? chunk(piece) : piece) else { return false }
      number += 1
    }
    return false
  }

  /// A chunk (RFC 9112, section 7.1). An empty one is the last.
  private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + Array("\r\n".utf8)
  }
}
