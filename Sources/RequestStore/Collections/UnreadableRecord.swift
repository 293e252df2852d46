/// A record of a deletion, an import or a replacement that this program cannot read, such as that of a newer one. The
/// files that it describes stay in the trash.
package struct UnreadableRecord: Equatable, Sendable {
  /// The name of its file, which its kind has.
  private let name: String
  /// The folder that it names; `nil` if it cannot even be read that far.
  let folder: String?
  let error: StoreError

  var isImport: Bool { name == ImportUndo.name }

  package var sentence: String {
    let kind = isImport ? "An import" : name == ReplacementRecord.name ? "A replacement" : "A deletion"
    return "\(kind) cannot be undone: \(error)"
  }

  fileprivate static func all(in trash: String) -> [UnreadableRecord] {
    Disk.names(in: trash).names.sorted().flatMap { place in
      [TrashRecord.name, ImportUndo.name, ReplacementRecord.name].compactMap { read($0, in: trash + "/" + place) }
    }
  }

  /// - Returns: `nil` if the record is missing or can be read.
  private static func read(_ name: String, in place: String) -> UnreadableRecord? {
    let path = place + "/" + name
    guard Disk.exists(path) else { return nil }
    var folder: String?
    do throws(StoreError) {
      let bytes = try Disk.read(path, limit: ImportRecord.limit)
      // A newer format may have another member for it.
      folder = (try? JSONText(bytes))?.value.object?[name == ImportUndo.name ? "target" : "root"]?.string
      _ = try JSONText.object(bytes, path)
      return nil
    } catch {
      return UnreadableRecord(name: name, folder: folder, error: error)
    }
  }
}

extension CollectionStore {
  /// The records that concern this root, or may concern it.
  package func unreadableRecords() -> [UnreadableRecord] {
    let root = Disk.resolved(root)
    return UnreadableRecord.all(in: trash).filter { record in
      guard let folder = record.folder.map(Disk.resolved) else { return true }
      return folder == root || record.isImport && folder.startsExactly(with: root + "/")
    }
  }
}

extension ImportUndo {
  /// The records of imports into a folder that cannot be read, and of those whose folder cannot.
  package static func unreadable(into target: String, trash: String) -> [UnreadableRecord] {
    CollectionStore(root: target, trash: trash).unreadableRecords().filter { record in
      record.isImport && (record.folder.map { Disk.resolved($0) == Disk.resolved(target) } ?? true)
    }
  }
}
