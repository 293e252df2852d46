import ChildProcesses
import Foundation
import RequestModel
import Testing

@testable import Git

/// Staging, discarding, committing and conflicts, with the real git.
@Suite struct ChangeTests {
  private func entries(_ repository: TestRepository) throws -> [GitEntry] { try repository.opened().status().entries }

  @Test func whatIsDiscardedComesBack() throws {
    let repository = try TestFolder().repository(
      "shop", ["changed.json": "{}", "gone.json": "[]", "old.json": "{\"a\": [1, 2, 3]}", "half.json": "{}"])
    try repository.write("{ \"b\": 1 }", to: "changed.json")
    try repository.remove("gone.json")
    try repository.git("mv", "old.json", "new.json")
    try repository.write("{ \"staged\": 1 }", to: "half.json")
    try repository.git("add", "half.json")
    try repository.write("{ \"staged\": 1, \"more\": 2 }", to: "half.json")
    try repository.write("new", to: "folder/nëw\n.json")
    let before = try repository.status()
    #expect(before.count == 5)
    let opened = try repository.opened()
    let discarded = try opened.discard(try entries(repository))
    #expect(try repository.status() == [])
    #expect(repository.read("changed.json") == "{}")
    #expect(repository.read("old.json") == "{\"a\": [1, 2, 3]}")
    #expect(repository.read("new.json") == nil)
    try opened.restore(discarded)
    #expect(try repository.status() == before)
    #expect(repository.read("half.json") == "{ \"staged\": 1, \"more\": 2 }")
    #expect(try repository.git("show", ":half.json") == "{ \"staged\": 1 }")
    #expect(repository.read("folder/nëw\n.json") == "new")
  }

  /// git has removed the file when it finds that it cannot write the committed one.
  @Test func aDiscardThatFailsLeavesTheFilesAsTheyWere() throws {
    let home = try TestFolder()
    let repository = try home.repository("shop", ["a.json": "{}", ".gitattributes": "*.json filter=broken"])
    try repository.git("config", "--global", "filter.broken.clean", "cat")
    try repository.git("config", "--global", "filter.broken.smudge", "false")
    try repository.git("config", "--global", "filter.broken.required", "true")
    try repository.write("mine", to: "a.json")
    try repository.git("add", "a.json")
    try repository.write("new", to: "b.json")
    let before = try repository.status()
    #expect(throws: GitProblem.self) { try repository.opened().discard(try entries(repository)) }
    #expect(repository.read("a.json") == "mine" && repository.read("b.json") == "new")
    #expect(try repository.status() == before && before.count == 2)
  }

  @Test func aDiscardThatCannotBeTakenBackNamesBothReasons() throws {
    let repository = try TestFolder().repository()
    try repository.write("mine", to: "a.json")
    let (opened, changed) = (try repository.opened(), try entries(repository))
    try repository.write("", to: ".git/index.lock")
    let problem = #expect(throws: GitProblem.self) { try opened.discard(changed) }
    #expect(problem?.description.hasPrefix("Cannot discard") == true, "\(problem?.description ?? "")")
    #expect(problem?.description.contains(" — Cannot restore the index") == true, "\(problem?.description ?? "")")
    #expect(repository.read("a.json") == "mine")
  }

  @Test func whatChangedSinceIsNotOverwritten() throws {
    let repository = try TestFolder().repository()
    try repository.write("mine", to: "a.json")
    let opened = try repository.opened()
    let discarded = try opened.discard(try entries(repository))
    try repository.write("newer", to: "a.json")
    let problem = #expect(throws: GitProblem.self) { try opened.restore(discarded) }
    #expect(
      problem?.description == "Cannot restore a.json: it has changed since — its discarded content is kept by git")
    #expect(repository.read("a.json") == "newer")
  }

  private func entry(_ path: String, of repository: TestRepository) throws -> GitEntry {
    let entry = try entries(repository).first { $0.path == Address(path) }
    return try #require(entry)
  }

  /// The new file is untracked, ignored, or a link to a folder with a file of the same name.
  @Test(arguments: [
    "echo mine > c/x", "echo mine > c/x; echo x > .git/info/exclude", "ln -s ../other c/x", "ln -s nowhere c/x",
  ])
  func aDeletedFileIsNotRestoredOverWhatIsInThePlaceOfItsFolder(script: String) throws {
    let repository = try TestFolder().repository("shop", ["c/x/y.json": "{}", "other/y.json": "[]"])
    try repository.shell("rm -r c/x; \(script)")
    let before = try repository.status()
    let (type, text) = (try repository.shell("stat -c '%F %N' c/x"), repository.read("c/x"))
    let problem = #expect(throws: GitProblem.self) {
      try repository.opened().discard([try entry("c/x/y.json", of: repository)])
    }
    #expect(problem?.description == "Cannot discard c/x/y.json: c/x is in the way — move it away first")
    #expect(try repository.shell("stat -c '%F %N' c/x") == type && repository.read("c/x") == text)
    #expect(repository.read("other/y.json") == "[]")
    #expect(try repository.status() == before)
  }

  @Test func aNewFileInThePlaceOfAFolderIsDiscardedAloneAndComesBack() throws {
    let repository = try TestFolder().repository("shop", ["c/x/y.json": "{}", "c/x/z.json": "[]"])
    try repository.shell("git rm -r --quiet --cached c/x/z.json; rm -r c/x")
    try repository.write("mine", to: "c/x")
    let before = try repository.status()
    #expect(before == ["?? c/x", " D c/x/y.json", "D  c/x/z.json"])
    let opened = try repository.opened()
    let new = try opened.discard([try entry("c/x", of: repository)])
    #expect(try repository.status() == [" D c/x/y.json", "D  c/x/z.json"])
    #expect(!FileManager.default.fileExists(atPath: repository.path + "/c/x"))
    let deleted = try opened.discard([try entry("c/x/y.json", of: repository)])
    #expect(repository.read("c/x/y.json") == "{}")
    #expect(try repository.status() == ["D  c/x/z.json"])
    // The undo of the second discard leaves an empty folder.
    try opened.restore(deleted)
    try opened.restore(new)
    #expect(repository.read("c/x") == "mine")
    #expect(try repository.status() == before)
  }

  /// Renamed into a folder of its name, or from one, and deleted.
  @Test(arguments: [
    ("f", "f/a", "git mv f t; mkdir f; git mv t f/a; rm -r f"),
    ("d/x", "d", "git mv d/x t; rm -rf d; git mv t d; rm d"),
  ])
  func aFileThatWasMovedIntoThePlaceOfItsFolderIsDiscarded(from: String, to: String, script: String) throws {
    let repository = try TestFolder().repository("shop", [from: "{}"])
    try repository.shell(script)
    let before = try repository.status()
    let opened = try repository.opened()
    let discarded = try opened.discard(try entries(repository))
    #expect(try repository.status() == [] && repository.read(from) == "{}")
    try opened.restore(discarded)
    #expect(try repository.status() == before)
    #expect(!FileManager.default.fileExists(atPath: repository.path + "/" + to))
  }

  /// Both paths are one change: each is in the way of the other.
  @Test(arguments: [("d/x", "d"), ("d/e/x", "d"), ("d", "d/x"), ("d", "d/e/x")])
  func aFileThatIsInThePlaceOfItsFormerFolderOrFileIsDiscardedAndComesBack(from: String, to: String) throws {
    let repository = try TestFolder().repository("shop", [from: "{}"])
    try repository.shell("git mv \(from) t; rm -rf d; mkdir -p $(dirname \(to)); git mv t \(to)")
    let before = try repository.status()
    #expect(before == ["R  \(from) -> \(to)"])
    let opened = try repository.opened()
    let discarded = try opened.discard(try entries(repository))
    #expect(try repository.status() == [] && repository.read(from) == "{}")
    try opened.restore(discarded)
    #expect(try repository.status() == before && repository.read(to) == "{}")
  }

  /// The file that the link leads to has the name of the discarded one.
  @Test func aLinkThatIsInThePlaceOfItsFormerFolderIsNotFollowed() throws {
    let repository = try TestFolder().repository("shop", ["other/x": "[]"])
    try repository.shell("mkdir d; ln -s other d/x; git add d; git commit --quiet -m Link")
    try repository.shell("git mv d/x t; rm -rf d; git mv t d")
    let before = try repository.status()
    #expect(before == ["R  d/x -> d"])
    let opened = try repository.opened()
    let discarded = try opened.discard(try entries(repository))
    #expect(try repository.status() == [] && repository.read("other/x") == "[]")
    try opened.restore(discarded)
    #expect(try repository.status() == before && repository.read("other/x") == "[]")
  }

  @Test func aFileIsNotRestoredOverAFolderWithOtherFilesThanTheMovedOne() throws {
    let repository = try TestFolder().repository("shop", ["d": "{}"])
    try repository.shell("git mv d t; mkdir d; git mv t d/x; printf mine > d/new")
    let before = try repository.status()
    let problem = #expect(throws: GitProblem.self) {
      try repository.opened().discard([try entry("d/x", of: repository)])
    }
    #expect(problem?.description == "Cannot discard d: it is a folder now — move the folder away first")
    #expect(repository.read("d/x") == "{}" && repository.read("d/new") == "mine")
    #expect(try repository.status() == before)
  }

  @Test func anUndoKeepsTheNewFilesOfAFolderThatItWouldReplace() throws {
    let repository = try TestFolder().repository("shop", ["d/x": "{}"])
    try repository.shell("git mv d/x t; rm -rf d; git mv t d")
    let opened = try repository.opened()
    let discarded = try opened.discard(try entries(repository))
    try repository.write("mine", to: "d/new")
    let problem = #expect(throws: GitProblem.self) { try opened.restore(discarded) }
    #expect(problem?.description == "Cannot restore d: it has changed since — its discarded content is kept by git")
    #expect(repository.read("d/x") == "{}" && repository.read("d/new") == "mine")
    #expect(try repository.status() == ["?? d/new"])
  }

  @Test func aFileIsNotRestoredOverAFolderWithFiles() throws {
    let repository = try TestFolder().repository("shop", ["a": "{}"])
    try repository.remove("a")
    try repository.write("mine", to: "a/new.json")
    let before = try repository.status()
    let problem = #expect(throws: GitProblem.self) {
      try repository.opened().discard([try entry("a", of: repository)])
    }
    #expect(problem?.description == "Cannot discard a: it is a folder now — move the folder away first")
    #expect(repository.read("a/new.json") == "mine")
    #expect(try repository.status() == before)
  }

  @Test func aFileThatIsOnlyStagedInThePlaceOfAFolderStaysInTheIndex() throws {
    let repository = try TestFolder().repository("shop", ["c/x/y.json": "{}"])
    try repository.shell("git rm -r --quiet c/x; mkdir -p c; echo mine > c/x; git add c/x; rm c/x")
    let before = try repository.status()
    let problem = #expect(throws: GitProblem.self) {
      try repository.opened().discard([try entry("c/x/y.json", of: repository)])
    }
    #expect(problem?.description == "Cannot discard c/x/y.json: c/x is staged in its way — unstage it first")
    #expect(try repository.git("show", ":c/x") == "mine\n")
    #expect(try repository.status() == before)
  }

  /// A file in a folder that was deleted is staged, but not on disk.
  @Test func stagedFilesThatARestoredFileReplacesComeBack() throws {
    let repository = try TestFolder().repository("shop", ["a": "{}"])
    try repository.shell("git rm --quiet a; mkdir a; echo mine > a/new.json; git add a; rm -r a")
    let before = try repository.status()
    let opened = try repository.opened()
    let discarded = try opened.discard([try entry("a", of: repository)])
    #expect(repository.read("a") == "{}")
    #expect(try repository.status() == [])
    try opened.restore(discarded)
    #expect(repository.read("a") == nil)
    #expect(try repository.git("show", ":a/new.json") == "mine\n")
    #expect(try repository.status() == before)
  }

  @Test func anUndoDoesNotWriteThroughALink() throws {
    let repository = try TestFolder().repository("shop", ["c/y.json": "{}", "other/z.json": "[]"])
    try repository.write("mine", to: "c/y.json")
    let opened = try repository.opened()
    let discarded = try opened.discard(try entries(repository))
    try repository.shell("mv c kept; ln -s kept c")
    let problem = #expect(throws: GitProblem.self) { try opened.restore(discarded) }
    #expect(problem?.description == "Cannot restore c/y.json: c is in the way — move it away first")
    #expect(repository.read("kept/y.json") == "{}")
    try repository.shell("rm c; mv kept c")
    try opened.restore(discarded)
    #expect(repository.read("c/y.json") == "mine")
  }

  /// A branch that cannot be read, and one whose commit is gone.
  @Test(arguments: ["garbage", String(repeating: "ab", count: 20)])
  func aBranchThatCannotBeReadIsNotTakenForANewOne(content: String) throws {
    let repository = try TestFolder().repository()
    try repository.write("mine", to: "a.json")
    let opened = try repository.opened()
    let changed = try entries(repository)
    try repository.write(content + "\n", to: ".git/refs/heads/main")
    let problem = #expect(throws: GitProblem.self) { try opened.discard(changed) }
    #expect(problem?.description.hasPrefix("Cannot ") == true)
    #expect(repository.read("a.json") == "mine")
    #expect(throws: GitProblem.self) { try opened.versions(of: changed[0], .head) }
    #expect(throws: GitProblem.self) { try opened.lines(of: changed[0], .head) }
  }

  @Test func anObjectThatIsGoneIsNotAnEmptyFile() throws {
    let repository = try TestFolder().repository()
    let id = try repository.git("rev-parse", "HEAD:a.json").trimmingCharacters(in: .newlines)
    try repository.remove(".git/objects/\(id.prefix(2))/\(id.dropFirst(2))")
    try repository.write("mine", to: "a.json")
    let opened = try repository.opened()
    for base in [GitBase.head, .index, .staged] {
      #expect(throws: GitProblem.self) { try opened.versions(of: GitEntry("a.json"), base) }
    }
    let none = try opened.versions(of: GitEntry("none.json"), .staged)
    #expect(none.old == nil && none.new == nil)
  }

  @Test func whatIsDiscardedComesBackInARepositoryWithLongHashes() throws {
    let repository = try TestRepository(folder: "shop", in: try TestFolder())
    try repository.git("init", "--quiet", "--object-format=sha256")
    try repository.write("{}", to: "a.json")
    try repository.commitAll("First")
    try repository.write("[]", to: "a.json")
    try repository.write("new", to: "b.json")
    try repository.git("add", ".")
    let before = try repository.status()
    let opened = try repository.opened()
    let discarded = try opened.discard(try entries(repository))
    #expect(try repository.status() == [])
    try opened.restore(discarded)
    #expect(try repository.status() == before)
    #expect(try repository.git("show", ":b.json") == "new")
  }

  @Test func modesAndLinksComeBack() throws {
    let repository = try TestFolder().repository("shop", ["run.sh": "#!/bin/sh\n"])
    chmod(repository.path + "/run.sh", 0o755)
    try FileManager.default.createSymbolicLink(atPath: repository.path + "/link", withDestinationPath: "run.sh")
    let opened = try repository.opened()
    let discarded = try opened.discard(try entries(repository))
    #expect(!FileManager.default.isExecutableFile(atPath: repository.path + "/run.sh"))
    #expect(repository.read("link") == nil)
    try opened.restore(discarded)
    #expect(FileManager.default.isExecutableFile(atPath: repository.path + "/run.sh"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: repository.path + "/link") == "run.sh")
  }

  @Test func commitsAndListsThem() throws {
    let repository = try TestFolder().repository()
    try repository.write("[]", to: "a.json")
    let opened = try repository.opened()
    try opened.stage(try entries(repository))
    _ = try opened.commit(message: "Größer\n\nA body", ProgramControl())
    let commits = try opened.commits(of: "a.json")
    #expect(commits.map(\.subject) == ["Größer", "First"])
    #expect(commits[0].author == "Ada")
    let entry = GitEntry("a.json")
    try repository.write("[1]", to: "a.json")
    #expect(try opened.versions(of: entry, .commit(commits[1])).old == Data("{}\n".utf8))
    #expect(try opened.versions(of: entry, .head).old == Data("[]".utf8))
    #expect(try opened.versions(of: entry, .head).new == Data("[1]".utf8))
    #expect(
      try opened.lines(of: entry, .head).filter { !$0.hasPrefix("@@") && !$0.hasPrefix("\\") } == ["-[]", "+[1]"])
  }

  @Test func theOutputOfAFailingHookIsKeptWhole() throws {
    let repository = try TestFolder().repository()
    let hook = repository.path + "/.git/hooks/pre-commit"
    try repository.write(
      "#!/bin/sh\necho 'style: line 1'\necho 'style: line 2' >&2\nexit 1\n", to: ".git/hooks/pre-commit")
    chmod(hook, 0o755)
    try repository.write("[]", to: "a.json")
    let opened = try repository.opened()
    try opened.stage(try entries(repository))
    let problem = #expect(throws: GitProblem.self) { try opened.commit(message: "No", ProgramControl()) }
    #expect(problem?.output.contains("style: line 1") == true)
    #expect(problem?.output.contains("style: line 2") == true)
    #expect(problem?.description == "Cannot commit: style: line 2")
    #expect(try opened.commits(of: nil).map(\.subject) == ["First"])
  }

  @Test func aMergeConflictHasSidesAndCanBeAborted() throws {
    let repository = try TestFolder().repository("shop", ["a.json": "{\"a\": 1}\n"])
    try repository.git("switch", "--quiet", "--create", "theirs")
    try repository.write("{\"a\": 2}\n", to: "a.json")
    try repository.commitAll("Two")
    try repository.git("switch", "--quiet", "main")
    try repository.write("{\"a\": 3}\n", to: "a.json")
    try repository.commitAll("Three")
    try repository.git("merge", "--quiet", "theirs", succeeds: false)
    let opened = try repository.opened()
    let status = try opened.status()
    #expect(status.operation == .merge)
    #expect(status.conflicts.map(\.path) == ["a.json"])
    #expect(status.entries[0].conflict?.title(in: status.operation) == "changed by both")
    let sides = try opened.sides(of: "a.json")
    #expect(
      [sides.base, sides.ours, sides.theirs].map { $0.map { String(decoding: $0, as: UTF8.self) } }
        == ["{\"a\": 1}\n", "{\"a\": 3}\n", "{\"a\": 2}\n"])
    let problem = #expect(throws: GitProblem.self) { try opened.discard(status.entries) }
    #expect(problem?.description.contains("resolve the conflict") == true)
    _ = try opened.perform(.abort(.merge), ProgramControl()) { _ in }
    #expect(try repository.status() == [])
  }

  /// git calls the new base ours while it rebases.
  @Test func theUsersCommitIsOursInARebase() throws {
    let repository = try TestFolder().repository("shop", ["a.json": "1\n", "b.json": "1\n"])
    try repository.git("switch", "--quiet", "--create", "upstream")
    try repository.write("2\n", to: "a.json")
    try repository.remove("b.json")
    try repository.commitAll("Two")
    try repository.git("switch", "--quiet", "main")
    try repository.write("3\n", to: "a.json")
    try repository.write("3\n", to: "b.json")
    try repository.commitAll("Three")
    try repository.git("rebase", "upstream", succeeds: false)
    let opened = try repository.opened()
    let status = try opened.status()
    let sides = try opened.sides(of: "a.json")
    #expect(sides.ours == Data("3\n".utf8) && sides.theirs == Data("2\n".utf8))
    let deleted = try opened.sides(of: "b.json")
    #expect(deleted.ours == Data("3\n".utf8) && deleted.theirs == nil)
    let titles = status.conflicts.map { $0.conflict?.title(in: status.operation) }
    #expect(titles == ["changed by both", "deleted by them"])
  }

  @Test(arguments: [GitOperation.merge, .rebase, .cherryPick, .revert])
  func stoppedOperationsAreToldAndContinue(operation: GitOperation) throws {
    let repository = try TestFolder().repository("shop", ["a.json": "1\n"])
    try repository.git("switch", "--quiet", "--create", "other")
    try repository.write("2\n", to: "a.json")
    try repository.commitAll("Two")
    try repository.git("switch", "--quiet", "main")
    try repository.write("3\n", to: "a.json")
    try repository.commitAll("Three")
    switch operation {
    case .merge: try repository.git("merge", "other", succeeds: false)
    case .rebase: try repository.git("rebase", "other", succeeds: false)
    case .cherryPick: try repository.git("cherry-pick", "other", succeeds: false)
    case .revert:
      try repository.write("4\n", to: "a.json")
      try repository.commitAll("Four")
      try repository.git("revert", "--no-edit", "HEAD~1", succeeds: false)
    }
    let opened = try repository.opened()
    let status = try opened.status()
    #expect(status.operation == operation)
    if operation == .merge { #expect(status.preparedMessage.hasPrefix("Merge branch 'other'")) }
    try repository.write("5\n", to: "a.json")
    try opened.stage(status.entries)
    _ = try opened.perform(.proceed(operation), ProgramControl()) { _ in }
    let after = try opened.status()
    #expect(after.operation == nil && after.preparedMessage.isEmpty)
    #expect(after.entries.isEmpty)
    #expect(repository.read("a.json") == "5\n")
  }

  @Test func aStashThatDoesNotApplyIsAConflict() throws {
    let repository = try TestFolder().repository("shop", ["a.json": "1\n"])
    try repository.write("2\n", to: "a.json")
    try repository.git("stash", "--quiet")
    try repository.write("3\n", to: "a.json")
    try repository.commitAll("Three")
    try repository.git("stash", "pop", succeeds: false)
    #expect(try repository.status() == ["UU a.json"])
    #expect(try repository.opened().status().operation == nil)
  }
}
