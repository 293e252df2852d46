/// The rows of the tree, prepared for searching when the list is first opened.
struct GoToNames: Equatable, Sendable {
  struct Key: Equatable, Sendable {
    var tree: Int
    var uses: UseTable
  }

  private(set) var index = NameIndex()
  private(set) var folders: [UInt32] = []
  /// The rows that were used, the most used first.
  private(set) var used: [Int] = []

  init() {}

  init(_ nodes: [CollectionNode], _ uses: UseTable) {
    index.reserve(nodes.count)
    var ranked: [(row: Int, weight: Double)] = []
    for (row, node) in nodes.enumerated() {
      // Most rows have never been used.
      let name = uses.isEmpty ? nil : node.useName
      let method = if case .request(let method, _) = node.kind { method } else { "" }
      index.add(node.title, node.shownPath, method: method, bonus: name.map(uses.bonus) ?? 0)
      if node.isFolder { folders.append(UInt32(row)) }
      if let weight = name.flatMap({ uses.weights[$0] }) { ranked.append((row, weight)) }
    }
    used = ranked.sorted { ($0.weight, $1.row) > ($1.weight, $0.row) }.map(\.row)
  }
}

extension CollectionNode {
  /// The path without the file's extension.
  var shownPath: String {
    isFolder || !address.path.endsExactly(with: ".json") ? address.path : String(address.path.dropLast(5))
  }
}
