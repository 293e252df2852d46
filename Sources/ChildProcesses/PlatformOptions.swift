internal import Subprocess

extension PlatformOptions {
  /// A session of its own, for programs that do not need the terminal. They can be killed with their children and get no
  /// keys such as Ctrl+C.
  ///
  /// Nor does Ctrl+Z stop a child of posix_spawn(3) before it is the other program. This process would wait for it in the
  /// kernel and not stop, and nobody would continue either.
  static var ownSession: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    return options
  }
}
