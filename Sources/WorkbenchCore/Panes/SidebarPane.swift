package import RequestModel
package import TerminalUI

/// The collections as a tree.
package struct SidebarPane: Equatable, Sendable {
  package var expanded: Set<Address> = []
  package var window = ListWindow()
  /// What the tree is narrowed to; `nil` shows all.
  package var filter: TextEditor?
  /// The row to go back to where nothing matches the filter.
  package var selectedBeforeFilter: Address?
  /// Whether keys go into the filter.
  package var isFiltering = false

  package init() {}

  /// Indexes into the tree's nodes of the rows to show. One pass, no string work for what is folded away.
  package func rows(_ workspace: Workspace) -> [Int] {
    if let text = filter?.text, !text.isEmpty { return matches(text, workspace.tree.nodes) }
    var rows: [Int] = []
    var hiddenBelow = Int.max
    for (index, node) in workspace.tree.nodes.enumerated() {
      if node.depth > hiddenBelow { continue }
      hiddenBelow = .max
      rows.append(index)
      if node.isFolder, !expanded.contains(node.address) { hiddenBelow = node.depth }
    }
    return rows
  }

  /// The rows whose title or path has every word of `text`, with the folders they stand in.
  private func matches(_ text: String, _ nodes: [CollectionNode]) -> [Int] {
    let words = text.lowercased().split(separator: " ")
    var rows: [Int] = []
    var folders: [Int] = []
    for (index, node) in nodes.enumerated() {
      folders.removeAll { nodes[$0].depth >= node.depth }
      if node.isFolder {
        folders.append(index)
        continue
      }
      let name = (node.address.parent.path + "/" + node.address.stem + " " + node.title).lowercased()
      guard words.allSatisfy({ name.contains($0) }) else { continue }
      rows.append(
        contentsOf: folders.filter { $0 > rows.last(where: { nodes[$0].isFolder }) ?? -1 && !rows.contains($0) })
      rows.append(index)
    }
    return rows
  }

  package func selectedNode(_ workspace: Workspace) -> CollectionNode? {
    let rows = rows(workspace)
    return rows.indices.contains(window.selected) ? workspace.tree.nodes[rows[window.selected]] : nil
  }

  /// Opens the folders above `address` and selects its row.
  package mutating func reveal(_ address: Address, _ workspace: Workspace, height: Int) {
    var folder = address.parent
    while !folder.path.isEmpty {
      expanded.insert(folder)
      folder = folder.parent
    }
    let rows = rows(workspace)
    guard let row = rows.firstIndex(where: { workspace.tree.nodes[$0].address == address }) else { return }
    window.select(row, of: rows.count, height: height)
  }

  package mutating func move(by step: Int, _ workspace: Workspace, height: Int) {
    window.move(by: step, of: rows(workspace).count, height: height)
  }

  package mutating func toggle(_ address: Address) {
    if expanded.remove(address) == nil { expanded.insert(address) }
  }

  /// Left arrow: folds the folder, or goes to the folder above.
  package mutating func foldOrLeave(_ workspace: Workspace, height: Int) {
    guard let node = selectedNode(workspace) else { return }
    if node.isFolder, expanded.contains(node.address) { return toggle(node.address) }
    if !node.address.parent.path.isEmpty { reveal(node.address.parent, workspace, height: height) }
  }

  /// The selection after the tree was read anew: the same address, else the same row.
  package mutating func follow(_ address: Address?, _ workspace: Workspace, height: Int) {
    if let address, workspace.node(address) != nil { return reveal(address, workspace, height: height) }
    window.fit(count: rows(workspace).count, height: height)
  }
}
