import Foundation
import RequestModel
import Testing

@testable import Git

/// With the real git.
@Suite struct StatusTests {
  @Test func everyKindOfChangeIsSeen() throws {
    let repository = try TestFolder().repository(
      "shop", ["changed.json": "{}", "gone.json": "[1]", "old.json": "{\"a\": 1}", ".gitignore": "*.log\n"])
    try repository.write("{ }", to: "changed.json")
    try repository.remove("gone.json")
    try repository.git("mv", "old.json", "new.json")
    try repository.write("{}", to: "added.json")
    try repository.git("add", "added.json")
    try repository.write("{}", to: "folder/inside.json")
    try repository.write("x", to: "run.log")
    let expected = [
      "A  added.json", " M changed.json", "?? folder/inside.json", " D gone.json", "R  old.json -> new.json",
    ]
    #expect(try repository.status() == expected)
    #expect(try repository.opened().status().ignored == ["run.log"])
  }

  @Test func namesOfAllKindsAreSeen() throws {
    let repository = try TestFolder().repository()
    let names = [
      "two\nlines.json", "caf\u{E9}.json", "cafe\u{301}.json", "🦊.json", " blank .json", ":(top)magic.json", "*.json",
      String(repeating: "é", count: 125),
    ]
    for name in names { try repository.write("{}", to: name) }
    let entries = try repository.opened().status().entries
    #expect(entries.map(\.path).sorted() == names.map { Address($0) }.sorted())
    try repository.opened().stage(entries)
    #expect(try repository.opened().status().staged.count == names.count)
    try repository.opened().unstage(entries.filter { $0.path == "*.json" })
    #expect(try repository.status().first { $0.hasPrefix("??") } == "?? *.json")
    #expect(try repository.opened().status().staged.count == names.count - 1)
  }

  @Test func aFolderOfALargerRepositoryKnowsItsPlace() throws {
    let repository = try TestFolder().repository("mono", ["api/shop/a.json": "{}", "src/main.c": ""])
    try repository.write("{ }", to: "api/shop/a.json")
    try repository.write("int x;", to: "src/main.c")
    let status = try repository.opened("api/shop").status()
    #expect(status.folder == "api/shop")
    #expect(status.entries.map { status.address(of: $0.path) } == ["a.json", nil])
  }

  @Test func theRemotesWithAURLAreKnown() throws {
    let repository = try TestFolder().repository()
    #expect(try repository.opened().status().remotes == [])
    #expect(try repository.opened().status().pushRemote == nil)
    try repository.git("config", "remote.none.prune", "true")
    for name in ["a.b", "origin"] { try repository.git("remote", "add", name, "https://git.test/\(name)") }
    try repository.git("remote", "set-url", "--add", "--push", "origin", "https://git.test/push")
    let status = try repository.opened().status()
    #expect(status.remotes == ["a.b", "origin"] && status.pushRemote == "origin")
  }

  @Test func aNewRepositoryHasABranchWithoutCommits() throws {
    let repository = try TestFolder().repository("shop", [:])
    try repository.write("{}", to: "a.json")
    let status = try repository.opened().status()
    #expect(status.branch.name == "main")
    #expect(status.branch.commit == nil)
    try repository.opened().stage(status.entries)
    #expect(try repository.status() == ["A  a.json"])
    try repository.opened().unstage(status.entries)
    #expect(try repository.status() == ["?? a.json"])
  }

  @Test func aCheckedOutCommitAWorkTreeAndASubmoduleAreFound() throws {
    let folder = try TestFolder()
    let repository = try folder.repository()
    try repository.git("worktree", "add", "--quiet", "../second")
    let second = try TestRepository(folder: "second", in: folder)
    try second.write("{ }", to: "a.json")
    #expect(try second.status() == [" M a.json"])
    #expect(try second.opened().status().branch.name == "second")

    try repository.git("checkout", "--quiet", "--detach")
    #expect(try repository.opened().status().branch.title.hasPrefix("at "))

    let outer = try folder.repository("outer")
    try outer.git("submodule", "--quiet", "add", "\(folder.path)/shop", "inner")
    try outer.commitAll("Submodule")
    let inner = try TestRepository(folder: "outer/inner", in: folder)
    try inner.write("{ }", to: "a.json")
    #expect(try inner.status() == [" M a.json"])
    #expect(try outer.status() == [])
    try inner.commitAll("Inside")
    #expect(try outer.status() == [" M inner"])
  }

  @Test func foldersWithoutWorkTreeSaySo() throws {
    let folder = try TestFolder()
    let bare = try TestRepository(folder: "bare.git", in: folder)
    try bare.git("init", "--quiet", "--bare")
    #expect(problem(bare)?.kind == .bare)
    #expect(
      problem(bare)?.description
        == "Cannot find the repository: this is a bare repository, which has no files to change")
    let plain = try TestRepository(folder: "plain", in: folder)
    #expect(problem(plain)?.description == "\(plain.path) is not in a git repository: git init makes it one")
    #expect(!GitRepository.mayContain(plain.path, environment: [:]))
    #expect(GitRepository.mayContain(plain.path, environment: ["GIT_DIR": "/x"]))
  }

  @Test func withoutGitThereIsASentence() throws {
    let repository = try TestFolder(["PATH": "/nowhere"])
    let problem = #expect(throws: GitProblem.self) {
      try GitRepository(of: repository.path, environment: repository.environment)
    }
    #expect(problem == .missing)
  }

  @Test(arguments: ["shop", "a\nb", "a\n\nb\n"])
  func thePlacesOfARepositoryAreFoundWithLineBreaksInTheirPaths(name: String) throws {
    let repository = try TestFolder().repository(name, ["in/\n/a.json": "{}\n"])
    let opened = try repository.opened("in/\n")
    #expect(opened.path(of: "a.json") == repository.path + "/a.json")
    #expect(opened.folder == "in/\n")
    #expect(opened.stateFolders == [repository.path + "/.git", repository.path + "/.git/logs"])
  }

  @Test func aRepositoryNamedByTheEnvironmentIsUsed() throws {
    let folder = try TestFolder()
    let repository = try folder.repository()
    let other = try TestRepository(folder: "elsewhere", in: folder)
    try other.write("{ }", to: "a.json")
    let environment = folder.environment.merging([
      "GIT_DIR": repository.path + "/.git", "GIT_WORK_TREE": other.path,
    ]) { $1 }
    let status = try GitRepository(of: other.path, environment: environment).status()
    #expect(status.entries.map(\.path) == ["a.json"])
  }

  private func problem(_ repository: TestRepository) -> GitProblem? {
    #expect(throws: GitProblem.self) { try repository.opened() }
  }

  @Test func aRepositoryOfAnotherUserIsRefusedWithAdvice() throws {
    let repository = try TestFolder(["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"]).repository("shop", [:])
    #expect(problem(repository)?.kind == .unsafe)
    let advice = "git config --global --add safe.directory \(repository.path)"
    #expect(
      problem(repository)?.description
        == "Cannot find the repository: the repository belongs to another user — if you trust it, run \(advice)")
  }

  @Test func lookingTakesNoLock() throws {
    let repository = try TestFolder().repository()
    // A file with another time and the same content: git would write the index to remember that.
    try repository.write("{}\n", to: "a.json")
    let index = repository.path + "/.git/index"
    let before = try Data(contentsOf: URL(filePath: index))
    try repository.write("lock", to: ".git/index.lock")
    #expect(try repository.status() == [])
    #expect(try Data(contentsOf: URL(filePath: index)) == before)
  }
}
