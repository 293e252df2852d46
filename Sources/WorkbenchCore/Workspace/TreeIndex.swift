import Synchronization

/// The rows of a tree by their addresses, found when one is first asked for.
final class TreeIndex: Sendable {
  private let rows = Mutex<[Address: Int]?>(nil)

  /// - Parameter nodes: Those of the tree, the same in each call.
  func row(of address: Address, in nodes: [CollectionNode]) -> Int? {
    rows.withLock { rows in
      if let rows { return rows[address] }
      var found: [Address: Int] = [:]
      found.reserveCapacity(nodes.count)
      // The first of equal addresses counts.
      for index in nodes.indices.reversed() { found[nodes[index].address] = index }
      rows = found
      return found[address]
    }
  }
}

extension TreeIndex: Equatable {
  /// It says nothing that the tree does not say.
  static func == (a: TreeIndex, b: TreeIndex) -> Bool { true }
}
