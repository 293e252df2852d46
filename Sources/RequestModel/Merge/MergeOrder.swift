/// One element of a merged list, by its indexes in the three versions.
struct MergeSlot: Equatable {
  var base: Int?
  var ours: Int?
  var theirs: Int?
}

/// Merges the order of two changes of a list.
///
/// Two elements are in the order that a side gave them by moving one of them, else in the old one. So the moves of both
/// sides count, and the result is the same if the sides are exchanged.
struct MergeOrder {
  private let count: Int
  private let ours: Side
  private let theirs: Side

  /// The changes of one side to the old list.
  private struct Side {
    /// For each new element the index of the old one.
    let pairs: [Int?]
    /// For each old element the index of the new one; `nil` if it was removed.
    let places: [Int?]

    init(_ pairs: [Int?], count: Int) {
      self.pairs = pairs
      var places = [Int?](repeating: nil, count: count)
      for (index, pair) in pairs.enumerated() { if let pair { places[pair] = index } }
      self.places = places
    }

    var isInOrder: Bool {
      let kept = pairs.compactMap(\.self)
      return zip(kept, kept.dropFirst()).allSatisfy(<)
    }

    /// Whether the later of two elements was moved before the earlier one.
    func isSwapped(_ earlier: Int, _ later: Int) -> Bool {
      guard let first = places[earlier], let second = places[later] else { return false }
      return second < first
    }

    /// The new elements after each old one, by its index, and at the start, by -1.
    var inserted: [Int: [Int]] {
      var result: [Int: [Int]] = [:]
      var anchor = -1
      for (index, pair) in pairs.enumerated() {
        if let pair { anchor = pair } else { result[anchor, default: []].append(index) }
      }
      return result
    }
  }

  /// - Parameters:
  ///   - count: Of the old list.
  ///   - ours: For each element of a side, the index of the old one; `nil` if it was inserted.
  init(count: Int, ours: [Int?], theirs: [Int?]) {
    self.count = count
    self.ours = Side(ours, count: count)
    self.theirs = Side(theirs, count: count)
  }

  /// - Parameters:
  ///   - same: The elements that both sides inserted: ours by the index of theirs.
  ///   - text: The sort key of elements that both sides inserted at the same place.
  func slots(same: [Int: Int], text: (MergeSlot) -> String) -> [MergeSlot] {
    var slots: [MergeSlot] = []
    let (own, other) = (ours.inserted, theirs.inserted)
    let known = Dictionary(same.map { ($1, $0) }) { first, _ in first }
    var placed: Set<Int> = []
    for anchor in [-1] + order {
      if anchor >= 0 { slots.append(MergeSlot(base: anchor, ours: ours.places[anchor], theirs: theirs.places[anchor])) }
      let run = (own[anchor] ?? []).map { MergeSlot(ours: $0, theirs: known[$0]) }
      let otherRun = (other[anchor] ?? []).map { MergeSlot(ours: same[$0], theirs: $0) }
      for slot in Self.woven(run, otherRun, text) {
        // An element that both sides inserted at different places is placed at the first.
        if let index = slot.theirs, slot.ours != nil, !placed.insert(index).inserted { continue }
        slots.append(slot)
      }
    }
    return slots
  }

  /// The old elements in their new order.
  private var order: [Int] {
    if ours.isInOrder, theirs.isInOrder { return Array(0..<count) }
    // Only later elements move before earlier ones, so there are no cycles.
    var before = [[Int]](repeating: [], count: count)
    var missing = [Int](repeating: 0, count: count)
    for earlier in 0..<count {
      for later in earlier + 1..<max(count, earlier + 1)
      where ours.isSwapped(earlier, later) || theirs.isSwapped(earlier, later) {
        before[later].append(earlier)
        missing[earlier] += 1
      }
    }
    var result: [Int] = []
    var free = (0..<count).filter { missing[$0] == 0 }
    while let place = free.indices.min(by: { free[$0] < free[$1] }) {
      let next = free.remove(at: place)
      result.append(next)
      for index in before[next] {
        missing[index] -= 1
        if missing[index] == 0 { free.append(index) }
      }
    }
    return result
  }

  /// Two runs that were inserted at the same place, one after the other. Common elements keep them aligned.
  private static func woven(_ a: [MergeSlot], _ b: [MergeSlot], _ text: (MergeSlot) -> String) -> [MergeSlot] {
    if a.isEmpty || b.isEmpty || a == b { return a.isEmpty ? b : a }
    guard let common = a.firstIndex(where: { $0.theirs != nil && b.contains($0) }),
      let other = b.firstIndex(of: a[common])
    else { return text(a[0]) <= text(b[0]) ? a + b : b + a }
    return woven(Array(a[..<common]), Array(b[..<other]), text) + [a[common]]
      + woven(Array(a[(common + 1)...]), Array(b[(other + 1)...]), text)
  }
}
