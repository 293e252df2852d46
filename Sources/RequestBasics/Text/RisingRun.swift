/// The longest rising subsequence of numbers, found by patience sorting.
package enum RisingRun {
  /// - Returns: The indices of its members, ascending. The work is that of sorting.
  package static func indices(of values: [Int]) -> [Int] {
    var piles: [Int] = []
    var before = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      let pile = piles.partitioningIndex { values[$0] > value }
      if pile > 0 { before[index] = piles[pile - 1] }
      if pile == piles.count { piles.append(index) } else { piles[pile] = index }
    }
    var result: [Int] = []
    var index = piles.last ?? -1
    while index >= 0 {
      result.append(index)
      index = before[index]
    }
    return result.reversed()
  }
}
