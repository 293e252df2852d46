internal import Foundation
package import RequestModel

/// The note beside a deleted file that says what it was, so that it can be brought back after a restart.
enum TrashRecord {
  /// Hidden, as no request or folder of a collection is: it is never in the way of what was deleted.
  private static let name = ".deletion.json"

  static func write(_ deletion: Deletion) throws(StoreError) {
    var document: JSONObject = [
      "root": .string(deletion.root), "address": .string(deletion.address.path),
      "date": .number(JSONNumber(deletion.date)),
    ]
    if let index = deletion.orderIndex { document["order"] = .number(JSONNumber(index)) }
    let text = JSONValue.object(document).rendered() + "\n"
    try Disk.create(Disk.folder(of: deletion.trashed) + "/" + name, with: Array(text.utf8), mode: 0o600)
  }

  /// Takes away the note, and the folder that it and the deleted file shared. What stays is found empty and passed over.
  static func remove(_ deletion: Deletion) {
    let place = Disk.folder(of: deletion.trashed)
    unlink(place + "/" + name)
    rmdir(place)
  }

  /// What a folder of the trash holds; `nil` where that is nothing, or nobody knows whence it came.
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
  /// What was deleted below this root and can be brought back, the newest last.
  package func deletions() -> [Deletion] {
    let places = Disk.names(in: trash).names.map { trash + "/" + $0 }
    return places.compactMap(TrashRecord.read).filter { $0.root == root }.sorted { $0.date < $1.date }
  }

  /// Removes what killed saves have left in the folders of the tree; each must have been listed before.
  package func removeLeftovers(in tree: CollectionTree) {
    func remove(_ folder: String) { Leftover.removeAll(in: folder, olderThan: Leftover.patience) }
    remove(root)
    remove(root + "/" + FolderScan.environments)
    for node in tree.nodes {
      guard case .folder(let isCollection) = node.kind else { continue }
      remove(path(of: node.address))
      if isCollection { remove(path(of: node.address.appending(FolderScan.environments))) }
    }
  }
}
