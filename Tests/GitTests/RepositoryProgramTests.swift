import Foundation
import RequestModel
import Testing

@testable import Git

/// Finds the programs that a repository names and git would run, with the real git.
@Suite struct RepositoryProgramTests {
  @Test func aPlainRepositoryNamesNone() throws {
    let home = try TestFolder()
    _ = try home.repository("source")
    let repository = try home.clone("source", as: "shop")
    for (name, value) in [
      ("core.fsmonitor", "true"), ("core.pager", ""), ("pager.log", "false"), ("alias.co", "checkout"),
      ("alias.mergetool-of", "log"), ("pager.diff", "2147483647"),
      ("remote.up.url", "git@example.com:shop.git"), ("url.https://example.com/.insteadOf", "example:"),
      ("filter.crypt.required", "true"), ("submodule.recurse", "true"), ("branch.main.remote", "origin"),
      ("http.saveCookies", "false"), ("http.sslVerify", "true"), ("http.extraHeader", "x: y"), ("http.proxy", ""),
      ("core.attributesFile", ""), ("core.excludesFile", ""), ("pull.twohead", "recursive ort"),
      ("branch.main.mergeOptions", "--no-ff --log=5 -X theirs -s ort"), ("credential.protectProtocol", "true"),
    ] {
      try repository.git("config", name, value)
    }
    // Programs in the user's own settings are not those of the repository.
    for name in ["core.pager", "filter.mine.clean", "core.hooksPath", "core.excludesFile", "http.cookieFile"] {
      try repository.git("config", "--global", name, home.path + "/own")
    }
    try FileManager.default.createDirectory(atPath: home.path + "/own", withIntermediateDirectories: true)
    try home.install("../own/pre-commit", "exit 1")
    try repository.write("exit 1\n", to: ".git/hooks/post-commit")
    #expect(try repository.opened().programs() == [])
  }

  @Test(arguments: [
    // Before 2.31 git reads no settings from variables, and before 2.26 it cannot tell where they come from.
    "unset GIT_CONFIG_COUNT",
    "case \"$*\" in *--show-scope*) echo \"error: unknown option \\`show-scope'\" >&2; exit 129;; esac",
  ])
  func aGitThatMayRunProgramsOfARepositoryIsNotUsed(script: String) throws {
    let home = try TestFolder()
    let repository = try home.repository()
    let path = try #require(home.environment["PATH"])
    try home.install("git", "\(script)\nPATH='\(path)' exec git \"$@\"")
    let environment = home.environment.merging(["PATH": "\(home.path)/bin:\(path)"]) { $1 }
    let opened = try GitRepository(of: repository.path, environment: environment)
    let problem = #expect(throws: GitProblem.self) { try opened.settings() }
    #expect(
      problem?.description
        == "git is older than 2.31 and may run programs that a repository names: install a newer one")
  }

  @Test(arguments: [
    ("filter.a=b.clean", "x"), ("filter.a.smudge", "x"), ("filter.a.process", "x"), ("diff.a.textconv", "x"),
    ("diff.a.command", "x"), ("diff.external", "x"), ("merge.a.driver", "x"), ("core.fsmonitor", "x"),
    ("core.hookspath", "x"), ("core.pager", "x"), ("pager.log", "x"), ("core.editor", "x"), ("sequence.editor", "x"),
    ("core.sshcommand", "x"), ("core.askpass", "x"), ("core.gitproxy", "x"), ("core.alternaterefscommand", "x"),
    ("credential.helper", "x"), ("credential.https://example.com.helper", "!x"), ("gpg.program", "x"),
    ("gpg.ssh.program", "x"), ("gpg.ssh.defaultkeycommand", "x"), ("alias.st", "!x"), ("trailer.a.cmd", "x"),
    ("interactive.difffilter", "x"), ("remote.a.uploadpack", "x"), ("remote.a.receivepack", "x"),
    ("remote.a.vcs", "x"), ("remote.a.url", "ext::x"), ("remote.a.pushurl", "odd://x"),
    ("remote.\u{301}.url", "ext::x"),
    ("remote.a.url", "ext::\u{301}x"), ("branch.main.remote", "ext::x"), ("remote.pushdefault", "ext::x"),
    ("url.ext:.insteadof", "foo"), ("url.ext::x@y.pushinsteadof", "foo"), ("submodule.a.update", "!x"),
    ("lfs.extension.a.clean", "x"), ("lfs.customTransfer.a.path", "x"), ("gc.recentobjectshook", "x"),
    ("init.templatedir", "x"), ("include.path", "x"),
    ("url.sub/evil.git.insteadof", "foo"), ("url.file:///srv/.insteadof", "foo"), ("protocol.ext.allow", "always"),
    ("remote.a.url", "~/missing"), ("remote.a.url", "missing"), ("remote.a.url", "file:///missing%2egit"),
    ("remote.ext::x.fetch", "y"), ("branch.main.pushremote", "~/missing"),
    ("alias.merge-evil", "-c alias.y=!x y"), ("alias.merge-evil", "grep -Ox y"), ("alias.Merge-.evil", "log"),
    ("alias.remote-odd", "log"), ("alias.credential-odd", "log"), ("alias.st", "-c core.pager=x log"),
    ("remote.--upload-pack=x.promisor", "true"), ("remote.-x.fetch", ""),
    ("extensions.partialclone", "--upload-pack=x"), ("branch.main.remote", "--upload-pack=x"),
    ("remote.a.uploadpack", ""), ("remote.a.receivepack", ""),
    ("alias.st", "'-c' core.pager=x log"), ("core.fsmonitor", "99999999999"), ("pager.log", "-2147483648"),
    ("http.savecookies", "true"), ("http.savecookies", ""), ("http.https://example.com/.savecookies", "1"),
    ("http.cookiefile", "/home/u/.bashrc"), ("http.https://example.com.cookiefile", "x"),
    ("http.sslverify", "false"), ("http.sslverify", ""), ("http.https://example.com.sslverify", "0"),
    ("http.sslcainfo", "x"), ("http.sslcapath", "x"), ("http.sslcert", "x"), ("http.sslkey", "x"),
    ("http.proxy", "http://x"), ("remote.a.proxy", "http://x"), ("core.attributesfile", "/dev/zero"),
    ("core.excludesfile", "/dev/zero"), ("diff.orderfile", "/dev/zero"), ("fetch.fsck.skiplist", "/dev/zero"),
    ("lfs.storage", "/home/u"), ("pull.twohead", "/x"), ("pull.octopus", "octopus evil"),
    ("branch.main.mergeoptions", "--no-ff -F /home/u/key"), ("branch.main.mergeoptions", "-s/x"),
    ("credential.protectprotocol", "false"),
  ])
  func settingsThatNameProgramsAreFound(key: String, value: String) throws {
    let home = try TestFolder()
    let repository = try home.repository("shop", [:])
    try repository.git("config", key, value)
    #expect(try repository.opened().programs() == [RepositoryProgram(key, value)])
  }

  @Test func aWorkTreeElsewhereIsFound() throws {
    let home = try TestFolder()
    let repository = try home.repository("shop", [:])
    try repository.git("config", "core.worktree", home.path)
    #expect(try repository.opened().programs() == [RepositoryProgram("core.worktree", home.path)])
  }

  /// With settings of their own, also the work tree of a repository whose settings are elsewhere.
  @Test func aWorkTreeElsewhereIsFoundInALinkedFolder() throws {
    let home = try TestFolder()
    let repository = try home.repository("shop", [:])
    try repository.shell("cp -r .git real && mv real .git/real && echo real > .git/commondir")
    try repository.git("--git-dir=.git/real", "config", "core.worktree", home.path)
    #expect(try repository.opened().programs() == [])
    try repository.git("--git-dir=.git/real", "config", "extensions.worktreeConfig", "true")
    #expect(try repository.opened().programs() == [RepositoryProgram("core.worktree", home.path)])
  }

  @Test func optionsOfAnOperationInProgressAreFound() throws {
    let home = try TestFolder()
    let repository = try home.repository("shop", [:])
    try repository.write(" '--whitespace=fix' '-C3' '--directory=k/l'\n", to: ".git/rebase-apply/apply-opt")
    try repository.write(
      "[options]\n\tsignoff = true\n\tgpg-sign = \n\tstrategy = ort\n\tstrategy-option = patience\n",
      to: ".git/sequencer/opts")
    #expect(try repository.opened().programs() == [])
    try repository.write("'--build-fake-ancestor=/home/u/.bashrc'\n", to: ".git/rebase-apply/apply-opt")
    try repository.write("[options]\n\tstrategy = /x\n", to: ".git/sequencer/opts")
    #expect(
      try repository.opened().programs() == [
        RepositoryProgram("options of am or rebase", "'--build-fake-ancestor=/home/u/.bashrc'"),
        RepositoryProgram("options of cherry-pick or revert", "[options]\n\tstrategy = /x"),
      ])
  }

  /// git would write the last message, what it fetched and names of branches into the files that they lead to.
  @Test func linksOutOfTheFolderOfGitAreFound() throws {
    let home = try TestFolder()
    let repository = try home.repository("shop", ["a": "b"])
    try repository.shell(
      """
      cd .git; ln -sf ~/.bashrc COMMIT_EDITMSG; rm logs/HEAD; ln -s ../../../.profile logs/HEAD
      rm HEAD; ln -s refs/heads/main HEAD; ln -s /srv/large lfs; ln -s lfs/x MERGE_MSG
      """)
    let folder = repository.path + "/.git"
    #expect(
      try repository.opened().programs() == [
        RepositoryProgram("link \(folder)/COMMIT_EDITMSG", "\(home.path)/.bashrc"),
        RepositoryProgram("link \(folder)/MERGE_MSG", "lfs/x"),
        RepositoryProgram("link \(folder)/logs/HEAD", "../../../.profile"),
      ])
  }

  @Test(arguments: [
    "HEAD", "config", "commondir", "index", "packed-refs", "refs/heads/x", "info/grafts", "objects/ab/cd",
    "objects/pack/x.idx", "objects/info/alternates", "objects/info/commit-graphs/commit-graph-chain",
    "worktrees/x/HEAD",
  ])
  func aPipeOrADeviceAmongTheFilesOfGitIsNotRead(file: String) throws {
    let home = try TestFolder()
    let repository = try home.repository()
    for command in ["mkfifo", "ln -s /dev/zero"] {
      try repository.shell("mkdir -p $(dirname .git/\(file)); rm -f .git/\(file); \(command) .git/\(file)")
      let problem = #expect(throws: GitProblem.self) { try repository.opened() }
      #expect(
        problem?.description
          == "Git is not used here: \(repository.path)/.git/\(file) is a pipe or a device, not a file")
    }
  }

  /// Of a linked work tree, of a submodule, of its remote, and of what may be a bare repository.
  @Test(arguments: [
    ("second", "outer/.git/worktrees/second/HEAD"), ("second", "outer/.git/config"),
    ("outer", "outer/.git/modules/inner/config"), ("outer/inner", "outer/.git/modules/inner/objects/ab/cd"),
    ("outer", "source/.git/HEAD"), ("outer/sub", "outer/sub/HEAD"),
  ])
  func aPipeInAnotherFolderOfGitIsNotRead(opened: String, file: String) throws {
    let home = try TestFolder()
    _ = try home.repository("source")
    let outer = try home.repository("outer")
    try outer.git("submodule", "--quiet", "add", "\(home.path)/source", "inner")
    try outer.git("worktree", "add", "--quiet", "../second")
    let path = home.path + "/" + file
    try outer.shell("mkdir -p $(dirname \(path)); rm -f \(path); mkfifo \(path)")
    let repository = try TestRepository(folder: opened, in: home)
    let problem = #expect(throws: GitProblem.self) { try repository.opened().programs() }
    #expect(problem?.description == "Git is not used here: \(path) is a pipe or a device, not a file")
  }

  @Test func aFolderThatIsNoRepositoryIsNotSearchedForPipes() throws {
    let home = try TestFolder()
    let repository = try TestRepository(folder: "shop", in: home)
    try repository.shell("echo 'gitdir: ..' > .git; mkfifo ../pipe")
    let problem = #expect(throws: GitProblem.self) { try repository.opened() }
    #expect(problem?.description == "\(repository.path) is not in a git repository: git init makes it one")
  }

  @Test func theWorkTreeOfASubmoduleIsNoQuestion() throws {
    let home = try TestFolder()
    _ = try home.repository("source")
    let outer = try home.repository("outer")
    try outer.git("submodule", "--quiet", "add", "\(home.path)/source", "inner")
    #expect(try outer.opened().programs() == [])
    #expect(try outer.opened("inner").programs() == [])
  }

  @Test(arguments: [
    ".git/info/attributes", ".git/info/exclude", ".git/info/sparse-checkout", ".gitattributes", ".gitignore",
  ])
  func aPipeOrADeviceInThePlaceOfAFileIsNotRead(file: String) throws {
    let home = try TestFolder()
    let repository = try home.repository()
    for command in ["mkfifo", "ln -s /dev/zero"] {
      try repository.shell("mkdir -p .git/info; rm -f \(file); \(command) \(file)")
      let problem = #expect(throws: GitProblem.self) { try repository.opened().programs() }
      #expect(
        problem?.description == "Git is not used here: \(repository.path)/\(file) is a pipe or a device, not a file")
    }
  }

  /// `a` comes first and has the folder of `b` as its remote.
  @Test func theSubmodulesOfASubmoduleThatIsAlsoARemoteAreSearched() throws {
    let home = try TestFolder()
    let inner = try home.repository("shop/b/c")
    _ = try home.repository("shop/b")
    let first = try home.repository("shop/a")
    let outer = try home.repository("shop", ["x.json": "{}\n"])
    try first.git("config", "remote.origin.url", "../b")
    try inner.git("config", "core.fsmonitor", "x")
    #expect(try outer.opened().programs() == [RepositoryProgram("core.fsmonitor", "x", in: "b/c")])
  }

  @Test func aSubmoduleThatIsNotCheckedOutHidesNothing() throws {
    let home = try TestFolder()
    let outer = try home.repository("shop", ["x.json": "{}\n"])
    try outer.shell("git init --quiet --bare .git/modules/gone")
    try outer.shell("git -C .git/modules/gone config core.bare false")
    try outer.shell("git -C .git/modules/gone config core.worktree \"$PWD/gone\"")
    try outer.git("config", "core.fsmonitor", "x")
    #expect(try outer.opened().programs() == [RepositoryProgram("core.fsmonitor", "x")])
  }

  @Test func aSubmoduleWhoseFolderWasDeletedIsSearchedAndIsAChange() throws {
    let home = try TestFolder()
    _ = try home.repository("source")
    let outer = try home.repository("outer")
    try outer.git("submodule", "--quiet", "add", "\(home.path)/source", "inner")
    try outer.commitAll("Submodule")
    try outer.git("--git-dir=.git/modules/inner", "config", "core.editor", "x")
    try outer.remove("inner")
    let folder = outer.path + "/.git/modules/inner"
    #expect(try outer.opened().programs() == [RepositoryProgram("core.editor", "x", in: folder)])
    #expect(try outer.status() == [" D inner"])
  }

  @Test func submodulesInTheConfiguredWorkTreeOfASubmoduleAreSearched() throws {
    let home = try TestFolder()
    let inner = try home.repository("shop/a/c")
    let sub = try home.repository("shop/a")
    let outer = try home.repository("shop", ["x.json": "{}\n"])
    try inner.git("config", "core.fsmonitor", "x")
    try outer.shell("mkdir hid; mv a/c hid/c")
    try sub.git("config", "core.worktree", "../../hid")
    #expect(
      try outer.opened().programs() == [
        RepositoryProgram("core.worktree", "../../hid", in: "a"), RepositoryProgram("core.fsmonitor", "x", in: "a/c"),
      ])
  }

  /// Both are work trees of the git folder of `a`.
  @Test func submodulesOfEachWorkTreeOfOneGitFolderAreSearched() throws {
    let home = try TestFolder()
    let inner = try home.repository("shop/b/c")
    _ = try home.repository("shop/b")
    _ = try home.repository("shop/a", ["a.json": "{}\n"])
    let outer = try home.repository("shop", ["x.json": "{}\n"])
    try inner.git("config", "core.fsmonitor", "x")
    try outer.shell("rm -r a/.git; mv b/.git a/.git; echo 'gitdir: ../a/.git' > b/.git")
    #expect(try outer.opened().programs() == [RepositoryProgram("core.fsmonitor", "x", in: "b/c")])
  }

  @Test func settingsOfIncludedFilesAndOfTheWorkTreeAreFound() throws {
    let home = try TestFolder()
    let repository = try home.repository()
    try repository.git("config", "include.path", "../.gitconfig")
    try repository.git("config", "--file", ".gitconfig", "filter.a.clean", "x")
    try repository.git("config", "extensions.worktreeConfig", "true")
    try repository.git("config", "--worktree", "core.editor", "y")
    #expect(
      try repository.opened().programs() == [
        RepositoryProgram("include.path", "../.gitconfig"), RepositoryProgram("filter.a.clean", "x"),
        RepositoryProgram("core.editor", "y"),
      ])
  }

  @Test func aHookIsFoundWithItsContent() throws {
    let home = try TestFolder()
    let repository = try home.repository("shop", ["a.json": "{}", "sub/b.json": "{}"])
    try repository.write("exit 1\n", to: ".git/hooks/pre-commit")
    #expect(try repository.opened().programs() == [])
    try repository.shell("chmod +x .git/hooks/pre-commit")
    let found = try repository.opened("sub").programs()
    let hash = try repository.git("hash-object", ".git/hooks/pre-commit").split(separator: "\n")[0]
    let path = repository.path + "/.git/hooks/pre-commit"
    #expect(found == [RepositoryProgram("hook pre-commit", "\(path) with the content \(hash)")])
    try repository.write("exit 2\n", to: ".git/hooks/pre-commit")
    #expect(try repository.opened().programs() != found)
  }

  @Test func hooksOfTheWorkTreeAreFoundThoughTheUserNamesTheirFolder() throws {
    let home = try TestFolder()
    let repository = try home.repository("shop", ["hooks/pre-push": "exit 1\n"])
    try repository.shell("chmod +x hooks/pre-push")
    try repository.git("config", "--global", "core.hooksPath", "hooks")
    #expect(try repository.opened().programs().map(\.name) == ["hook pre-push"])
  }

  @Test func programsOfSubmodulesAndOfRemotesThatAreFoldersAreFound() throws {
    let home = try TestFolder()
    _ = try home.repository("source")
    let outer = try home.repository("outer")
    try outer.git("submodule", "--quiet", "add", "\(home.path)/source", "inner")
    let inner = try TestRepository(folder: "outer/inner", in: home)
    try inner.git("config", "filter.a.clean", "x")
    let bare = try TestRepository(folder: "bare.git", in: home)
    try bare.git("init", "--quiet", "--bare")
    try bare.git("config", "core.hooksPath", "h")
    try outer.git("config", "remote.origin.url", "../bare")
    #expect(
      try outer.opened().programs() == [
        RepositoryProgram("filter.a.clean", "x", in: "inner"), RepositoryProgram("core.hookspath", "h", in: "../bare"),
      ])
  }

  @Test(arguments: [
    ("branch.main.remote", "sub"), ("branch.main.pushRemote", "./sub/"), ("remote.pushDefault", "sub"),
    ("remote.sub.fetch", "x"), ("remote.a.pushURL", "sub"),
  ])
  func aFolderOfTheWorkTreeIsFoundAsARemote(key: String, value: String) throws {
    let home = try TestFolder()
    let repository = try home.repository()
    try repository.git("init", "--quiet", "--bare", "other")
    try repository.git("--git-dir=other", "config", "core.fsmonitor", "x")
    // The branch is a link that leads nowhere, and a file names the repository.
    try repository.shell("rm other/HEAD; ln -s refs/heads/none other/HEAD")
    try repository.write("gitdir: ../other\n", to: "sub/.git")
    try repository.git("config", key, value)
    let name = key == "remote.sub.fetch" ? "sub" : value
    #expect(try repository.opened().programs() == [RepositoryProgram("core.fsmonitor", "x", in: name)])
  }

  @Test func filesThatNameRemotesAndCommandsOfARebaseAreFound() throws {
    let home = try TestFolder()
    let repository = try home.repository("shop", [:])
    try repository.write("URL: sub\n", to: ".git/remotes/old")
    try repository.write("sub\n", to: ".git/branches/older")
    try repository.write(
      "exec touch a\npick 1 exec\n\t x  touch b\nexec touch a\n", to: ".git/rebase-merge/git-rebase-todo")
    try repository.write("evil\n", to: ".git/rebase-merge/strategy")
    #expect(
      try repository.opened().programs() == [
        RepositoryProgram("rebase strategy", "evil"), RepositoryProgram("rebase exec", "touch a"),
        RepositoryProgram("rebase exec", "touch b"),
        RepositoryProgram("remotes/old", repository.path + "/.git/remotes/old"),
        RepositoryProgram("branches/older", repository.path + "/.git/branches/older"),
      ])
    for file in ["git-rebase-todo", "strategy"] {
      try repository.shell("rm .git/rebase-merge/\(file); mkfifo .git/rebase-merge/\(file)")
      #expect(throws: GitProblem.self) { try repository.opened().programs() }
      try repository.shell("rm .git/rebase-merge/\(file); touch .git/rebase-merge/\(file)")
    }
  }

  @Test(arguments: ["ort", "recursive", "resolve", "octopus", "ours", "subtree"])
  func theStrategiesOfGitAreNoPrograms(strategy: String) throws {
    let home = try TestFolder()
    let repository = try home.repository("shop", [:])
    try repository.write(strategy + "\n", to: ".git/rebase-merge/strategy")
    #expect(try repository.opened().programs() == [])
  }

  @Test(arguments: [
    ("file://host/a/", "/a"), ("file:///a", "/a"), ("./sub//", "./sub"), ("/", "/"), ("a/b:c", "a/b:c"),
    ("file://host", nil), ("host:a", nil), ("https://host/a", nil), ("", nil),
  ])
  func theFolderOfARemoteIsThatOfGit(url: String, folder: String?) { #expect(LocalRemote(url)?.path == folder) }
}
