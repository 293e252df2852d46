import Glibc

/// Why a write to standard output, or to a report that is written during the run, failed.
struct OutputProblem: Error, CustomStringConvertible {
  let code: Int32
  var target = "standard output"

  /// Whether the reader has closed the pipe, like `head -1`.
  var isReaderGone: Bool { code == EPIPE }

  var description: String { "Cannot write to \(target): \(String(cString: strerror(code)))" }
}
