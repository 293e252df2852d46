package import RequestModel
package import RequestRuns
package import RequestStore

extension CollectionTree {
  /// The requests below a folder in tree order, read from their files.
  package func runItems(in folder: Address, _ collections: CollectionStore) -> [RunItem] {
    nodes.filter { $0.address.isInside(folder) && !$0.isFolder }.map { node in
      if case .broken(let sentence) = node.kind {
        return RunItem(root: root, address: node.address, problem: sentence)
      }
      return collections.runItem(node.address)
    }
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
