extension PathEvaluation {
  func forEachChild(of node: Node, _ visitor: Visitor) -> Bool {
    nodes.children(of: node).allSatisfy { goesOn(1) && visitor($0) }
  }

  /// Visits every member of that name. An object may repeat a key.
  func members(of node: Node, named name: [UInt8]) -> [Node] {
    guard nodes.isContainer(node), nodes.isObject(node) else { return [] }
    return name.withUnsafeBufferPointer { name in
      var found: [Node] = []
      for child in nodes.children(of: node) {
        guard goesOn(1) else { break }
        if nodes.isMember(child, named: name) { found.append(child) }
      }
      return found
    }
  }

  /// The last member of that name, like in JSON libraries.
  func member(of node: Node, named name: [UInt8]) -> Node? {
    guard nodes.isContainer(node), nodes.isObject(node) else { return nil }
    return name.withUnsafeBufferPointer { name in
      var found: Node?
      for child in nodes.children(of: node) {
        guard goesOn(1) else { break }
        if nodes.isMember(child, named: name) { found = child }
      }
      return found
    }
  }

  /// The item of an array at `index`, counted from the end if negative.
  func child(of node: Node, at index: Int) -> Node? {
    let inside = nodes.inside(of: node)
    guard !inside.isEmpty, !nodes.isObject(node) else { return nil }
    let count = nodes.childCount(of: node)
    let index = index < 0 ? index + count : index
    guard (0..<count).contains(index) else { return nil }
    return index <= count / 2 ? walk(from: inside.lowerBound, index) : walkBack(from: inside, count - index)
  }

  private func walk(from first: Node, _ steps: Int) -> Node? {
    var child = first
    for _ in 0..<steps {
      guard goesOn(1) else { return nil }
      child = nodes.end(of: child) + 1
    }
    return child
  }

  private func walkBack(from inside: Range<Int>, _ steps: Int) -> Node? {
    var child = inside.upperBound
    for _ in 0..<steps {
      guard goesOn(1) else { return nil }
      child = nodes.previous(child)
    }
    return child
  }

  /// The slice bounds of RFC 9535, section 2.3.4.2.2.
  func visitSlice(of node: Node, _ start: Int?, _ end: Int?, _ step: Int, _ visitor: Visitor) -> Bool {
    let inside = nodes.inside(of: node)
    guard step != 0, !inside.isEmpty, !nodes.isObject(node) else { return true }
    let count = nodes.childCount(of: node)
    func bound(_ index: Int?, _ missing: Int, _ range: ClosedRange<Int>) -> Int {
      guard let index else { return missing }
      return min(max(index < 0 ? index + count : index, range.lowerBound), range.upperBound)
    }
    if step > 0 {
      let lower = bound(start, 0, 0...count)
      let upper = bound(end, count, 0...count)
      return lower >= upper || visitForward(inside, lower, upper, step, visitor)
    }
    let upper = bound(start, count - 1, -1...count - 1)
    let lower = bound(end, -1, -1...count - 1)
    return lower >= upper || visitBackward(inside, count, upper, lower, -step, visitor)
  }

  private func visitForward(
    _ inside: Range<Int>, _ lower: Int, _ upper: Int, _ step: Int, _ visitor: Visitor
  ) -> Bool {
    var child = inside.lowerBound
    var next = lower
    for index in 0..<upper {
      guard goesOn(1) else { return false }
      if index == next {
        guard visitor(child) else { return false }
        next += step
      }
      child = nodes.end(of: child) + 1
    }
    return true
  }

  private func visitBackward(
    _ inside: Range<Int>, _ count: Int, _ upper: Int, _ lower: Int, _ step: Int, _ visitor: Visitor
  ) -> Bool {
    var child = inside.upperBound
    var next = upper
    for index in stride(from: count - 1, to: lower, by: -1) {
      guard goesOn(1) else { return false }
      child = nodes.previous(child)
      if index == next {
        guard visitor(child) else { return false }
        next -= step
      }
    }
    return true
  }

  /// Visits `..name` in one pass over the rows instead of descending into each container.
  ///
  /// The standard puts members of an outer object before those of an inner one. Rows in another order are sorted by
  /// container.
  func visitMembers(named name: [UInt8], below node: Node, _ visitor: Visitor) -> Bool {
    let inside = nodes.inside(of: node)
    var found: [Node] = []
    var isSorted = true
    name.withUnsafeBufferPointer { name in
      var row = inside.lowerBound
      while row < inside.upperBound {
        let end = min(row + 4096, inside.upperBound)
        guard goesOn(end - row) else { return }
        for row in row..<end where nodes.isMember(row, named: name) {
          if let last = found.last, nodes.rows[last].parent > nodes.rows[row].parent { isSorted = false }
          found.append(row)
        }
        row = end
      }
    }
    guard !wasStopped else { return false }
    // The sort need not be stable, because the row is the second key.
    if !isSorted { found.sort { (nodes.rows[$0].parent, $0) < (nodes.rows[$1].parent, $1) } }
    return found.allSatisfy { goesOn(1) && visitor($0) }
  }
}
