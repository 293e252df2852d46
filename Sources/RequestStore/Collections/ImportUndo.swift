internal import Foundation

/// A finished import that can be undone. Replaced and removed files are in the trash; replaced values of secrets are in
/// the secret store.
package struct ImportUndo: Equatable, Sendable {
  struct File: Equatable, Sendable {
    /// The path in the target.
    var path: String
    /// The name in the trash of the replaced or removed file; `nil` for a new file.
    var kept: String?
    /// The fingerprint of the written file; `nil` for a removed one.
    var written: String?
  }

  /// A secret whose value the import has set.
  struct Secret: Equatable, Sendable {
    var key: SecretStore.Key
    /// The digest of the value that was set, with the salt.
    var digest: String
    var isReplaced: Bool
    /// Whether an undo that failed elsewhere has taken it back.
    var isTakenBack = false
  }

  /// The result of undoing.
  package struct Outcome: Equatable, Sendable {
    /// The paths in the target of files that came back or were put back.
    package var restored: [String] = []
    /// The paths in the target of new files and collections that are gone again.
    package var removed: [String] = []
    /// The new collections, which are in the trash now.
    package var deletions: [Deletion] = []
    /// The values of secrets that were removed, or replaced by their earlier ones.
    package var secrets: [TakenSecret] = []
    /// Why files and values were not restored.
    package var problems: [String] = []
    /// Whether nothing was tried, as another import has locked the folder.
    package var isBusy = false
  }

  /// Its folder in the trash.
  package let folder: String
  /// The folder that was imported into.
  package let target: String
  /// In microseconds since 1970.
  package let date: Int
  /// The paths of the records of new collections, or else their own: later folders may have the same names.
  private(set) var created: [String] = []
  private(set) var files: [File] = []
  var secrets: [Secret] = []
  /// A digest of a short password alone would tell it: the salt is with the secrets.
  var salt = ""

  /// Hidden, so it never conflicts with the names of kept files.
  static let name = ".undo-import.json"
  /// How many imports into a folder can be undone.
  static let limit = 20

  /// - Parameters:
  ///   - plan: The files of an import that is not placed yet.
  ///   - values: The values of secrets that it sets.
  init(_ plan: [ImportPlan.File], _ values: [ImportPlan.NewValue] = [], in target: String, trash: String) {
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
    guard !values.isEmpty else { return }
    salt = (0..<4).map { _ in RequestID.random().text }.joined()
    secrets = values.map { Secret(key: $0.key, digest: digest($0.value), isReplaced: $0.earlier != nil) }
  }

  /// Whether anything of the user's would be lost without it. The record of the earlier import is the program's own.
  var keepsSomething: Bool {
    secrets.contains(where: \.isReplaced)
      || files.contains { $0.kept != nil && Address($0.path).name != ImportRecord.fileName }
  }

  /// Copies the files to be replaced, and writes the record.
  func begin(_ store: SecretStore?, _ values: [ImportPlan.NewValue]) throws(StoreError) {
    try Disk.createFolder(folder, mode: 0o700)
    for file in files where file.written != nil {
      guard let kept = file.kept else { continue }
      let code = Disk.copyAll(path(of: file), folder + "/" + kept)
      guard code == 0 else { throw .system(.read, path: path(of: file), code: code) }
    }
    if let store, !values.isEmpty {
      try store.set(salt, for: saltKey)
      for (index, value) in values.enumerated() {
        if let earlier = value.earlier { try store.set(earlier, for: keptKey(index)) }
      }
    }
    try Disk.create(folder + "/" + Self.name, with: document.renderedFile, mode: 0o600)
    let earlier = Self.all(in: Disk.folder(of: folder)).filter { $0.target == target && $0.folder != folder }
    for old in earlier.dropLast(Self.limit - 1) { old.discard(store) }
  }

  /// Moves files that the source no longer has to the trash, and removes folders that become empty. All files or none.
  func takeRemoved() throws(StoreError) {
    var taken: [(place: String, kept: String)] = []
    for file in files where file.written == nil {
      guard let kept = file.kept, Disk.exists(path(of: file)) else { continue }
      do throws(StoreError) {
        try Disk.move(path(of: file), to: folder + "/" + kept)
      } catch {
        for (place, kept) in taken {
          try Disk.createFolder(Disk.folder(of: place))
          try Disk.move(kept, to: place)
        }
        throw error
      }
      taken.append((path(of: file), folder + "/" + kept))
      removeEmptyFolders(around: file)
    }
  }

  /// Forgets how to undo the import, unless removed files are still in the trash.
  func discardUnused(_ store: SecretStore?) {
    let isUsed = files.contains { file in
      file.written == nil && file.kept.map { Disk.exists(folder + "/" + $0) } == true
    }
    if !isUsed { discard(store) }
  }

  func discard(_ store: SecretStore?) {
    Disk.removeAll(folder)
    removeKeptSecrets(store)
  }

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
      .filter { !$0.files.isEmpty || $0.created.isEmpty || $0.created.contains(where: $0.exists) }
      .sorted { $0.date < $1.date }
  }

  /// The imports into a folder and those in it.
  package static func all(in trash: String, below root: String) -> [ImportUndo] {
    let root = Disk.resolved(root)
    return all(in: trash).filter { $0.target == root || $0.target.startsExactly(with: root + "/") }
  }

  private func exists(_ path: String) -> Bool { Disk.exists(target + "/" + path) }

  /// Whether it can still be undone.
  package var isPending: Bool { Disk.exists(folder + "/" + Self.name) }

  /// Restores removed and replaced files, and removes new ones. Skips files that have changed since; their earlier
  /// versions stay in the trash.
  ///
  /// - Parameter collections: Deletes new collections, and can restore them, if the target is below its root.
  package func run(
    secrets store: SecretStore? = nil, from collections: CollectionStore? = nil,
    patience: FolderLock.Patience = FolderLock.Patience()
  ) -> Outcome {
    do {
      return try FolderLock.holding(target, patience: patience) { takeBack(store, collections) }
    } catch {
      let isBusy = if case .busy? = error as? StoreError { true } else { false }
      return Outcome(problems: ["Nothing is undone — \(error)"], isBusy: isBusy)
    }
  }

  private func takeBack(_ store: SecretStore?, _ collections: CollectionStore?) -> Outcome {
    var outcome = Outcome()
    var own = self
    guard isPending else {
      outcome.problems.append("The import was undone already")
      return outcome
    }
    do throws(StoreError) {
      own.salt = try salt(in: store)
    } catch {
      outcome.problems.append("Nothing is undone — \(error)")
      return outcome
    }
    let isComplete = takeBackFiles(collections, &outcome)
    // Keep the undo after a failure, so that it can be retried.
    guard isComplete else { return outcome }
    guard own.takeBackSecrets(in: store, &outcome) else {
      own.keepRest(&outcome)
      return outcome
    }
    unlink(folder + "/" + Self.name)
    rmdir(folder)
    return outcome
  }

  /// Records what is done, after values of secrets could not be taken back: they are all that is left to undo.
  private mutating func keepRest(_ outcome: inout Outcome) {
    (created, files) = ([], [])
    do throws(StoreError) {
      try Disk.replace(folder + "/" + Self.name, with: document.renderedFile, mode: 0o600)
    } catch {
      outcome.problems.append("The rest cannot be undone later — \(error)")
    }
  }

  /// - Returns: Whether nothing failed.
  private func takeBackFiles(_ collections: CollectionStore?, _ outcome: inout Outcome) -> Bool {
    var isComplete = true
    for file in files {
      do throws(StoreError) {
        try takeBack(file, &outcome)
      } catch {
        outcome.problems.append("\(file.path) — \(error)")
        isComplete = false
      }
    }
    let outer = collections?.root ?? target
    let place = Address(target.removingExactly(prefix: outer + "/") ?? "")
    let isInside = outer == target || !place.path.isEmpty
    let store = CollectionStore(root: isInside ? outer : target, trash: Disk.folder(of: folder))
    for name in created.filter(exists).map(ImportPlan.top) {
      let changed = changedFiles(in: name)
      guard changed.isEmpty else {
        let rest = changed.count > 3 ? " and \(changed.count - 3) more" : ""
        outcome.problems.append(
          "\(name) — changed since the import: \(changed.prefix(3).joined(separator: ", "))\(rest). It stays: delete it by "
            + "hand if all of it may go")
        isComplete = false
        continue
      }
      do throws(StoreError) {
        outcome.deletions.append(try store.delete(place.appending(name)))
        outcome.removed.append(name)
      } catch {
        outcome.problems.append("\(name) — \(error)")
        isComplete = false
      }
    }
    return isComplete
  }

  /// The files in a new folder that were written after the import, whose files are older than this record, and that are
  /// not as it wrote them: Git may have written them again.
  private func changedFiles(in name: String) -> [String] {
    guard let imported = Disk.modified(folder + "/" + Self.name) else { return [] }
    let path = target + "/" + name
    let newer = (FileManager.default.subpaths(atPath: path) ?? []).filter { file in
      guard file != ImportRecord.fileName, Disk.kind(path + "/" + file) != .folder else { return false }
      return Disk.modified(path + "/" + file).map { $0 > imported } ?? false
    }
    guard !newer.isEmpty else { return [] }
    let items = (try? ImportRecord(of: path))?.items ?? []
    let written = Dictionary(items.map { ($0.path, $0.document) }) { first, _ in first }
    return newer.sorted().filter { file in
      guard let document = written[file] else { return true }
      return (try? Disk.read(path + "/" + file, limit: ImportRecord.limit)) != ImportPlan.bytes(document)
    }
  }

  private func takeBack(_ file: File, _ outcome: inout Outcome) throws(StoreError) {
    let path = path(of: file)
    let kept = file.kept.map { folder + "/" + $0 }
    // It is back already, or it never left its place.
    if let kept, !Disk.exists(kept) { return }
    guard let written = file.written, Disk.exists(path) else {
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
      try Disk.replace(path, byMoving: kept)
      outcome.restored.append(file.path)
    } else {
      try Disk.remove(path)
      removeEmptyFolders(around: file)
      outcome.removed.append(file.path)
    }
  }

  /// - Returns: The path in the target; another name if the file's own name is taken.
  private func putBack(_ kept: String, as path: String) throws(StoreError) -> String {
    let address = Address(path)
    let folder = address.parent
    try Disk.createFolder(target + "/" + folder.path)
    let suffix = path.endsExactly(with: ".json") ? ".json" : ""
    let taken = try FolderScan.list(target + "/" + folder.path).map(\.name)
    let free = FileStem.free(suffix.isEmpty ? address.name : address.stem, suffix: suffix, taken: taken)
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
      "secrets": .array(secrets.map(Self.row)),
    ]
  }

  private static func row(_ secret: Secret) -> JSONValue {
    [
      "collection": .string(secret.key.collection), "environment": secret.key.environment.map { .string($0) } ?? .null,
      "name": .string(secret.key.name), "digest": .string(secret.digest), "replaced": .bool(secret.isReplaced),
      "takenBack": .bool(secret.isTakenBack),
    ]
  }

  private static func secret(_ row: JSONObject) -> Secret? {
    guard let collection = row["collection"]?.string, let name = row["name"]?.string,
      let digest = row["digest"]?.string
    else { return nil }
    let key = SecretStore.Key(collection: collection, environment: row["environment"]?.string, name: name)
    return Secret(
      key: key, digest: digest, isReplaced: row["replaced"] == true, isTakenBack: row["takenBack"] == true)
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
      let document = (try? JSONText.object(bytes, folder + "/" + Self.name))?.value.object,
      let target = document["target"]?.string,
      let date = document["date"]?.number?.int
    else { return nil }
    (self.folder, self.target, self.date) = (folder, target, date)
    created = (document["created"]?.array ?? []).compactMap { $0.string }
    files = (document["files"]?.array ?? []).compactMap(\.object).compactMap { row in
      row["path"]?.string.map { File(path: $0, kept: row["kept"]?.string, written: row["written"]?.string) }
    }
    secrets = (document["secrets"]?.array ?? []).compactMap(\.object).compactMap(Self.secret)
  }
}
