internal import Foundation
internal import Glibc

extension GitRepository {
  /// Writes the resolution of a conflict and stages it.
  ///
  /// - Parameters:
  ///   - found: The file as it was read. If it has changed since, it is not overwritten.
  ///   - result: `nil` removes the file.
  package func resolve(_ entry: GitEntry, found: [UInt8], result: [UInt8]?) throws(GitProblem) {
    guard Array(try file(entry.path) ?? Data()) == found else {
      throw GitProblem(
        .other, "Cannot resolve \(entry.path): it has changed since it was read — open the conflict again")
    }
    let path = path(of: entry.path)
    if let result {
      var status = stat()
      let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
      do {
        try Data(result).write(to: URL(filePath: path), options: .atomic)
        if let mode { chmod(path, mode) }
      } catch {
        throw GitProblem(.other, "Cannot write \(entry.path): \(SystemText.reason(of: error))")
      }
    } else if unlink(path) != 0, errno != ENOENT {
      throw GitProblem(.other, "Cannot remove \(entry.path): \(String(cString: strerror(errno)))")
    }
    try stage([entry])
  }
}
