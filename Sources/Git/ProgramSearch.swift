internal import Foundation
internal import Glibc

extension GitRepository {
  /// The key of permissions for the programs of the repository. All its work trees share it.
  package var permissionKey: String { URL(filePath: commonFolder).resolvingSymlinksInPath().path }

  /// The programs that the repository names and that git commands may run: from settings in its own files, hooks,
  /// submodules, and remotes that are folders. Excludes programs named by the user's own configuration.
  ///
  /// The search runs none of them.
  package func programs(_ settings: GitSettings) throws(GitProblem) -> [RepositoryProgram] {
    var search = ProgramSearch(git)
    try search.addRepository(
      ProgramSearch.Place(gitFolder: gitFolder, workTree: top, name: ""), known: (commonFolder, settings))
    return search.found
  }
}

/// A search through a repository and the repositories that it refers to.
struct ProgramSearch {
  private let git: GitProgram
  private(set) var found: [RepositoryProgram] = []
  /// The repositories and the work trees that were searched.
  private var visited: Set<[ExactText]> = []
  private var visits = 0

  /// The maximum number of programs, and of folders searched for them.
  private static let limit = 1_000

  struct Place {
    var gitFolder: String
    /// `nil` for a repository without a work tree, or if it does not matter.
    var workTree: String?
    /// The name shown to the user; empty for the repository itself.
    var name: String
    /// Whether git only pushes to it, and so does not read its submodules and remotes.
    var isRemote = false
  }

  init(_ git: GitProgram) { self.git = git }

  /// - Parameter known: The folder that its work trees share and its settings, if they have been read.
  mutating func addRepository(
    _ place: Place, known: (common: String, settings: GitSettings)? = nil
  ) throws(GitProblem) {
    var place = place
    // Every command of git reads some of them.
    if isFirst(place.gitFolder, "files") { try RepositoryFiles.check(place.gitFolder) }
    // For a submodule or another work tree, this is a file that names the folder.
    if !Self.isFolder(place.gitFolder) { place.gitFolder = try path(["rev-parse", "--absolute-git-dir"], of: place) }
    // A remote can be a submodule, too, and two submodules can share a folder of git.
    guard isFirst(place.gitFolder, place.isRemote ? "remote" : "") else { return try addSubmodules(of: place) }
    try count()
    let (common, all) = if let known { known } else { try read(place) }
    let settings = try readable(all)
    let hasOwnTree = place.gitFolder.isExactly(common) || hasWorktreeSettings(settings)
    for setting in settings where setting.isOwn && needsPermission(setting, place, hasOwnTree) {
      try add(RepositoryProgram(setting.key, setting.value, in: place.name))
    }
    if let folder = hookFolder(settings, place, common) { try addHooks(in: folder, place) }
    try checkFiles(of: place, common)
    for folder in Set([place.gitFolder, common]).sorted() { try addLinks(in: folder, place) }
    guard !place.isRemote else { return }
    try addOperations(of: place)
    try addSubmodules(of: place)
    if let tree = settings.last(where: { $0.isOwn && $0.key.isExactly("core.worktree") })?.value {
      var other = place
      let folder = tree.startsExactly(with: "/") ? tree : place.gitFolder + "/" + tree
      other.workTree = folder
      // That of a submodule which is not checked out is missing.
      if Self.isFolder(folder) { try addSubmodules(of: other) }
    }
    try addModules(below: common + "/modules")
    try addRemotes(settings, place)
    try addRemoteFiles(in: common, place)
  }

  private func read(_ place: Place) throws(GitProblem) -> (common: String, settings: GitSettings) {
    (try path(["rev-parse", "--git-common-dir"], of: place), try GitSettings(moved(to: place), options(place)))
  }

  mutating func add(_ program: RepositoryProgram) throws(GitProblem) {
    found.append(program)
    if found.count > Self.limit { throw tooMany }
  }

  private mutating func isFirst(_ gitFolder: String, _ place: String) -> Bool {
    visited.insert([ExactText(gitFolder.realPath ?? gitFolder), ExactText(place)]).inserted
  }

  private mutating func count() throws(GitProblem) {
    visits += 1
    if visits > Self.limit { throw tooMany }
  }

  private var tooMany: GitProblem {
    GitProblem(.other, "Git is not used here: the repository names more programs or submodules than can be shown")
  }

  private func run(_ arguments: [String], of place: Place) throws(GitProblem) -> Data {
    try moved(to: place).run(options(place) + arguments, to: "find the programs that the repository names")
  }

  private func moved(to place: Place) -> GitProgram { git.moved(to: place.workTree ?? "/") }

  private func options(_ place: Place) -> [String] {
    // Override the repository's own setting of its work tree: paths are relative to the top. git does not even start if
    // that of a submodule was deleted.
    ["--git-dir=" + place.gitFolder, "--work-tree=."]
  }

  private func path(_ arguments: [String], of place: Place) throws(GitProblem) -> String {
    let path = try text(run(arguments, of: place).dropLast(), "a path of the repository")
    return path.startsExactly(with: "/") ? path : (place.workTree ?? "") + "/" + path
  }

  func text(_ bytes: some Sequence<UInt8>, _ what: String) throws(GitProblem) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw GitProblem(.other, "Git is not used here: \(what) is not UTF-8")
    }
    return text
  }

  // MARK: Settings

  private struct Setting {
    var key: String
    var value: String
    /// Whether the setting comes from the repository, rather than from the user.
    var isOwn: Bool
  }

  /// - Throws: A problem if a setting of the repository is not UTF-8.
  private func readable(_ settings: GitSettings) throws(GitProblem) -> [Setting] {
    try settings.entries.map { entry throws(GitProblem) in
      guard entry.isOwn else {
        // Settings of the user are not shown.
        return Setting(key: Self.lossy(entry.name), value: Self.lossy(entry.value), isOwn: false)
      }
      let key = try text(entry.name, "the name of a setting of the repository")
      return Setting(key: key, value: try text(entry.value, "the setting \(key) of the repository"), isOwn: true)
    }
  }

  /// Whether work trees have settings of their own. git then obeys `core.worktree` in a linked work tree, too.
  private func hasWorktreeSettings(_ settings: [Setting]) -> Bool {
    settings.contains { $0.key.isExactly("extensions.worktreeconfig") }
  }

  /// - Parameter hasOwnTree: Whether git obeys `core.worktree`.
  private func needsPermission(_ setting: Setting, _ place: Place, _ hasOwnTree: Bool) -> Bool {
    guard setting.key.isExactly("core.worktree") else {
      return ProgramSetting.needsPermission(setting.key, setting.value)
    }
    guard hasOwnTree else { return false }
    // git writes files there. Submodules have this setting, too; their work trees refer to the repository.
    let isAbsolute = setting.value.startsExactly(with: "/")
    let tree = isAbsolute ? setting.value : place.gitFolder + "/" + setting.value
    // That of a submodule whose files were deleted is missing or empty.
    let files = try? FileManager.default.contentsOfDirectory(atPath: tree)
    return files?.isEmpty == false && !Self.refers(tree, to: place.gitFolder)
  }

  /// Whether the `.git` of a work tree is the folder of a repository, or a file that refers to it.
  private static func refers(_ tree: String, to gitFolder: String) -> Bool {
    guard let folder = gitFolder.realPath else { return false }
    return RepositoryFiles.gitFolder(at: tree + "/.git").realPath?.isExactly(folder) ?? false
  }

  /// Checks the files that git reads to compare and to list files: it waits for a pipe, and reads a device without end.
  private func checkFiles(of place: Place, _ common: String) throws(GitProblem) {
    var paths = [common + "/info/attributes", common + "/info/exclude", place.gitFolder + "/info/sparse-checkout"]
    if let tree = place.workTree { paths += [".gitattributes", ".gitignore", ".gitmodules"].map { tree + "/" + $0 } }
    for path in paths {
      try RepositoryFiles.requireFile(path)
      // git ignores folders and missing files.
      guard Self.size(of: path) ?? 0 <= Self.fileSize else {
        throw GitProblem(.other, "Git is not used here: \(path) is larger than \(Self.fileSize >> 20) MB")
      }
    }
  }

  static func lossy(_ bytes: Data) -> String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Hooks

  /// The folder of the hooks; `nil` if the user has configured it.
  private func hookFolder(_ settings: [Setting], _ place: Place, _ common: String) -> String? {
    // The last value is this search's own override.
    guard let setting = settings.filter({ $0.key == "core.hookspath" }).dropLast().last, !setting.value.isEmpty else {
      return common + "/hooks"
    }
    let path = setting.value
    if path.startsExactly(with: "~/") { return setting.isOwn ? git.home.map { $0 + path.dropFirst() } : nil }
    guard path.startsExactly(with: "/") else { return (place.workTree ?? place.gitFolder) + "/" + path }
    let isInside = [place.workTree, common].contains { folder in
      folder.map { (path.realPath ?? path).startsExactly(with: ($0.realPath ?? $0) + "/") } ?? false
    }
    return setting.isOwn || isInside ? path : nil
  }

  /// Adds the hooks with the hashes of their contents, which may change with every pull.
  private mutating func addHooks(in folder: String, _ place: Place) throws(GitProblem) {
    let paths = Self.hooks(in: folder).map { folder + "/" + $0 }
    guard !paths.isEmpty else { return }
    if let path = paths.first(where: { Self.size(of: $0) ?? .max > Self.fileSize }) {
      throw GitProblem(.other, "Git is not used here: the hook \(path) is larger than \(Self.fileSize >> 20) MB")
    }
    let hashes = try run(["hash-object", "--no-filters", "--"] + paths, of: place).split(separator: UInt8(ascii: "\n"))
    guard hashes.count == paths.count else { throw GitProblem(.other, "Git is not used here: \(folder) has changed") }
    for (path, hash) in zip(paths, hashes) {
      let name = "hook " + (path as NSString).lastPathComponent
      try add(RepositoryProgram(name, "\(path) with the content \(Self.lossy(hash))", in: place.name))
    }
  }

  static let fileSize = 32 << 20

  /// The names of the files that git would run. Hooks have names of lower-case letters and digits.
  private static func hooks(in folder: String) -> [String] {
    // A missing folder has no hooks. git cannot read an unreadable one either.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().filter { name in
      name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
        && size(of: folder + "/" + name) != nil && access(folder + "/" + name, X_OK) == 0
    }
  }

  /// The size of a regular file.
  static func size(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  // MARK: Other repositories

  /// Adds the submodules in the index. git runs in them to see their changes.
  private mutating func addSubmodules(of place: Place) throws(GitProblem) {
    guard !place.isRemote, let workTree = place.workTree, isFirst(place.gitFolder, workTree.realPath ?? workTree) else {
      return
    }
    try count()
    // An array is split faster than data.
    for entry in Array(try run(["ls-files", "--stage", "-z"], of: place)).split(separator: 0)
    where entry.starts(with: "160000 ".utf8) {
      guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let path = try text(entry[entry.index(after: tab)...], "the path of a submodule")
      let folder = workTree + "/" + path
      let name = place.name.isEmpty ? path : place.name + "/" + path
      try addOther(Place(gitFolder: folder + "/.git", workTree: folder, name: name))
    }
  }

  /// Adds the repositories of submodules that are fetched but not checked out.
  private mutating func addModules(below folder: String) throws(GitProblem) {
    // A repository without submodules has no such folder.
    for child in (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] {
      let path = folder + "/" + child
      guard Self.isFolder(path) else { continue }
      try count()
      if Self.exists(path + "/HEAD") {
        try addOther(Place(gitFolder: path, workTree: nil, name: path))
      } else {
        try addModules(below: path)
      }
    }
  }

  /// Adds remotes that are folders. Pushing runs their hooks.
  private mutating func addRemotes(_ settings: [Setting], _ place: Place) throws(GitProblem) {
    let named = settings.filter { $0.key.endsExactly(with: ".url") && !$0.value.isEmpty }
    let known = Set((named.compactMap { Self.remote(of: $0.key) } + ["."]).map { ExactText($0) })
    for setting in settings where setting.isOwn {
      if Self.hasURL(setting.key) { try addRemote(setting.value, setting, place) }
      // A value other than the name of a remote is a URL.
      let names = [Self.remote(of: setting.key), Self.namesRemote(setting.key) ? setting.value : nil]
      for name in names.compactMap(\.self) where !known.contains(ExactText(name)) {
        try addRemote(name, setting, place, isName: true)
      }
    }
  }

  /// The remote that the setting belongs to.
  private static func remote(of key: String) -> String? {
    guard let rest = key.removingExactly(prefix: "remote."), let dot = rest.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return nil
    }
    return String(Substring(rest.utf8[..<dot]))
  }

  private static func hasURL(_ key: String) -> Bool {
    remote(of: key) != nil && [".url", ".pushurl"].contains { key.endsExactly(with: $0) }
  }

  private static func namesRemote(_ key: String) -> Bool {
    key.isExactly("remote.pushdefault")
      || key.startsExactly(with: "branch.") && [".remote", ".pushremote"].contains { key.endsExactly(with: $0) }
  }

  /// - Parameter isName: Whether it is probably the name of a removed remote.
  private mutating func addRemote(
    _ url: String, _ setting: Setting, _ place: Place, isName: Bool = false
  ) throws(GitProblem) {
    let program = RepositoryProgram(setting.key, setting.value, in: place.name)
    guard let local = LocalRemote(url) else {
      if ProgramSetting.namesHelper(url), !found.contains(program) { try add(program) }
      return
    }
    let isAbsolute = local.path.startsExactly(with: "/")
    let folder = isAbsolute ? local.path : (place.workTree ?? place.gitFolder) + "/" + local.path
    var isFound = false
    for path in [folder + "/.git", folder, folder + ".git/.git", folder + ".git"] where Self.mayBeRepository(path) {
      isFound = true
      try addOther(Place(gitFolder: path, workTree: nil, name: url, isRemote: true))
    }
    // git may resolve it to another path, or it may not exist yet.
    if !local.isPlain || !isFound && !isName, !found.contains(program) { try add(program) }
  }

  /// Adds remotes defined by files, as git did before it had settings for them.
  private mutating func addRemoteFiles(in common: String, _ place: Place) throws(GitProblem) {
    for kind in ["remotes", "branches"] {
      // Few repositories have such a folder.
      for file in (try? FileManager.default.contentsOfDirectory(atPath: common + "/" + kind))?.sorted() ?? [] {
        try add(RepositoryProgram("\(kind)/\(file)", "\(common)/\(kind)/\(file)", in: place.name))
      }
    }
  }

  /// Whether a path is the folder of a repository, or a file that refers to one. If HEAD is a link, its target need not
  /// exist.
  private static func mayBeRepository(_ path: String) -> Bool {
    if isFolder(path) { return exists(path + "/HEAD") }
    guard size(of: path) != nil, let file = FileHandle(forReadingAtPath: path) else { return false }
    let mark = Data("gitdir: ".utf8)
    return (try? file.read(upToCount: mark.count)) == mark
  }

  // MARK: Files

  /// Adds a repository if it is one.
  private mutating func addOther(_ place: Place) throws(GitProblem) {
    guard Self.exists(place.gitFolder) else { return }
    do throws(GitProblem) {
      try addRepository(place)
    } catch {
      // git cannot run in this folder either.
      if error.kind != .noRepository { throw error }
    }
  }

  /// Whether a file or a link exists, even a broken link.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
