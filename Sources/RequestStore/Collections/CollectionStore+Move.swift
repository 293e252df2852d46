package import RequestModel

extension CollectionStore {
  /// Gives a request or folder another name: the file follows it, and so do `"name"` where the file has one and `order`.
  ///
  /// - Returns: The new address; the old one where only `"name"` had to change.
  package func rename(_ address: Address, to name: String) throws(StoreError) -> Address {
    let isFolder = Disk.kind(path(of: address)) == .folder
    let suffix = isFolder ? "" : ".json"
    let stem = try FileName.stem(for: name)
    let own = isFolder ? address.name : address.stem
    let taken = try taken(in: address.parent, files: !isFolder).filter { $0 != address.name }
    let target = address.parent.appending(FileName.free(stem, suffix: suffix, taken: taken))
    try writeTitle(name, address, isFolder: isFolder, stem: isFolder ? target.name : target.stem)
    guard target != address else { return address }
    try Disk.move(path(of: address), to: path(of: target))
    try editOrder(of: address.parent) { order in
      for index in order.indices where order[index] == own { order[index] = isFolder ? target.name : target.stem }
    }
    return target
  }

  /// Puts a request or folder into another folder; where its name is taken there, it gets a number.
  package func move(_ address: Address, into folder: Address) throws(StoreError) -> Address {
    guard address.parent != folder else { return address }
    let isFolder = Disk.kind(path(of: address)) == .folder
    guard !(isFolder && folder.isInside(address)) else { throw .intoItself(path: path(of: address)) }
    let suffix = isFolder ? "" : ".json"
    let own = isFolder ? address.name : address.stem
    let target = folder.appending(
      FileName.free(own, suffix: suffix, taken: try taken(in: folder, files: !isFolder)))
    try Disk.move(path(of: address), to: path(of: target))
    try editOrder(of: address.parent) { $0.removeAll { $0 == own } }
    return target
  }

  /// Takes a request or folder away, into the user's trash.
  package func delete(_ address: Address) throws(StoreError) -> Deletion {
    let own = Disk.kind(path(of: address)) == .folder ? address.name : address.stem
    let place = trash + "/" + RequestID.random().text
    try Disk.createFolder(place, mode: 0o700)
    try Disk.move(path(of: address), to: place + "/" + address.name)
    var index: Int?
    try editOrder(of: address.parent) { order in
      index = order.firstIndex(of: own)
      order.removeAll { $0 == own }
    }
    return Deletion(address: address, trashed: place + "/" + address.name, orderIndex: index)
  }

  /// Undoes a deletion.
  ///
  /// - Returns: Where it stands now: another name where its own was taken meanwhile.
  package func restore(_ deletion: Deletion) throws(StoreError) -> Address {
    let isFolder = Disk.kind(deletion.trashed) == .folder
    let parent = deletion.address.parent
    let own = isFolder ? deletion.address.name : deletion.address.stem
    try Disk.createFolder(path(of: parent))
    let taken = try FolderScan.list(path(of: parent)).map(\.name)
    let target = parent.appending(FileName.free(own, suffix: isFolder ? "" : ".json", taken: taken))
    try Disk.move(deletion.trashed, to: path(of: target))
    if let index = deletion.orderIndex {
      try editOrder(of: parent) { $0.insert(isFolder ? target.name : target.stem, at: min(index, $0.count)) }
    }
    return target
  }

  /// Keeps `"name"` in step, or writes one where the file cannot be called what the person typed.
  private func writeTitle(_ name: String, _ address: Address, isFolder: Bool, stem: String) throws(StoreError) {
    if isFolder {
      guard let settings = settingsPath(of: path(of: address)) else { return }
      return try edit(settings) { object in
        if object["name"] != nil || stem != name { object["name"] = .string(name) }
      }
    }
    // A broken file can be renamed too, and nothing is written into it.
    guard (try? open(address)) != nil else { return }
    try edit(path(of: address)) { object in
      if object["name"] != nil || stem != name { object["name"] = .string(name) }
    }
  }

  /// Changes the folder's `order`, where it has one; a broken settings file is left alone, as it has no order that is shown.
  private func editOrder(of folder: Address, _ change: (inout [String]) -> Void) throws(StoreError) {
    guard let settings = settingsPath(of: path(of: folder)),
      let old = try? read(settings, as: FolderSettings.init(document:)).value.order
    else { return }
    var order = old
    change(&order)
    guard order != old else { return }
    try edit(settings) { $0["order"] = order.isEmpty ? nil : .array(order.map(JSONValue.string)) }
  }

  private func edit(_ path: String, _ change: (inout JSONObject) -> Void) throws(StoreError) {
    let (text, object) = try read(path, as: { $0 })
    var changed = object
    change(&changed)
    guard changed != object else { return }
    try Disk.replace(path, with: text.rewriting(to: .object(changed)))
  }
}

/// What was deleted, and how to get it back.
package struct Deletion: Equatable, Sendable {
  package let address: Address
  /// Where it waits.
  package let trashed: String
  let orderIndex: Int?
}
