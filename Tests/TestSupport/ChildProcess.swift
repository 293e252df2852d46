import Foundation
import Glibc
import Synchronization

/// A program that a test started: it has nothing of the test's own open, and is reaped the moment it ends.
///
/// Not Foundation's `Process`: its one waiting thread takes a program that closes what it inherited for one that has
/// ended, waits for it, and never hears of the end of another.
package final class ChildProcess: Sendable {
  package let id: Int32
  private let ended = Gate()
  private let outcome = Mutex<Int32>(0)

  private static let nullDevice = open("/dev/null", O_RDWR | O_CLOEXEC)

  /// - Parameters:
  ///   - arguments: The program first; without a slash it is looked for in `PATH`.
  ///   - environment: All of it; `nil` is the test's own.
  ///   - input: A descriptor that stays the caller's, as `output` and `error` do; `nil` is nothing.
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

  /// Waits for its end, and tells how it ended, as a shell does: 128 and the number of a signal.
  package var status: Int32 {
    get async {
      await ended.wait()
      return outcome.withLock(\.self)
    }
  }

  /// Waits for its end on this thread, for where nothing can be awaited.
  package func waitOnThread() { ended.waitOnThread() }

  /// - Returns: The exit status of what the system's `sh` makes of `script`, which may be longer than an argument.
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
    // What other tests have open is not for this program: it would keep their servers listening.
    for descriptor in Int32(3)..<4096 { posix_spawn_file_actions_addclose(&actions, descriptor) }
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
