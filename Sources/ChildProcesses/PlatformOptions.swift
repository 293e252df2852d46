internal import Glibc
internal import Subprocess

// Ctrl+Z stops all processes of the terminal's group. If it stops a child of posix_spawn(3) before that is the other
// program, this process waits for the child in the kernel and does not stop: the shell sees nothing to continue, and the
// terminal is dead. Each of these options prevents that.
extension PlatformOptions {
  /// For programs that do not need the terminal. They can be killed with their children and get no keys such as Ctrl+C.
  static var ownSession: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    return options
  }

  /// For programs that get the terminal.
  ///
  /// Subprocess sets a group of users by fork(2), after which this process can be stopped while it waits. It already has
  /// the group. In a user namespace that does not know it, it cannot be set.
  static var terminal: PlatformOptions {
    var options = PlatformOptions()
    if getgid() != overflowGroup { options.groupID = getgid() }
    return options
  }

  private static let overflowGroup: gid_t = 65_534
}
