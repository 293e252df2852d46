/// Two lists as numbers that are equal for equal elements, which are thus compared once.
///
/// Takes about 20 bytes an element. A dictionary would copy the elements, and need several times as much while it grows.
package struct NumberedElements: Sendable {
  package let old, new: [Int32]
  /// The number of different elements; the numbers are below it.
  package let kindCount: Int

  private static let none: Int32 = -1

  package init<Element: Hashable>(_ old: [Element], _ new: [Element]) {
    var size = 16
    while size < 2 * (old.count + new.count) { size *= 2 }
    let mask = size - 1
    // The number in each slot of a hash table that never grows, and the first element of each number.
    var slots = [Int32](repeating: Self.none, count: size)
    var firstPlaces: [Int32] = []
    func element(_ place: Int) -> Element { place < old.count ? old[place] : new[place - old.count] }
    func number(_ place: Int) -> Int32 {
      let wanted = element(place)
      var slot = wanted.hashValue & mask
      while slots[slot] != Self.none {
        if element(Int(firstPlaces[Int(slots[slot])])) == wanted { return slots[slot] }
        slot = (slot + 1) & mask
      }
      slots[slot] = Int32(firstPlaces.count)
      firstPlaces.append(Int32(place))
      return slots[slot]
    }
    self.old = old.indices.map { number($0) }
    self.new = new.indices.map { number(old.count + $0) }
    kindCount = firstPlaces.count
  }

  /// Pairs equal elements that are still free in their order, wherever they are.
  package func pairMoved(_ pairs: inout [Int?]) {
    guard pairs.contains(nil) else { return }
    var isTaken = [Bool](repeating: false, count: old.count)
    for case let index? in pairs { isTaken[index] = true }
    // The free old elements of each number, as lists: the first one, and the next one of each.
    var first = [Int32](repeating: Self.none, count: kindCount)
    var next = [Int32](repeating: Self.none, count: old.count)
    for index in old.indices.reversed() where !isTaken[index] {
      next[index] = first[Int(old[index])]
      first[Int(old[index])] = Int32(index)
    }
    for index in new.indices where pairs[index] == nil {
      let place = first[Int(new[index])]
      guard place != Self.none else { continue }
      pairs[index] = Int(place)
      first[Int(new[index])] = next[Int(place)]
    }
  }
}
