internal import Foundation

/// Files that only their owner can read.
enum PrivateFile {
  /// The system's word on why it did not work.
  struct Failure: Error {
    let reason: String

    /// Takes the error of the call just made.
    static var last: Failure { Failure(reason: String(cString: strerror(errno))) }
  }

  /// Makes `file`, which must not be there, and removes it where writing fails.
  static func write(_ content: Data, to file: URL) throws(Failure) {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    do throws(Failure) {
      defer { close(descriptor) }
      var rest = content[...]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        if written < 0 && errno != EINTR { throw .last }
        rest = rest.dropFirst(max(0, written))
      }
      guard fsync(descriptor) == 0 else { throw .last }
    } catch {
      unlink(file.path)
      throw error
    }
  }

  /// Puts `file` in the place of `target` in one step, or removes it.
  static func move(_ file: URL, to target: URL) throws(Failure) {
    guard rename(file.path, target.path) != 0 else { return }
    let failure = Failure.last
    unlink(file.path)
    throw failure
  }
}
