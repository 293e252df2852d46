import ChildProcesses
import Foundation
import RequestModel
import Synchronization
import Testing

@testable import Git

/// Two people who share a repository, with the real git.
@Suite struct RemoteTests {
  private struct Team {
    let folder: TestFolder
    let ours: TestRepository
    let theirs: TestRepository
  }

  private func team() throws -> Team {
    let folder = try TestFolder()
    let first = try folder.repository("first", ["a.json": "{\"a\": 1}\n", "b.json": "{}\n"])
    try first.git("clone", "--quiet", "--bare", ".", "\(folder.path)/origin.git")
    return Team(
      folder: folder, ours: try folder.clone("origin.git", as: "ours"),
      theirs: try folder.clone("origin.git", as: "theirs"))
  }

  private func perform(_ action: GitAction, in repository: TestRepository) throws {
    _ = try repository.opened().perform(action, ProgramControl()) { _ in }
  }

  @Test func twoPeopleSendEachOtherTheirChanges() throws {
    let team = try team()
    try team.theirs.write("{\"a\": 2}\n", to: "a.json")
    try team.theirs.commitAll("Two")
    try perform(.push(upstream: nil), in: team.theirs)
    try team.ours.write("{\"b\": 1}\n", to: "b.json")
    try team.ours.commitAll("Ours")
    try perform(.fetch, in: team.ours)
    #expect(try team.ours.opened().status().branch.title == "main ↑1↓1")
    let refused = #expect(throws: GitProblem.self) { try perform(.push(upstream: nil), in: team.ours) }
    #expect(refused?.description.hasPrefix("Cannot push: failed to push some refs") == true)
    try perform(.pull(.rebasing), in: team.ours)
    #expect(team.ours.read("a.json") == "{\"a\": 2}\n")
    try perform(.push(upstream: nil), in: team.ours)
    try perform(.pull(.merging), in: team.theirs)
    #expect(team.theirs.read("b.json") == "{\"b\": 1}\n")
    #expect(try team.theirs.opened().status().branch.title == "main")
  }

  @Test func branchesAreListedCreatedAndSwitched() throws {
    let team = try team()
    try perform(.createBranch("mine"), in: team.ours)
    try team.ours.write("[]", to: "b.json")
    try team.ours.commitAll("On a branch")
    try perform(.push(upstream: "origin"), in: team.ours)
    #expect(try team.ours.opened().status().branch.upstream == "origin/mine")
    try perform(.fetch, in: team.theirs)
    let branches = try team.theirs.opened().branches()
    #expect(
      branches == [
        GitReference(name: "main", isCurrent: true, subject: "First"),
        GitReference(name: "mine", remote: "origin", subject: "On a branch"),
      ])
    try perform(.switchTo(branches[1]), in: team.theirs)
    #expect(team.theirs.read("b.json") == "[]")
    #expect(try team.theirs.opened().status().branch.upstream == "origin/mine")
  }

  @Test func branchesAndRemotesNamedLikeOptionsAreNoOptions() throws {
    let team = try team()
    try team.ours.git("update-ref", "refs/heads/--orphan=x", "HEAD")
    try team.ours.git("update-ref", "refs/remotes/--orphan=y/side", "HEAD")
    try team.ours.git("config", "remote.--orphan=y.url", "\(team.folder.path)/origin.git")
    try team.ours.git("config", "remote.--orphan=y.fetch", "+refs/heads/*:refs/remotes/--orphan=y/*")
    try perform(.switchTo(GitReference(name: "--orphan=x")), in: team.ours)
    #expect(try team.ours.opened().status().branch.name == "--orphan=x")
    #expect(team.ours.read("a.json") == "{\"a\": 1}\n")
    try perform(.switchTo(GitReference(name: "side", remote: "--orphan=y")), in: team.ours)
    #expect(try team.ours.opened().status().branch.name == "side")
    #expect(team.ours.read("a.json") == "{\"a\": 1}\n")
    #expect(throws: GitProblem.self) { try perform(.createBranch("--orphan=z"), in: team.ours) }
    try team.ours.git("config", "remote.--mirror.url", "\(team.folder.path)/origin.git")
    try perform(.push(upstream: "--mirror"), in: team.ours)
    #expect(try team.ours.git("config", "branch.side.remote") == "--mirror\n")
  }

  @Test func aSwitchLooksForNoChangesInSubmodulesThatOnlyTheBranchHas() throws {
    let home = try TestFolder()
    let repository = try home.repository()
    let trap = try Trap(in: home)
    try repository.git("init", "--quiet", "sub")
    try repository.git("-C", "sub", "commit", "--quiet", "--allow-empty", "--message", "Sub")
    try repository.git("switch", "--quiet", "--create", "with")
    try repository.commitAll("With a submodule")
    try repository.git("update-index", "--force-remove", "sub")
    try repository.git("commit", "--quiet", "--message", "Without")
    try repository.git("-C", "sub", "config", "core.fsmonitor", trap.script)
    #expect(try repository.opened().programs() == [])
    try repository.git("branch", "--quiet", "before", "HEAD~1")
    try perform(.switchTo(GitReference(name: "before")), in: repository)
    #expect(try repository.opened().programs() == [RepositoryProgram("core.fsmonitor", trap.script, in: "sub")])
    try perform(.createBranch("mine"), in: repository)
    #expect(!trap.isSprung)
  }

  @Test func aSwitchThatWouldOverwriteIsRefused() throws {
    let team = try team()
    try perform(.createBranch("mine"), in: team.ours)
    try team.ours.write("[]", to: "b.json")
    try team.ours.commitAll("On a branch")
    try perform(.switchTo(GitReference(name: "main")), in: team.ours)
    try team.ours.write("mine", to: "b.json")
    let problem = #expect(throws: GitProblem.self) {
      try perform(.switchTo(GitReference(name: "mine")), in: team.ours)
    }
    #expect(problem?.output.contains("b.json") == true)
    #expect(team.ours.read("b.json") == "mine")
  }

  @Test func aRemoteThatAsksForAPasswordDoesNotHang() throws {
    let server = try RefusingServer()
    defer { server.stop() }
    let repository = try TestFolder().repository()
    try repository.git("remote", "add", "origin", "http://127.0.0.1:\(server.port)/shop.git")
    let problem = #expect(throws: GitProblem.self) { try perform(.fetch, in: repository) }
    #expect(problem?.kind == .asks)
    #expect(problem?.description == "Cannot fetch: git has to ask for a password or a confirmation")
  }

  @Test func aCancelledFetchEndsAllThatItStarted() async throws {
    let repository = try TestFolder().repository()
    let marker = repository.home.path + "/started"
    // A transport that never answers and does not mind interrupts.
    try repository.git("config", "protocol.ext.allow", "always")
    let script = repository.home.path + "/transport.sh"
    try Data("trap '' INT TERM\necho $$ >'\(marker)'\nsleep 600\nsleep 600\n".utf8).write(to: URL(filePath: script))
    try repository.git("remote", "add", "origin", "ext::sh \(script)")
    let control = ProgramControl()
    let opened = try repository.opened()
    async let outcome = Task.detached {
      #expect(throws: GitProblem.self) { try opened.perform(.fetch, control) { _ in } }
    }.value
    while FileManager.default.contents(atPath: marker)?.isEmpty != false { try await Task.sleep(for: .milliseconds(5)) }
    control.cancel()
    #expect(await outcome == .cancelled)
    let process = try #require(
      Int32(String(decoding: FileManager.default.contents(atPath: marker) ?? Data(), as: UTF8.self).filter(\.isNumber)))
    while isRunning(process) { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// Whether a process runs. One that has ended may wait for its new parent.
  private func isRunning(_ process: Int32) -> Bool {
    let status = FileManager.default.contents(atPath: "/proc/\(process)/status") ?? Data()
    let state = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("State:") }
    return state.map { !$0.contains("Z") } ?? false
  }

  @Test func progressIsReported() throws {
    let script = "for i in 1 2 3; do printf 'Receiving %s\\r' $i >&2; sleep 0.2; done"
    let lines = Mutex<[String]>([])
    let program = try #require(BackgroundProgram(["sh", "-c", script], environment: [:]))
    _ = try program.run(progress: { line in lines.withLock { $0.append(line) } })
    #expect(lines.withLock(\.self) == ["Receiving 1", "Receiving 2", "Receiving 3"])
  }

  @Test func aProgramThatWritesTooMuchIsEnded() throws {
    let program = try #require(BackgroundProgram(["sh", "-c", "while :; do echo 0123456789; done"], environment: [:]))
    let result = try program.run(limit: 100)
    #expect(result.isTooLong)
    #expect(result.output.isEmpty)
    let short = try #require(BackgroundProgram(["sh", "-c", "printf 0123456789"], environment: [:]))
    #expect(try short.run(limit: 10).output == Data("0123456789".utf8))
    #expect(try short.run(limit: 9).isTooLong)
  }

  @Test(
    arguments: [
      (
        "There is no tracking information for the current branch.\nPlease specify which branch you want to merge with.\n"
          + "See git-pull(1) for details.\n\n    git pull <remote> <branch>\n\nIf you wish to set tracking information "
          + "for this branch you can do so with:\n\n    git branch --set-upstream-to=origin/<branch> main\n",
        "There is no tracking information for the current branch."
      ),
      (
        "Your configuration specifies to merge with the ref 'refs/heads/x'\nfrom the remote, but no such ref was fetched.",
        "Your configuration specifies to merge with the ref 'refs/heads/x' from the remote, but no such ref was fetched."
      ),
      (
        "error: Your local changes to the following files would be overwritten by merge:\n\tone.json\n\ttwo.json\n"
          + "Please commit your changes or stash them before you merge.\nAborting\n",
        "Your local changes to the following files would be overwritten by merge: one.json, two.json"
      ),
      ("Refused by the hook\n    in detail", "Refused by the hook"), ("    odd", "odd"),
    ])
  func theReasonIsSaidAndNotItsLastLine(output: String, reason: String) {
    #expect(GitProblem("pull", status: 1, output).description == "Cannot pull: \(reason)")
  }

  @Test func loginsInURLsAreMaskedInWhatGitSays() {
    let problem = GitProblem("fetch https://ada:pw@example.com/a", status: 1, "fatal: no https://pw@example.com/b")
    #expect(problem.description == "Cannot fetch https://••••••@example.com/a: no https://••••••@example.com/b")
    #expect(problem.output == "fatal: no https://••••••@example.com/b")
  }

  @Test func aProgramWithoutATerminalCannotOpenOne() throws {
    let result = try #require(BackgroundProgram(["sh", "-c", "exec 3</dev/tty"], environment: [:])).run()
    #expect(result.status != 0)
  }

  @Test func aProgramThatTakesTooLongIsKilled() throws {
    let program = try #require(BackgroundProgram(["sh", "-c", "sleep 600"], environment: [:]))
    let result = try program.run(timeout: 0.1)
    #expect(result.isTimedOut)
    #expect(result.status == 128 + SIGKILL)
    let fast = try #require(BackgroundProgram(["true"], environment: [:]))
    #expect(try !fast.run(timeout: 60).isTimedOut)
  }

  @Test func theProgramsOfAGroupEndWithItAndNoneStartsLater() async throws {
    let home = try TestFolder()
    let repository = try home.repository()
    let path = try #require(home.environment["PATH"])
    try home.install("git", "touch '\(home.path)/started'\nexec sleep 600")
    let environment = home.environment.merging(["PATH": "\(home.path)/bin:\(path)"]) { $1 }
    let group = ProgramGroup()
    let run = Task.detached {
      try GitProgram(folder: repository.path, environment: environment, group: group).text(["status"], to: "look")
    }
    let mark = home.path + "/started"
    while !FileManager.default.fileExists(atPath: mark) { try await Task.sleep(for: .milliseconds(5)) }
    group.end()
    let problem = await #expect(throws: GitProblem.self) { try await run.value }
    #expect(problem == GitProblem.cancelled)
    let later = #expect(throws: GitProblem.self) {
      try GitProgram(folder: repository.path, environment: environment, group: group).text(["status"], to: "look")
    }
    #expect(later == GitProblem.cancelled)
  }

  @Test func whatAProgramLeavesBehindHoldsNothingUp() throws {
    let program = try #require(BackgroundProgram(["sh", "-c", "sleep 600 & echo $!"], environment: [:]))
    let result = try program.run()
    #expect(result.status == 0)
    let left = try #require(Int32(String(decoding: result.output, as: UTF8.self).filter(\.isNumber)))
    #expect(kill(left, SIGKILL) == 0)
  }
}

/// A server that answers each request with 401.
private final class RefusingServer: Sendable {
  let port: UInt16
  private let socket: Int32

  init() throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = socket
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    try #require(isBound)
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        _ = read(client, &buffer, buffer.count)
        let text =
          "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"shop\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        _ = write(client, text, text.utf8.count)
        close(client)
      }
    }
  }

  func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }
}
