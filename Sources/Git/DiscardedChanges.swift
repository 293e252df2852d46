internal import Foundation
internal import Glibc

/// The contents of files before their changes were discarded.
package struct DiscardedChanges: Sendable {
  fileprivate var files: [File] = []

  package var paths: [Address] { files.map(\.path) }

  fileprivate struct File: Sendable {
    var path: Address
    var before: Content
    var after: Content
    /// The file's lines in the index.
    var index: Data
  }

  enum Content: Equatable, Sendable {
    case missing
    case file(Data, mode: mode_t)
    case link(String)
  }
}

extension GitRepository {
  /// Restores files from the last commit, and removes new ones.
  ///
  /// - Returns: The contents, with which `restore` undoes this. They are also kept in the repository until git prunes
  ///   it.
  package func discard(_ entries: [GitEntry]) throws(GitProblem) -> DiscardedChanges {
    if let entry = entries.first(where: { $0.isConflicted }) {
      throw GitProblem(.other, "Cannot discard \(entry.path): resolve the conflict, or abort the merge or rebase")
    }
    let paths = entries.flatMap(\.paths)
    if let path = paths.first(where: { isFolder($0) }) {
      throw GitProblem(.other, "Cannot discard \(path): it is a folder — discard its files")
    }
    var discarded = DiscardedChanges()
    for path in paths {
      let content = try content(of: path)
      if case .file(let bytes, _) = content {
        _ = try git.run(["hash-object", "-w", "--no-filters", "--stdin"], to: "keep \(path)", .acting, on: bytes)
      }
      discarded.files.append(.init(path: path, before: content, after: .missing, index: try index(of: path)))
    }
    let known = try inHead(paths)
    do throws(GitProblem) {
      try change(["reset", "--quiet"], paths, to: "discard")
      try change(["checkout", "HEAD"], paths.filter(known.contains), to: "discard")
      for path in paths where !known.contains(path) { try remove(path) }
    } catch {
      // git removes a file before it reads the other version.
      do throws(GitProblem) {
        try noteContents(&discarded)
        try restore(discarded)
      } catch let second {
        throw GitProblem(.other, "\(error.description) — \(second.description)")
      }
      throw error
    }
    try noteContents(&discarded)
    return discarded
  }

  private func noteContents(_ discarded: inout DiscardedChanges) throws(GitProblem) {
    for index in discarded.files.indices {
      discarded.files[index].after = try content(of: discarded.files[index].path)
    }
  }

  /// Restores the discarded changes, unless a file has changed since.
  package func restore(_ discarded: DiscardedChanges) throws(GitProblem) {
    for file in discarded.files where try content(of: file.path) != file.after {
      throw GitProblem(
        .other, "Cannot restore \(file.path): it has changed since — its discarded content is kept by git")
    }
    let format = try git.text(["rev-parse", "--show-object-format"], to: "restore the index")
    let zero = String(repeating: "0", count: format == "sha256" ? 64 : 40)
    let lines = discarded.files.map { Data("0 \(zero)\t\($0.path)\0".utf8) + $0.index }.reduce(Data(), +)
    for file in discarded.files { try write(file.before, to: file.path) }
    _ = try atTop.run(["update-index", "-z", "--index-info"], to: "restore the index", .acting, on: lines)
  }

  func isFolder(_ path: Address) -> Bool {
    var status = stat()
    return lstat(self.path(of: path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func index(of path: Address) throws(GitProblem) -> Data {
    try atTop.run(["ls-files", "--stage", "-z", "--", path.path], to: "read the index")
  }

  /// The paths that the last commit contains.
  private func inHead(_ paths: [Address]) throws(GitProblem) -> Set<Address> {
    guard try hasCommit() else { return [] }
    let names = try atTop.run(
      ["ls-tree", "-z", "--name-only", "--full-tree", "HEAD", "--"] + paths.map(\.path), to: "read the last commit")
    return Set(names.split(separator: 0).map { Address(String(decoding: $0, as: UTF8.self)) })
  }

  // MARK: Files

  func content(of file: Address) throws(GitProblem) -> DiscardedChanges.Content {
    let path = path(of: file)
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return .missing }
      throw GitProblem(.other, "Cannot read \(file): \(String(cString: strerror(errno)))")
    }
    do {
      if status.st_mode & S_IFMT == S_IFLNK {
        return .link(try FileManager.default.destinationOfSymbolicLink(atPath: path))
      }
      return .file(try Data(contentsOf: URL(filePath: path)), mode: status.st_mode & 0o777)
    } catch {
      throw GitProblem(.other, "Cannot read \(file): \(SystemText.reason(of: error))")
    }
  }

  private func remove(_ file: Address) throws(GitProblem) {
    guard unlink(path(of: file)) == 0 || errno == ENOENT else {
      throw GitProblem(.other, "Cannot remove \(file): \(String(cString: strerror(errno)))")
    }
  }

  private func write(_ content: DiscardedChanges.Content, to file: Address) throws(GitProblem) {
    let path = path(of: file)
    let folder = URL(filePath: path).deletingLastPathComponent()
    do {
      switch content {
      case .missing: try remove(file)
      case .link(let target):
        try remove(file)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      case .file(let bytes, let mode):
        // git has removed the folder with its last file.
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try remove(file)
        try bytes.write(to: URL(filePath: path), options: .atomic)
        chmod(path, mode)
      }
    } catch let problem as GitProblem {
      throw problem
    } catch {
      throw GitProblem(.other, "Cannot write \(file): \(SystemText.reason(of: error))")
    }
  }
}
