/// Handles items of an earlier import that the source no longer has.
struct ImportRemovals {
  enum Kind {
    case all
    /// The environments of a folder are kept: this import is of one of its files.
    case requests
    /// A part of the source could not be read.
    case unknown
    /// Nothing that exists is changed.
    case none

    /// - Parameter isWhole: Whether all of the source could be read.
    static func of(_ earlier: ImportRecord, by record: ImportRecord, isWhole: Bool) -> Kind {
      !isWhole ? .unknown : earlier.format == record.format ? .all : .requests
    }
  }

  private(set) var files: [ImportUpdate.File] = []
  private(set) var notes: [InterchangeNote] = []
  /// The items that stay in the record.
  private(set) var items: [ImportRecord.Item] = []

  init(
    of record: ImportRecord, without imported: [ImportedFiles.File], in root: String, _ kind: Kind,
    _ progress: ImportProgress?
  ) throws(StoreError) {
    let ids = Set(imported.map(\.id))
    for base in record.items where !ids.contains(base.id) && !base.isCopy {
      try progress.countFile()
      if kind == .all || kind == .requests && !base.id.hasPrefix(ImportedFiles.environmentID) {
        remove(base, in: root)
      } else {
        items.append(base)
        if kind == .unknown, Disk.exists(root + "/" + base.path) {
          note(.changed, base.path, "The source, not all of which could be read, may no longer have it: it is kept")
        }
      }
    }
  }

  private mutating func remove(_ base: ImportRecord.Item, in root: String) {
    let path = root + "/" + base.path
    guard Disk.exists(path) else { return }
    do throws(StoreError) {
      var own = try JSONText.object(at: path).value.object ?? JSONObject()
      // Ignore members that the program adds itself.
      for name in ["id", "$schema"] where base.document[name] == nil { own[name] = nil }
      if own == base.document { return files.append(ImportUpdate.File(path: base.path, fate: .remove)) }
      note(.changed, base.path, "The source no longer has it; it is kept, because it was changed here")
    } catch {
      note(.failed, base.path, "Not updated: \(error)")
    }
  }

  private mutating func note(_ kind: InterchangeNote.Kind, _ path: String, _ text: String) {
    notes.append(InterchangeNote(kind, [path], text))
  }
}
