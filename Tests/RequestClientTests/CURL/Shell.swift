import Foundation

/// The system's `sh`, as a user would run a command in it.
enum Shell {
  /// - Returns: The exit status.
  @discardableResult
  static func run(_ script: String) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in [0, 1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var process: pid_t = 0
    let file = ScratchFolder()
    let words: [String] = ["sh", try file.write(script, "script").path]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    guard posix_spawnp(&process, "sh", &actions, nil, arguments, environ) == 0 else { throw POSIXError(.ENOENT) }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status >> 8
  }
}
