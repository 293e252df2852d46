extension JSONComparison {
  /// Members with the same key are one member wherever they stand; a key that stands twice is paired by its order.
  ///
  /// They come in the order of the new object, and what was removed before the member that followed it.
  func members(_ left: [Int], _ right: [Int]) -> [Task] {
    let partners = partners(left, right)
    var isKept = [Bool](repeating: false, count: left.count)
    for partner in partners where partner >= 0 { isKept[partner] = true }
    var isDone = [Bool](repeating: false, count: left.count)
    var tasks: [Task] = []
    var next = 0
    /// Removes what follows in the old object, up to a member that is still to come.
    func removeUnkept() {
      while next < left.count, !isKept[next] || isDone[next] {
        if !isKept[next] { tasks.append(.lines(.removed, rows(of: left[next...next], in: old))) }
        next += 1
      }
    }
    for (index, partner) in partners.enumerated() {
      removeUnkept()
      if partner >= 0 {
        tasks.append(.compare(left[partner], right[index]))
        isDone[partner] = true
      } else {
        tasks.append(.lines(.added, rows(of: right[index...index], in: new)))
      }
    }
    removeUnkept()
    return tasks
  }

  /// For each member of the new object the place of its partner in the old one, or -1.
  private func partners(_ left: [Int], _ right: [Int]) -> [Int] {
    var partners = [Int](repeating: -1, count: right.count)
    let leftKeys = left.map(oldHashes.key(of:))
    let rightKeys = right.map(newHashes.key(of:))
    // Most objects have their keys in the same order.
    var same = 0
    while same < min(left.count, right.count), leftKeys[same] == rightKeys[same] {
      partners[same] = same
      same += 1
    }
    guard same < left.count, same < right.count else { return partners }
    var places: [UInt64: [Int]] = [:]
    for index in (same..<left.count).reversed() { places[leftKeys[index], default: []].append(index) }
    for index in same..<right.count {
      if let place = places[rightKeys[index]]?.popLast() { partners[index] = place }
    }
    return partners
  }
}
