extension CollectionTree {
  /// The requests below a folder in tree order, read from their files.
  package func runItems(in folder: Address, _ collections: CollectionStore) -> [RunItem] {
    let folders = Dictionary(nodes.filter(\.isFolder).map { ($0.address, $0.title) }) { first, _ in first }
    return nodes.filter { $0.address.isInside(folder) && !$0.isFolder }.map { node in
      let around = Self.folders(around: node.address).compactMap { folders[$0] }
      return with(item(node, collections)) { $0.folders = around }
    }
  }

  private func item(_ node: CollectionNode, _ collections: CollectionStore) -> RunItem {
    guard case .broken(let sentence) = node.kind else { return collections.runItem(node.address) }
    return RunItem(root: root, address: node.address, problem: sentence)
  }

  /// The folders around an address, outer to inner.
  private static func folders(around address: Address) -> [Address] {
    let parent = address.parent
    return parent.path.isEmpty ? [] : folders(around: parent) + [parent]
  }
}

extension CollectionStore {
  /// The request of a file.
  package func runItem(_ address: Address) -> RunItem {
    do throws(StoreError) {
      return RunItem(root: root, address: address, request: try open(address).request)
    } catch {
      return RunItem(root: root, address: address, problem: error.description)
    }
  }
}
