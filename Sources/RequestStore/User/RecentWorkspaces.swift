/// The folders that were open, the most recent first, in a file that all running programs share.
package struct RecentWorkspaces: Sendable {
  package struct Entry: Equatable, Sendable {
    /// An absolute path.
    package var root: String
    /// The number of its requests when it was last open.
    package var requests: Int?
  }

  private let file: UserFile

  /// The number of kept folders.
  package static let limit = 50

  package init(_ folders: UserFolders) { file = UserFile(path: folders.recents) }

  package func list() throws(StoreError) -> [Entry] { try entries(in: try file.read()) }

  /// Puts a folder first.
  ///
  /// - Parameter requests: `nil` keeps the known number.
  /// - Returns: A note if the file was not understood and was set aside.
  @discardableResult
  package func keep(_ root: String, requests: Int?) throws(StoreError) -> String? {
    try change { entries in
      let known = entries.first { $0.root.isExactly(root) }?.requests
      let others = entries.filter { !$0.root.isExactly(root) }
      entries = Array(([Entry(root: root, requests: requests ?? known)] + others).prefix(Self.limit))
    }
  }

  /// - Returns: A note if the file was not understood and was set aside.
  @discardableResult
  package func remove(_ root: String) throws(StoreError) -> String? {
    try change { $0.removeAll { $0.root.isExactly(root) } }
  }

  private func change(_ change: (inout [Entry]) -> Void) throws(StoreError) -> String? {
    try file.changeOrBeginAnew { (kept) throws(StoreError) in
      let known = try entries(in: kept)
      var entries = known
      change(&entries)
      if entries == known { return nil }
      var document = kept.object
      document["workspaces"] = Self.value(of: entries)
      return JSONValue.object(document).renderedFile
    }
  }

  private func entries(in kept: UserDocument) throws(StoreError) -> [Entry] {
    try kept.values(at: ["workspaces"]).compactMap { value in
      guard let entry = value.object, let root = entry["path"]?.string, root.startsExactly(with: "/") else {
        return nil
      }
      return Entry(root: root, requests: entry["requests"]?.number.flatMap { Int($0.text) })
    }
  }

  private static func value(of entries: [Entry]) -> JSONValue {
    .array(
      entries.map { entry in
        var object: JSONObject = ["path": .string(entry.root)]
        object["requests"] = entry.requests.map { .number(JSONNumber($0)) }
        return .object(object)
      })
  }
}
