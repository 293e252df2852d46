extension Workspace {
  /// Updates the tree from disk, with rows for unsaved edits without a file.
  ///
  /// - Parameter shown: The shown request. It keeps its row, so that the selection does not jump to another request.
  package mutating func show(_ tree: CollectionTree, keeping shown: Address? = nil) {
    self.tree = tree
    // Only requests have rows of their own.
    let requests = items.addresses { $0.draft?.current.role == .request }
    var missing = Set(requests.filter { items[$0].draft?.isUnsaved == true || $0 == shown || isUsedNew($0) })
    // Empty new requests that were left.
    for address in requests where address.isScratch && !missing.contains(address) { items[address].draft = nil }
    if !missing.isEmpty {
      for node in tree.nodes where !node.isFolder { missing.remove(node.address) }
    }
    for address in items.addresses(where: \.isRowWithoutFile) { items[address].isRowWithoutFile = false }
    for address in inOrder(missing) {
      items[address].isRowWithoutFile = true
      insertRow(address)
    }
  }

  /// New requests in their own order, as their addresses have none, then the others by their addresses.
  private func inOrder(_ rows: Set<Address>) -> [Address] {
    func place(_ address: Address) -> (Int, Int, Address) {
      (address.isScratch ? 0 : 1, address.isScratch ? items[address].newIndex ?? 0 : 0, address)
    }
    return rows.sorted { place($0) < place($1) }
  }

  /// Gives the new requests of an earlier run the order that their tabs had.
  mutating func orderNew(asIn tabs: [Address]) {
    let known = tabs.filter { items[$0].draft != nil && items[$0].isRowWithoutFile && $0.isScratch }
    guard known.count > 1 else { return }
    // Those that this run has made come after them.
    for (index, address) in known.enumerated() where items[address].newIndex == nil {
      items[address].newIndex = index - known.count
    }
    var files = tree
    files.nodes.removeAll { !$0.isFolder && items[$0.address].isRowWithoutFile }
    show(files, keeping: shownRequest)
  }

  /// Whether an empty new request is shown, or was sent.
  private func isUsedNew(_ address: Address) -> Bool {
    address.isScratch && (subject == .request(address) || items[address].live != nil)
  }

  /// Removes the row of a request without a file.
  mutating func removeRow(_ address: Address) {
    guard items[address].isRowWithoutFile else { return }
    items[address].isRowWithoutFile = false
    tree.nodes.removeAll { $0.address == address && !$0.isFolder }
  }

  /// Inserts a row below the nearest parent folder that still exists.
  mutating func insertRow(_ address: Address) {
    guard let request = items[address].draft?.current.request else { return }
    var folder = address.parent
    var row: Int?
    while !folder.path.isEmpty, row == nil {
      row = tree.nodes.firstIndex { $0.address == folder && $0.isFolder }
      if row == nil { folder = folder.parent }
    }
    let depth = row.map { tree.nodes[$0].depth + 1 } ?? 0
    let end = row.flatMap { tree.nodes[($0 + 1)...].firstIndex { $0.depth < depth } } ?? tree.nodes.endIndex
    let path = folder.path.isEmpty ? address.path : address.path.removingExactly(prefix: folder.path + "/")
    // Relative to the folder that is there.
    let title = address.isScratch ? request.titleOfNew : folder == address.parent ? nil : path ?? address.path
    tree.nodes.insert(CollectionNode(request, at: address, depth: depth, title: title), at: end)
  }
}
