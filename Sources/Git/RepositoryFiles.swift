internal import Foundation
internal import Glibc

/// The files that git reads to open a repository. It waits for a pipe, and reads a device without end.
enum RepositoryFiles {
  private static let names = [
    "HEAD", "config", "config.worktree", "commondir", "index", "packed-refs", "shallow", "objects/info/alternates",
    "objects/info/commit-graph", "objects/pack/multi-pack-index",
  ]

  /// Checks the nearest repository above a folder.
  ///
  /// - Throws: A problem if it has a pipe or a device in place of a file.
  static func check(above folder: String) throws(GitProblem) {
    var folder = URL(filePath: folder).resolvingSymlinksInPath().path
    while true {
      let repository = folder + "/.git"
      try requireFile(repository)
      for name in names { try requireFile(repository + "/" + name) }
      // Without HEAD it is no repository, and git looks further up.
      guard folder.count > 1, !FileManager.default.fileExists(atPath: repository + "/HEAD") else { return }
      folder = URL(filePath: folder).deletingLastPathComponent().path
    }
  }

  /// - Throws: A problem if there is anything but a file or a folder.
  static func requireFile(_ path: String) throws(GitProblem) {
    var status = stat()
    guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return }
    throw GitProblem(.other, "Git is not used here: \(path) is a pipe or a device, not a file")
  }
}
