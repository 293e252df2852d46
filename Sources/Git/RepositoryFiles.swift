internal import Foundation
internal import Glibc

/// The files in the folders of git. git waits for a pipe in the place of one, and reads a device without end.
enum RepositoryFiles {
  /// Folders whose files git does not read, and the one with the repositories of submodules, which are checked one by
  /// one.
  private static let skipped: Set<String> = ["modules", "hooks", "lfs", "annex"]

  /// Checks the nearest repository above a folder.
  ///
  /// - Throws: A problem if it has a pipe or a device in place of a file.
  static func check(above folder: String) throws(GitProblem) {
    var folder = URL(filePath: folder).resolvingSymlinksInPath().path
    while true {
      try check(folder + "/.git")
      // Without HEAD it is no repository, and git looks further up.
      let head = gitFolder(at: folder + "/.git") + "/HEAD"
      guard folder.count > 1, !FileManager.default.fileExists(atPath: head) else { return }
      // git first looks whether this folder is a bare repository.
      try requireFile(folder + "/HEAD")
      folder = URL(filePath: folder).deletingLastPathComponent().path
    }
  }

  /// Checks the folder of a repository, and the one that it shares with other work trees.
  ///
  /// - Parameter path: The folder, or a file that refers to it.
  static func check(_ path: String) throws(GitProblem) {
    try requireFile(path)
    let folder = gitFolder(at: path)
    let folders = [folder, Self.path(in: folder + "/commondir")].compactMap(\.self)
    // git reads no other folder, which may have any number of files.
    for folder in folders where ["HEAD", "objects"].contains(where: { ProgramSearch.exists(folder + "/" + $0) }) {
      try requireFiles(in: folder)
    }
  }

  /// The folder that the `.git` of a submodule or of a linked work tree refers to, or else the path itself.
  static func gitFolder(at path: String) -> String { Self.path(in: path, after: "gitdir: ") ?? path }

  /// The text of a file; `nil` if there is none, or it is too large.
  static func text(of file: String) -> String? {
    guard let size = ProgramSearch.size(of: file), size <= ProgramSearch.fileSize else { return nil }
    return FileManager.default.contents(atPath: file).map { ProgramSearch.lossy($0) }
  }

  /// The path that a file consists of, relative to the file's folder.
  private static func path(in file: String, after prefix: String = "") -> String? {
    guard let path = text(of: file)?.trimmingCharacters(in: .newlines).removingExactly(prefix: prefix) else {
      return nil
    }
    let absolute = path.startsExactly(with: "/") ? path : (file as NSString).deletingLastPathComponent + "/" + path
    return absolute.realPath ?? absolute
  }

  private static func requireFiles(in folder: String, isTop: Bool = true) throws(GitProblem) {
    for name in specialNames(in: folder) where !isTop || !skipped.contains(name) {
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try requireFiles(in: path, isTop: false)
      case S_IFLNK, S_IFIFO, S_IFCHR, S_IFBLK: try requireFile(path)
      default: break
      }
    }
  }

  /// The names in a folder except for those of regular files. Most files are objects, and there may be many.
  private static func specialNames(in folder: String) -> [String] {
    // git cannot list an unreadable folder either.
    guard let list = opendir(folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      if Int32(entry.pointee.d_type) == Int32(DT_REG) { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// - Throws: A problem if there is anything but a file or a folder.
  static func requireFile(_ path: String) throws(GitProblem) {
    var status = stat()
    guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return }
    throw GitProblem(.other, "Git is not used here: \(path) is a pipe or a device, not a file")
  }
}
