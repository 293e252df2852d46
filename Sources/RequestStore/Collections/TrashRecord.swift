internal import Foundation

/// The record beside a deleted file that allows restoring it after a restart.
enum TrashRecord {
  /// Hidden, so it never conflicts with the name of a request or folder.
  static let name = ".deletion.json"

  static func write(_ deletion: Deletion) throws(StoreError) {
    var document: JSONObject = [
      "root": .string(deletion.root), "address": .string(deletion.address.path),
      "date": .number(JSONNumber(deletion.date)),
    ]
    if let index = deletion.orderIndex { document["order"] = .number(JSONNumber(index)) }
    let text = JSONValue.object(document).rendered() + "\n"
    try Disk.create(Disk.folder(of: deletion.trashed) + "/" + name, with: Array(text.utf8), mode: 0o600)
  }

  /// Removes the record and its folder. An empty folder that cannot be removed is ignored later.
  static func remove(_ deletion: Deletion) {
    let place = Disk.folder(of: deletion.trashed)
    unlink(place + "/" + name)
    rmdir(place)
  }

  /// Reads the deletion in a folder of the trash; `nil` if it is empty or has no record.
  static func read(_ place: String) -> Deletion? {
    guard let document = try? JSONText.object(at: place + "/" + name).value.object,
      let root = document["root"]?.string, let address = document["address"]?.string.map(Address.init),
      let date = document["date"]?.number?.int
    else { return nil }
    let trashed = place + "/" + address.name
    guard Disk.exists(trashed) else { return nil }
    return Deletion(
      root: root, address: address, trashed: trashed, date: date, orderIndex: document["order"]?.number?.int)
  }
}

extension CollectionStore {
  /// Returns the deletions below this root that can be restored, newest last.
  package func deletions() -> [Deletion] {
    let places = Disk.names(in: trash).names.map { trash + "/" + $0 }
    return places.compactMap(TrashRecord.read).filter { $0.root == root }.sorted { $0.date < $1.date }
  }

  /// Removes what killed saves and imports left in the folders of the tree, which must have been listed.
  package func removeLeftovers(in tree: CollectionTree) {
    func remove(_ folder: String) {
      Leftover.removeAll(in: folder, olderThan: Leftover.patience, recordedIn: trash)
    }
    // A killed program may have left a part of a record.
    Leftover.removeAll(in: trash)
    StagingRecord.removeStale(in: trash)
    remove(root)
    remove(root + "/" + FolderScan.environments)
    for node in tree.nodes {
      guard case .folder(let isCollection) = node.kind else { continue }
      remove(path(of: node.address))
      if isCollection { remove(path(of: node.address.appending(FolderScan.environments))) }
    }
  }
}
