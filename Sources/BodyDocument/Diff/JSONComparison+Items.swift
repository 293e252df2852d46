extension JSONComparison {
  /// Aligns equal items first, then pairs similar items between them.
  func items(_ left: [Int], _ right: [Int]) -> [Task] {
    let blocks = SequenceAlignment.blocks(
      left.map { oldHashes[$0] }, right.map { newHashes[$0] }, isStopped: isStopped)
    var tasks: [Task] = []
    var (oldEnd, newEnd) = (0, 0)
    for block in blocks {
      addGap(left[oldEnd..<block.old], right[newEnd..<block.new], to: &tasks)
      tasks.append(.lines(.same, rows(of: right[block.new..<block.new + block.count], in: new)))
      (oldEnd, newEnd) = (block.old + block.count, block.new + block.count)
    }
    addGap(left[oldEnd...], right[newEnd...], to: &tasks)
    return tasks
  }

  /// Compares the items between two equal ones: pairs are compared inside, the rest are removed or added.
  private func addGap(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>, to tasks: inout [Task]) {
    var (oldEnd, newEnd) = (left.startIndex, right.startIndex)
    func addUnpaired(_ oldPlace: Int, _ newPlace: Int) {
      tasks.append(.lines(.removed, rows(of: left[oldEnd..<oldPlace], in: old)))
      tasks.append(.lines(.added, rows(of: right[newEnd..<newPlace], in: new)))
    }
    for pair in ItemPairing(comparison: self).pairs(left, right) {
      addUnpaired(pair.old, pair.new)
      tasks.append(.compare(left[pair.old], right[pair.new]))
      (oldEnd, newEnd) = (pair.old + 1, pair.new + 1)
    }
    addUnpaired(left.endIndex, right.endIndex)
  }
}
