/// Where a pattern stands in a body.
package struct SearchHits: Equatable, Sendable {
  /// How many there are.
  package private(set) var count = 0
  /// Where they begin, in order: the first million.
  private var starts: ContiguousArray<Int> = []

  private static let most = 1_000_000

  package init() {}

  package mutating func add(_ start: Int) {
    count += 1
    if starts.count < Self.most { starts.append(start) }
  }

  /// Whether the place of each is known, and not only their count.
  package var isComplete: Bool { starts.count == count }

  /// The number, from 0 on, of the first hit that begins in `range`.
  package func index(in range: Range<Int>) -> Int? {
    let index = starts.partitioningIndex { $0 >= range.lowerBound }
    return index < starts.count && starts[index] < range.upperBound ? index : nil
  }

  /// The first hit at `offset` or behind it, or the first of all.
  package func next(from offset: Int) -> Int? {
    let index = starts.partitioningIndex { $0 >= offset }
    return index < starts.count ? starts[index] : starts.first
  }

  /// The last hit before `offset`, or the last of all.
  package func previous(before offset: Int) -> Int? {
    let index = starts.partitioningIndex { $0 >= offset }
    return index > 0 ? starts[index - 1] : starts.last
  }
}
