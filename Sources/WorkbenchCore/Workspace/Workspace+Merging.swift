import RequestModel

// Unsaved edits of files that other programs have changed.
extension Workspace {
  var whyNothingToMerge: String? {
    guard let address = shownFile, hasEdits(address) else { return "This request has no unsaved edits" }
    return items[address].isOutdated ? nil : "The file has not changed on disk since you opened it"
  }

  /// Shows unsaved edits beside the file on disk, and both merged.
  func compare(_ address: Address, with disk: SavedFile) -> [PaneOutput] {
    guard let draft = items[address].draft else { return [] }
    guard draft.saved != disk else { return [.information("\(address): not changed on disk since you opened it")] }
    let versions = ThreeVersions(
      base: .object(draft.saved.document), mine: .object(draft.current.document), theirs: .object(disk.document),
      role: disk.role)
    return [
      .open(
        MergeScreen(
          title: "Merge \(address)", .edits(address, disk: disk), versions, mine: "unsaved edits", theirs: "on disk"))
    ]
  }

  /// Puts the merged edits on the version on disk, and saves them.
  mutating func adopt(_ merged: SavedFile, over disk: SavedFile, at address: Address) -> [PaneOutput] {
    items[address].draft?.rebase(merged, over: disk)
    items[address].isOutdated = false
    return [files(.adopt(address, disk))] + save(address)
  }
}
