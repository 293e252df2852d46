import ChildProcesses
import Foundation
import RequestModel
import Testing

@testable import Git

/// Repositories whose makers want their programs to run, with the real git.
@Suite struct StrangeRepositoryTests {
  /// Looks at everything that the screen shows without being asked to change anything.
  private func look(at repository: TestRepository) throws {
    let opened = try repository.opened()
    for entry in try opened.status().entries {
      for base in [GitBase.head, .index, .staged] {
        _ = try opened.lines(of: entry, base)
        _ = try opened.versions(of: entry, base)
      }
      _ = try opened.commits(of: entry.path)
    }
    _ = try opened.branches()
    _ = try opened.commits(of: nil)
  }

  /// A repository with a changed file that has a filter.
  private func repository(filter: String, in home: TestFolder) throws -> TestRepository {
    let repository = try home.repository("shop", ["a.json": "{}"])
    try repository.write("*.json filter=\(filter)\n", to: ".git/info/attributes")
    try repository.write("[]", to: "a.json")
    return repository
  }

  @Test(arguments: ["evil", "a=b", "=", "a.b", "a.process", "é", "e\u{301}", "\"", "\\", "[x]"])
  func filtersOfAnyNameDoNotRun(name: String) throws {
    let home = try TestFolder()
    let repository = try repository(filter: name, in: home)
    let trap = try Trap(in: home)
    // The same name for Swift, and another one for git.
    for name in [name, name.decomposedStringWithCanonicalMapping, name.precomposedStringWithCanonicalMapping] {
      try repository.git("config", "filter.\(name).clean", trap.script)
      try repository.git("config", "filter.\(name).process", trap.script)
      try repository.git("config", "filter.\(name).required", "true")
    }
    try look(at: repository)
    #expect(!trap.isSprung)
  }

  @Test func filtersOfIncludedFilesDoNotRun() throws {
    let home = try TestFolder()
    let trap = try Trap(in: home)
    let repository = try repository(filter: "evil", in: home)
    try repository.git("config", "--file", ".git/more", "filter.evil.clean", trap.script)
    try repository.git("config", "--global", "remote.origin.url", "https://example.com/shop")
    for condition in ["include.path", "includeIf.hasconfig:remote.*.url:https://example.com/**.path"] {
      try repository.git("config", condition, "more")
      try look(at: repository)
      try repository.git("config", "--unset", condition)
    }
    try repository.git("config", "extensions.worktreeConfig", "true")
    try repository.git("config", "--worktree", "filter.evil.clean", trap.script)
    try look(at: repository)
    #expect(!trap.isSprung)
  }

  @Test func aFilterWhoseNameIsNotUTF8IsNamedAndNotRun() throws {
    let home = try TestFolder()
    let trap = try Trap(in: home)
    let repository = try repository(filter: "evil", in: home)
    let config = repository.path + "/.git/config"
    let section = Data("[filter \"\u{1}\"]\n\tclean = \(trap.script)\n".utf8).map { $0 == 1 ? 0xFF : $0 }
    try (Data(contentsOf: URL(filePath: config)) + section).write(to: URL(filePath: config))
    try (Data("*.json filter=".utf8) + [0xFF, 0x0A])
      .write(to: URL(filePath: repository.path + "/.git/info/attributes"))
    let problem = #expect(throws: GitProblem.self) { try look(at: repository) }
    #expect(
      problem?.description
        == "Cannot read the configuration of the repository: the name of a filter is not UTF-8 — remove it from \(config)"
    )
    #expect(!trap.isSprung)
  }

  @Test func theFiltersAndSettingsOfTheUserApply() throws {
    let home = try TestFolder([
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "status.showUntrackedFiles", "GIT_CONFIG_VALUE_0": "no",
    ])
    let repository = try repository(filter: "mine", in: home)
    let trap = try Trap(in: home)
    try repository.git("config", "--global", "filter.mine.clean", trap.script)
    try repository.write("{}", to: "new.json")
    #expect(try repository.status() == [" M a.json"])
    #expect(trap.isSprung)
  }

  @Test(arguments: ["9223372036854775807", "2147483648", "-1", "x"])
  func aNumberOfSettingsThatGitRefusesIsReplaced(count: String) throws {
    let repository = try TestFolder().repository()
    let environment = repository.home.environment.merging(["GIT_CONFIG_COUNT": count]) { $1 }
    #expect(try GitRepository(of: repository.path, environment: environment).status().entries.isEmpty)
  }

  @Test func settingsThatNameProgramsDoNotRunThem() throws {
    let home = try TestFolder()
    let repository = try repository(filter: "evil", in: home)
    let trap = try Trap(in: home)
    try repository.write("*.json diff=evil merge=evil\n", to: ".git/info/attributes")
    for name in [
      "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.alternateRefsCommand", "core.askPass",
      "core.gitProxy", "credential.helper", "diff.external", "diff.evil.command", "diff.evil.textconv",
      "merge.evil.driver", "gpg.program", "pager.status", "pager.diff", "pager.log", "interactive.diffFilter",
    ] {
      try repository.git("config", name, trap.script)
    }
    for name in ["status", "diff", "log", "rev-parse", "for-each-ref", "cat-file", "remote"] {
      try repository.git("config", "alias." + name, "!" + trap.script)
    }
    try repository.git("config", "log.showSignature", "true")
    try repository.git("config", "core.hooksPath", home.path + "/hooks")
    try FileManager.default.createDirectory(atPath: home.path + "/hooks", withIntermediateDirectories: true)
    for hook in ["post-index-change", "fsmonitor-watchman", "reference-transaction"] {
      try FileManager.default.createSymbolicLink(
        atPath: home.path + "/hooks/" + hook, withDestinationPath: trap.script)
    }
    try look(at: repository)
    #expect(!trap.isSprung)
  }

  @Test func comparingRunsNothingInASubmodule() throws {
    let home = try TestFolder()
    let trap = try Trap(in: home)
    _ = try home.repository("source", ["a.json": "{}"])
    let outer = try home.repository("outer")
    try outer.git("submodule", "--quiet", "add", "\(home.path)/source", "inner")
    try outer.commitAll("Submodule")
    let inner = try TestRepository(folder: "outer/inner", in: home)
    try inner.write("*.json filter=evil diff=evil\n", to: ".gitattributes")
    try inner.commitAll("Attributes")
    try inner.git("config", "filter.evil.clean", trap.script)
    try inner.git("config", "diff.evil.command", trap.script)
    try inner.write("[]", to: "a.json")
    try outer.git("config", "diff.submodule", "diff")
    try outer.git("config", "diff.ignoreSubmodules", "none")
    try outer.git("config", "submodule.inner.ignore", "none")
    try look(at: outer)
    let lines = try outer.opened().lines(of: GitEntry("inner"), .head).dropFirst()
    #expect(lines.map { String($0.prefix(19)) } == ["-Subproject commit ", "+Subproject commit "])
    #expect(!trap.isSprung)
  }

  @Test func aFolderThatLooksLikeABareRepositoryIsNotTaken() throws {
    let home = try TestFolder()
    let trap = try Trap(in: home)
    let outer = try home.repository()
    let inner = try TestRepository(folder: "shop/inner", in: home)
    try inner.git("init", "--quiet", "--bare")
    for (name, value) in [("core.bare", "false"), ("core.worktree", ".."), ("core.fsmonitor", trap.script)] {
      try outer.git("config", "--file", "inner/config", name, value)
    }
    let problem = #expect(throws: GitProblem.self) { try outer.opened("inner") }
    #expect(problem?.kind == .bare)
    #expect(!trap.isSprung)
  }

  /// Only files of git's own folders and at the top of the work tree are checked before.
  @Test func aGitThatWaitsForAPipeInTheWorkTreeIsStopped() throws {
    let repository = try TestFolder().repository("shop", ["sub/a.json": "{}"])
    try repository.shell("mkfifo sub/.gitignore")
    #expect(try repository.opened().programs() == [])
    let git = GitProgram(folder: repository.path, environment: repository.home.environment, patience: 1)
    let problem = #expect(throws: GitProblem.self) { try git.text(["status"], to: "read the status") }
    #expect(
      problem
        == GitProblem(
          .tooSlow,
          "git was stopped after 1 s — run git status in a terminal to see whether it ends: "
            + "a pipe in the place of a file, such as .gitignore, keeps it waiting"))
  }

  // MARK: Partial clones

  /// A partial clone without the content of its files, whose configuration can be changed.
  private func partialClone(in home: TestFolder) throws -> TestRepository {
    let source = try home.repository("source", ["a.json": "{\"a\": 1}"])
    try source.git("config", "uploadpack.allowFilter", "true")
    let clone = try TestRepository(folder: "partial", in: home)
    try clone.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", "file://\(source.path)", ".")
    return clone
  }

  /// - Parameter isOld: Whether git does not know the variable that keeps it from fetching.
  @Test(arguments: [false, true], ["remote.origin.uploadpack", "remote.origin.vcs", "alias"])
  func lookingFetchesNothing(isOld: Bool, name: String) throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let home = try TestFolder()
    let clone = try partialClone(in: home)
    let trap = try Trap(in: home)
    switch name {
    case "alias":
      for name in ["none", "evil"] { try clone.git("config", "alias.remote-\(name)", "!" + trap.script) }
      try clone.git("config", "remote.origin.url", "none::evil")
    case "remote.origin.vcs":
      try clone.git("config", name, "evil")
      try clone.git("config", "alias.remote-evil", "!" + trap.script)
      try clone.git("config", "protocol.evil.allow", "always")
    default: try clone.git("config", name, trap.script)
    }
    try home.install("git", "unset GIT_NO_LAZY_FETCH\nexport PATH='\(path)'\nexec git \"$@\"")
    let environment = home.environment.merging(isOld ? ["PATH": home.path + "/bin:" + path] : [:]) { $1 }
    let opened = try GitRepository(of: clone.path, environment: environment)
    #expect(try opened.status().entries.map(\.letters) == ["D "])
    let looks: [() throws -> Void] = [
      { _ = try opened.versions(of: GitEntry("a.json"), .head) },
      { _ = try opened.lines(of: GitEntry("a.json"), .head) },
    ]
    for work in looks {
      let problem = #expect(throws: GitProblem.self) { try work() }
      #expect(problem?.kind == .incomplete)
      #expect(problem?.description.contains("this partial clone lacks the content, and nothing is fetched") == true)
    }
    #expect(!trap.isSprung)
  }

  /// git writes to a fetch that has ended already, is killed by that, and only the fetch has said anything.
  @Test func aFetchThatEndsBeforeGitWritesToItIsTheSameProblem() throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let home = try TestFolder()
    let clone = try partialClone(in: home)
    try home.install(
      "git",
      """
      case " $* " in *" cat-file "*) echo "fatal: transport 'evil' not allowed" >&2; kill -s PIPE $$;; esac
      export PATH='\(path)'
      exec git "$@"
      """)
    let environment = home.environment.merging(["PATH": home.path + "/bin:" + path]) { $1 }
    let opened = try GitRepository(of: clone.path, environment: environment)
    let problem = #expect(throws: GitProblem.self) {
      _ = try opened.versions(of: GitEntry("a.json"), .head)
    }
    #expect(problem?.kind == .incomplete)
  }

  @Test func theStatusOfAPartialCloneNeedsNoContent() throws {
    let home = try TestFolder()
    let clone = try partialClone(in: home)
    try clone.write("{\"a\": 2}", to: "b.json")
    try clone.git("add", "b.json")
    #expect(try clone.status() == ["D  a.json", "A  b.json"])
  }
}
