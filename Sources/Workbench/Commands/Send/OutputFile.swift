import Foundation
import Glibc

/// Takes the place of standard output. The file of that name is replaced once there is something to keep.
struct OutputFile {
  private let path: String
  private let draft: String?
  private let standard: Int32

  init(_ path: String) throws {
    // A device or a pipe is written to as it is.
    var facts = stat()
    let isSpecial = stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG
    let draft = isSpecial ? nil : path + ".\(getpid()).part"
    let file = open(draft ?? path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      throw CommandExit.fail("Cannot write \(path): \(String(cString: strerror(errno)))", CommandExit.usage)
    }
    (self.path, self.draft) = (path, draft)
    standard = dup(STDOUT_FILENO)
    dup2(file, STDOUT_FILENO)
    close(file)
  }

  /// Gives standard output back.
  ///
  /// - Parameter isKept: Whether the file is to be there.
  func finish(isKept: Bool) throws {
    dup2(standard, STDOUT_FILENO)
    close(standard)
    guard let draft else { return }
    guard isKept else { return _ = unlink(draft) }
    if rename(draft, path) != 0 {
      throw CommandExit.fail("Cannot write \(path): \(String(cString: strerror(errno)))", CommandExit.unfinished)
    }
  }
}
