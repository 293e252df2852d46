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
    let screen = MergeScreen(
      title: "Merge \(address)", .edits(address, disk: disk), versions, mine: "unsaved edits", theirs: "on disk")
    return [.open(screen)]
  }

  /// Reads what depends on a file that the program has changed. Unsaved edits of it stay, on the new version.
  mutating func adoptOwnChange(_ file: SavedFile?, of address: Address) -> [PaneOutput] {
    makeScopesStale()
    guard hasEdits(address) else {
      if shownFile != address { items[address].draft = nil }
      return refreshShown()
    }
    guard let file, let merged = edits(of: address, over: file) else {
      items[address].isOutdated = true
      return refreshShown()
    }
    items[address].draft?.rebase(merged, over: file)
    return [files(.adopt(address, file))] + keep(address) + refreshShown()
  }

  /// Unsaved edits put on another version of their file; `nil` if both have changed the same, or while a text is typed.
  private func edits(of address: Address, over file: SavedFile) -> SavedFile? {
    guard let draft = items[address].draft, openField?.address != address else { return nil }
    let merge = DocumentMerge(
      base: .object(draft.saved.document), ours: .object(draft.current.document), theirs: .object(file.document),
      role: file.role)
    guard merge.conflicts.isEmpty, let document = merge.value.object else { return nil }
    // A result that is no valid file is decided by the user.
    return try? SavedFile(document: document, role: file.role)
  }

  /// Puts the merged edits on the version on disk, and saves them.
  mutating func adopt(_ merged: SavedFile, over disk: SavedFile, at address: Address) -> [PaneOutput] {
    items[address].draft?.rebase(merged, over: disk)
    items[address].isOutdated = false
    return [files(.adopt(address, disk))] + save(address)
  }
}
