internal import Foundation

/// The files that an import writes, and which of them exist.
package struct ImportPlan: Sendable {
  package enum Fate: String, Sendable {
    case create, replace, skip
    /// A file that the source no longer has, unchanged since it was imported.
    case remove
    /// A file that needs no change.
    case keep
  }

  package struct File: Equatable, Sendable {
    /// The path in the target folder.
    package let path: String
    private let contents: Contents
    package var fate: Fate

    init(path: String, bytes: [UInt8], fate: Fate) {
      (self.path, contents, self.fate) = (path, .bytes(bytes), fate)
    }

    init(path: String, document: JSONObject, fate: Fate) {
      (self.path, contents, self.fate) = (path, .document(document), fate)
    }

    /// Made on each access: a plan may only be shown.
    package var bytes: [UInt8] {
      switch contents {
      case .bytes(let bytes): bytes
      case .document(let document): ImportPlan.bytes(document)
      }
    }
  }

  private enum Contents: Equatable, Sendable {
    case bytes([UInt8])
    case document(JSONObject)
  }

  /// The value of a secret variable.
  package struct Secret: Equatable, Sendable {
    package let key: SecretStore.Key
    package let value: String
    /// Whether a value that is there stays: it may be newer than the source's.
    package let keepsEarlier: Bool
  }

  package private(set) var files: [File] = []
  /// The values of secret variables in files that are written or up to date.
  package private(set) var secrets: [Secret] = []
  /// Whether an earlier import of the same source is brought up to date.
  package private(set) var isUpdate = false
  /// Notes about changes on both sides that an update found.
  package private(set) var notes: [InterchangeNote] = []
  /// The source's document at the earlier import.
  package private(set) var earlierSource: JSONValue?
  let progress: ImportProgress?

  /// Plans the files of `result` in `target`. Nothing is written.
  ///
  /// A collection that was imported from the same source before is updated, unless there is a choice for conflicts. One
  /// of another source is never touched without a choice: the new one goes beside it.
  ///
  /// - Parameter progress: Follows and cancels planning and writing.
  /// - Throws: `StoreError.exists` for files in the way, and for existing files if there is no choice for conflicts;
  ///   `StoreError.cancelled`.
  package init(
    _ result: ImportResult, format: String = "", into target: String, onConflict: ImportConflict?,
    progress: ImportProgress? = nil
  ) throws(StoreError) {
    self.progress = progress
    progress?.begin(.planning)
    let target = Disk.resolved(target)
    var origins = ImportOrigins(result, in: Disk.resolvedStart(target))
    var targets = try ImportTargets(in: target)
    for collection in result.collections {
      let record = ImportRecord(
        format: format, origin: origins.next(collection), title: collection.name, items: [], source: result.source)
      try addCollection(collection, record, &targets, target, onConflict, isWhole: result.failureCount == 0)
    }
    try addEnvironments(result.environments, "", target, onConflict)
    if !result.globals.isEmpty {
      _ = try addFile("workspace.json", ["variables": .array(result.globals)], target, onConflict)
    }
    // Removals are listed first.
    files = files.filter { $0.fate == .remove } + files.filter { $0.fate != .remove }
  }

  /// - Parameter record: The new one, without items.
  private mutating func addCollection(
    _ collection: PortableFolder, _ record: ImportRecord, _ targets: inout ImportTargets, _ target: String,
    _ conflict: ImportConflict?, isWhole: Bool
  ) throws(StoreError) {
    let stem = ImportedFiles.stem(for: collection.name)
    let earlier = conflict == .both ? nil : record.origin.flatMap { targets.claimFolder(of: $0, named: stem) }
    switch conflict {
    case .skip, .replace:
      try create(
        collection, record, earlier ?? targets.claimFolder(existing: stem), target, conflict, isWhole: isWhole)
    case .both: try create(collection, record, targets.claimName(free: stem), target, conflict, isWhole: isWhole)
    case nil:
      if let earlier, let former = try ImportRecord(of: target + "/" + earlier),
        Self.areOfOneKind(former.format, record.format)
      {
        return try update(collection, former, record, target + "/" + earlier, isWhole: isWhole)
      }
      let folder = targets.claimName(free: stem)
      if folder != stem {
        notes.append(
          InterchangeNote(
            .changed, [collection.name], "The name \"\(stem)\" is taken: it is in the folder \"\(folder)\""))
      }
      try create(collection, record, folder, target, conflict, isWhole: isWhole)
    }
  }

  /// Whether the items of two imports have the same ids. Files of a folder are read in their own formats.
  private static func areOfOneKind(_ former: String, _ format: String) -> Bool {
    former == format || former == folderFormat || format == folderFormat
  }

  private static let folderFormat = "folder"

  private mutating func create(
    _ collection: PortableFolder, _ record: ImportRecord, _ folder: String, _ target: String,
    _ conflict: ImportConflict?, isWhole: Bool
  ) throws(StoreError) {
    let root = target + "/" + folder
    let isChoice = conflict == .skip || conflict == .replace
    let hasRecord = isChoice && Disk.exists(root + "/" + ImportRecord.fileName)
    // A broken record is as one of another source.
    let former = hasRecord ? (try? ImportRecord(of: root)) : nil
    let earlier = former.flatMap { $0.isOf(record.origin) && Self.areOfOneKind($0.format, record.format) ? $0 : nil }
    let imported = try ImportedFiles(collection, earlier: earlier?.items ?? []).writable
    // Nothing is in the way below a new folder.
    let isNew = !Disk.exists(root)
    var written: Set<String> = []
    for file in imported where file.isNeeded {
      let fate = try addFile(folder + "/" + file.path, file.written, target, conflict, isNew: isNew)
      if fate != .skip { written.insert(file.path) }
    }
    addSecrets(of: collection, root, imported, keepsEarlier: false) { path in written.contains(path) }
    var record = record
    record.items = Self.items(imported, written, earlier)
    if let earlier {
      let kind = conflict == .skip ? .none : ImportRemovals.Kind.of(earlier, by: record, isWhole: isWhole)
      record.items += try remove(imported, earlier, kind, root)
    }
    record.items += try addCopies(of: collection, earlier, root, isWhole: isWhole && conflict != .skip, conflict)
    // Files that are kept may be another source's.
    if conflict != .skip || !hasRecord || earlier != nil { keepRecord(record, folder, in: target) }
  }

  /// The record's items for requests, folders and environments. Files that were kept have their earlier item.
  private static func items(
    _ imported: [ImportedFiles.File], _ written: Set<String>, _ earlier: ImportRecord?
  ) -> [ImportRecord.Item] {
    let former = Dictionary((earlier?.items ?? []).map { ($0.id, $0) }) { first, _ in first }
    return imported.map { !$0.isNeeded || written.contains($0.path) ? $0.item : former[$0.id] ?? $0.item }
  }

  /// Removes items that the source no longer has, as an update does.
  ///
  /// - Returns: The items that stay in the record.
  private mutating func remove(
    _ imported: [ImportedFiles.File], _ earlier: ImportRecord, _ kind: ImportRemovals.Kind, _ root: String
  ) throws(StoreError) -> [ImportRecord.Item] {
    let removals = try ImportRemovals(of: earlier, without: imported, in: root, kind, progress)
    addFiles(removals.files, Address(root).name)
    notes += removals.notes
    return removals.items
  }

  private mutating func addFiles(_ update: [ImportUpdate.File], _ folder: String) {
    files += update.map { File(path: folder + "/" + $0.path, bytes: $0.bytes, fate: $0.fate) }
  }

  /// - Parameter isWhole: Whether all of the source could be read.
  private mutating func update(
    _ collection: PortableFolder, _ former: ImportRecord, _ record: ImportRecord, _ root: String, isWhole: Bool
  ) throws(StoreError) {
    let update = try ImportUpdate(collection, former, root, .of(former, by: record, isWhole: isWhole), progress)
    let (folder, target) = (Address(root).name, Address(root).parent.path)
    for file in update.files { try Disk.checkFolders(of: folder + "/" + file.path, in: target) }
    addFiles(update.files, folder)
    notes += update.notes
    isUpdate = true
    earlierSource = former.source
    let known = Set(update.files.map(\.path))
    addSecrets(of: collection, root, update.imported, keepsEarlier: true) { path in known.contains(path) }
    let copied = try addCopies(of: collection, former, root, isWhole: isWhole, nil)
    keepRecord(with(record) { $0.items = update.items + copied }, folder, in: target)
  }

  /// - Parameters:
  ///   - record: Of the earlier import.
  ///   - isWhole: Whether all of the source could be read.
  /// - Returns: The items of the copies in the record.
  private mutating func addCopies(
    of collection: PortableFolder, _ record: ImportRecord?, _ root: String, isWhole: Bool, _ conflict: ImportConflict?
  ) throws(StoreError) -> [ImportRecord.Item] {
    let copies = ImportedCopies(collection.files, record, in: root, isWhole: isWhole, onConflict: conflict)
    let folder = Address(root).name
    for file in copies.files {
      try progress.countFile()
      try Disk.checkFolders(of: folder + "/" + file.path, in: Address(root).parent.path)
      files.append(File(path: folder + "/" + file.path, bytes: file.bytes, fate: file.fate))
    }
    notes += copies.notes
    return copies.items
  }

  private mutating func addSecrets(
    of collection: PortableFolder, _ root: String, _ imported: [ImportedFiles.File], keepsEarlier: Bool,
    isWritten: (String) -> Bool
  ) {
    if isWritten(FolderScan.collectionFile) { addSecrets(collection.secrets, root, environment: nil, keepsEarlier) }
    // Environments of one name have numbered files.
    let files = imported.filter { $0.id.startsExactly(with: ImportedFiles.environmentID) }
    for (environment, file) in zip(collection.environments, files) where isWritten(file.path) {
      addSecrets(environment.secrets, root, environment: Address(file.path).stem, keepsEarlier)
    }
  }

  private mutating func keepRecord(_ record: ImportRecord, _ folder: String, in target: String) {
    let bytes = record.bytes
    let place = folder + "/" + ImportRecord.fileName
    guard bytes.count <= ImportRecord.limit else {
      notes.append(InterchangeNote(.dropped, [], "The import is too large to be brought up to date by a later one"))
      let settings = record.items.first { $0.id == ImportedFiles.collectionID }?.document ?? JSONObject()
      if KeptDocument.isElsewhere(KeptDocument.inFile(settings)) {
        notes.append(InterchangeNote(.dropped, [], "The document for later exports: it is too large to be kept"))
      }
      return
    }
    let isSame = (try? Disk.read(target + "/" + place, limit: ImportRecord.limit)) == bytes
    files.append(File(path: place, bytes: bytes, fate: isSame ? .keep : .replace))
  }

  private mutating func addEnvironments(
    _ environments: [PortableEnvironment], _ folder: String, _ target: String, _ conflict: ImportConflict?
  ) throws(StoreError) {
    let place = folder + FolderScan.environments + "/"
    var taken = FreeNames()
    // Names that differ in case are the same file on some systems.
    if conflict == .both, Disk.exists(target + "/" + place) {
      taken.formUnion(try FolderScan.list(target + "/" + place).map { $0.name.lowercased() })
    }
    for environment in environments {
      let name = taken.claimIgnoringCase(ImportedFiles.stem(for: environment.name), suffix: ".json")
      let fate = try addFile(place + name, environment.document, target, conflict)
      let root = Address(target + "/" + folder + "x").parent.path
      if fate != .skip { addSecrets(environment.secrets, root, environment: Address(name).stem, fate == .keep) }
    }
  }

  private mutating func addSecrets(
    _ secrets: [PortableSecret], _ collection: String, environment: String?, _ keepsEarlier: Bool
  ) {
    self.secrets += secrets.filter { !$0.value.isEmpty }.map { secret in
      let key = SecretStore.Key(collection: collection, environment: environment, name: secret.name)
      return Secret(key: key, value: secret.value, keepsEarlier: keepsEarlier)
    }
  }

  private mutating func addFile(
    _ path: String, _ document: JSONObject, _ target: String, _ conflict: ImportConflict?, isNew: Bool = false
  ) throws(StoreError) -> Fate {
    try progress.countFile()
    let fate = isNew ? .create : try Self.fate(of: path, document, target, conflict)
    files.append(File(path: path, document: document, fate: fate))
    return fate
  }

  private static func fate(
    of path: String, _ document: JSONObject, _ target: String, _ conflict: ImportConflict?
  ) throws(StoreError) -> Fate {
    try Disk.checkFolders(of: path, in: target)
    let place = target + "/" + path
    guard Disk.exists(place) else { return .create }
    if conflict == nil, (try? Disk.read(place)) == bytes(document) { return .keep }
    guard conflict == .replace || conflict == .skip, Disk.kind(place) != .folder else { throw .exists(path: place) }
    return conflict == .replace ? .replace : .skip
  }

  static func bytes(_ document: JSONObject) -> [UInt8] { JSONValue.object(document).renderedFile }
}

extension ImportPlan {
  /// Writes new files into a folder that is only needed for a while: a crash may leave a part of them.
  package func writeTemporarily(into target: String) throws(StoreError) {
    for file in files {
      let path = target + "/" + file.path
      try Disk.createFolder(Disk.folder(of: path))
      try Disk.write(path, file.bytes)
    }
  }

  static func top(_ path: String) -> String { String(path.prefix { $0 != "/" }) }
}

extension ImportProgress? {
  func check() throws(StoreError) {
    if self?.isCancelled == true { throw .cancelled }
  }

  /// Counts a file, unless the import is cancelled.
  func countFile() throws(StoreError) {
    try check()
    self?.countFile()
  }
}
