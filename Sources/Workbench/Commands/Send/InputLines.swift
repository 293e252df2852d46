import Foundation
import Glibc

/// Reads standard input line by line, without their ends. Waits for each line.
struct InputLines {
  private var buffer = Data()
  private var isAtEnd = false

  private static let pieceSize = 1 << 16

  /// The next line; `nil` at the end.
  mutating func next() -> Data? {
    var searched = 0
    while true {
      if let end = buffer.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer = buffer[buffer.index(after: end)...] }
        return Self.withoutReturn(buffer[..<end])
      }
      searched = buffer.count
      if isAtEnd {
        defer { buffer = Data() }
        return buffer.isEmpty ? nil : Self.withoutReturn(buffer)
      }
      readMore()
    }
  }

  private mutating func readMore() {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let count = read(STDIN_FILENO, &piece, piece.count)
    if count > 0 {
      // Drops the lines before, which a slice would keep for as long as it grows.
      if buffer.startIndex > 0 { buffer = Data(buffer) }
      buffer.append(contentsOf: piece[..<count])
    } else if count == 0 || errno != EINTR {
      isAtEnd = true
    }
  }

  private static func withoutReturn(_ line: Data) -> Data { line.last == UInt8(ascii: "\r") ? line.dropLast() : line }
}
