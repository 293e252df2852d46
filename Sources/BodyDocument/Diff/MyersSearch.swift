/// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): the least number of removed and added elements.
///
/// Gives up if more than 1024 elements differ or the search takes too long, which bounds memory to a few megabytes.
enum MyersSearch {
  private static let maximumDistance = 1024

  /// The common elements in blocks, from end to start; `nil` if it gave up.
  static func blocks(
    _ old: UnsafeBufferPointer<UInt64>, _ new: UnsafeBufferPointer<UInt64>
  ) -> [SequenceAlignment.Block]? {
    let limit = min(maximumDistance, old.count + new.count)
    var budget = 8 * (old.count + new.count) + (1 << 16)
    // The farthest position on each diagonal, and its value after each step.
    var farthest = [Int32](repeating: 0, count: 2 * limit + 3)
    var steps: [[Int32]] = []
    let middle = limit + 1
    for distance in 0...limit {
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let goesDown =
          diagonal == -distance
          || (diagonal != distance && farthest[middle + diagonal - 1] < farthest[middle + diagonal + 1])
        let start = goesDown ? Int(farthest[middle + diagonal + 1]) : Int(farthest[middle + diagonal - 1]) + 1
        var x = start
        var y = x - diagonal
        while x < old.count, y < new.count, old[x] == new[y] {
          x += 1
          y += 1
        }
        farthest[middle + diagonal] = Int32(truncatingIfNeeded: x)
        budget -= x - start + 1
        if x >= old.count, y >= new.count { return walkBack(steps, old.count, new.count) }
      }
      guard budget > 0 else { return nil }
      steps.append(Array(farthest[middle - distance...middle + distance]))
    }
    return nil
  }

  private static func walkBack(_ steps: [[Int32]], _ oldCount: Int, _ newCount: Int) -> [SequenceAlignment.Block] {
    var blocks: [SequenceAlignment.Block] = []
    var (x, y) = (oldCount, newCount)
    for distance in stride(from: steps.count, to: 0, by: -1) {
      let before = steps[distance - 1]
      func place(_ diagonal: Int) -> Int { Int(before[diagonal + distance - 1]) }
      let diagonal = x - y
      let goesDown =
        diagonal == -distance || (diagonal != distance && place(diagonal - 1) < place(diagonal + 1))
      let previous = goesDown ? place(diagonal + 1) : place(diagonal - 1)
      let start = goesDown ? previous : previous + 1
      if x > start { blocks.append(.init(old: start, new: start - diagonal, count: x - start)) }
      (x, y) = (previous, previous - (goesDown ? diagonal + 1 : diagonal - 1))
    }
    if x > 0 { blocks.append(.init(old: 0, new: 0, count: x)) }
    return blocks
  }
}
