internal import Foundation

/// A renamed or moved file or folder, with the data needed to undo that.
package struct Rearrangement: Equatable, Sendable {
  package let from: Address
  package fileprivate(set) var to: Address
  /// The `"name"` before and after.
  fileprivate let title: JSONValue?
  fileprivate var newTitle: JSONValue?
  /// Its former index in the folder's `order`.
  fileprivate let orderIndex: Int?
  /// The folders that were made for it, the innermost first.
  fileprivate let newFolders: [Address]
  /// The paths in the moved files that may name other files now.
  package fileprivate(set) var stalePaths: [StalePaths] = []
  /// The moved files whose paths were changed.
  fileprivate var rewritten: [Address: RewrittenFile] = [:]

  package var isChange: Bool { from != to || title != newTitle }
}

extension CollectionStore {
  /// Renames or moves a file or folder. The paths in its files name the same files as before.
  ///
  /// - Parameters:
  ///   - folder: The folder that it is moved into; `nil` if it stays in its own.
  ///   - change: Does it and returns the new address.
  package func rearranging(
    _ address: Address, into folder: Address? = nil, _ change: () throws(StoreError) -> Address
  ) throws(StoreError) -> Rearrangement {
    try rearranging(address, into: folder, takingBack: nil, change)
  }

  /// Takes a rename or move back. Files that have not changed since get their former bytes.
  ///
  /// - Returns: The change made; taking it back makes the first one again.
  package func takingBack(_ former: Rearrangement) throws(StoreError) -> Rearrangement {
    try rearranging(former.to, into: former.from.parent, takingBack: former) { () throws(StoreError) in
      try undo(former)
    }
  }

  private func rearranging(
    _ address: Address, into folder: Address?, takingBack former: Rearrangement?,
    _ change: () throws(StoreError) -> Address
  ) throws(StoreError) -> Rearrangement {
    let own = ownName(of: address)
    var done = Rearrangement(
      from: address, to: address, title: storedTitle(of: address),
      orderIndex: storedOrder(of: address.parent)?.firstIndex(of: own),
      newFolders: missingFolders(to: folder ?? address.parent))
    done.to = try change()
    done.newTitle = storedTitle(of: done.to)
    guard done.to != address else { return done }
    // Under another name than the former one, the former paths may name other files.
    let earlier = former.map { $0.from == done.to ? $0.rewritten : [:] } ?? [:]
    let moved = earlier.map { ($0.key.moved(from: address, to: done.to), $0.value) }
    (done.rewritten, done.stalePaths) = followNamedFiles(
      from: address, to: done.to, earlier: Dictionary(uniqueKeysWithValues: moved))
    return done
  }

  /// The folders that are made with one, the innermost first.
  package func missingFolders(to folder: Address) -> [Address] {
    if folder.path.isEmpty || Disk.exists(path(of: folder)) { return [] }
    return [folder] + missingFolders(to: folder.parent)
  }

  /// Takes a rename or move back. A name that was changed since stays. Folders that were made for it go if they are empty.
  ///
  /// - Returns: The address; a new name if the old one was taken meanwhile.
  package func undo(_ change: Rearrangement) throws(StoreError) -> Address {
    guard exists(change.to) else { throw .system(.move, path: path(of: change.to), code: ENOENT) }
    if change.title != change.newTitle, storedTitle(of: change.to) == change.newTitle,
      let file = titleFile(of: change.to)
    {
      try edit(file) { $0["name"] = change.title }
    }
    guard change.from != change.to else { return change.to }
    let target = try moveBack(change)
    for folder in change.newFolders { rmdir(path(of: folder)) }
    return target
  }

  /// Deletes a new file or folder, and the folders that were made for it if they are empty.
  package func delete(_ address: Address, with newFolders: [Address]) throws(StoreError) -> Deletion {
    let deletion = try delete(address)
    for folder in newFolders { rmdir(path(of: folder)) }
    return deletion
  }

  private func moveBack(_ change: Rearrangement) throws(StoreError) -> Address {
    let (old, new) = (change.from, change.to)
    let parent = old.parent
    let suffix = Disk.kind(path(of: new)) == .folder ? "" : ".json"
    let (own, now) = (suffix.isEmpty ? old.name : old.stem, ownName(of: new))
    try Disk.createFolder(path(of: parent))
    let taken = try taken(in: parent, files: !suffix.isEmpty).filter { parent != new.parent || $0 != new.name }
    let target = parent.appending(FileStem.free(own, suffix: suffix, taken: taken))
    try checkOrder(of: new.parent, naming: now)
    try Disk.move(path(of: new), to: path(of: target))
    let name = ownName(of: target)
    if parent == new.parent {
      try editOrder(of: parent) { order in order = order.map { $0 == now ? name : $0 } }
    } else {
      try editOrder(of: new.parent) { $0.removeAll { $0 == now } }
      if let index = change.orderIndex { try editOrder(of: parent) { $0.insert(name, at: min(index, $0.count)) } }
    }
    return target
  }

  /// The name in the folder's `order`.
  private func ownName(of address: Address) -> String {
    Disk.kind(path(of: address)) == .folder ? address.name : address.stem
  }

  /// The file with the `"name"` of a file or folder.
  func titleFile(of address: Address) -> String? {
    Disk.kind(path(of: address)) == .folder ? settingsPath(of: path(of: address)) : path(of: address)
  }

  /// The `"name"` of a file or folder. A broken file has none.
  func storedTitle(of address: Address) -> JSONValue? {
    titleFile(of: address).flatMap { try? JSONText.object(at: $0).value.object?["name"] }
  }
}

/// A file before and after a change of its content, to undo it.
package struct WrittenFile: Equatable, Sendable {
  package let path: String
  /// `nil` if there was no file.
  fileprivate let before: [UInt8]?
  /// `nil` if it is gone.
  fileprivate let after: [UInt8]?

  package var isChange: Bool { before != after }
  package var isRemoval: Bool { before != nil && after == nil }
}

extension CollectionStore {
  /// Changes the content of a file.
  ///
  /// - Parameter write: Does it; what it returns is returned.
  package func writing<Value>(
    _ path: String, _ write: () throws(StoreError) -> Value
  ) throws(StoreError) -> (Value, WrittenFile) {
    let before = try content(of: path)
    let value = try write()
    return (value, WrittenFile(path: path, before: before, after: try content(of: path)))
  }

  private func content(of path: String) throws(StoreError) -> [UInt8]? {
    Disk.exists(path) ? try Disk.read(path) : nil
  }

  /// Takes a change of a file back, unless it has changed since.
  ///
  /// - Returns: The change made; undoing it makes the change again.
  @discardableResult
  package func undo(_ change: WrittenFile) throws(StoreError) -> WrittenFile {
    let now = try content(of: change.path)
    guard now == change.after else { throw .changedOnDisk(path: change.path) }
    if let before = change.before {
      if now == nil { try Disk.create(change.path, with: before) } else { try Disk.replace(change.path, with: before) }
    } else if now != nil {
      try Disk.remove(change.path)
    }
    return WrittenFile(path: change.path, before: now, after: change.before)
  }
}
