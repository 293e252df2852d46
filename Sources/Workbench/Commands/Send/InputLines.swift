import Foundation
import Glibc

/// Reads standard input line by line, without their ends.
struct InputLines {
  enum Next: Equatable {
    case line(Data)
    /// No whole line is there yet.
    case nothing
    case end
  }

  private var buffer = Data()
  /// The beginning of `buffer` without a line end, in bytes.
  private var searched = 0
  private var isAtEnd = false
  /// Nothing is read into a buffer of this size.
  private var limit = Int.max

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

  /// The next line, without waiting for it.
  mutating func next() -> Next {
    while true {
      if let end = buffer.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
        defer { (buffer, searched) = (buffer[buffer.index(after: end)...], 0) }
        return .line(Self.withoutReturn(buffer[..<end]))
      }
      searched = buffer.count
      if isAtEnd {
        defer { (buffer, searched) = (Data(), 0) }
        return buffer.isEmpty ? .end : .line(Self.withoutReturn(buffer))
      }
      guard buffer.count < limit, Self.isReadable(within: 0) else { return .nothing }
      readMore()
    }
  }

  /// Waits until there is more, or the end.
  static func wait() { _ = isReadable(within: -1) }

  private static func isReadable(within milliseconds: Int32) -> Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&input, 1, milliseconds)
      // Reading names any other error.
      if count >= 0 || errno != EINTR { return count != 0 }
    }
  }

  /// Counts the lines that are there, without waiting for more. Reads only some of a long input.
  mutating func countRest(where isWanted: (Data) -> Bool) -> (count: Int, isMore: Bool) {
    limit = buffer.count + Self.pieceSize
    var (count, size) = (0, 0)
    while case .line(let line) = next() {
      if isWanted(line) { count += 1 }
      size += line.count + 1
      if size > Self.pieceSize { return (count, true) }
    }
    return (count, buffer.count >= limit)
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
