import Glibc

/// Why standard output did not take what was written.
struct OutputProblem: Error, CustomStringConvertible {
  let code: Int32

  /// Whether nobody reads any more, as after `head -1`.
  var isReaderGone: Bool { code == EPIPE }

  var description: String { "Cannot write to standard output: \(String(cString: strerror(code)))" }
}
