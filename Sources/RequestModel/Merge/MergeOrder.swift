/// One element of a merged list, by its indexes in the three versions.
struct MergeSlot: Equatable {
  var base: Int?
  var ours: Int?
  var theirs: Int?
}

/// Merges the order of two changes of a list.
///
/// Two elements keep the order of the side that moved one of them, else the base order. The moves of both sides count,
/// and the result is the same if the sides are swapped.
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
    self.ours = Side(pairs: ours, places: ours.inverted(count: count))
    self.theirs = Side(pairs: theirs, places: theirs.inverted(count: count))
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
    if ours.pairs.isInOrder, theirs.pairs.isInOrder { return Array(0..<count) }
    // Only later elements move before earlier ones, so there are no cycles.
    var (own, other) = (Front(ours), Front(theirs))
    // In how many sides an element has to wait for others.
    var waiting = (0..<count).map { (ours.places[$0] == nil ? 0 : 1) + (theirs.places[$0] == nil ? 0 : 1) }
    for element in own.begin() + other.begin() { waiting[element] -= 1 }
    var free = RangeMinimum(waiting.enumerated().map { $1 == 0 ? $0 : Int.max })
    var result: [Int] = []
    while result.count < count {
      let next = free.least(0..<count)
      free.set(next, .max)
      result.append(next)
      for element in own.removeFromFront(next) + other.removeFromFront(next) {
        waiting[element] -= 1
        if waiting[element] == 0 { free.set(element, element) }
      }
    }
    return result
  }

  /// The old elements before which no later one was moved by a side, while elements are taken away. Their new places
  /// ascend with their indexes. Comparing all elements with each other would take quadratic time.
  private struct Front {
    private let side: Side
    /// The new place of each element that is left.
    private var places: RangeMinimum
    /// The negative index of each element of the front.
    private var front: RangeMinimum

    init(_ side: Side) {
      self.side = side
      places = RangeMinimum(side.places.map { $0 ?? .max })
      front = RangeMinimum(Array(repeating: .max, count: side.places.count))
    }

    /// - Returns: The first elements of the front.
    mutating func begin() -> [Int] { extend(0..<side.places.count, before: .max) }

    /// Takes an element of the front away.
    ///
    /// - Returns: The elements that only this one kept out of the front.
    mutating func removeFromFront(_ element: Int) -> [Int] {
      guard side.places[element] != nil else { return [] }
      places.set(element, .max)
      front.set(element, .max)
      let former = front.least(0..<element)
      let start = former == .max ? 0 : 1 - former
      return extend(start..<element, before: places.least(element + 1..<side.places.count))
    }

    /// - Parameters:
    ///   - range: Elements that are not in the front.
    ///   - place: The new place of the next element of the front.
    private mutating func extend(_ range: Range<Int>, before place: Int) -> [Int] {
      var (found, start) = ([Int](), range.lowerBound)
      while start < range.upperBound {
        let least = places.least(start..<range.upperBound)
        guard least < place, let element = side.pairs[least] else { break }
        front.set(element, -element)
        found.append(element)
        start = element + 1
      }
      return found
    }
  }

  /// Two runs that were inserted at the same place, one after the other. Common elements keep them aligned.
  private static func woven(_ a: [MergeSlot], _ b: [MergeSlot], _ text: (MergeSlot) -> String) -> [MergeSlot] {
    let known = b.enumerated().compactMap { index, slot in slot.theirs.map { ($0, index) } }
    let places = Dictionary(known) { first, _ in first }
    var result: [MergeSlot] = []
    var (start, otherStart) = (0, 0)
    for (index, slot) in a.enumerated() {
      guard let place = slot.theirs.flatMap({ places[$0] }), place >= otherStart, b[place] == slot else { continue }
      result += apart(a[start..<index], b[otherStart..<place], text) + [slot]
      (start, otherStart) = (index + 1, place + 1)
    }
    return result + apart(a[start...], b[otherStart...], text)
  }

  /// Two runs without common elements.
  private static func apart(
    _ a: ArraySlice<MergeSlot>, _ b: ArraySlice<MergeSlot>, _ text: (MergeSlot) -> String
  ) -> ArraySlice<MergeSlot> {
    guard let first = a.first, let other = b.first else { return a + b }
    return text(first) <= text(other) ? a + b : b + a
  }
}
