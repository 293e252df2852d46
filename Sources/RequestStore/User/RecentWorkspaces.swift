internal import Foundation
internal import RequestModel

/// The folders that were open, the most recent first, in a file that all running programs share.
package struct RecentWorkspaces: Sendable {
  package struct Entry: Equatable, Sendable {
    /// An absolute path.
    package var root: String
    /// The number of its requests when it was last open.
    package var requests: Int?

    package init(root: String, requests: Int? = nil) {
      self.root = root
      self.requests = requests
    }
  }

  private let path: String

  /// The number of kept folders.
  package static let limit = 50

  package init(_ folders: UserFolders) { path = folders.recents }

  package func list() throws(StoreError) -> [Entry] {
    guard Disk.exists(path) else { return [] }
    let document = try JSONText.object(at: path).value.object ?? JSONObject()
    return (document["workspaces"]?.array ?? []).compactMap { value in
      guard let entry = value.object, let root = entry["path"]?.string, root.startsExactly(with: "/") else {
        return nil
      }
      return Entry(root: root, requests: entry["requests"]?.number.flatMap { Int($0.text) })
    }
  }

  /// Puts a folder first. A damaged file is replaced.
  ///
  /// - Parameter requests: `nil` keeps the known number.
  package func keep(_ root: String, requests: Int?) throws(StoreError) {
    try change { entries in
      let known = entries.first { $0.root.isExactly(root) }?.requests
      let others = entries.filter { !$0.root.isExactly(root) }
      entries = Array(([Entry(root: root, requests: requests ?? known)] + others).prefix(Self.limit))
    }
  }

  package func forget(_ root: String) throws(StoreError) {
    try change { $0.removeAll { $0.root.isExactly(root) } }
  }

  private func change(_ change: (inout [Entry]) -> Void) throws(StoreError) {
    try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
    try FileLock.holding(path) { () throws(StoreError) in
      // The list is a convenience: without a readable one it begins anew.
      let known = try? list()
      var entries = known ?? []
      change(&entries)
      if entries != known { try Disk.replace(path, with: Self.document(entries).renderedFile, mode: 0o600) }
    }
  }

  private static func document(_ entries: [Entry]) -> JSONValue {
    let workspaces = entries.map { entry in
      var object: JSONObject = ["path": .string(entry.root)]
      object["requests"] = entry.requests.map { .number(JSONNumber($0)) }
      return JSONValue.object(object)
    }
    return .object(["workspaces": .array(workspaces)])
  }
}
