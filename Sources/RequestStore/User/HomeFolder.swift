internal import Foundation

/// The user's home folder.
package enum HomeFolder {
  /// Returns `$HOME`, else the home in the user database; `nil` if neither is usable.
  ///
  /// - Parameter environment: The process environment.
  package static func path(_ environment: [String: String]) -> String? {
    usable(environment["HOME"]) ?? usable(listed())
  }

  /// Replaces `~` at the beginning of a path.
  package static func expanding(_ path: String, _ environment: [String: String]) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = self.path(environment) else { return path }
    return home + path.dropFirst(1)
  }

  /// Replaces `~` or `~user` at the beginning of a path that was typed, as a shell does. Foundation alone takes the home
  /// in the user database for both, and not `$HOME`.
  package static func expandingTyped(_ path: String) -> String {
    (expanding(path, ProcessInfo.processInfo.environment) as NSString).expandingTildeInPath
  }

  /// Rejects `/`, the home of accounts without one.
  private static func usable(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/"), path.contains(where: { $0 != "/" }) else { return nil }
    return path
  }

  private static func listed() -> String? {
    getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
  }
}
