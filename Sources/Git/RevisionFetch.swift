internal import Foundation

/// Fetches one revision of a repository and writes its files to a folder, which appears only once it is complete.
///
/// The files are the bytes of the commit: filters, line endings and links of a checkout do not apply.
package struct RevisionFetch: Sendable {
  private let base: RepositoryBase
  /// A bare repository, created when needed.
  private let repository: String
  private let folder: String
  private let git: GitProgram
  private let limits: Limits

  /// The names of the files in the folder.
  package static let (files, commit) = ("files", "commit")

  /// The limits for a repository.
  package struct Limits: Sendable {
    package var files = 50_000
    /// The total size in bytes, like the limits below.
    package var size = 256 << 20
    /// The size of the file list: even a small repository can have many folders, each with the same content.
    package var list = 64 << 20
    /// The size of files read together, except for a single larger file.
    package var batch = 16 << 20

    package init() {}
  }

  /// The seconds after which an idle server is given up.
  private static let patience = 60

  /// - Parameter folder: The destination of the files and of the commit's name.
  package init(
    _ base: RepositoryBase, repository: String, folder: String, environment: [String: String],
    limits: Limits = Limits()
  ) {
    (self.base, self.repository, self.folder, self.limits) = (base, repository, folder, limits)
    var environment = environment
    // Remove variables set by a hook that started this program.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"] {
      environment[name] = nil
    }
    // Allow no helpers, which would run a program named by the URL.
    environment["GIT_ALLOW_PROTOCOL"] = "file:git:http:https:ssh"
    // A local repository is read with its own configuration, which could start a lazy fetch.
    environment["GIT_NO_LAZY_FETCH"] = "1"
    git = GitProgram(folder: "/", environment: environment)
  }

  package var isDone: Bool { FileManager.default.fileExists(atPath: folder + "/" + Self.commit) }

  /// Fetches the revision unless it is there already.
  ///
  /// - Returns: The full name of the commit.
  package func run(
    _ control: ProgramControl = ProgramControl(), progress: @escaping (String) -> Void = { _ in }
  ) throws(GitProblem) -> String {
    if isDone, let known = try? String(contentsOfFile: folder + "/" + Self.commit, encoding: .utf8) {
      let commit = known.trimmingCharacters(in: .whitespacesAndNewlines)
      if RepositoryBase.isCommit(commit) { return commit }
      remove()
    }
    try prepare()
    if try found() == nil { try fetch(control, progress) }
    guard let commit = try found() else { throw missing }
    try write(commit)
    return commit
  }

  /// The fetch command, to run in the terminal.
  package var command: [String] {
    ["git"] + settings.flatMap { ["-c", "\($0.name)=\($0.value)"] } + own + fetching
  }

  // MARK: Fetching

  private var own: [String] { ["--git-dir=" + repository] }
  private var settings: [GitSetting] {
    [
      GitSetting("http.lowSpeedLimit", "1"), GitSetting("http.lowSpeedTime", String(Self.patience)),
      GitSetting("core.hooksPath", "/dev/null"), GitSetting("fetch.fsckObjects", "true"),
    ]
  }

  /// The local reference of the revision. It keeps a tag even if the tag moves on the server.
  private var reference: String { "refs/pinned/" + base.revision }

  private var fetching: [String] {
    let source = base.isCommit ? base.revision : "refs/tags/" + base.revision
    return ["fetch", "--progress", "--no-tags", "--depth=1", "--", base.url, "\(source):\(reference)"]
  }

  private func prepare() throws(GitProblem) {
    do {
      try FileManager.default.createDirectory(
        atPath: (repository as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw GitProblem(.other, "Cannot fetch the base: \(repository) cannot be made — \(error.localizedDescription)")
    }
    guard !FileManager.default.fileExists(atPath: repository + "/HEAD") else { return }
    _ = try git.run(["init", "--quiet", "--bare", "--template=", "--", repository], to: "fetch the base", .acting)
  }

  private func found() throws(GitProblem) -> String? {
    let name = base.isCommit ? base.revision : reference
    let result = try git.output(own + ["rev-parse", "--verify", "--quiet", name + "^{commit}"])
    let text = String(decoding: result.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return result.status == 0 ? text : nil
  }

  private func fetch(_ control: ProgramControl, _ progress: @escaping (String) -> Void) throws(GitProblem) {
    let what = "fetch \(base.url)"
    do {
      _ = try git.run(own + fetching, to: what, .acting, settings: settings, control, progress: progress)
    } catch {
      if error.kind == .asks || error.kind == .cancelled { throw error }
      guard !error.output.contains("fsck error") else {
        throw GitProblem(.other, "\(error.description) — use another repository as the base", output: error.output)
      }
      if !base.isCommit { throw try whyNoTag(error) }
      // Older servers offer only the commits of branches and tags.
      let all = ["fetch", "--progress", "--no-tags", "--", base.url, "+refs/*:refs/remotes/base/*"]
      _ = try git.run(own + all, to: what, .acting, settings: settings, control, progress: progress)
    }
  }

  private func whyNoTag(_ error: GitProblem) throws(GitProblem) -> GitProblem {
    guard error.output.contains("find remote ref") else { return error }
    return try Self.resolve(base.revision, of: base.url, git).isBranch
      ? GitProblem(
        .other,
        "\"\(base.revision)\" is a branch of \(base.url), which moves: name a commit or a tag, or run workbench base update"
      )
      : missing
  }

  private var missing: GitProblem {
    GitProblem(.other, "\(base.url) has no commit or tag \(base.revision) — check \"revision\" of \"base\"")
  }

  // MARK: Files

  private struct Blob {
    var id: String
    var size: Int
    var path: String
  }

  private func write(_ commit: String) throws(GitProblem) {
    let blobs = try list(commit)
    let new = folder + ".new-\(UUID().uuidString)"
    do {
      defer { try? FileManager.default.removeItem(atPath: new) }  // Gone once it is in place.
      let files = new + "/" + Self.files
      try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
      for batch in batches(blobs) {
        let ids = batch.map { $0.id + "\n" }.joined()
        let bytes = try git.run(own + ["cat-file", "--batch"], to: "read the base", on: Data(ids.utf8))
        try Self.write(bytes, batch, to: files)
      }
      try Data((commit + "\n").utf8).write(to: URL(filePath: new + "/" + Self.commit))
      // Another program may have put it there since: it has the same files.
      if !isDone { try FileManager.default.moveItem(atPath: new, toPath: folder) }
    } catch {
      if isDone { return }
      throw (error as? GitProblem)
        ?? GitProblem(.other, "Cannot write the base to \(folder): \(error.localizedDescription)")
    }
  }

  /// Splits files into batches that are read together.
  private func batches(_ blobs: [Blob]) -> [ArraySlice<Blob>] {
    var batches: [ArraySlice<Blob>] = []
    var (start, size) = (0, 0)
    for (index, blob) in blobs.enumerated() {
      if index > start, size + blob.size > limits.batch {
        batches.append(blobs[start..<index])
        (start, size) = (index, 0)
      }
      size += blob.size
    }
    return start < blobs.count ? batches + [blobs[start...]] : batches
  }

  /// The plain files of a commit. Links, submodules, hidden files and those named `HEAD` are left out.
  ///
  /// - Throws: A problem if there are too many files or too large ones. No file has been read then.
  private func list(_ commit: String) throws(GitProblem) -> [Blob] {
    var blobs: [Blob] = []
    var size = 0
    for entry in try entries(of: commit).split(separator: 0) {
      guard let blob = try blob(String(decoding: entry, as: UTF8.self)) else { continue }
      blobs.append(blob)
      let (sum, isTooLarge) = size.addingReportingOverflow(blob.size)
      guard blobs.count <= limits.files, !isTooLarge, sum <= limits.size else { throw tooLarge }
      size = sum
    }
    return blobs
  }

  private func entries(of commit: String) throws(GitProblem) -> Data {
    // Include folders: the list is limited, and they may contain nothing but folders.
    let arguments = ["ls-tree", "-r", "-t", "-z", "--long", "--full-tree", "--end-of-options", commit]
    do throws(GitProblem) {
      return try git.run(own + arguments, to: "list the base", limit: limits.list)
    } catch {
      throw error.kind == .tooLong ? tooLarge : error
    }
  }

  /// Reads a line of `ls-tree --long`: mode, type, name, size, and after a tab the path.
  private func blob(_ line: String) throws(GitProblem) -> Blob? {
    let halves = line.utf8.split(separator: UInt8(ascii: "\t"), maxSplits: 1).map { Substring($0) }
    guard halves.count == 2 else { return nil }
    let facts = halves[0].split(separator: " ")
    guard try isWritten(halves[1]), facts.count == 4, facts[0].hasPrefix("100"), let size = Int(facts[3]) else {
      return nil
    }
    return Blob(id: String(facts[2]), size: size, path: String(halves[1]))
  }

  private var tooLarge: GitProblem {
    GitProblem(
      .other,
      "\(base.url) has more than \(limits.files) files or \(limits.size >> 20) MB — use a smaller repository as the base"
    )
  }

  /// Whether to write a file. Hidden files and those named `HEAD` are left out, as in packs.
  ///
  /// - Throws: A problem for the files of a repository nested in this one, which git would read in the cache.
  private func isWritten(_ path: Substring) throws(GitProblem) -> Bool {
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if names.contains(where: { Substring($0).lowercased() == ".git" }) {
      throw GitProblem(
        .other, "\(base.url) contains \(path), as no repository may — use another repository as the base")
    }
    return names.allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") } && !RepositoryFile.isHead(String(path))
  }

  /// Writes the output of `cat-file --batch`: for each blob a line that ends in its size, the bytes, and a line break.
  private static func write(_ bytes: Data, _ blobs: ArraySlice<Blob>, to folder: String) throws {
    var rest = bytes[...]
    for blob in blobs {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")),
        let size = Int(String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").last ?? ""),
        rest.distance(from: end, to: rest.endIndex) > size + 1
      else { throw GitProblem(.other, "Cannot read the base: git did not print \(blob.path)") }
      let file = URL(filePath: folder + "/" + blob.path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let start = rest.index(after: end)
      try Data(rest[start..<(start + size)]).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
      rest = rest[(start + size + 1)...]
    }
  }
}

extension RevisionFetch {
  /// The current target of a branch, a tag or `HEAD` of a repository.
  package struct Resolved: Equatable, Sendable {
    package let commit: String?
    package let isBranch: Bool
  }

  /// Asks a repository for the commit that a name refers to.
  package func resolve(_ name: String) throws(GitProblem) -> Resolved { try Self.resolve(name, of: base.url, git) }

  private static func resolve(_ name: String, of url: String, _ git: GitProgram) throws(GitProblem) -> Resolved {
    let names = name == "HEAD" ? [name] : ["refs/tags/\(name)", "refs/tags/\(name)^{}", "refs/heads/\(name)"]
    let text = try git.text(["ls-remote", "--", url] + names, to: "ask \(url)", .acting)
    var found: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      if fields.count == 2 { found[String(fields[1])] = String(fields[0]) }
    }
    let tag = found["refs/tags/\(name)^{}"] ?? found["refs/tags/\(name)"]
    return Resolved(commit: tag ?? names.lazy.compactMap { found[$0] }.first, isBranch: tag == nil && !found.isEmpty)
  }

  /// Whether the files still match the commit.
  package func isIntact(_ commit: String) throws(GitProblem) -> Bool {
    let blobs = try list(commit)
    let paths = blobs.map { folder + "/" + Self.files + "/" + $0.path }
    guard paths.allSatisfy({ FileManager.default.fileExists(atPath: $0) && !$0.contains("\n") }) else { return false }
    let input = Data(paths.map { $0 + "\n" }.joined().utf8)
    let ids = try git.run(own + ["hash-object", "--no-filters", "--stdin-paths"], to: "check the base", on: input)
    let found = String(decoding: ids, as: UTF8.self).split(separator: "\n").map(String.init)
    let count = FileManager.default.enumerator(atPath: folder + "/" + Self.files)?
      .count { ($0 as? String).map { Self.isFile(folder + "/" + Self.files + "/" + $0) } ?? false }
    return found == blobs.map(\.id) && count == blobs.count
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
  }

  /// The paths of fetched files that are not hidden and still left out, since git would take their folders for
  /// repositories.
  package func leftOut() throws(GitProblem) -> [String] {
    guard let commit = try found() else { return [] }
    var paths: [String] = []
    for entry in try entries(of: commit).split(separator: 0) where entry.starts(with: "100".utf8) {
      guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let path = String(decoding: entry[entry.index(after: tab)...], as: UTF8.self)
      if RepositoryFile.isHead(path) { paths.append(path) }
    }
    return paths
  }

  /// Removes the files, to write them again.
  package func remove() { try? FileManager.default.removeItem(atPath: folder) }  // Written over it otherwise.
}
