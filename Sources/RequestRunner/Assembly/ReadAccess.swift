internal import Foundation
package import RequestModel

/// The files and environment variables that a request may read. A collection may come from a stranger, so anything
/// outside it needs the user's permission.
package enum ReadAccess: Equatable, Sendable {
  /// Everything: the user named the files.
  case unrestricted
  /// The files below `folder`, an absolute path with links resolved, and what the user has allowed.
  case collection(folder: String, allowed: Set<OutsideSource>)

  /// The files of a folder, and what the user has allowed.
  package static func folder(_ path: String, allowed: Set<OutsideSource> = []) -> ReadAccess {
    guard let real = realpath(path, nil) else { return .collection(folder: path, allowed: allowed) }
    defer { free(real) }
    return .collection(folder: String(cString: real), allowed: allowed)
  }

  package func allows(_ source: OutsideSource) -> Bool {
    guard case .collection(let folder, let allowed) = self else { return true }
    if case .file(let path) = source, Self.contains(path, in: folder) { return true }
    return allowed.contains(source)
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
