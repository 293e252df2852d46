/// Files that other programs have changed.
package struct DiskChanges: Equatable, Sendable {
  /// All changed files, including removed ones and both addresses of moved ones.
  package var files: Set<Address>
  /// Requests that are no longer at their address.
  package var gone: Set<Address>
  /// Files of any kind that no longer exist.
  package var removed: Set<Address> = []
  /// Files that are new at their address.
  package var new: Set<Address> = []
  /// The new addresses of moved requests.
  package var moved: [Address: Address] = [:]

  /// The changes of these files, in one phrase; `nil` without any.
  fileprivate func phrase(of files: Set<Address>, isRest: Bool = false) -> String? {
    let old = moved.keys.filter(files.contains)
    // A moved file counts once.
    let count = files.subtracting(old.filter { moved[$0].map(files.contains) == true }).count
    if !old.isEmpty, old.count == count {
      if count > 1 { return "\(Formatting.count(count, isRest ? "other file" : "file")) moved on disk" }
      return old.first.flatMap { place in moved[place].map { "\(place.path) was moved to \($0.path)" } }
    }
    if count > 1 { return "\(Formatting.count(count, isRest ? "other file" : "file")) changed on disk" }
    guard let file = files.first(where: { !old.contains($0) }) else { return nil }
    let isGone = gone.contains(file) || removed.contains(file)
    return isGone ? "\(file.path) was removed from disk" : "\(file.path) changed on disk"
  }
}

extension Workspace {
  /// A notice about changes made by other programs. That of the shown file stays as long as it concerns its edits.
  func notice(of changes: DiskChanges) -> Notice? {
    guard !changes.files.isEmpty else { return nil }
    let others = changes.files.filter { $0 != shownFile }
    let rest = changes.phrase(of: others, isRest: true).map { "; " + $0 } ?? ""
    if let shown = shownFile, items[shown].isRowWithoutFile, changes.gone.contains(shown) {
      let edits = hasEdits(shown) ? ": your edits are kept" : ""
      return Notice(hasEdits(shown) ? .failure : .information, "\(shown.path) was removed from disk\(edits)\(rest)")
    }
    if let shown = shownFile, items[shown].isOutdated {
      let kept = Notice.editsKept(of: shown)
      return Notice(kept.kind, kept.text + rest)
    }
    return changes.phrase(of: changes.files).map { Notice(.information, $0) }
  }

  /// How a tree differs from the shown one.
  ///
  /// - Parameter changed: The files that are known to have changed.
  func changes(to tree: CollectionTree, _ changed: Set<Address>) -> DiskChanges {
    let rows = items.addresses(where: \.isRowWithoutFile)
    let before = Set(self.tree.nodes.lazy.filter { !$0.isFolder }.map(\.address)).subtracting(rows)
    let after = Set(tree.nodes.lazy.filter { !$0.isFolder }.map(\.address))
    // Reading a removed file may have been the first to find it missing.
    let gone = before.union(changed.intersection(rows)).subtracting(after)
    let new = after.subtracting(before)
    let missing = items.addresses { $0.draft?.isUnsaved == true }.filter { !$0.isScratch && !after.contains($0) }
    let moved = moves(to: tree, gone: gone.union(missing), new: new)
    let files = changed.union(gone).union(new).union(moved.keys).union(moved.values)
    return DiskChanges(files: files, gone: gone, new: new, moved: moved)
  }

  /// The new places of requests that were moved, found by their ids.
  ///
  /// The two ends of a move may be in different trees: a folder is not read at one moment, and a move to another file
  /// system is a copy and a removal.
  private func moves(to tree: CollectionTree, gone: Set<Address>, new: Set<Address>) -> [Address: Address] {
    let new = new.union(arrived).filter { !hasEdits($0) }
    if gone.isEmpty || new.isEmpty { return [:] }
    var ids: [Address: RequestID] = [:]
    for node in self.tree.nodes where gone.contains(node.address) { ids[node.address] = node.kind.id }
    for address in gone { if let id = items[address].draft?.saved.request?.id { ids[address] = id } }
    let homes = Dictionary(grouping: tree.nodes.filter { new.contains($0.address) }, by: \.kind.id)
    return ids.compactMapValues { id in homes[id].flatMap { $0.count == 1 ? $0[0].address : nil } }
  }

  /// Lets the edits of moved requests follow them.
  mutating func follow(_ moved: [Address: Address]) -> [PaneOutput] {
    let edited = moved.filter { items[$0.key].draft != nil }.sorted { $0.key < $1.key }
    for (old, new) in edited { relocate(relocation(of: old, to: new)) }
    return edited.flatMap { [.moved($0.key, to: $0.value), files(.follow($0.key, to: $0.value))] }
  }

  /// Asks what to do with a file that was removed before it was saved.
  func offerToWriteAgain(_ address: Address) -> [PaneOutput] {
    let isEdited = hasEdits(address)
    let confirm = Confirm(
      title: "The file was removed from disk",
      text: "Another program removed \(address.path)." + (isEdited ? " Your edits are kept." : ""),
      choices: [
        .letter(
          "w", isEdited ? "write it again, with these edits" : "write it again", short: "write",
          .workspace(.save(address, overwriting: true, evenReadOnly: false))),
        .letter(
          "d", isEdited ? "drop these edits" : "leave it removed", short: isEdited ? "drop" : "leave",
          .workspace(.discardEdits(address))),
        .leave("decide later"),
      ])
    return [.open(confirm)]
  }
}

extension Notice {
  package static func editsKept(of file: Address) -> Notice {
    Notice(.failure, "\(file.path): changed on disk since you opened it; your edits are kept")
  }
}
