import Foundation
import Glibc
import Synchronization

/// A child process of a test. It inherits no open files and is reaped when it exits.
///
/// Foundation's `Process` is not used: it takes a child that closes its inherited descriptors for one that has exited,
/// waits for it, and misses the exit of others.
package final class ChildProcess: Sendable {
  package let id: Int32
  private let ended = Gate()
  private let outcome = Mutex<Int32>(0)

  private static let nullDevice = open("/dev/null", O_RDWR | O_CLOEXEC)

  /// - Parameters:
  ///   - arguments: The program and its arguments; without a slash it is searched in `PATH`.
  ///   - environment: The complete environment; `nil` inherits the test's.
  ///   - input: A descriptor owned by the caller, as are `output` and `error`; `nil` is `/dev/null`.
  package init(
    _ arguments: [String], in folder: String = "/", environment: [String: String]? = nil, input: Int32? = nil,
    output: Int32? = nil, error: Int32? = nil
  ) throws {
    let streams = [input, output, error].map { $0 ?? Self.nullDevice }
    id = try Self.spawn(arguments, folder, environment ?? ProcessInfo.processInfo.environment, streams)
    Thread.detachNewThread { [self] in
      var status: Int32 = 0
      while waitpid(id, &status, 0) == -1, errno == EINTR {}
      outcome.withLock { $0 = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F }
      ended.open()
    }
  }

  package func send(_ signal: Int32) { kill(id, signal) }

  /// Waits for the exit and returns the status as a shell does: 128 plus the number of a signal.
  package var status: Int32 {
    get async {
      await ended.wait()
      return outcome.withLock(\.self)
    }
  }

  /// Runs a script with `sh`. It may be longer than an argument.
  ///
  /// - Returns: The exit status.
  package static func shell(_ script: String, environment: [String: String]? = nil) async throws -> Int32 {
    let file = NSTemporaryDirectory() + "script-" + UUID().uuidString
    try Data(script.utf8).write(to: URL(filePath: file))
    defer { unlink(file) }
    return try await ChildProcess(["/bin/sh", file], environment: environment).status
  }

  private static func spawn(
    _ arguments: [String], _ folder: String, _ environment: [String: String], _ streams: [Int32]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (place, stream) in zip(Int32(0)..., streams) { posix_spawn_file_actions_adddup2(&actions, stream, place) }
    // Inherited descriptors would keep the servers of other tests listening.
    for descriptor in Int32(3)..<4096 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    // A child that inherits the blocked signals of these threads could not be terminated.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, every) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&every)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &every)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = (["env", "-C", folder] + arguments).map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { for text in words + variables { free(text) } }
    var id = pid_t()
    let code = posix_spawn(&id, "/usr/bin/env", &actions, &attributes, words + [nil], variables + [nil])
    guard code == 0 else { throw NotStarted(description: "\(arguments[0]): \(String(cString: strerror(code)))") }
    return id
  }

  package struct NotStarted: Error, CustomStringConvertible {
    package let description: String
  }
}
