internal import Foundation

/// The user's home.
package enum HomeFolder {
  /// `$HOME`, else what the system's list of users says; `nil` where neither names a folder of the user's own.
  ///
  /// - Parameter environment: The process's environment variables.
  package static func path(_ environment: [String: String]) -> String? {
    usable(environment["HOME"]) ?? usable(listed())
  }

  /// The root of the file system is what an account without a home gets.
  private static func usable(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/"), path.contains(where: { $0 != "/" }) else { return nil }
    return path
  }

  private static func listed() -> String? {
    getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
  }
}
