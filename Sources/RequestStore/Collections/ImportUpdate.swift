/// Updates an imported collection with the changes of its source, and only those. Changes made here stay.
struct ImportUpdate {
  struct File {
    var path: String
    var bytes: [UInt8] = []
    var fate: ImportPlan.Fate
  }

  private(set) var files: [File] = []
  private(set) var notes: [InterchangeNote] = []
  /// The new base.
  private(set) var items: [ImportRecord.Item] = []
  /// The documents of the source with their paths.
  let imported: [ImportedFiles.File]
  private let root: String

  init(
    _ collection: PortableFolder, _ record: ImportRecord, _ root: String, _ removal: ImportRemovals.Kind,
    _ progress: ImportProgress?
  ) throws(StoreError) {
    self.root = root
    imported = try ImportedFiles(
      collection, folderName: Self.folderName(collection, record, root), earlier: record.items,
      existing: Self.paths(in: root)
    ).writable
    let bases = Dictionary(record.items.map { ($0.id, $0) }) { first, _ in first }
    for file in imported {
      try progress.countFile()
      items.append(file.item)
      if let base = bases[file.id] {
        update(file, base.document)
      } else if Disk.exists(root + "/" + file.path) {
        // The settings of a collection or folder that the record does not know have their fixed names.
        update(file, JSONObject())
      } else if file.isNeeded {
        create(file)
      }
    }
    let removals = try ImportRemovals(of: record, without: imported, in: root, removal, progress)
    files += removals.files
    notes += removals.notes
    items += removals.items
  }

  /// The folder's name, if the collection has another one to be shown. A folder that was renamed here, or made beside
  /// one of its name, is shown by its own.
  private static func folderName(_ collection: PortableFolder, _ record: ImportRecord, _ root: String) -> String {
    let settings = record.items.first { $0.id == ImportedFiles.collectionID }?.document
    return collection.name == record.title && settings?["name"] == nil ? collection.name : Address(root).name
  }

  private mutating func create(_ file: ImportedFiles.File) {
    files.append(File(path: file.path, bytes: ImportPlan.bytes(file.written), fate: .create))
  }

  private mutating func update(_ file: ImportedFiles.File, _ base: JSONObject) {
    guard Disk.exists(root + "/" + file.path) else {
      if base == file.document { return }
      // A folder without settings had no file.
      if base.members.isEmpty { return create(file) }
      return note(.changed, file.path, "It changed in the source, and was deleted here: left out")
    }
    guard let text = local(file.path) else { return }
    let theirs = file.written
    var ours = text.value
    // The file may have the document of an earlier import, which was not as large.
    if KeptDocument.isElsewhere(theirs), let own = ours.object { ours = .object(KeptDocument.withoutDocument(own)) }
    let merge = DocumentMerge(
      base: .object(file.inFile(base)), ours: ours, theirs: .object(theirs), role: .of(path: file.path))
    for conflict in merge.conflicts {
      note(.changed, file.path, "\(conflict.label) changed here and in the source: yours is kept")
    }
    let isSame = merge.value == text.value
    files.append(
      File(path: file.path, bytes: isSame ? [] : text.rewriting(to: merge.value), fate: isSame ? .keep : .replace))
  }

  private mutating func local(_ path: String) -> JSONText? {
    do {
      return try JSONText.object(at: root + "/" + path)
    } catch {
      note(.failed, path, "Not updated: \(error)")
      return nil
    }
  }

  private mutating func note(_ kind: InterchangeNote.Kind, _ path: String, _ text: String) {
    notes.append(InterchangeNote(kind, [path], text))
  }

  /// All files and folders in a folder, relative to it.
  private static func paths(in root: String) throws(StoreError) -> [String] {
    var paths: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      for entry in try FolderScan.list(root + "/" + folder) where !entry.isLink {
        let path = folder + entry.name
        paths.append(path)
        if entry.isFolder, path.utf8.count < 2000 { folders.append(path + "/") }
      }
    }
    return paths
  }
}
