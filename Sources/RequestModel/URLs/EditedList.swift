/// Finds out where the elements of an edited list come from.
package enum EditedList {
  /// - Returns: For each new element the index of the old one that is equal, else of the one between the same neighbours.
  package static func origins<Element: Hashable>(_ old: [Element], _ new: [Element]) -> [Int?] {
    var origins = CommonSubsequence.pairs(old, new)
    var unused = Set(old.indices).subtracting(origins.compactMap(\.self))
    // Match elements that moved. The indices of equal elements are in descending order, so that the first is popped first.
    var places: [Element: [Int]] = [:]
    for index in old.indices.reversed() where unused.contains(index) { places[old[index], default: []].append(index) }
    for index in new.indices where origins[index] == nil {
      guard let place = places[new[index]]?.popLast() else { continue }
      origins[index] = place
      unused.remove(place)
    }
    for index in new.indices where origins[index] == nil {
      let before = index == 0 ? -1 : origins[index - 1] ?? -2
      let after = index + 1 == new.count ? old.count : origins[index + 1] ?? -2
      guard let place = [before + 1, after - 1].first(where: unused.contains) else { continue }
      origins[index] = place
      unused.remove(place)
    }
    return origins
  }
}
