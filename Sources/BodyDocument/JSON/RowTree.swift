internal import RequestModel

/// The rows of a body in display order, and their structure.
struct RowTree: Sendable {
  let rows: RowStore
  /// The rows hidden by folding everything inside the outermost containers, if recorded during parsing. Finding them later
  /// would touch memory all over the index.
  let innerGaps: ContiguousArray<RowGap>?

  var count: Int { rows.count }

  subscript(row: Int) -> Row { rows[row] }

  func isContainer(_ row: Int) -> Bool { row + 1 < count && rows[row + 1].parent == UInt32(row) }

  func isClosing(_ row: Int) -> Bool {
    let parent = rows[row].parent
    return parent != Row.none && rows[Int(parent)].extent == UInt32(row)
  }

  /// The depth of what begins or ends at `row`. Takes time proportional to it.
  func depth(of row: Int) -> Int {
    var depth = 0
    var holder = parent(of: row)
    while let container = holder {
      depth += 1
      holder = rows[container].parent == Row.none ? nil : Int(rows[container].parent)
    }
    return depth
  }

  /// The last row of the value at `row`: its closing row, or itself.
  func end(of row: Int) -> Int { isContainer(row) ? Int(rows[row].extent) : row }

  /// The container of `row`; for a closing row, the container of what it closes.
  func parent(of row: Int) -> Int? {
    let holder = isClosing(row) ? rows[Int(rows[row].parent)].parent : rows[row].parent
    return holder == Row.none ? nil : Int(holder)
  }

  /// The index of what begins or ends at `row` in its container.
  func index(of row: Int) -> Int { Int(rows[end(of: row)].extent) }

  /// The number of members or items of a container.
  func childCount(of container: Int) -> Int { index(of: end(of: container) - 1) + 1 }

  /// Whether another value of the same container follows.
  func hasNextSibling(_ row: Int) -> Bool {
    guard let parent = parent(of: row) else { return false }
    return end(of: row) + 1 < end(of: parent)
  }

  /// The next value after `row` in the same container or, at the top level, in the body.
  func nextSibling(of row: Int) -> Int? {
    let next = end(of: row) + 1
    return next < count && !isClosing(next) ? next : nil
  }

  /// The value before `row` in the same container.
  func previousSibling(of row: Int) -> Int? {
    guard row > 0, parent(of: row) != row - 1 else { return nil }
    return isClosing(row - 1) ? Int(rows[row - 1].parent) : row - 1
  }

  /// The last row that begins at or before `offset`.
  func row(at offset: Int) -> Int {
    max(0, rows.partitioningIndex { $0.start > offset } - 1)
  }
}
