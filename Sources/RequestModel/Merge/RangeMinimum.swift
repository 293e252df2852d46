/// The least values of the ranges of a list. Finding one and changing a value take logarithmic time.
struct RangeMinimum {
  /// A binary tree of minimums in an array: the children of `n` are `2n` and `2n + 1`, and the values are the last half.
  private var nodes: [Int]
  private let count: Int

  init(_ values: [Int]) {
    count = values.count
    nodes = Array(repeating: .max, count: count) + values
    for node in stride(from: count - 1, to: 0, by: -1) { nodes[node] = min(nodes[2 * node], nodes[2 * node + 1]) }
  }

  mutating func set(_ index: Int, _ value: Int) {
    var node = index + count
    nodes[node] = value
    while node > 1 {
      node /= 2
      nodes[node] = min(nodes[2 * node], nodes[2 * node + 1])
    }
  }

  /// - Returns: `Int.max` for an empty range.
  func least(_ range: Range<Int>) -> Int {
    var (start, end) = (range.lowerBound + count, range.upperBound + count)
    var least = Int.max
    while start < end {
      if !start.isMultiple(of: 2) {
        least = min(least, nodes[start])
        start += 1
      }
      if !end.isMultiple(of: 2) {
        end -= 1
        least = min(least, nodes[end])
      }
      (start, end) = (start / 2, end / 2)
    }
    return least
  }
}
