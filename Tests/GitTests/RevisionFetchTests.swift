import Foundation
import RequestModel
import Testing

@testable import Git

/// Revisions of a repository in a folder, with the real git.
@Suite struct RevisionFetchTests {
  private let home: TestFolder
  private let repository: TestRepository

  init() throws {
    home = try TestFolder()
    repository = try home.repository("shop", ["api/a.json": "{ \"url\": \"a\" }\r\n", "b.bin": "\0\n\u{1}"])
    try repository.git("tag", "-a", "-m", "First", "v1")
  }

  private func fetch(
    _ revision: String, of url: String? = nil, _ variables: [String: String] = [:],
    _ limits: RevisionFetch.Limits = RevisionFetch.Limits()
  ) -> RevisionFetch {
    RevisionFetch(
      RepositoryBase(url: url ?? repository.path, revision: revision), repository: home.path + "/cache/r.git",
      folder: home.path + "/cache/" + revision, environment: home.environment.merging(variables) { $1 }, limits: limits)
  }

  private var head: String {
    get throws { try repository.git("rev-parse", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  /// All files below the folder of a revision, with their contents.
  private func files(_ revision: String) throws -> [String: String] {
    let root = home.path + "/cache/" + revision + "/files"
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      if let data = FileManager.default.contents(atPath: root + "/" + path) {
        found[path] = String(decoding: data, as: UTF8.self)
      }
    }
    return found
  }

  @Test func aTagIsFetchedAsItWas() throws {
    try repository.write("*.json text eol=lf\n", to: ".gitattributes")
    let first = try head
    #expect(try fetch("v1").run() == first)
    #expect(try files("v1") == ["api/a.json": "{ \"url\": \"a\" }\r\n", "b.bin": "\0\n\u{1}"])
    // The tag moves on the server, and stays here.
    try repository.write("{}", to: "api/a.json")
    try repository.commitAll("Second")
    try repository.git("tag", "-f", "v1")
    fetch("v1").remove()
    #expect(try fetch("v1").run() == first)
    #expect(try files("v1")["api/a.json"] == "{ \"url\": \"a\" }\r\n")
  }

  @Test func aCommitThatNoBranchHasIsFetchedAndWorksOffline() throws {
    let commit = try head
    try repository.write("{}", to: "api/new.json")
    try repository.commitAll("Second")
    #expect(try fetch(commit).run() == commit)
    try FileManager.default.removeItem(atPath: repository.path)
    #expect(try fetch(commit).run() == commit)
    fetch(commit).remove()
    #expect(try fetch(commit).run() == commit)
    #expect(try files(commit).keys.sorted() == ["api/a.json", "b.bin"])
  }

  @Test func linksAndSubmodulesAreLeftOut() throws {
    try FileManager.default.createSymbolicLink(
      atPath: repository.path + "/api/link.json", withDestinationPath: "/etc/passwd")
    try repository.commitAll("Second")
    let commit = try head
    _ = try fetch(commit).run()
    #expect(try files(commit).keys.sorted() == ["api/a.json", "b.bin"])
  }

  @Test func hiddenFilesAreLeftOut() throws {
    for path in [".github/x.json", "api/.env", "api/.deep/y.json"] { try repository.write("{}", to: path) }
    try repository.commitAll("Second")
    let commit = try head
    #expect(try fetch(commit).isIntact(try fetch(commit).run()))
    #expect(try files(commit).keys.sorted() == ["api/a.json", "b.bin"])
    // Files planted there are noticed.
    let config = home.path + "/cache/" + commit + "/files/.git"
    try Data().write(to: URL(filePath: config))
    #expect(try !fetch(commit).isIntact(commit))
  }

  @Test func noFolderOfTheFilesIsARepository() throws {
    for path in ["api/HEAD", "api/config", "api/objects/x", "api/refs/heads/x", "api/head", "HEAD/b.json"] {
      try repository.write("ref: refs/heads/x\n", to: path)
    }
    try repository.commitAll("Second")
    let commit = try head
    #expect(try fetch(commit).isIntact(try fetch(commit).run()))
    #expect(
      try files(commit).keys.sorted() == [
        "HEAD/b.json", "api/a.json", "api/config", "api/objects/x", "api/refs/heads/x", "b.bin",
      ])
    #expect(try fetch(commit).leftOut() == ["api/HEAD", "api/head"])
  }

  /// Makes a tag whose commit has files of a repository.
  private func plant(_ name: String) throws {
    try repository.shell(
      """
      blob=$(echo '[core]' | git hash-object -w --stdin)
      inner=$(printf '100644 blob %s\\tconfig\\n' $blob | git mktree)
      outer=$(printf '040000 tree %s\\t%s\\n' $inner '\(name)' | git mktree)
      git tag evil $(git commit-tree -m Evil $outer)
      """)
  }

  @Test(arguments: [".git", ".GIT", ".giT"])
  func aRepositoryInTheFilesIsRefused(name: String) throws {
    try plant(name)
    let refused = #expect(throws: GitProblem.self) { try fetch("evil").run() }
    #expect(refused?.description.contains("contains '.git' — use another repository as the base") == true)
    #expect(!fetch("evil").isDone)
    // One that was fetched before git checked it.
    _ = try fetch("v1").run()
    try repository.git(
      "--git-dir=\(home.path)/cache/r.git", "fetch", "--quiet", "--no-tags", repository.path,
      "refs/tags/evil:refs/pinned/evil")
    let problem = #expect(throws: GitProblem.self) { try fetch("evil").run() }
    #expect(
      problem?.description
        == "\(repository.path) contains \(name), as no repository may — use another repository as the base")
    #expect(!fetch("evil").isDone)
  }

  @Test func theTerminalFetchesWithTheSameSettings() {
    let command = fetch("v1").command
    #expect(command.first == "git")
    #expect(command.contains("fetch.fsckObjects=true") && command.contains("core.hooksPath=/dev/null"))
  }

  // MARK: Limits

  @Test func filesAreNotReadBeforeTheirSizeIsKnown() throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    try home.install("git", "echo \"$*\" >>'\(home.path)/commands'\nexport PATH='\(path)'\nexec git \"$@\"")
    var (size, count) = (RevisionFetch.Limits(), RevisionFetch.Limits())
    (size.size, count.files) = (10, 1)
    for limits in [size, count] {
      let problem = #expect(throws: GitProblem.self) {
        try fetch("v1", ["PATH": home.path + "/bin:" + path], limits).run()
      }
      #expect(problem?.description.contains("use a smaller repository as the base") == true)
      #expect(!fetch("v1").isDone)
    }
    let commands = try String(contentsOfFile: home.path + "/commands", encoding: .utf8)
    #expect(commands.contains("ls-tree"))
    #expect(!commands.contains("cat-file"))
  }

  /// - Parameter content: What the innermost folder has; without files, the list of files would be empty.
  @Test(arguments: ["100644 blob %s\\tf\\n", ""])
  func foldersThatMultiplyEndInAnError(content: String) throws {
    try repository.shell(
      """
      blob=$(echo x | git hash-object -w --stdin)
      tree=$(printf '\(content)' $blob | git mktree)
      for level in 1 2 3 4 5 6 7 8 9 10 11 12; do
        tree=$(for name in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\\t%s\\n' $tree $name; done | git mktree)
      done
      git tag bomb $(git commit-tree -m Bomb $tree)
      """)
    var limits = RevisionFetch.Limits()
    limits.list = 1 << 20
    let problem = #expect(throws: GitProblem.self) { try fetch("bomb", [:], limits).run() }
    #expect(problem?.description.contains("use a smaller repository as the base") == true)
  }

  @Test func filesThatAreReadInPartsAreTheSame() throws {
    var limits = RevisionFetch.Limits()
    limits.batch = 1
    for name in ["c", "d", "e"] { try repository.write(String(repeating: name, count: 3), to: "\(name).txt") }
    try repository.write("", to: "empty.txt")
    try repository.commitAll("Second")
    let commit = try head
    #expect(try fetch(commit, [:], limits).run() == commit)
    #expect(
      try files(commit) == [
        "api/a.json": "{ \"url\": \"a\" }\r\n", "b.bin": "\0\n\u{1}", "c.txt": "ccc", "d.txt": "ddd", "e.txt": "eee",
        "empty.txt": "",
      ])
  }

  @Test func aBranchIsRefused() throws {
    let error = #expect(throws: GitProblem.self) { try fetch("main").run() }
    #expect(
      error?.description
        == "\"main\" is a branch of \(repository.path), which moves: name a commit or a tag, or run workbench base update"
    )
    #expect(try fetch("v1").resolve("main") == .init(commit: try head, isBranch: true))
    #expect(try fetch("v1").resolve("v1") == .init(commit: try head, isBranch: false))
    #expect(try fetch("v1").resolve("none") == .init(commit: nil, isBranch: false))
  }

  @Test func whatTheRepositoryDoesNotHaveIsNamed() throws {
    let commit = String(repeating: "ab", count: 20)
    for name in [commit, "v9"] {
      let error = #expect(throws: GitProblem.self) { try fetch(name).run() }
      #expect(error?.description == "\(repository.path) has no commit or tag \(name) — check \"revision\" of \"base\"")
      #expect(!fetch(name).isDone)
    }
    let error = #expect(throws: GitProblem.self) { try fetch("v1", of: home.path + "/none").run() }
    #expect(error?.description.hasPrefix("Cannot fetch \(home.path)/none: ") == true)
  }

  @Test func filesThatWereChangedInTheCacheAreNoticed() throws {
    let commit = try fetch("v1").run()
    #expect(try fetch("v1").isIntact(commit))
    let file = home.path + "/cache/v1/files/api/a.json"
    try FileManager.default.removeItem(atPath: file)
    #expect(try !fetch("v1").isIntact(commit))
    try Data("{}".utf8).write(to: URL(filePath: file))
    #expect(try !fetch("v1").isIntact(commit))
  }
}
