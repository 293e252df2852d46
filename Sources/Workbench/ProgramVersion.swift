internal import CVersion

/// The version of the program as `--version` prints it.
enum ProgramVersion {
  static let number = ClientVersion.current

  /// `0.1.0 (commit 0123456789ab, 2026-01-31)`; only the number if the build knew no commit.
  static var line: String { line(commit: String(cString: cversion_commit())) }

  static func line(commit: String) -> String {
    let parts = commit.split(separator: " ")
    return parts.count == 2 ? "\(number) (commit \(parts[0]), \(parts[1]))" : number
  }
}
