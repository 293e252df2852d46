extension JSONComparison {
  /// Pairs members by key, whatever their order; repeated keys are paired in order.
  ///
  /// The result is in the order of the new object. Removed members come before the member that followed them.
  func members(_ left: [Int], _ right: [Int]) -> [Task] {
    let partners = partners(left, right)
    var isKept = [Bool](repeating: false, count: left.count)
    for partner in partners where partner >= 0 { isKept[partner] = true }
    var isDone = [Bool](repeating: false, count: left.count)
    var tasks: [Task] = []
    var next = 0
    /// Marks the following old members as removed, up to one that has a partner.
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

  /// The index of each new member's partner in the old object, or -1.
  private func partners(_ left: [Int], _ right: [Int]) -> [Int] {
    var partners = [Int](repeating: -1, count: right.count)
    let leftKeys = left.map(oldHashes.key(of:))
    let rightKeys = right.map(newHashes.key(of:))
    // Keys are usually in the same order.
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
