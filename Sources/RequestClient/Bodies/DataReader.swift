internal import Foundation

/// Bytes in memory.
final class DataReader: BodyReader {
  private let data: Data
  private var position = 0

  init(_ data: Data) { self.data = data }

  var length: Int? { data.count }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPiece {
    let count = data.copyBytes(from: position, into: buffer)
    position += count
    return count == 0 ? .end : .bytes(count)
  }
}

extension Data {
  /// Copies what follows the first `position` bytes, as much as fits.
  func copyBytes(from position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    withUnsafeBytes { bytes in
      let piece = bytes[position...].prefix(buffer.count)
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
      return piece.count
    }
  }
}
