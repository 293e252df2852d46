internal import RequestModel

extension JSONNodes {
  /// Whether two values are equal: numbers by value, decoded strings, unordered members.
  ///
  /// - Parameter goesOn: Called with the number of rows compared. If it returns `false`, the result is meaningless.
  func isEqual(_ node: Int, to other: Int, in others: JSONNodes, _ goesOn: (Int) -> Bool) -> Bool {
    var pairs = [(node, other)]
    while let (a, b) = pairs.popLast() {
      guard goesOn(1) else { return false }
      let kind = kind(of: a)
      guard kind == others.kind(of: b) else { return false }
      switch kind {
      case .array:
        guard childCount(of: a) == others.childCount(of: b) else { return false }
        pairItems(of: a, b, in: others, &pairs)
      case .object:
        guard childCount(of: a) == others.childCount(of: b), pairMembers(of: a, b, in: others, &pairs) else {
          return false
        }
      default: guard isScalar(a, equalTo: b, in: others, kind) else { return false }
      }
    }
    return true
  }

  /// Two scalars of the same kind.
  func isScalar(_ a: Int, equalTo b: Int, in others: JSONNodes, _ kind: Kind) -> Bool {
    let left = UnsafeRawBufferPointer(rebasing: bytes[value(of: a)])
    let right = UnsafeRawBufferPointer(rebasing: others.bytes[others.value(of: b)])
    if left.elementsEqual(right) { return true }
    switch kind {
    case .number: return DecimalNumber(left) == DecimalNumber(right)
    case .string:
      guard left.contains(UInt8(ascii: "\\")) || right.contains(UInt8(ascii: "\\")) else { return false }
      return JSONEscape.decode(left, keepsSurrogates: true) == JSONEscape.decode(right, keepsSurrogates: true)
    case .object, .array, .boolean, .null: return false
    }
  }

  private func pairItems(of a: Int, _ b: Int, in others: JSONNodes, _ pairs: inout [(Int, Int)]) {
    let (rowsOfA, rowsOfB) = (inside(of: a), others.inside(of: b))
    var (left, right) = (rowsOfA.lowerBound, rowsOfB.lowerBound)
    while left < rowsOfA.upperBound, right < rowsOfB.upperBound {
      pairs.append((left, right))
      left = end(of: left) + 1
      right = others.end(of: right) + 1
    }
  }

  /// Pairs the members of two objects by key, repeated keys in order; `false` if one has no partner.
  private func pairMembers(of a: Int, _ b: Int, in others: JSONNodes, _ pairs: inout [(Int, Int)]) -> Bool {
    let (rowsOfA, rowsOfB) = (inside(of: a), others.inside(of: b))
    var (left, right) = (rowsOfA.lowerBound, rowsOfB.lowerBound)
    // Equal objects usually have their keys in the same order.
    while left < rowsOfA.upperBound, right < rowsOfB.upperBound,
      text(key(of: left)) == others.text(others.key(of: right))
    {
      pairs.append((left, right))
      left = end(of: left) + 1
      right = others.end(of: right) + 1
    }
    var members: [[UInt8]: [Int]] = [:]
    while right < rowsOfB.upperBound {
      members[others.text(others.key(of: right)).withBytes(Array.init), default: []].append(right)
      right = others.end(of: right) + 1
    }
    for key in members.keys { members[key]?.reverse() }
    while left < rowsOfA.upperBound {
      guard let partner = members[text(key(of: left)).withBytes(Array.init)]?.popLast() else { return false }
      pairs.append((left, partner))
      left = end(of: left) + 1
    }
    return true
  }
}
