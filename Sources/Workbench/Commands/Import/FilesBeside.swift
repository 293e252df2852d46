import Foundation
import Glibc

/// Reads the files beside an imported one that its requests send.
enum FilesBeside {
  static func files(in folder: String) -> SentFiles {
    SentFiles(folder: folder) { path, limit in read(path, in: folder, limit) }
  }

  /// The files that paths relative to a folder lead to, wherever they are.
  static func allFiles(from folder: String) -> SentFiles {
    SentFiles(folder: folder, allowsOutside: true) { path, limit in
      content(of: path.hasPrefix("/") ? path : folder + "/" + path, limit)
    }
  }

  /// Reads a file. A link is followed only to a file within the folder.
  private static func read(_ path: String, in folder: String, _ limit: Int) -> SentFiles.Found {
    guard access(folder + "/" + path, F_OK) == 0 else { return .missing }
    let (file, root) = (RunPaths.resolved(folder + "/" + path), RunPaths.resolved(folder))
    guard let inner = file.removingExactly(prefix: root == "/" ? root : root + "/"), !SentFiles.isHidden(inner) else {
      return .outside
    }
    return content(of: file, limit)
  }

  private static func content(of file: String, _ limit: Int) -> SentFiles.Found {
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .missing }
    if status.st_size > limit { return .tooLarge }
    guard let data = FileManager.default.contents(atPath: file) else { return .missing }
    return .bytes([UInt8](data))
  }
}
