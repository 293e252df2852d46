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
    /// The lines of the index that the discard replaces.
    var index: Data
  }

  enum Content: Equatable, Sendable {
    case missing
    case file(Data, mode: mode_t)
    case link(String)
    /// A folder that is not empty, a pipe or a device. Cannot be kept.
    case other
  }
}

extension GitRepository {
  /// Restores files from the last commit, and removes new ones. Refuses to replace anything else.
  ///
  /// - Returns: The contents, with which `restore` undoes this. They are also kept in the repository until git prunes
  ///   it.
  package func discard(_ entries: [GitEntry]) throws(GitProblem) -> DiscardedChanges {
    if let entry = entries.first(where: { $0.isConflicted }) {
      throw GitProblem(.other, "Cannot discard \(entry.path): resolve the conflict, or abort the merge or rebase")
    }
    let paths = entries.flatMap(\.paths)
    let types = try typesInHead(paths)
    if let path = paths.first(where: { types[$0] == "commit" }) {
      throw GitProblem(.other, "Cannot discard \(path): it is a submodule — git submodule update restores it")
    }
    // A path can be that of a folder in the last commit, and of a new file on disk.
    let known = paths.filter { types[$0] == "blob" }
    let new = paths.filter { types[$0] != "blob" }
    let own = Set(paths)
    try refuseObstacles(to: paths, except: own, verb: "discard")
    try refuseStagedObstacles(to: known, except: own, verb: "discard")
    var discarded = DiscardedChanges()
    for path in paths { discarded.files.append(try kept(path, beside: own, isKnown: types[path] == "blob")) }
    do throws(GitProblem) {
      // `git reset` would also reset the files of a folder at the path.
      try removeFromIndex(new)
      // A new file can be in the place of a folder of the last commit.
      for path in new { try remove(path) }
      try change(["checkout", "HEAD"], known, to: "discard")
      try noteContents(&discarded)
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
    return discarded
  }

  /// Reads a file and its lines in the index, and adds its content to the repository.
  private func kept(
    _ path: Address, beside own: Set<Address>, isKnown: Bool
  ) throws(GitProblem) -> DiscardedChanges.File {
    let content = try content(of: path, beside: own)
    if content == .other {
      let reason: String
      if !isFolder(path) {
        reason = "it is neither a file nor a link — move it away first"
      } else {
        reason = isKnown ? "it is a folder now — move the folder away first" : "it is a folder — discard its files"
      }
      throw GitProblem(.other, "Cannot discard \(path): \(reason)")
    }
    if case .file(let bytes, _) = content {
      _ = try git.run(["hash-object", "-w", "--no-filters", "--stdin"], to: "keep \(path)", .acting, on: bytes)
    }
    return DiscardedChanges.File(
      path: path, before: content, after: .missing, index: try index(of: path, withContents: isKnown))
  }

  private func removeFromIndex(_ paths: [Address]) throws(GitProblem) {
    guard !paths.isEmpty else { return }
    let names = Data(paths.map { $0.path + "\0" }.joined().utf8)
    _ = try atTop.run(["update-index", "--force-remove", "-z", "--stdin"], to: "discard", .acting, on: names)
  }

  private func noteContents(_ discarded: inout DiscardedChanges) throws(GitProblem) {
    let own = Set(discarded.paths)
    for index in discarded.files.indices {
      discarded.files[index].after = try content(of: discarded.files[index].path, beside: own)
    }
  }

  /// Restores the discarded changes, unless a file has changed since.
  package func restore(_ discarded: DiscardedChanges) throws(GitProblem) {
    let (removed, written) = discarded.files.split(by: { $0.before == .missing })
    let own = Set(discarded.paths)
    try refuseObstacles(to: written.map(\.path), except: own, verb: "restore")
    try refuseStagedObstacles(
      to: discarded.files.filter { !$0.index.isEmpty }.map(\.path), except: own, verb: "restore")
    for file in discarded.files where try content(of: file.path, beside: own) != file.after {
      throw GitProblem(
        .other, "Cannot restore \(file.path): it has changed since — its discarded content is kept by git")
    }
    let format = try git.text(["rev-parse", "--show-object-format"], to: "restore the index")
    let zero = String(repeating: "0", count: format == "sha256" ? 64 : 40)
    let lines = discarded.files.map { Data("0 \(zero)\t\($0.path)\0".utf8) + $0.index }.reduce(Data(), +)
    // A removed file can be in the place of the folder of a written one. The deepest files are last in their order.
    for file in removed.sorted(by: { $0.path > $1.path }) + written { try write(file.before, to: file.path) }
    _ = try atTop.run(["update-index", "-z", "--index-info"], to: "restore the index", .acting, on: lines)
  }

  func isFolder(_ path: Address) -> Bool {
    var status = stat()
    return lstat(self.path(of: path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The lines of a file in the index.
  ///
  /// - Parameter withContents: Whether to include the files of a folder at the path. A restored file replaces them.
  private func index(of path: Address, withContents: Bool) throws(GitProblem) -> Data {
    let lines = try atTop.run(["ls-files", "--stage", "-z", "--", path.path], to: "read the index")
    if withContents { return lines }
    var own = Data()
    for line in lines.split(separator: 0) where Self.path(inLine: line) == path {
      own.append(line)
      own.append(0)
    }
    return own
  }

  /// The types of the objects that the last commit has at the paths: `blob`, `tree`, or `commit` for a submodule.
  private func typesInHead(_ paths: [Address]) throws(GitProblem) -> [Address: String] {
    guard try hasCommit() else { return [:] }
    let lines = try atTop.run(
      ["ls-tree", "-z", "--full-tree", "HEAD", "--"] + paths.map(\.path), to: "read the last commit")
    var types: [Address: String] = [:]
    for line in lines.split(separator: 0) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      guard words.count == 3, let path = Self.path(inLine: line) else { continue }
      types[path] = String(decoding: words[1], as: UTF8.self)
    }
    return types
  }

  /// The path in a line of `ls-tree` or `ls-files --stage`.
  private static func path(inLine line: Data) -> Address? {
    guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
    return Address(String(decoding: line[(tab + 1)...], as: UTF8.self))
  }

  // MARK: Obstacles

  /// Refuses paths that need a folder where there is a file or a link. git would replace it; we would write through a
  /// link.
  private func refuseObstacles(to paths: [Address], except own: Set<Address>, verb: String) throws(GitProblem) {
    for path in paths {
      guard let obstacle = obstacle(to: path), !own.contains(obstacle) else { continue }
      throw GitProblem(.other, "Cannot \(verb) \(path): \(obstacle) is in the way — move it away first")
    }
  }

  /// The file or the link in the place of a folder of the path.
  private func obstacle(to path: Address) -> Address? {
    Self.folders(of: path).first { folder in
      var status = stat()
      return lstat(self.path(of: folder), &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }
  }

  /// Refuses paths that need a folder where the index has a file.
  private func refuseStagedObstacles(
    to paths: [Address], except own: Set<Address>, verb: String
  ) throws(GitProblem) {
    let folders = Set(paths.flatMap { Self.folders(of: $0) }).subtracting(own)
    let outermost = folders.filter { $0.parent.path.isEmpty }
    guard !outermost.isEmpty else { return }
    let names = try atTop.run(["ls-files", "-z", "--"] + outermost.map(\.path), to: "read the index")
    for name in names.split(separator: 0) {
      let staged = Address(String(decoding: name, as: UTF8.self))
      guard folders.contains(staged), let path = paths.first(where: { $0.isInside(staged) }) else { continue }
      throw GitProblem(.other, "Cannot \(verb) \(path): \(staged) is staged in its way — unstage it first")
    }
  }

  /// The folders that contain a file, the outermost first.
  private static func folders(of path: Address) -> [Address] {
    var folders: [Address] = []
    var folder = path.parent
    while !folder.path.isEmpty {
      folders.insert(folder, at: 0)
      folder = folder.parent
    }
    return folders
  }

  // MARK: Files

  /// - Parameter own: Files that do not count in a folder at the path.
  func content(of file: Address, beside own: Set<Address> = []) throws(GitProblem) -> DiscardedChanges.Content {
    // git does not follow links to folders.
    guard obstacle(to: file) == nil else { return .missing }
    let path = path(of: file)
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return .missing }
      throw GitProblem(.other, "Cannot read \(file): \(String(cString: strerror(errno)))")
    }
    do {
      let kind = status.st_mode & S_IFMT
      if kind == S_IFLNK { return .link(try FileManager.default.destinationOfSymbolicLink(atPath: path)) }
      // git leaves out empty folders.
      if kind == S_IFDIR { return try isEmpty(file, except: own) ? .missing : .other }
      guard kind == S_IFREG else { return .other }
      return .file(try Data(contentsOf: URL(filePath: path)), mode: status.st_mode & 0o777)
    } catch {
      throw GitProblem(.other, "Cannot read \(file): \(SystemText.reason(of: error))")
    }
  }

  /// Whether a folder has no files but those.
  private func isEmpty(_ folder: Address, except own: Set<Address>) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: path(of: folder)).allSatisfy { name in
      let item = folder.appending(name)
      return try own.contains(item) || isFolder(item) && isEmpty(item, except: own)
    }
  }

  private func remove(_ file: Address) throws(GitProblem) {
    // Below a link, it would be another file.
    if obstacle(to: file) != nil { return }
    if isFolder(file) { return removeFolder(file) }
    guard unlink(path(of: file)) == 0 || errno == ENOENT else {
      throw GitProblem(.other, "Cannot remove \(file): \(String(cString: strerror(errno)))")
    }
  }

  /// Removes a folder and those in it, unless there are files: `rmdir` keeps them.
  private func removeFolder(_ folder: Address) {
    // An unreadable folder stays.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path(of: folder))) ?? []
    for item in names.map(folder.appending) where isFolder(item) { removeFolder(item) }
    rmdir(path(of: folder))
  }

  private func write(_ content: DiscardedChanges.Content, to file: Address) throws(GitProblem) {
    let path = path(of: file)
    let folder = URL(filePath: path).deletingLastPathComponent()
    do {
      switch content {
      case .missing: try remove(file)
      case .other: throw GitProblem(.other, "Cannot write \(file): its content was not kept")
      case .link(let target):
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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

extension Array {
  fileprivate func split(by isFirst: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}
