internal import Foundation
package import RequestModel

/// Stores what collections may read outside themselves, in a file that only the user can read.
package struct ConsentStore: Sendable {
  private let path: String

  package init(_ folders: UserFolders) { path = folders.consents }

  /// Returns what a collection may read.
  ///
  /// - Parameter collection: An absolute path with links resolved.
  /// - Throws: `StoreError.open` if other users can access the file.
  package func allowed(for collection: String) throws(StoreError) -> Set<OutsideSource> {
    guard let entry = try load()?.value.object?[collection]?.object else { return [] }
    let files = Self.names(entry, "files").map(OutsideSource.file)
    let variables = Self.names(entry, "variables").map(OutsideSource.environmentVariable)
    let bases = Self.names(entry, "bases").map(OutsideSource.base)
    let scripts: [OutsideSource] = entry["scripts"]?.bool == true ? [.scripts] : []
    return Set(scripts + files + variables + bases + Self.names(entry, "commands").map(OutsideSource.command))
  }

  package func allow(_ sources: some Sequence<OutsideSource>, for collection: String) throws(StoreError) {
    try Disk.createFolder(Disk.folder(of: path), mode: 0o700)
    try FileLock.holding(path) { () throws(StoreError) in
      let text = try load()
      var all = text?.value.object ?? JSONObject()
      var entry = all[collection]?.object ?? JSONObject()
      for source in sources {
        switch source {
        case .file(let file): Self.add(file, to: "files", of: &entry)
        case .environmentVariable(let name): Self.add(name, to: "variables", of: &entry)
        case .command(let line): Self.add(line, to: "commands", of: &entry)
        case .base(let name): Self.add(name, to: "bases", of: &entry)
        case .scripts: entry["scripts"] = true
        }
      }
      all[collection] = .object(entry)
      let bytes = text?.rewriting(to: .object(all)) ?? JSONValue.object(all).renderedFile
      try Disk.replace(path, with: bytes, mode: 0o600)
    }
  }

  /// Follows the collections of a folder that was renamed.
  package func move(from old: String, to new: String) throws(StoreError) {
    guard Disk.exists(path) else { return }
    try FileLock.holding(path) { () throws(StoreError) in try MovedMembers.write(path, try load(), from: old, to: new) }
  }

  private static func names(_ entry: JSONObject, _ key: String) -> [String] {
    entry[key]?.array?.compactMap(\.string) ?? []
  }

  private static func add(_ name: String, to key: String, of entry: inout JSONObject) {
    let names = names(entry, key)
    if !names.contains(name) { entry[key] = .array((names + [name]).map(JSONValue.string)) }
  }

  private func load() throws(StoreError) -> JSONText? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .system(.read, path: path, code: errno) }
      return nil
    }
    guard status.st_mode & 0o077 == 0 else { throw .open(path: path, mode: status.st_mode & 0o777) }
    return try JSONText.object(at: path)
  }
}
