import Foundation
import Glibc
import TerminalUI

/// Standard output, unbuffered: a pipe's reader must not wait for a buffer to fill.
enum StandardOutput {
  static func write(_ bytes: Data) throws(OutputProblem) { try Descriptor.write(bytes, to: STDOUT_FILENO) }

  static func write(line: String) throws(OutputProblem) { try write(lines: [line]) }

  /// Lines without anything that acts on a terminal or forges another line.
  static func write(lines: [String]) throws(OutputProblem) { try write(rows: lines.map { [$0] }) }

  /// Rows of fields with tabs between them. A tab or a line end inside of a field is shown as a mark, to pipes too: a row
  /// is always one line, and its fields can be counted.
  static func write(rows: [[String]]) throws(OutputProblem) {
    let lines = rows.map { row in row.map(\.safeLine).joined(separator: "\t") + "\n" }
    try write(Data(lines.joined().utf8))
  }
}

/// Where everything goes that is not data.
enum StandardError {
  static func write(_ line: String) { write(lines: [line]) }

  /// A failure to write here is ignored: there is no other place to report it.
  static func write(lines: [String]) {
    try? Descriptor.write(Data(lines.map { $0.safeLine + "\n" }.joined().utf8), to: STDERR_FILENO)
  }

  /// Text that may act on the terminal. As above.
  static func write(sequence: String) {
    try? Descriptor.write(Data(sequence.utf8), to: STDERR_FILENO)
  }
}

private enum Descriptor {
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

  /// Waits until a pipe takes more, where whoever made it has it not wait.
  private static func wait(for descriptor: Int32) {
    var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&waited, 1, -1)
  }
}
