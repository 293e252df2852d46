/// The rows of a body in the order they are shown, and how they hang together.
struct RowTree: Sendable {
  let rows: RowStore
  /// What is hidden when all within the outermost containers is folded, where it was noted as the rows were read: looking for
  /// it later would touch as many places in memory as there are such containers.
  let innerGaps: ContiguousArray<RowGap>?

  init(rows: RowStore, innerGaps: ContiguousArray<RowGap>? = nil) {
    self.rows = rows
    self.innerGaps = innerGaps
  }

  var count: Int { rows.count }

  subscript(row: Int) -> Row { rows[row] }

  func isContainer(_ row: Int) -> Bool { row + 1 < count && rows[row + 1].parent == UInt32(row) }

  func isClosing(_ row: Int) -> Bool {
    let parent = rows[row].parent
    return parent != Row.none && rows[Int(parent)].extent == UInt32(row)
  }

  /// How many containers are around what begins or ends at `row`. The cost is that number.
  func depth(of row: Int) -> Int {
    var depth = 0
    var holder = parent(of: row)
    while let container = holder {
      depth += 1
      holder = rows[container].parent == Row.none ? nil : Int(rows[container].parent)
    }
    return depth
  }

  /// The last row of what begins at `row`: its closing row, or itself.
  func end(of row: Int) -> Int { isContainer(row) ? Int(rows[row].extent) : row }

  /// The row that holds `row`; of a closing row, what holds the container that it closes.
  func parent(of row: Int) -> Int? {
    let holder = isClosing(row) ? rows[Int(rows[row].parent)].parent : rows[row].parent
    return holder == Row.none ? nil : Int(holder)
  }

  /// The index of what begins or ends at `row` in its container.
  func index(of row: Int) -> Int { Int(rows[end(of: row)].extent) }

  /// How many members or items a container has.
  func childCount(of container: Int) -> Int { index(of: end(of: container) - 1) + 1 }

  /// Whether another value of the same container follows what begins or ends at `row`.
  func hasNextSibling(_ row: Int) -> Bool {
    guard let parent = parent(of: row) else { return false }
    return end(of: row) + 1 < end(of: parent)
  }

  /// The value behind what begins at `row`, in the same container or, outside of all, in the body.
  func nextSibling(of row: Int) -> Int? {
    let next = end(of: row) + 1
    return next < count && !isClosing(next) ? next : nil
  }

  /// The value before the one that begins at `row`.
  func previousSibling(of row: Int) -> Int? {
    guard row > 0, parent(of: row) != row - 1 else { return nil }
    return isClosing(row - 1) ? Int(rows[row - 1].parent) : row - 1
  }

  /// The last row that begins at or before `offset`.
  func row(at offset: Int) -> Int {
    max(0, rows.partitioningIndex { $0.start > offset } - 1)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element fulfils `isAfter`, which must be false for all before it and true for all behind it.
  func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
