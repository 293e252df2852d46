import Foundation
import Glibc

/// Unbuffered standard output, so that the reader of a pipe gets data at once.
enum StandardOutput {
  static func write(_ bytes: Data) throws(OutputProblem) { try Descriptor.write(bytes, to: STDOUT_FILENO) }

  /// Writes text of a server or a file: as it is to a pipe or a file, with visible control characters to a terminal.
  static func write(text: Data) throws(OutputProblem) {
    guard isatty(STDOUT_FILENO) == 1 else { return try write(text) }
    try write(Data(String(decoding: text, as: UTF8.self).safeLines.utf8))
  }

  static func write(text: String) throws(OutputProblem) { try write(text: Data(text.utf8)) }

  static func write(line: String) throws(OutputProblem) { try write(lines: [line]) }

  /// Writes lines, with control characters and line ends made visible.
  static func write(lines: some Sequence<String>) throws(OutputProblem) {
    // Pieces take less memory than all lines at once, and fewer calls than single ones.
    var piece = Data()
    for line in lines {
      piece += Data((line.safeLine + "\n").utf8)
      guard piece.count >= 1 << 16 else { continue }
      try write(piece)
      piece.removeAll(keepingCapacity: true)
    }
    if !piece.isEmpty { try write(piece) }
  }

  /// Writes rows of tab-separated fields. Tabs and line ends inside a field become visible marks, also in pipes, so that
  /// every row is one line with a fixed number of fields.
  static func write(rows: [[String]]) throws(OutputProblem) {
    let lines = rows.map { row in row.map(\.safeLine).joined(separator: "\t") + "\n" }
    try write(Data(lines.joined().utf8))
  }
}

/// Standard error, for everything but data.
enum StandardError {
  static func write(_ line: String) { write(lines: [line]) }

  /// Ignores write errors, which cannot be reported anywhere.
  static func write(lines: [String]) {
    try? Descriptor.write(Data(lines.map { $0.safeLine + "\n" }.joined().utf8), to: STDERR_FILENO)
  }

  /// Writes text that may contain control sequences. Ignores write errors.
  static func write(sequence: String) {
    try? Descriptor.write(Data(sequence.utf8), to: STDERR_FILENO)
  }
}

/// Writes all bytes to a file descriptor of any kind.
enum Descriptor {
  static func write(_ bytes: Data, to descriptor: Int32) throws(OutputProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let (count, code) = rest.withUnsafeBytes { (Glibc.write(descriptor, $0.baseAddress, $0.count), errno) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if code == EAGAIN {
        wait(for: descriptor)
      } else if code != EINTR {
        throw OutputProblem(code: code)
      }
    }
  }

  /// Waits until a non-blocking pipe accepts more.
  private static func wait(for descriptor: Int32) {
    var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&waited, 1, -1)
  }
}
