/// Matches equal elements of two lists that are in the same order in both.
///
/// Small changes have the least number of removed and added elements (Myers). Large ones are split at elements that
/// occur once on both sides, as patience diff does, so the work is near to that of sorting. Without such elements, few
/// changes are found by Myers's algorithm, and more are approximated.
package enum CommonSubsequence {
  /// Indexes of equal elements in the old and the new list.
  private struct Anchor { var old, new: Int }

  private struct Part {
    var old, new: Range<Int>
    var level: Int
  }

  /// The maximum product of the lengths of parts that are compared exactly.
  private static let limit = 1 << 14
  /// How often a part is split.
  private static let maximumLevel = 12
  /// The maximum number of removed and added elements that is looked for in a large part.
  private static let maximumEdits = 512

  /// - Returns: For each new element the index of the equal old one, ascending; `nil` for those without.
  package static func pairs<Element: Hashable>(_ old: [Element], _ new: [Element]) -> [Int?] {
    let (old, new) = interned(old, new)
    var pairs = [Int?](repeating: nil, count: new.count)
    var open = [Part(old: 0..<old.count, new: 0..<new.count, level: 0)]
    while let part = open.popLast() {
      let rest = trimmed(part, old, new, &pairs)
      if rest.old.isEmpty || rest.new.isEmpty { continue }
      if rest.old.count <= limit / rest.new.count {
        pairExactly(old[rest.old], new[rest.new], &pairs)
      } else {
        open += split(rest, old, new, &pairs)
      }
    }
    return pairs
  }

  /// Numbers that are equal for equal elements, which are thus compared once.
  package static func interned<Element: Hashable>(_ old: [Element], _ new: [Element]) -> (old: [Int], new: [Int]) {
    var numbers: [Element: Int] = [:]
    func number(_ element: Element) -> Int {
      if let known = numbers[element] { return known }
      numbers[element] = numbers.count
      return numbers.count - 1
    }
    return (old.map(number), new.map(number))
  }

  /// Pairs the common prefix and suffix.
  private static func trimmed(_ part: Part, _ old: [Int], _ new: [Int], _ pairs: inout [Int?]) -> Part {
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

  private static func pairExactly(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>, _ pairs: inout [Int?]) {
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

  /// Pairs anchors, and returns the parts between them.
  private static func split(_ part: Part, _ old: [Int], _ new: [Int], _ pairs: inout [Int?]) -> [Part] {
    var anchors = part.level < maximumLevel ? uniqueAnchors(part, old, new) : []
    let isLast = anchors.isEmpty
    if isLast, pairIfClose(part, old, new, &pairs) { return [] }
    if isLast { anchors = rising(sameOccurrences(part, old, new)) }
    for anchor in anchors { pairs[anchor.new] = anchor.old }
    if isLast { return [] }
    var parts: [Part] = []
    var (oldEnd, newEnd) = (part.old.lowerBound, part.new.lowerBound)
    for anchor in anchors + [Anchor(old: part.old.upperBound, new: part.new.upperBound)] {
      parts.append(Part(old: oldEnd..<anchor.old, new: newEnd..<anchor.new, level: part.level + 1))
      (oldEnd, newEnd) = (anchor.old + 1, anchor.new + 1)
    }
    return parts
  }

  /// Pairs as many elements as possible if at most `maximumEdits` remain (Myers).
  ///
  /// - Returns: Whether that is so.
  private static func pairIfClose(_ part: Part, _ old: [Int], _ new: [Int], _ pairs: inout [Int?]) -> Bool {
    let (oldCount, newCount) = (part.old.count, part.new.count)
    guard abs(oldCount - newCount) <= maximumEdits else { return false }
    // For each number of edits, the old index that each diagonal reaches. They are two apart, from -edits to edits.
    var reached: [[Int]] = []
    for edits in 0...maximumEdits {
      reached.append([])
      for place in 0...edits {
        let diagonal = 2 * place - edits
        var index = firstIndex(edits, place, reached)
        while index < oldCount, index - diagonal < newCount,
          old[part.old.lowerBound + index] == new[part.new.lowerBound + index - diagonal]
        {
          index += 1
        }
        reached[edits].append(index)
        guard index >= oldCount, index - diagonal >= newCount, diagonal == oldCount - newCount else { continue }
        pairBack(part, from: place, reached, &pairs)
        return true
      }
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
  private static func pairBack(_ part: Part, from end: Int, _ reached: [[Int]], _ pairs: inout [Int?]) {
    var place = end
    for edits in reached.indices.reversed() {
      let first = firstIndex(edits, place, reached)
      for index in first..<reached[edits][place] {
        pairs[part.new.lowerBound + index - (2 * place - edits)] = part.old.lowerBound + index
      }
      let isInsertion = place < edits && reached[edits - 1][place] == first
      if !isInsertion { place -= 1 }
    }
  }

  /// The elements that occur once in both parts and in the same order.
  private static func uniqueAnchors(_ part: Part, _ old: [Int], _ new: [Int]) -> [Anchor] {
    func places(_ list: [Int], _ range: Range<Int>) -> [Int: Int?] {
      var places: [Int: Int?] = [:]
      for index in range { places.updateValue(places[list[index]] == nil ? index : nil, forKey: list[index]) }
      return places
    }
    let (oldPlaces, newPlaces) = (places(old, part.old), places(new, part.new))
    let anchors = part.old.compactMap { index -> Anchor? in
      guard case .some(.some) = oldPlaces[old[index]], case .some(.some(let place)) = newPlaces[old[index]] else {
        return nil
      }
      return Anchor(old: index, new: place)
    }
    return rising(anchors)
  }

  /// The nth occurrences of equal elements.
  private static func sameOccurrences(_ part: Part, _ old: [Int], _ new: [Int]) -> [Anchor] {
    var places: [Int: [Int]] = [:]
    for index in part.new.reversed() { places[new[index], default: []].append(index) }
    return part.old.compactMap { index in
      places[old[index]]?.popLast().map { Anchor(old: index, new: $0) }
    }
  }

  /// The longest part of anchors that ascends on both sides. They ascend on the old one.
  private static func rising(_ anchors: [Anchor]) -> [Anchor] {
    RisingRun.indices(of: anchors.map(\.new)).map { anchors[$0] }
  }
}
