import Foundation
import Glibc

/// Reads the value of a secret from standard input: a whole pipe or file, or a line without echo.
enum SecretInput {
  /// The longest value, in bytes.
  private static let limit = 1 << 20

  /// - Returns: The value without the trailing line end that editors and `echo` add.
  static func read(for name: String) throws -> String {
    let bytes =
      isatty(STDIN_FILENO) == 1
      ? try HiddenLine(prompt: "Type the value of \(name), then Enter:").read() : try readAll()
    guard var value = String(validating: bytes, as: UTF8.self) else {
      throw CommandExit.usageError("The value is not UTF-8 text — encode binary data, for example with base64")
    }
    if value.utf8.last == UInt8(ascii: "\n") { value.unicodeScalars.removeLast() }
    if value.utf8.last == UInt8(ascii: "\r") { value.unicodeScalars.removeLast() }
    guard !value.isEmpty else { throw CommandExit.usageError("The value is empty — pass it on standard input") }
    return value
  }

  private static func readAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw CommandExit.usageError("Cannot read standard input: \(String(cString: strerror(errno)))")
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= limit else {
        throw CommandExit.usageError("The value is longer than \(limit) bytes — check what is passed")
      }
    }
  }
}
