package import Glibc

/// Starts programs by posix_spawn(3), with each signal at its default, and none blocked but SIGTSTP.
///
/// If Ctrl+Z stopped the child before it called exec, this process would wait for it in the kernel for good. In a session
/// of its own, the child does not get the signal.
package struct SpawnedProcess: Sendable {
  /// The program and its arguments.
  package var words: [String]
  /// The file of the program; searched in `PATH` if it has no slash.
  package var executable: String
  /// `NAME=value` of each variable.
  package var environment: [String]
  /// Standard input, output and error.
  package var streams: [Stream]
  /// Whether it gets a session of its own, which has no terminal.
  package var hasOwnSession = false

  package enum Stream: Sendable {
    case descriptor(Int32)
    /// A file, and the flags that it is opened with.
    case file(String, Int32)

    package static let noInput = Stream.file("/dev/null", O_RDONLY)
    package static let noOutput = Stream.file("/dev/null", O_WRONLY)
  }

  /// POSIX_SPAWN_SETSID, which Swift does not import.
  private static let ownSession: Int32 = 0x80

  package init(_ words: [String], environment: [String], streams: [Stream]) {
    (self.words, self.environment, self.streams) = (words, environment, streams)
    executable = words[0]
  }

  /// - Parameter prepare: Adds actions after those of the streams.
  /// - Returns: The process, or the error number.
  package func start(
    _ prepare: (inout posix_spawn_file_actions_t) -> Void = { _ in }
  ) -> (process: pid_t, code: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in zip(Int32(0)..., streams) {
      switch stream {
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      case .file(let path, let flags): posix_spawn_file_actions_addopen(&actions, number, path, flags, 0)
      }
    }
    prepare(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (blocked, every) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    if !hasOwnSession { sigaddset(&blocked, SIGTSTP) }
    sigfillset(&every)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setsigdefault(&attributes, &every)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | (hasOwnSession ? Self.ownSession : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let code = posix_spawnp(&process, executable, &actions, &attributes, arguments, variables)
    return (process, code)
  }
}
