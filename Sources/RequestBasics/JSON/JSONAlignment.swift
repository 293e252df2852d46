/// Matches the entries of a changed list with the old ones.
enum JSONAlignment {
  /// Returns, for each new element, the index of the old element that it equals or replaces; `nil` if it was inserted.
  static func elements(_ old: [JSONValue], _ new: [JSONValue]) -> [Int?] {
    let anchors = CommonSubsequence.pairs(old, new)
    var pairs = anchors
    pairMoved(old, new, &pairs)
    pairChanged(between: anchors, oldCount: old.count, &pairs)
    return pairs
  }

  /// Returns, for each new member, the index of the old member with the same key.
  static func members(_ old: JSONObject, _ new: JSONObject) -> [Int?] {
    let oldKeys = old.members.map(\.key)
    let newKeys = new.members.map(\.key)
    var pairs = CommonSubsequence.pairs(oldKeys, newKeys)
    pairMoved(oldKeys, newKeys, &pairs)
    return pairs
  }

  private static func pairMoved<Element: Hashable>(_ old: [Element], _ new: [Element], _ pairs: inout [Int?]) {
    var free: [Element: [Int]] = [:]
    for index in unpaired(old.count, pairs).reversed() { free[old[index], default: []].append(index) }
    for index in new.indices where pairs[index] == nil { pairs[index] = free[new[index]]?.popLast() }
  }

  /// Pairs the remaining elements between the same two neighbors in order, as changed.
  private static func pairChanged(between anchors: [Int?], oldCount: Int, _ pairs: inout [Int?]) {
    let taken = Set(pairs.compactMap(\.self))
    var (oldStart, newStart) = (0, 0)
    for newEnd in 0...anchors.count {
      guard let oldEnd = newEnd == anchors.count ? oldCount : anchors[newEnd] else { continue }
      let freeOld = (oldStart..<oldEnd).filter { !taken.contains($0) }
      let freeNew = (newStart..<newEnd).filter { pairs[$0] == nil }
      for (oldIndex, newIndex) in zip(freeOld, freeNew) { pairs[newIndex] = oldIndex }
      (oldStart, newStart) = (oldEnd + 1, newEnd + 1)
    }
  }

  private static func unpaired(_ count: Int, _ pairs: [Int?]) -> [Int] {
    let taken = Set(pairs.compactMap(\.self))
    return (0..<count).filter { !taken.contains($0) }
  }
}
