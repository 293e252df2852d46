/// Matches the entries of a changed list with the old ones.
enum JSONAlignment {
  /// Maximum number of comparisons. Above it, changed entries are paired in order, which keeps fewer of the old bytes.
  private static let limit = 4_000_000

  /// Returns, for each new element, the index of the old element that it equals or replaces; `nil` if it was inserted.
  static func elements(_ old: [JSONValue], _ new: [JSONValue]) -> [Int?] {
    let anchors = equal(old, new)
    var pairs = anchors
    pairMoved(old, new, &pairs)
    pairChanged(between: anchors, oldCount: old.count, &pairs)
    return pairs
  }

  /// Returns, for each new member, the index of the old member with the same key.
  static func members(_ old: JSONObject, _ new: JSONObject) -> [Int?] {
    let oldKeys = old.members.map(\.key)
    let newKeys = new.members.map(\.key)
    var pairs = equal(oldKeys, newKeys)
    pairMoved(oldKeys, newKeys, &pairs)
    return pairs
  }

  /// Pairs the longest common subsequence.
  private static func equal<Element: Hashable>(_ old: [Element], _ new: [Element]) -> [Int?] {
    var pairs = [Int?](repeating: nil, count: new.count)
    var head = 0
    while head < min(old.count, new.count), old[head] == new[head] {
      pairs[head] = head
      head += 1
    }
    var tail = 0
    while tail < min(old.count, new.count) - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      pairs[new.count - 1 - tail] = old.count - 1 - tail
      tail += 1
    }
    let oldMiddle = old[head..<old.count - tail]
    let newMiddle = new[head..<new.count - tail]
    guard !oldMiddle.isEmpty, !newMiddle.isEmpty, oldMiddle.count * newMiddle.count <= limit else { return pairs }
    let difference = newMiddle.difference(from: oldMiddle)
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset + head)
      case .insert(let offset, _, _): inserted.insert(offset + head)
      }
    }
    let kept = zip(
      oldMiddle.indices.filter { !removed.contains($0) }, newMiddle.indices.filter { !inserted.contains($0) })
    for (oldIndex, newIndex) in kept { pairs[newIndex] = oldIndex }
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
