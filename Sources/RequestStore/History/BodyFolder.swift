internal import Foundation

/// The folder beside a database with large bodies that were received into files. Each database has its own.
///
/// A file is linked into the folder before the row that refers to it is committed. A crash in between leaves an
/// unlocked file without a row; `sweep` removes it.
package struct BodyFolder: Sendable {
  let path: String

  private static let name = "bodies"
  private static let suffix = ".bodies"

  /// - Parameter database: The path of the database.
  package init(beside database: String) {
    let file = UserFolders.isHistory(database) ? database : Disk.resolved(database)
    path = UserFolders.isHistory(file) ? Disk.folder(of: file) + "/" + Self.name : file + Self.suffix
  }

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

  func contains(_ name: String) -> Bool { Disk.exists(path + "/" + name) }

  /// The bytes of all files.
  var size: Int { names.reduce(0) { $0 + Int(Disk.status("\(path)/\($1)")?.st_size ?? 0) } }

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

  // MARK: Other databases

  /// Gives all files to another folder too, without copying where that is possible.
  func share(with other: BodyFolder) throws(StoreError) {
    try Disk.createFolder(other.path, mode: 0o700)
    for name in names where !other.contains(name) {
      let (file, target) = (path + "/" + name, other.path + "/" + name)
      if link(file, target) == 0 { continue }
      let code = Disk.copyAll(file, target)
      // Another program has removed it meanwhile.
      guard code == 0 || code == ENOENT else { throw .system(.create, path: target, code: code) }
    }
  }

  /// Moves the folder, if it exists, to the place of another one.
  func move(to other: BodyFolder) throws(StoreError) {
    guard rename(path, other.path) == 0 || errno == ENOENT else {
      throw .system(.move, path: path, code: errno)
    }
  }

  func removeAll() { Disk.removeAll(path) }
}
