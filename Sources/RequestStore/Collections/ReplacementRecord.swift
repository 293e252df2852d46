internal import Foundation

/// A replacement in files that can be undone after a restart. The files as they were are in the trash.
package struct ReplacementRecord: Equatable, Sendable {
  private struct Kept: Equatable, Sendable {
    var address: Address
    /// The name in the trash of the file as it was.
    let name: String
    /// The fingerprint of the file since then.
    let written: String
    let count: Int
  }

  /// Its folder in the trash.
  package let folder: String
  /// In microseconds since 1970.
  package let date: Int
  fileprivate let root: String
  private var files: [Kept]

  /// Hidden, so it never conflicts with the names of kept files.
  static let name = ".replacement.json"
  /// How many replacements below a root can be undone.
  static let limit = 20

  /// Keeps files as they were before a replacement. All or none.
  fileprivate init(_ replaced: [ReplacedFile], root: String, trash: String) throws(StoreError) {
    folder = trash + "/" + RequestID.random().text
    date = Int(Date().timeIntervalSince1970 * 1_000_000)
    self.root = root
    files = replaced.enumerated().map { number, file in
      Kept(address: file.address, name: "\(number)", written: file.written, count: file.count)
    }
    try Disk.createFolder(folder, mode: 0o700)
    do throws(StoreError) {
      for (file, kept) in zip(replaced, files) {
        try Disk.create(folder + "/" + kept.name, with: file.before, mode: 0o600)
      }
      try Disk.create(folder + "/" + Self.name, with: document.renderedFile, mode: 0o600)
    } catch {
      discard()
      throw error
    }
  }

  /// The files with their earlier content.
  package func replacedFiles() throws(StoreError) -> [ReplacedFile] {
    try files.map { (file) throws(StoreError) in
      let before = try Disk.read(folder + "/" + file.name)
      return ReplacedFile(address: file.address, before: before, written: file.written, count: file.count)
    }
  }

  package func discard() { Disk.removeAll(folder) }

  /// The record after a file or folder has moved; `nil` if that has none of its files.
  fileprivate func moved(from old: Address, to new: Address) throws(StoreError) -> ReplacementRecord? {
    var record = self
    for index in files.indices { record.files[index].address = files[index].address.moved(from: old, to: new) }
    guard record != self else { return nil }
    try Disk.replace(folder + "/" + Self.name, with: record.document.renderedFile)
    return record
  }
}

extension CollectionStore {
  /// Keeps files as they were before a replacement, so that it can be undone after a restart. Of many replacements, the
  /// oldest are forgotten.
  package func record(_ files: [ReplacedFile]) throws(StoreError) -> ReplacementRecord {
    let record = try ReplacementRecord(files, root: root, trash: trash)
    for old in replacements().dropLast(ReplacementRecord.limit) { old.discard() }
    return record
  }

  /// Returns the replacements below this root that can be undone, the newest last.
  package func replacements() -> [ReplacementRecord] {
    let places = Disk.names(in: trash).names.map { trash + "/" + $0 }
    return places.compactMap { ReplacementRecord(at: $0) }.filter { $0.root == root }.sorted { $0.date < $1.date }
  }

  /// Updates the records after a file or folder has moved.
  ///
  /// - Returns: The changed ones.
  package func moveReplacements(from old: Address, to new: Address) throws(StoreError) -> [ReplacementRecord] {
    var moved: [ReplacementRecord] = []
    for record in replacements() {
      if let record = try record.moved(from: old, to: new) { moved.append(record) }
    }
    return moved
  }
}

// MARK: The record

extension ReplacementRecord {
  private var document: JSONValue {
    let rows = files.map { file -> JSONValue in
      [
        "address": .string(file.address.path), "kept": .string(file.name), "written": .string(file.written),
        "count": .number(JSONNumber(file.count)),
      ]
    }
    return ["root": .string(root), "date": .number(JSONNumber(date)), "files": .array(rows)]
  }

  /// - Returns: `nil` for another folder of the trash.
  fileprivate init?(at folder: String) {
    // Records that cannot be read are reported as such.
    guard let document = (try? JSONText.object(at: folder + "/" + Self.name))?.value.object,
      let root = document["root"]?.string, let date = document["date"]?.number?.int
    else { return nil }
    (self.folder, self.root, self.date) = (folder, root, date)
    files = (document["files"]?.array ?? []).compactMap(\.object).compactMap { row -> Kept? in
      guard let address = row["address"]?.string, let name = row["kept"]?.string, let written = row["written"]?.string
      else { return nil }
      return Kept(address: Address(address), name: name, written: written, count: row["count"]?.number?.int ?? 0)
    }
  }
}
