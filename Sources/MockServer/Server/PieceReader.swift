internal import Foundation

/// Reads a body of known size in pieces, from memory or from a file.
struct PieceReader {
  private enum Source {
    case bytes([UInt8])
    case file(FileHandle)
  }

  struct Unreadable: Error {
    let reason: String
  }

  private let source: Source
  /// The offset in bytes in memory.
  private var position: Int
  /// The number of bytes after the start.
  let count: Int

  private static var pieceSize: Int { 1 << 17 }

  /// - Parameter start: The number of bytes to skip.
  init(_ body: MockReply.Body, from start: Int = 0) throws(Unreadable) {
    switch body {
    case .bytes(let bytes):
      source = .bytes(bytes)
      position = min(start, bytes.count)
      count = bytes.count - position
    case .file(let path, let folder):
      let (handle, size) = try Self.open(path, in: folder, from: start)
      source = .file(handle)
      position = 0
      count = max(0, size - start)
    case .pieces: throw Unreadable(reason: "it is generated while it is sent")
    }
  }

  private static func open(
    _ path: String, in folder: String, from start: Int
  ) throws(Unreadable) -> (FileHandle, Int) {
    let file = try FolderFile(path, in: folder)
    guard start > 0 else { return (file.handle, file.count) }
    do { try file.handle.seek(toOffset: UInt64(start)) } catch {
      throw Unreadable(reason: (error as NSError).localizedDescription)
    }
    return (file.handle, file.count)
  }

  /// - Returns: Empty at the end, or if the file was truncated or became unreadable.
  mutating func next(_ most: Int = .max) -> [UInt8] {
    let size = min(most, Self.pieceSize)
    switch source {
    case .bytes(let bytes):
      let piece = Array(bytes[position..<min(position + size, bytes.count)])
      position += piece.count
      return piece
    case .file(let handle):
      // The connection is then closed before the announced length.
      guard let piece = try? handle.read(upToCount: size) else { return [] }
      return [UInt8](piece)
    }
  }
}
