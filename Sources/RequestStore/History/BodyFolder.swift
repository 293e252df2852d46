internal import Foundation
package import RequestModel

/// The folder beside the database with the large bodies that came as files.
///
/// A file gets its name before the row that refers to it is committed. A crash in between leaves a file without a row and
/// without a lock; `sweep` removes it.
package struct BodyFolder: Sendable {
  let path: String

  /// - Parameter database: The path of the database.
  package init(beside database: String) { path = Disk.folder(of: database) + "/bodies" }

  /// A file for a body that history keeps without copying it; `nil` where the system cannot create one.
  package func makeFile() -> AnonymousFile? {
    do {
      try Disk.createFolder(path, mode: 0o700)
      return AnonymousFile(in: path)
    } catch {
      return nil
    }
  }

  /// - Returns: The file's new name, or `nil` where it has to be copied.
  func keep(_ file: AnonymousFile) -> String? {
    let name = UUID().uuidString.lowercased()
    return file.link(to: path + "/" + name) ? name : nil
  }

  func remove(_ name: String) { unlink(path + "/" + name) }

  /// The file's bytes, mapped rather than read; `nil` where it is missing.
  func read(_ name: String) -> Data? {
    try? Data(contentsOf: URL(filePath: path + "/" + name), options: .alwaysMapped)
  }

  /// Removes the files of no row, but for those that a program is just recording.
  ///
  /// - Parameter isUsed: Whether a row refers to the file.
  func sweep(isUsed: (String) throws -> Bool) rethrows {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      let descriptor = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // Asked after the lock was free: whoever had it has committed.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, try !isUsed(name) { remove(name) }
    }
  }
}
