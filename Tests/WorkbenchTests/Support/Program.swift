import Foundation
import Glibc
import Synchronization
import TestSupport

/// A program that a test started.
final class Program: Sendable {
  /// How it ended (as a shell tells it: 128 and the number of a signal), and what it wrote.
  struct Finished {
    let status: Int32
    let output: Data
    let error: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The `workbench` of this build, which stands beside the test bundle.
  static let workbench: String = {
    let bundle =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appending(path: "workbench").path
  }()

  let id: pid_t
  private let ended = Gate()
  private let status = Mutex<Int32>(0)
  private let outputs: (out: String, err: String)

  /// Its standard output and error go to files: a pipe that nobody reads would hold it up.
  ///
  /// Not Foundation's `Process`: it takes a program for running as long as a server that the program left behind runs.
  /// - Parameter environment: All of it; nothing of the test's own environment goes along but `PATH`.
  init(
    _ path: String, _ arguments: [String], in folder: String, input: Data = Data(), environment: [String: String] = [:]
  ) throws {
    let name = NSTemporaryDirectory() + "workbench-output-" + UUID().uuidString
    outputs = (name + ".out", name + ".err")
    try input.write(to: URL(fileURLWithPath: name + ".in"))
    let variables = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"].merging(environment) { $1 }
    id = try Self.spawn(
      [path] + arguments, variables.map { "\($0.key)=\($0.value)" }, in: folder, input: name + ".in", outputs)
    try FileManager.default.removeItem(atPath: name + ".in")
    Thread.detachNewThread { [self] in
      var status: Int32 = 0
      while waitpid(id, &status, 0) == -1, errno == EINTR {}
      self.status.withLock { $0 = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F }
      ended.open()
    }
  }

  deinit {
    for file in [outputs.out, outputs.err] { unlink(file) }
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String], in folder: String, input: String,
    _ outputs: (out: String, err: String)
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outputs.out, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, outputs.err, O_WRONLY | O_CREAT, 0o600)
    // What other tests have open is not for this program: it would keep their servers listening.
    for descriptor in Int32(3)..<1024 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    // The threads of this process hold signals back; a program that inherited that could not be ended.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, every) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&every)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &every)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let all = ["/usr/bin/env", "-C", folder] + arguments
    let (words, variables) = (all.map { strdup($0) }, environment.map { strdup($0) })
    defer { for text in words + variables { free(text) } }
    var id = pid_t()
    let code = posix_spawn(&id, all[0], &actions, &attributes, words + [nil], variables + [nil])
    if code != 0 { throw NeverHappened(what: "start of \(arguments[0])", instead: String(cString: strerror(code))) }
    return id
  }

  /// What it has written to standard output so far.
  var outputSoFar: String {
    FileManager.default.contents(atPath: outputs.out).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func send(_ signal: Int32) { kill(id, signal) }

  /// Waits for its end on this thread, for where nothing can be awaited.
  func waitOnThread() { ended.waitOnThread() }

  /// Waits for its end.
  func finished() async throws -> Finished {
    await ended.wait()
    let (output, error) = try (
      Data(contentsOf: URL(fileURLWithPath: outputs.out)), Data(contentsOf: URL(fileURLWithPath: outputs.err))
    )
    return Finished(status: status.withLock(\.self), output: output, error: String(decoding: error, as: UTF8.self))
  }
}

extension Sandbox {
  /// Starts the workbench in this folder, with its home in it.
  func start(_ arguments: [String], input: Data = Data(), environment: [String: String] = [:]) throws -> Program {
    try Program(
      Program.workbench, arguments, in: folder, input: input,
      environment: ["HOME": home, "WORKBENCH_HOME": home].merging(environment) { $1 })
  }

  /// Runs the workbench in this folder to its end.
  func run(
    _ arguments: String..., input: Data = Data(), environment: [String: String] = [:]
  ) async throws -> Program.Finished {
    try await start(arguments, input: input, environment: environment).finished()
  }
}
