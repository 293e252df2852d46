internal import Subprocess

extension PlatformOptions {
  /// A session of its own, for programs that do not need the terminal. They can be killed with their children and get no
  /// keys such as Ctrl+C.
  ///
  /// Nor can Ctrl+Z stop a child of posix_spawn(3) before it calls exec, which would leave this process waiting in the
  /// kernel for good.
  static var ownSession: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    return options
  }
}
