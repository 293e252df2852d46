/// How a file differs between two folders, or two versions of it.
package struct FileDifference: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case added, removed, changed, renamed
  }

  package var kind: Kind
  package var path: String
  /// The new path of a renamed file.
  package var newPath: String?
  package var changes: [FieldChange] = []

  /// The file, and its changes below it.
  package var lines: [String] {
    let name = newPath.map { "\(path) → \($0)" } ?? path
    return ["\(kind.rawValue) \(name)"] + changes.flatMap(\.lines).map { "  " + $0 }
  }

  package var json: JSONValue {
    var document: JSONObject = ["path": .string(path), "change": .string(kind.rawValue)]
    document["newPath"] = newPath.map(JSONValue.string)
    document["fields"] = .array(changes.map { .object($0.document) })
    return .object(document)
  }
}

/// Compares two files or two folders by fields.
package enum TreeDifference {
  package static func compare(_ old: String, _ new: String) throws(StoreError) -> [FileDifference] {
    switch (Disk.kind(old), Disk.kind(new)) {
    case (.folder, .folder): return try folders(old, new)
    case (.folder, _): throw .system(.read, path: new, code: 20)
    case (_, .folder): throw .system(.read, path: old, code: 20)
    default:
      let difference = try versions(old, new, path: new)
      return difference.changes.isEmpty ? [] : [difference]
    }
  }

  /// Compares two versions of a file. `/dev/null` stands for a missing file, as in git.
  package static func versions(
    _ old: String, _ new: String, path: String, newPath: String? = nil
  ) throws(StoreError) -> FileDifference {
    let nothing = "/dev/null"
    let before = old == nothing ? nil : try Disk.read(old)
    let after = new == nothing ? nil : try Disk.read(new)
    let kind: FileDifference.Kind =
      before == nil ? .added : after == nil ? .removed : newPath == nil || newPath == path ? .changed : .renamed
    return FileDifference(
      kind: kind, path: path, newPath: kind == .renamed ? newPath : nil,
      changes: changes(before, after, path: newPath ?? path))
  }

  private static func changes(_ old: [UInt8]?, _ new: [UInt8]?, path: String) -> [FieldChange] {
    guard old != new else { return [] }
    let values = [old, new].map { bytes in bytes.flatMap { try? JSONText($0) }?.value }
    let isJSON = zip([old, new], values).allSatisfy { bytes, value in bytes == nil || value?.object != nil }
    if isJSON {
      let diff = FieldDiff(values[0]?.object, values[1]?.object, role: FileRole.of(path: path) ?? .request)
      return diff.changes.isEmpty ? [.ofLayout] : diff.changes
    }
    return [
      FieldChange(
        text: old.map { String(decoding: $0, as: UTF8.self) }, new.map { String(decoding: $0, as: UTF8.self) })
    ]
  }

  // MARK: Folders

  private struct File {
    var path: String
    var bytes: [UInt8]
    var id: String?
  }

  private static func folders(_ old: String, _ new: String) throws(StoreError) -> [FileDifference] {
    let (before, after) = (try files(in: old), try files(in: new))
    let oldPaths = Set(before.map(\.path))
    // A file that moved keeps its id.
    let byID = Dictionary(
      after.filter { !oldPaths.contains($0.path) }.compactMap { file in file.id.map { ($0, file) } }
    ) { first, _ in first }
    let byPath = Dictionary(after.map { ($0.path, $0) }) { first, _ in first }
    var matched: Set<String> = []
    var result: [FileDifference] = []
    for file in before {
      let other = byPath[file.path] ?? file.id.flatMap { byID[$0] }
      guard let other, matched.insert(other.path).inserted else {
        result.append(FileDifference(kind: .removed, path: file.path, changes: []))
        continue
      }
      let changes = changes(file.bytes, other.bytes, path: other.path)
      let isSame = file.path == other.path
      if isSame, changes.isEmpty { continue }
      result.append(
        FileDifference(
          kind: isSame ? .changed : .renamed, path: file.path, newPath: isSame ? nil : other.path, changes: changes))
    }
    for file in after where !matched.contains(file.path) {
      result.append(FileDifference(kind: .added, path: file.path, changes: changes(nil, file.bytes, path: file.path)))
    }
    return result.sorted { $0.path < $1.path }
  }

  /// The files of collections in a folder, without hidden ones.
  private static func files(in root: String) throws(StoreError) -> [File] {
    var files: [File] = []
    var folders = [""]
    while let folder = folders.popLast() {
      for entry in try FolderScan.list(root + "/" + folder) where !entry.isLink {
        let path = folder + entry.name
        if entry.isFolder {
          folders.append(path + "/")
        } else if entry.name.endsExactly(with: ".json") {
          let bytes = try Disk.read(root + "/" + path)
          let id = (try? JSONText(bytes))?.value.object?["id"]?.string
          files.append(File(path: path, bytes: bytes, id: id))
        }
      }
    }
    return files.sorted { $0.path < $1.path }
  }
}
