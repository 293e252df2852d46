internal import Foundation
package import RequestModel

/// The folder beside the database with large bodies that were received into files.
///
/// A file is linked into the folder before the row that refers to it is committed. A crash in between leaves an
/// unlocked file without a row; `sweep` removes it.
package struct BodyFolder: Sendable {
  let path: String

  /// - Parameter database: The path of the database.
  package init(beside database: String) { path = Disk.folder(of: database) + "/bodies" }

  /// Creates a file for a body that history can keep without copying; `nil` if that fails.
  package func makeFile() -> AnonymousFile? {
    do {
      try Disk.createFolder(path, mode: 0o700)
      return AnonymousFile(in: path)
    } catch {
      return nil
    }
  }

  /// - Returns: The name of the file, or `nil` if it has to be copied.
  func keep(_ file: AnonymousFile) -> String? {
    let name = UUID().uuidString.lowercased()
    return file.link(to: path + "/" + name) ? name : nil
  }

  func remove(_ name: String) { unlink(path + "/" + name) }

  /// Maps a file into memory; `nil` if it is missing.
  func read(_ name: String) -> Data? {
    try? Data(contentsOf: URL(filePath: path + "/" + name), options: .alwaysMapped)
  }

  /// The bytes of all files.
  var size: Int {
    names.reduce(0) { size, name in
      var facts = stat()
      return stat(path + "/" + name, &facts) == 0 ? size + Int(facts.st_size) : size
    }
  }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  /// Removes files without a row, except those being recorded.
  ///
  /// - Parameter isUsed: Returns whether a row refers to the file.
  func sweep(isUsed: (String) throws -> Bool) rethrows {
    for name in names {
      let descriptor = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // Checked with the lock held, after the recording program has committed.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, try !isUsed(name) { remove(name) }
    }
  }
}
