/// Matches the entries of a changed list with the old ones.
enum JSONAlignment {
  /// Returns, for each new element, the index of the old element that it equals or replaces; `nil` if it was inserted.
  static func elements(_ old: [JSONValue], _ new: [JSONValue]) -> [Int?] {
    let elements = NumberedElements(old, new)
    let anchors = CommonSubsequence(elements).pairs
    var pairs = anchors
    elements.pairMoved(&pairs)
    pairChanged(between: anchors, oldCount: old.count, &pairs)
    return pairs
  }

  /// Returns, for each new member, the index of the old member with the same key.
  static func members(_ old: JSONObject, _ new: JSONObject) -> [Int?] {
    let keys = NumberedElements(old.members.map(\.key), new.members.map(\.key))
    var pairs = CommonSubsequence(keys).pairs
    keys.pairMoved(&pairs)
    return pairs
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
}
