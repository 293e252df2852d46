internal import Foundation
package import RequestModel

/// The folder beside a database with large bodies that were received into files. Each database has its own.
///
/// A file is linked into the folder before the row that refers to it is committed. A crash in between leaves an
/// unlocked file without a row; `sweep` removes it.
package struct BodyFolder: Sendable {
  let path: String
  /// The folder that earlier versions used for all databases beside it; `nil` for the one it belongs to now. Files are
  /// read from it and never removed.
  private let shared: String?

  private static let sharedName = "bodies"
  private static let suffix = ".bodies"

  /// - Parameter database: The path of the database.
  package init(beside database: String) {
    let isInUse = UserFolders.isHistory(database)
    let file = isInUse ? database : Disk.resolved(database)
    let shared = Disk.folder(of: file) + "/" + Self.sharedName
    let hasShared = isInUse || UserFolders.isHistory(file)
    path = hasShared ? shared : file + Self.suffix
    self.shared = hasShared ? nil : shared
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
    guard let path = place(of: name) else { return nil }
    return try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
  }

  func contains(_ name: String) -> Bool { place(of: name) != nil }

  private func place(of name: String) -> String? {
    [path, shared].compactMap { $0.map { $0 + "/" + name } }.first(where: Disk.exists)
  }

  /// The bytes of all files.
  var size: Int {
    names.reduce(0) { size, name in
      var facts = stat()
      return stat(path + "/" + name, &facts) == 0 ? size + Int(facts.st_size) : size
    }
  }

  var names: [String] { Self.names(in: path) }

  private static func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Removes files without a row, except those being recorded.
  ///
  /// - Parameter isUsed: Returns whether a row refers to the file.
  func sweep(isUsed: (String) throws -> Bool) rethrows {
    guard !isShared else { return }
    for name in names {
      let descriptor = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // Checked with the lock held, after the recording program has committed.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, try !isUsed(name) { remove(name) }
    }
  }

  /// Whether a damaged history that an earlier version set aside may have files in this folder.
  private var isShared: Bool {
    guard shared == nil else { return false }
    let beside = Set(Self.names(in: Disk.folder(of: path)))
    return beside.contains { DamagedHistory.isSetAside($0) && !beside.contains($0 + Self.suffix) }
  }

  // MARK: Other databases

  /// Gives all files to another folder too, without copying where that is possible.
  func share(with other: BodyFolder) throws(StoreError) {
    try Disk.createFolder(other.path, mode: 0o700)
    for folder in [path, shared].compactMap(\.self) {
      for name in Self.names(in: folder) where !Disk.exists(other.path + "/" + name) {
        let (file, target) = (folder + "/" + name, other.path + "/" + name)
        if link(file, target) == 0 { continue }
        let code = Disk.copyAll(file, target)
        // Another program has removed it meanwhile.
        guard code == 0 || code == ENOENT else { throw .system(.create, path: target, code: code) }
      }
    }
  }

  /// Moves the folder to the place of another one. Without one, creates an empty one there: a folder of its own says
  /// that a database needs no other.
  func move(to other: BodyFolder) throws(StoreError) {
    if rename(path, other.path) == 0 { return }
    guard errno == ENOENT else { throw .system(.move, path: path, code: errno) }
    if shared == nil { try Disk.createFolder(other.path, mode: 0o700) }
  }

  func removeAll() { Disk.removeAll(path) }
}
