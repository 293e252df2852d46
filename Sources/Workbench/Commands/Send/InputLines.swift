import Foundation
import Glibc

/// Reads standard input line by line, without their ends. Waits for each line.
struct InputLines {
  private var buffer = Data()
  private var isAtEnd = false

  private static let pieceSize = 1 << 16

  /// Whether standard input is a pipe or a file that is not empty. Waits for the first byte of a pipe, or its end.
  static var areThere: Bool {
    var facts = stat()
    guard fstat(STDIN_FILENO, &facts) == 0 else { return false }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: return lseek(STDIN_FILENO, 0, SEEK_CUR) < facts.st_size
    case S_IFSOCK:
      var byte: UInt8 = 0
      return recv(STDIN_FILENO, &byte, 1, Int32(MSG_PEEK)) > 0
    case S_IFIFO:
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      while poll(&input, 1, -1) < 0 && errno == EINTR {}
      return Int32(input.revents) & POLLIN != 0
    default: return false
    }
  }

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
