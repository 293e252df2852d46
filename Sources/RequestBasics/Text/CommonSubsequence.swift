/// Matches equal elements of two lists that are in the same order in both.
///
/// Small changes have the least number of removed and added elements (Myers). Large ones are split at elements that
/// occur once on both sides, as patience diff does, so the work is near to that of sorting. Without such elements, few
/// changes are found by Myers's algorithm, and more are approximated.
package struct CommonSubsequence {
  /// For each new element the index of the equal old one, ascending; `nil` for those without.
  package private(set) var pairs: [Int?]
  /// Whether pairs may be missing because it was stopped, or because so much changed that equal elements were paired by
  /// their occurrence.
  package private(set) var isCoarse = false

  /// Indexes of equal elements in the old and the new list.
  private struct Anchor { var old, new: Int32 }

  private struct Part {
    var old, new: Range<Int>
    var level: Int
  }

  /// The maximum product of the lengths of parts that are compared exactly.
  private static let limit = 1 << 14
  /// How often a part is split.
  private static let maximumLevel = 12
  /// The maximum number of removed and added elements that is looked for by Myers's algorithm.
  private static let maximumEdits = 512

  private static let absent: Int32 = -1
  private static let several: Int32 = -2

  private let old, new: [Int32]
  /// By number, places of elements in the part that is split. All are absent between two parts.
  private var oldPlaces, newPlaces: [Int32]

  /// - Returns: For each new element the index of the equal old one, ascending; `nil` for those without.
  package static func pairs<Element: Hashable>(_ old: [Element], _ new: [Element]) -> [Int?] {
    CommonSubsequence(NumberedElements(old, new)).pairs
  }

  /// - Parameter isStopped: If it returns `true`, the rest remains without pairs.
  package init(_ elements: NumberedElements, isStopped: () -> Bool = { false }) {
    (old, new) = (elements.old, elements.new)
    pairs = [Int?](repeating: nil, count: new.count)
    oldPlaces = [Int32](repeating: Self.absent, count: elements.kindCount)
    newPlaces = oldPlaces
    var open = [Part(old: 0..<old.count, new: 0..<new.count, level: 0)]
    while let part = open.popLast() {
      if isStopped() {
        isCoarse = true
        return
      }
      let rest = trimmed(part)
      guard hasCommon(rest) else { continue }
      if rest.old.count > Self.limit / rest.new.count {
        open += split(rest, isStopped)
      } else if !pairIfClose(rest, isStopped) {
        pairByTable(rest)
      }
    }
  }

  /// Pairs the common prefix and suffix.
  private mutating func trimmed(_ part: Part) -> Part {
    var (a, b) = (part.old, part.new)
    while !a.isEmpty, !b.isEmpty, old[a.lowerBound] == new[b.lowerBound] {
      pairs[b.lowerBound] = a.lowerBound
      (a, b) = (a.dropFirst(), b.dropFirst())
    }
    while !a.isEmpty, !b.isEmpty, old[a.upperBound - 1] == new[b.upperBound - 1] {
      pairs[b.upperBound - 1] = a.upperBound - 1
      (a, b) = (a.dropLast(), b.dropLast())
    }
    return Part(old: a, new: b, level: part.level)
  }

  /// Whether the two sides have an element in common.
  private mutating func hasCommon(_ part: Part) -> Bool {
    if part.old.isEmpty || part.new.isEmpty || part.old.count == 1 && part.new.count == 1 { return false }
    for index in part.old { oldPlaces[Int(old[index])] = Int32(index) }
    defer { for index in part.old { oldPlaces[Int(old[index])] = Self.absent } }
    return part.new.contains { oldPlaces[Int(new[$0])] != Self.absent }
  }

  // MARK: Small parts

  /// Pairs as many elements as possible if at most `maximumEdits` remain and they are soon found (Myers).
  ///
  /// - Returns: Whether that is so.
  private mutating func pairIfClose(_ part: Part, _ isStopped: () -> Bool) -> Bool {
    let (oldCount, newCount) = (part.old.count, part.new.count)
    guard abs(oldCount - newCount) <= Self.maximumEdits else { return false }
    var budget = 64 * (oldCount + newCount) + (1 << 18)
    // For each number of edits, the old index that each diagonal reaches. They are two apart, from -edits to edits.
    var reached: [[Int]] = []
    for edits in 0...Self.maximumEdits {
      guard budget > 0, !isStopped() else { return false }
      var row: [Int] = []
      for place in 0...edits {
        let diagonal = 2 * place - edits
        let start = Self.firstIndex(edits, place, reached)
        var index = start
        while index < oldCount, index - diagonal < newCount,
          old[part.old.lowerBound + index] == new[part.new.lowerBound + index - diagonal]
        {
          index += 1
        }
        row.append(index)
        budget -= index - start + 1
        guard index >= oldCount, index - diagonal >= newCount, diagonal == oldCount - newCount else { continue }
        pairBack(part, from: place, reached + [row])
        return true
      }
      reached.append(row)
    }
    return false
  }

  /// The old index at which a diagonal is entered: from the next one by an insertion, or from the one before by a
  /// removal.
  private static func firstIndex(_ edits: Int, _ place: Int, _ reached: [[Int]]) -> Int {
    if edits == 0 { return 0 }
    let inserted = place < edits ? reached[edits - 1][place] : 0
    return place > 0 ? max(inserted, reached[edits - 1][place - 1] + 1) : inserted
  }

  /// Pairs the equal elements on the way back from the end.
  private mutating func pairBack(_ part: Part, from end: Int, _ reached: [[Int]]) {
    var place = end
    for edits in reached.indices.reversed() {
      let first = Self.firstIndex(edits, place, reached)
      for index in first..<reached[edits][place] {
        pairs[part.new.lowerBound + index - (2 * place - edits)] = part.old.lowerBound + index
      }
      let isInsertion = place < edits && reached[edits - 1][place] == first
      if !isInsertion { place -= 1 }
    }
  }

  /// Pairs as many elements as possible, with a table of the lengths of the common rests. For a short list and a long one,
  /// which differ too much for Myers's algorithm.
  private mutating func pairByTable(_ part: Part) {
    let width = part.new.count + 1
    var lengths = [UInt16](repeating: 0, count: (part.old.count + 1) * width)
    for row in (0..<part.old.count).reversed() {
      let element = old[part.old.lowerBound + row]
      for column in (0..<part.new.count).reversed() {
        let place = row * width + column
        lengths[place] =
          element == new[part.new.lowerBound + column]
          ? lengths[place + width + 1] + 1 : max(lengths[place + width], lengths[place + 1])
      }
    }
    var (row, column) = (0, 0)
    while row < part.old.count, column < part.new.count {
      let place = row * width + column
      if old[part.old.lowerBound + row] == new[part.new.lowerBound + column] {
        pairs[part.new.lowerBound + column] = part.old.lowerBound + row
        (row, column) = (row + 1, column + 1)
      } else if lengths[place + width] >= lengths[place + 1] {
        row += 1
      } else {
        column += 1
      }
    }
  }

  // MARK: Large parts

  /// Pairs anchors, and returns the parts between them.
  private mutating func split(_ part: Part, _ isStopped: () -> Bool) -> [Part] {
    let anchors = part.level < Self.maximumLevel ? uniqueAnchors(part) : []
    if anchors.isEmpty {
      if !pairIfClose(part, isStopped) { pairOccurrences(part) }
      return []
    }
    var parts: [Part] = []
    var (oldEnd, newEnd) = (part.old.lowerBound, part.new.lowerBound)
    for anchor in anchors {
      pairs[Int(anchor.new)] = Int(anchor.old)
      parts.append(Part(old: oldEnd..<Int(anchor.old), new: newEnd..<Int(anchor.new), level: part.level + 1))
      (oldEnd, newEnd) = (Int(anchor.old) + 1, Int(anchor.new) + 1)
    }
    parts.append(Part(old: oldEnd..<part.old.upperBound, new: newEnd..<part.new.upperBound, level: part.level + 1))
    return parts.filter { !$0.old.isEmpty && !$0.new.isEmpty }
  }

  /// The elements that occur once in both parts and in the same order.
  private mutating func uniqueAnchors(_ part: Part) -> [Anchor] {
    func note(_ list: [Int32], _ range: Range<Int>, in places: inout [Int32]) {
      for index in range {
        let number = Int(list[index])
        places[number] = places[number] == Self.absent ? Int32(index) : Self.several
      }
    }
    note(old, part.old, in: &oldPlaces)
    note(new, part.new, in: &newPlaces)
    var anchors: [Anchor] = []
    for index in part.old {
      let number = Int(old[index])
      if oldPlaces[number] >= 0, newPlaces[number] >= 0 {
        anchors.append(Anchor(old: Int32(index), new: newPlaces[number]))
      }
    }
    for index in part.old { oldPlaces[Int(old[index])] = Self.absent }
    for index in part.new { newPlaces[Int(new[index])] = Self.absent }
    return Self.rising(anchors)
  }

  /// Pairs the nth occurrences of equal elements, as far as they ascend on both sides.
  private mutating func pairOccurrences(_ part: Part) {
    // The new elements of each number as lists: the first one, and the next one of each.
    var next = [Int32](repeating: Self.absent, count: part.new.count)
    for index in part.new.reversed() {
      next[index - part.new.lowerBound] = newPlaces[Int(new[index])]
      newPlaces[Int(new[index])] = Int32(index)
    }
    var anchors: [Anchor] = []
    for index in part.old {
      let place = newPlaces[Int(old[index])]
      guard place != Self.absent else { continue }
      anchors.append(Anchor(old: Int32(index), new: place))
      newPlaces[Int(old[index])] = next[Int(place) - part.new.lowerBound]
    }
    for index in part.new { newPlaces[Int(new[index])] = Self.absent }
    let rising = Self.rising(anchors)
    if rising.count < anchors.count { isCoarse = true }
    for anchor in rising { pairs[Int(anchor.new)] = Int(anchor.old) }
  }

  /// The longest part of anchors that ascends on both sides. They ascend on the old one.
  private static func rising(_ anchors: [Anchor]) -> [Anchor] {
    RisingRun.indices(of: anchors.map { Int($0.new) }).map { anchors[$0] }
  }
}
