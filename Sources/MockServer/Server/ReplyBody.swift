internal import Foundation
internal import RequestModel

/// The body of an answer, in memory or in a file.
enum ReplyBody {
  case bytes([UInt8])
  case file(FileHandle, count: Int)

  struct Unreadable: Error {
    let reason: String
  }

  private static var pieceSize: Int { 1 << 17 }

  init(_ body: MockReply.Body) throws(Unreadable) {
    switch body {
    case .bytes(let bytes): self = .bytes(bytes)
    case .file(let path, let folder):
      do {
        let file = try FolderFile(path, in: folder)
        self = .file(file.handle, count: file.count)
      } catch {
        throw Unreadable(reason: error.description)
      }
    }
  }

  var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let count): count
    }
  }

  /// Small bodies follow the head in the same write.
  ///
  /// - Returns: Whether `limit` bytes were written.
  func write(to channel: some ByteChannel, after head: [UInt8], limit: Int) async -> Bool {
    switch self {
    case .bytes(let bytes): return await channel.write(head + bytes.prefix(limit))
    case .file(let handle, _):
      defer { try? handle.close() }  // Read only: closing cannot lose anything.
      guard await channel.write(head) else { return false }
      var left = limit
      while left > 0 {
        // A file that became shorter or unreadable ends the connection before the promised length.
        guard let piece = try? handle.read(upToCount: min(left, Self.pieceSize)), !piece.isEmpty,
          await channel.write(piece)
        else { return false }
        left -= piece.count
      }
      return true
    }
  }
}
