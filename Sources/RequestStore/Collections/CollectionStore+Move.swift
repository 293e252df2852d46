internal import Foundation

extension CollectionStore {
  /// Renames a request or folder: its file, its `"name"` if it has one, and its entry in `order`.
  ///
  /// - Returns: The new address; the old one if only `"name"` changed.
  package func rename(_ address: Address, to typed: String) throws(StoreError) -> Address {
    try checkIsOwn(address)
    let isFolder = Disk.kind(path(of: address)) == .folder
    let suffix = isFolder ? "" : ".json"
    let stem = try FileName.stem(for: typed)
    let own = isFolder ? address.name : address.stem
    let taken = try taken(in: address.parent, files: !isFolder).filter { $0 != address.name }
    let target = address.parent.appending(FileStem.free(stem, suffix: suffix, taken: taken))
    if target != address { try checkOrder(of: address.parent, naming: own) }
    let name = isFolder ? target.name : target.stem
    let title = try title(named: typed, at: name)
    try editTitle(of: address, isFolder: isFolder) { object in
      if object["name"] != nil || name != title { object["name"] = .string(title) }
    }
    guard target != address else { return address }
    try Disk.move(path(of: address), to: path(of: target))
    try editOrder(of: address.parent) { order in
      for index in order.indices where order[index] == own { order[index] = isFolder ? target.name : target.stem }
    }
    return target
  }

  /// Moves a request or folder to another folder. If the name is taken there, appends a number, also to the title.
  package func move(_ address: Address, into folder: Address) throws(StoreError) -> Address {
    guard address.parent != folder else { return address }
    try checkIsOwn(address)
    let isFolder = Disk.kind(path(of: address)) == .folder
    guard !(isFolder && folder.isInside(address)) else { throw .intoItself(path: path(of: address)) }
    let suffix = isFolder ? "" : ".json"
    let own = isFolder ? address.name : address.stem
    let target = folder.appending(
      FileStem.free(own, suffix: suffix, taken: try taken(in: folder, files: !isFolder)))
    try checkOrder(of: address.parent, naming: own)
    let number = (isFolder ? target.name : target.stem).dropFirst(own.count)
    if !number.isEmpty {
      try editTitle(of: address, isFolder: isFolder) { object in
        if let name = object["name"]?.string { object["name"] = .string(name + number) }
      }
    }
    try Disk.createFolder(path(of: folder))
    try Disk.move(path(of: address), to: path(of: target))
    try editOrder(of: address.parent) { $0.removeAll { $0 == own } }
    return target
  }

  /// Moves a request or folder to the trash. If it changed one of a base, the base's own version is seen again.
  package func delete(_ address: Address) throws(StoreError) -> Deletion {
    try checkHasFile(address)
    let own = Disk.kind(path(of: address)) == .folder ? address.name : address.stem
    try checkOrder(of: address.parent, naming: own)
    let place = trash + "/" + RequestID.random().text
    let deletion = Deletion(
      root: root, address: address, trashed: place + "/" + address.name,
      date: Int(Date().timeIntervalSince1970 * 1_000_000),
      orderIndex: storedOrder(of: address.parent)?.firstIndex(of: own))
    try Disk.createFolder(place, mode: 0o700)
    // Written before the move, so that everything in the trash can be restored.
    try TrashRecord.write(deletion)
    do throws(StoreError) {
      try Disk.move(path(of: address), to: deletion.trashed)
    } catch {
      guard Disk.exists(deletion.trashed) else {
        TrashRecord.remove(deletion)
        throw error
      }
      // It was copied to another file system, and a part is gone here: the record is needed to restore it.
      guard case .system(_, let path, let code) = error else { throw error }
      throw .partlyDeleted(path: path, trashed: deletion.trashed, code: code)
    }
    try editOrder(of: address.parent) { $0.removeAll { $0 == own } }
    return deletion
  }

  /// Undoes a deletion.
  ///
  /// - Returns: The address; a new name if the old one was taken meanwhile.
  package func restore(_ deletion: Deletion) throws(StoreError) -> Address {
    let isFolder = Disk.kind(deletion.trashed) == .folder
    let parent = deletion.address.parent
    let own = isFolder ? deletion.address.name : deletion.address.stem
    try Disk.createFolder(path(of: parent))
    let taken = try FolderScan.list(path(of: parent)).map(\.name)
    let target = parent.appending(FileStem.free(own, suffix: isFolder ? "" : ".json", taken: taken))
    try Disk.move(deletion.trashed, to: path(of: target), recordedIn: trash)
    TrashRecord.remove(deletion)
    if let index = deletion.orderIndex {
      try editOrder(of: parent) { $0.insert(isFolder ? target.name : target.stem, at: min(index, $0.count)) }
    }
    return target
  }

  /// Changes the file with the title. A broken file can be renamed, but is not written to.
  private func editTitle(
    of address: Address, isFolder: Bool, _ change: (inout JSONObject) -> Void
  ) throws(StoreError) {
    guard let file = titleFile(of: address), isFolder || (try? open(address)) != nil else { return }
    try edit(file, change)
  }

  func storedOrder(of folder: Address) -> [String]? {
    guard let settings = settingsPath(of: path(of: folder)) else { return nil }
    return try? read(settings, as: FolderSettings.init(document:)).value.order
  }

  /// Checks before a move that the folder's `order` can be updated.
  func checkOrder(of folder: Address, naming name: String) throws(StoreError) {
    guard storedOrder(of: folder)?.contains(name) == true, let settings = settingsPath(of: path(of: folder)) else {
      return
    }
    if FileMode.isReadOnly(settings) { throw .readOnly(path: settings) }
  }

  /// Changes the folder's `order`, if it has one. Ignores a broken settings file, whose order is not in effect.
  func editOrder(of folder: Address, _ change: (inout [String]) -> Void) throws(StoreError) {
    guard let settings = settingsPath(of: path(of: folder)), let old = storedOrder(of: folder) else { return }
    var order = old
    change(&order)
    guard order != old else { return }
    try edit(settings) { $0["order"] = order.isEmpty ? nil : .array(order.map(JSONValue.string)) }
  }

  func edit(_ path: String, _ change: (inout JSONObject) -> Void) throws(StoreError) {
    let (text, object) = try read(path, as: { $0 })
    var changed = object
    change(&changed)
    guard changed != object else { return }
    try Disk.replace(path, with: text.rewriting(to: .object(changed)))
  }
}
