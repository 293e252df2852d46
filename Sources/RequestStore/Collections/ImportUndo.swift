internal import Foundation
internal import RequestModel

/// A finished import that can be undone. What it replaced and removed is in the trash.
package struct ImportUndo: Equatable, Sendable {
  struct File: Equatable, Sendable {
    /// The path in the target.
    var path: String
    /// The name in the trash of what was replaced or removed; `nil` for a new file.
    var kept: String?
    /// The fingerprint of what was written; `nil` for what was removed.
    var written: String?
  }

  /// The result of undoing.
  package struct Outcome: Equatable, Sendable {
    /// The paths in the target of files that came back or were put back.
    package var restored: [String] = []
    /// The paths in the target of new files and collections that are gone again.
    package var removed: [String] = []
    /// Why files were left as they are.
    package var problems: [String] = []
  }

  /// Its folder in the trash.
  package let folder: String
  /// The folder that was imported into.
  package let target: String
  /// In microseconds since 1970.
  let date: Int
  /// The paths of the records of new collections, or else their own: later folders may have the same names.
  private(set) var created: [String] = []
  private(set) var files: [File] = []

  /// Hidden, so it never conflicts with the names of kept files.
  private static let name = ".undo-import.json"
  /// How many imports into a folder can be undone.
  static let limit = 20

  /// - Parameter plan: The files of an import that is not placed yet.
  init(_ plan: [ImportPlan.File], in target: String, trash: String) {
    (folder, self.target) = (trash + "/" + RequestID.random().text, target)
    date = Int(Date().timeIntervalSince1970 * 1_000_000)
    var isNew: [String: Bool] = [:]
    let paths = Set(plan.map(\.path))
    for (number, file) in plan.enumerated() where file.fate != .keep && file.fate != .skip {
      let top = ImportPlan.top(file.path)
      if isNew[top] == nil {
        isNew[top] = top != file.path && top != FolderScan.environments && !Disk.exists(target + "/" + top)
        let record = top + "/" + ImportRecord.fileName
        if isNew[top] == true { created.append(paths.contains(record) ? record : top) }
      }
      guard isNew[top] == false else { continue }
      let isThere = Disk.exists(target + "/" + file.path)
      if file.fate == .remove, !isThere { continue }
      let written = file.fate == .remove ? nil : Fingerprint(of: file.bytes).text
      files.append(File(path: file.path, kept: isThere ? "\(number)" : nil, written: written))
    }
  }

  /// Copies what will be replaced, and writes the record.
  func begin() throws(StoreError) {
    try Disk.createFolder(folder, mode: 0o700)
    for file in files where file.written != nil {
      guard let kept = file.kept else { continue }
      let code = Disk.copyAll(path(of: file), folder + "/" + kept)
      guard code == 0 else { throw .system(.read, path: path(of: file), code: code) }
    }
    try Disk.create(folder + "/" + Self.name, with: document.renderedFile, mode: 0o600)
    let earlier = Self.all(in: Disk.folder(of: folder)).filter { $0.target == target && $0.folder != folder }
    for old in earlier.dropLast(Self.limit - 1) { old.discard() }
  }

  /// Moves what the source no longer has to the trash, and removes folders that are empty then.
  func takeRemoved() throws(StoreError) {
    for file in files where file.written == nil {
      guard let kept = file.kept else { continue }
      try Disk.move(path(of: file), to: folder + "/" + kept)
      removeEmptyFolders(around: file)
    }
  }

  func discard() { Disk.removeAll(folder) }

  private func path(of file: File) -> String { target + "/" + file.path }

  /// The folders in a collection that are empty now.
  private func removeEmptyFolders(around file: File) {
    var folder = Address(file.path).parent
    while !folder.parent.path.isEmpty, rmdir(target + "/" + folder.path) == 0 { folder = folder.parent }
  }
}

// MARK: Undoing

extension ImportUndo {
  /// The last import into a folder; `nil` if there is none that can be undone.
  package static func last(into target: String, trash: String) -> ImportUndo? {
    let target = Disk.resolved(target)
    return all(in: trash).last { $0.target == target }
  }

  /// The imports that can be undone, the newest last.
  package static func all(in trash: String) -> [ImportUndo] {
    Disk.names(in: trash).names.compactMap { ImportUndo(at: trash + "/" + $0) }
      .filter { !$0.files.isEmpty || $0.created.contains(where: $0.exists) }
      .sorted { $0.date < $1.date }
  }

  private func exists(_ path: String) -> Bool { Disk.exists(target + "/" + path) }

  /// Brings back what was removed and replaced, and removes what was new. A file that has changed since stays as it is;
  /// what it replaced stays in the trash.
  package func run() -> Outcome {
    var outcome = Outcome()
    for file in files {
      do throws(StoreError) {
        try undo(file, &outcome)
      } catch {
        outcome.problems.append("\(file.path) — \(error)")
      }
    }
    let store = CollectionStore(root: target, trash: Disk.folder(of: folder))
    for name in created.filter(exists).map(ImportPlan.top) {
      do throws(StoreError) {
        _ = try store.delete(Address(name))
        outcome.removed.append(name)
      } catch {
        outcome.problems.append("\(name) — \(error)")
      }
    }
    unlink(folder + "/" + Self.name)
    rmdir(folder)
    return outcome
  }

  private func undo(_ file: File, _ outcome: inout Outcome) throws(StoreError) {
    let path = path(of: file)
    let kept = file.kept.map { folder + "/" + $0 }
    guard let written = file.written else {
      // It never left its place if the import was interrupted.
      guard let kept, Disk.exists(kept) else { return }
      return outcome.restored.append(try putBack(kept, as: file.path))
    }
    guard Disk.exists(path) else {
      if let kept { outcome.restored.append(try putBack(kept, as: file.path)) }
      return
    }
    let bytes = try Disk.read(path, limit: ImportRecord.limit)
    guard Fingerprint(of: bytes).text == written else {
      if let kept, try Disk.read(kept, limit: ImportRecord.limit) == bytes { return try Disk.remove(kept) }
      return outcome.problems.append(
        "\(file.path) — changed since: undo it by hand" + (kept.map { "; its earlier version is \($0)" } ?? ""))
    }
    if let kept {
      let staged = Disk.temporaryPath(beside: path)
      try Disk.move(kept, to: staged)
      try Disk.replace(path, by: staged)
      outcome.restored.append(file.path)
    } else {
      try Disk.remove(path)
      removeEmptyFolders(around: file)
      outcome.removed.append(file.path)
    }
  }

  /// - Returns: The path in the target; another name if that of the file was taken meanwhile.
  private func putBack(_ kept: String, as path: String) throws(StoreError) -> String {
    let address = Address(path)
    let folder = address.parent
    try Disk.createFolder(target + "/" + folder.path)
    let suffix = path.endsExactly(with: ".json") ? ".json" : ""
    let taken = try FolderScan.list(target + "/" + folder.path).map(\.name)
    let free = FileName.free(suffix.isEmpty ? address.name : address.stem, suffix: suffix, taken: taken)
    let place = folder.appending(address.name.hasPrefix(".") ? address.name : free)
    try Disk.move(kept, to: target + "/" + place.path)
    return place.path
  }
}

// MARK: The record

extension ImportUndo {
  private var document: JSONValue {
    [
      "target": .string(target), "date": .number(JSONNumber(date)),
      "created": .array(created.map { .string($0) }), "files": .array(files.map(Self.row)),
    ]
  }

  private static func row(_ file: File) -> JSONValue {
    var row: JSONObject = ["path": .string(file.path)]
    if let kept = file.kept { row["kept"] = .string(kept) }
    if let written = file.written { row["written"] = .string(written) }
    return .object(row)
  }

  /// - Returns: `nil` for another folder of the trash.
  private init?(at folder: String) {
    guard let bytes = try? Disk.read(folder + "/" + Self.name, limit: ImportRecord.limit),
      let document = (try? JSONText(bytes))?.value.object, let target = document["target"]?.string,
      let date = document["date"]?.number?.int
    else { return nil }
    (self.folder, self.target, self.date) = (folder, target, date)
    created = (document["created"]?.array ?? []).compactMap { $0.string }
    files = (document["files"]?.array ?? []).compactMap(\.object).compactMap { row in
      row["path"]?.string.map { File(path: $0, kept: row["kept"]?.string, written: row["written"]?.string) }
    }
  }
}
