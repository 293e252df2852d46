import Glibc

/// Why a write to standard output failed.
struct OutputProblem: Error, CustomStringConvertible {
  let code: Int32

  /// Whether the reader has closed the pipe, like `head -1`.
  var isReaderGone: Bool { code == EPIPE }

  var description: String { "Cannot write to standard output: \(String(cString: strerror(code)))" }
}
