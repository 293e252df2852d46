internal import Foundation

/// The files and environment variables that a request may read. A collection may be untrusted, so everything outside of
/// it needs the user's permission.
package struct ReadAccess: Equatable, Sendable {
  /// The files below it may be read: an absolute path with its links resolved. `nil` for all files and variables.
  private let folder: String?
  /// The sources that the user has allowed.
  private let allowed: Set<OutsideSource>
  /// Whether commands run without individual permission.
  package var allowsCommands = false
  package var allowsScripts = false
  /// The folders of the collection's bases, which the user has allowed.
  package var bases: [String] = []

  /// Allows every file and variable, as the user named them.
  package static let unrestricted = ReadAccess.unrestricted(allowed: [])

  package static func unrestricted(allowed: Set<OutsideSource>) -> ReadAccess {
    ReadAccess(folder: nil, allowed: allowed)
  }

  package static func collection(folder: String, allowed: Set<OutsideSource>) -> ReadAccess {
    ReadAccess(folder: folder, allowed: allowed)
  }

  /// Allows the files of a folder, and the sources that the user has allowed.
  package static func folder(_ path: String, allowed: Set<OutsideSource> = []) -> ReadAccess {
    .collection(folder: path.realPath ?? path, allowed: allowed)
  }

  package func allows(_ source: OutsideSource) -> Bool {
    if allowed.contains(source) { return true }
    if source.isCommand { return allowsCommands }
    if source == .scripts, allowsScripts { return true }
    // Allowing all files does not include these.
    if source != .scripts, source.isOfScripts { return false }
    guard let folder else { return true }
    if case .file(let path) = source { return ([folder] + bases).contains { Self.contains(path, in: $0) } }
    return false
  }

  /// Hidden files in the collection (`.env`, `.git/config`) are private to the user.
  private static func contains(_ path: String, in folder: String) -> Bool {
    let prefix = Array((folder.hasSuffix("/") ? folder : folder + "/").utf8)
    guard path.utf8.starts(with: prefix) else { return false }
    return !path.utf8.dropFirst(prefix.count).split(separator: UInt8(ascii: "/")).contains {
      $0.first == UInt8(ascii: ".")
    }
  }
}
