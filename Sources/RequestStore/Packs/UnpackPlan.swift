internal import Foundation

/// The checked files of a pack and their destinations.
package struct UnpackPlan: Equatable, Sendable {
  package struct File: Equatable, Sendable {
    /// The path in the target folder.
    package let path: String
    package let bytes: [UInt8]
    /// Whether it replaces a file with other contents.
    package let replaces: Bool
  }

  package let manifest: PackManifest
  package let files: [File]
  /// The folder that is written.
  package let target: String

  /// Checks a pack. Nothing is written.
  ///
  /// - Parameters:
  ///   - parent: The folder to create the pack's folder in.
  ///   - replace: Whether files that exist are replaced.
  package init(pack path: String, into parent: String, replace: Bool) throws {
    let bytes = try Disk.read(path, limit: CollectionPack.limit * 2)
    guard ArchiveFiles.recognizes(Data(bytes)) else { throw PackProblem("it is not a pack") }
    let entries: [ArchiveFiles.Entry]
    do {
      entries = try ArchiveFiles.entries(Data(bytes))
    } catch {
      throw PackProblem(error.description)
    }
    let indexes = entries.filter { $0.path == PackManifest.name }
    guard let index = indexes.first, indexes.count == 1, index.isFile else {
      throw PackProblem("it has no manifest.json, so it is not a pack")
    }
    let manifest = try PackManifest(Array(index.contents))
    let contents = try Self.contents(entries, manifest)
    guard let name = FileStem.of(manifest.name) else {
      throw PackProblem("its name \(PackPaths.quoted(manifest.name)) is not usable for a folder")
    }
    let target = Disk.resolved(parent) + "/" + name
    self.manifest = manifest
    self.target = target
    try Disk.checkFolder(target)
    files = try manifest.files.map { file in
      try Self.file(file.path, contents[ExactText(file.path)] ?? [], target, replace)
    }
  }

  private static func contents(
    _ entries: [ArchiveFiles.Entry], _ manifest: PackManifest
  ) throws(PackProblem) -> [ExactText: [UInt8]] {
    try PackPaths.check(manifest.files.map(\.path))
    // libarchive composes letters; the index has the names as they were. Equal strings are one name to Swift.
    let names = Dictionary(manifest.files.map { ($0.path, $0.path) }) { first, _ in first }
    var contents: [ExactText: [UInt8]] = [:]
    for entry in entries where entry.path != PackManifest.name {
      guard entry.isFile else { throw PackProblem("\(PackPaths.quoted(entry.path)) in it is not a plain file") }
      guard let path = entry.path.removingExactly(prefix: PackManifest.folder) else {
        throw PackProblem("\(PackPaths.quoted(entry.path)) in it is not in its index")
      }
      guard contents.updateValue(Array(entry.contents), forKey: ExactText(names[path] ?? path)) == nil else {
        throw PackProblem("\(PackPaths.quoted(path)) is in it twice")
      }
    }
    for file in manifest.files {
      guard let bytes = contents[ExactText(file.path)] else {
        throw PackProblem("\(PackPaths.quoted(file.path)) is in its index, but not in it")
      }
      guard bytes.count == file.size, SHA256.hex(bytes) == file.checksum.lowercased() else {
        throw PackProblem("\(PackPaths.quoted(file.path)) in it is damaged: its checksum is wrong")
      }
    }
    let known = Set(manifest.files.map { ExactText($0.path) })
    if let other = contents.keys.first(where: { !known.contains($0) }) {
      throw PackProblem("\(PackPaths.quoted(other.text)) in it is not in its index")
    }
    return contents
  }

  private static func file(_ path: String, _ bytes: [UInt8], _ target: String, _ replace: Bool) throws(StoreError)
    -> File
  {
    try Disk.checkFolders(of: path, in: target)
    let place = target + "/" + path
    guard let status = Disk.status(place, followsLinks: false) else {
      return File(path: path, bytes: bytes, replaces: false)
    }
    guard replace, status.st_mode & S_IFMT == S_IFREG else { throw .exists(path: place) }
    return File(path: path, bytes: bytes, replaces: true)
  }
}

extension UnpackPlan {
  /// Writes all files or none: first into a temporary folder beside the target, which is renamed.
  ///
  /// In a folder that exists, files are renamed one by one: each has its old contents or the new ones.
  ///
  /// - Parameter trash: The user's folder for deleted files. Without it, nothing removes the temporary folder after a
  ///   kill.
  package func write(trash: String? = nil) throws(StoreError) {
    try Disk.createFolder(Disk.folder(of: target))
    let staging = Disk.temporaryPath(beside: target)
    StagingRecord.write(for: staging, in: trash)
    defer { StagingRecord.remove(for: staging, in: trash) }
    try Disk.createFolder(staging)
    defer { Disk.removeAll(staging) }
    for file in files {
      let path = staging + "/" + file.path
      try Disk.createFolder(Disk.folder(of: path))
      try Disk.write(path, file.bytes)
    }
    Disk.flushFileSystem(of: staging)
    if Disk.place(staging, at: target) != 0 {
      for file in files {
        let path = target + "/" + file.path
        try Disk.createFolder(Disk.folder(of: path))
        try Disk.replace(path, by: staging + "/" + file.path)
      }
    }
    Disk.flushFolder(of: target)
  }
}
