internal import RequestModel

/// The matches of a pattern in a body.
package struct SearchHits: Equatable, Sendable {
  /// The number of matches.
  package private(set) var count = 0
  /// The offsets of the first million matches, in order.
  private var starts: ContiguousArray<Int> = []

  private static let most = 1_000_000

  package init() {}

  package mutating func add(_ start: Int) {
    count += 1
    if starts.count < Self.most { starts.append(start) }
  }

  /// Whether the offset of every match is known.
  package var isComplete: Bool { starts.count == count }

  /// The index of the first match that begins in `range`.
  package func index(in range: Range<Int>) -> Int? {
    let index = starts.partitioningIndex { $0 >= range.lowerBound }
    return index < starts.count && starts[index] < range.upperBound ? index : nil
  }

  /// The first match at or after `offset`, wrapping around.
  package func next(from offset: Int) -> Int? {
    let index = starts.partitioningIndex { $0 >= offset }
    return index < starts.count ? starts[index] : starts.first
  }

  /// The last match before `offset`, wrapping around.
  package func previous(before offset: Int) -> Int? {
    let index = starts.partitioningIndex { $0 >= offset }
    return index > 0 ? starts[index - 1] : starts.last
  }
}
