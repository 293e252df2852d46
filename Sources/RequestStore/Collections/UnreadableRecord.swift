internal import RequestModel

/// A record of a deletion or an import that this program cannot read, such as that of a newer one. The files that it
/// describes stay in the trash.
package struct UnreadableRecord: Equatable, Sendable {
  let isImport: Bool
  /// The folder that it names; `nil` if it cannot even be read that far.
  let folder: String?
  let error: StoreError

  package var sentence: String { "\(isImport ? "An import" : "A deletion") cannot be undone: \(error)" }

  fileprivate static func all(in trash: String) -> [UnreadableRecord] {
    Disk.names(in: trash).names.sorted().flatMap { place in
      [TrashRecord.name, ImportUndo.name].compactMap { read(trash + "/" + place + "/" + $0) }
    }
  }

  /// - Returns: `nil` if the record is missing or can be read.
  private static func read(_ path: String) -> UnreadableRecord? {
    guard Disk.exists(path) else { return nil }
    let isImport = path.endsExactly(with: "/" + ImportUndo.name)
    var folder: String?
    do throws(StoreError) {
      let bytes = try Disk.read(path, limit: ImportRecord.limit)
      // A newer format may have another member for it.
      folder = (try? JSONText(bytes))?.value.object?[isImport ? "target" : "root"]?.string
      _ = try JSONText.object(bytes, path)
      return nil
    } catch {
      return UnreadableRecord(isImport: isImport, folder: folder, error: error)
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
