/// Matches equal elements of two lists that are in the same order in both.
package enum CommonSubsequence {
  /// The maximum product of the lengths of the parts that differ. Above it, only the ends are matched.
  private static let limit = 4_000_000

  /// - Returns: For each new element the index of the equal old one, ascending; `nil` for those without.
  package static func pairs<Element: Hashable>(_ old: [Element], _ new: [Element]) -> [Int?] {
    var pairs = [Int?](repeating: nil, count: new.count)
    let shorter = min(old.count, new.count)
    var head = 0
    while head < shorter, old[head] == new[head] {
      pairs[head] = head
      head += 1
    }
    var tail = 0
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      pairs[new.count - 1 - tail] = old.count - 1 - tail
      tail += 1
    }
    pairMiddle(old[head..<old.count - tail], new[head..<new.count - tail], &pairs)
    return pairs
  }

  private static func pairMiddle<Element: Hashable>(
    _ old: ArraySlice<Element>, _ new: ArraySlice<Element>, _ pairs: inout [Int?]
  ) {
    guard !old.isEmpty, !new.isEmpty, old.count * new.count <= limit else { return }
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset + old.startIndex)
      case .insert(let offset, _, _): inserted.insert(offset + new.startIndex)
      }
    }
    let kept = zip(old.indices.filter { !removed.contains($0) }, new.indices.filter { !inserted.contains($0) })
    for (oldIndex, newIndex) in kept { pairs[newIndex] = oldIndex }
  }
}
