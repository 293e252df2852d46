import Glibc

/// A failed write to standard output, or to a file that the user named for output.
struct OutputProblem: Error, CustomStringConvertible {
  let code: Int32
  /// The path of a file; `nil` for standard output.
  private let path: String?

  /// A failure of standard output.
  init(code: Int32) { (self.code, path) = (code, nil) }

  init(code: Int32, target path: String) { (self.code, self.path) = (code, path) }

  /// Whether the reader has closed the pipe, like `head -1`.
  var isReaderGone: Bool { code == EPIPE }

  /// The failure of an exchange whose response could not be written; `nil` if the reader has gone.
  var failure: Failure? { isReaderGone ? nil : Failure(.other, description) }

  /// The system's reason.
  var reason: String {
    let reason = String(cString: strerror(code))
    guard let path, code == ENOSPC || code == EDQUOT else { return reason }
    return "\(reason) — free some space on the disk of \(path)"
  }

  var description: String { "Cannot write \(path ?? "to standard output"): \(reason)" }
}
