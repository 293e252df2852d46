/// A hash for each value of a body, including its children: numbers by value, decoded strings, unordered members.
///
/// Takes 8 bytes per row and one pass over the rows.
struct SubtreeHashes {
  private let nodes: JSONNodes
  let hash: ContentHash
  private var values: ContiguousArray<UInt64>

  private struct Container {
    var row: Int
    var isObject: Bool
    var key: UInt64
    var sum: UInt64 = 0
  }

  /// Returns `nil` if stopped. `isStopped` is called every 65,536 rows.
  init?(_ nodes: JSONNodes, _ hash: ContentHash, isStopped: () -> Bool) {
    self.nodes = nodes
    self.hash = hash
    values = ContiguousArray(repeating: 0, count: nodes.rows.count)
    var outer: [Container] = []
    var current = Container(row: -1, isObject: false, key: 0)
    for row in 0..<nodes.rows.count {
      if row & 0xFFFF == 0, isStopped() { return nil }
      if current.row >= 0, nodes.rows[current.row].extent == UInt32(truncatingIfNeeded: row) {
        let value = ContentHash.mix(current.sum, current.isObject ? 1 : 2)
        values[current.row] = value
        let key = current.key
        current = outer.removeLast()
        addChild(value, key, to: &current)
      } else {
        open(row, &current, &outer)
      }
    }
  }

  /// The hash of a value without its key.
  subscript(row: Int) -> UInt64 { values[row] }

  func key(of member: Int) -> UInt64 {
    hash.ofString(UnsafeRawBufferPointer(rebasing: nodes.bytes[nodes.key(of: member)]))
  }

  @inline(__always)
  private func addChild(_ value: UInt64, _ key: UInt64, to container: inout Container) {
    if container.isObject {
      container.sum &+= ContentHash.mix(key, value)
    } else {
      container.sum = ContentHash.mix(container.sum, value)
    }
  }

  @inline(__always)
  private mutating func open(_ row: Int, _ current: inout Container, _ outer: inout [Container]) {
    let bytes = nodes.bytes
    var start = nodes.rows[row].start
    var key: UInt64 = 0
    if current.isObject {
      let inside = nodes.key(of: row)
      key = hash.ofString(UnsafeRawBufferPointer(rebasing: bytes[inside]))
      start = bytes.startOfJSONValue(behindKey: inside.upperBound + 1)
    }
    guard !nodes.isContainer(row) else {
      outer.append(current)
      current = Container(row: row, isObject: bytes[start] == UInt8(ascii: "{"), key: key)
      return
    }
    let value = leaf(start..<nodes.endOfLeaf(row))
    values[row] = value
    addChild(value, key, to: &current)
  }

  @inline(__always)
  private func leaf(_ range: Range<Int>) -> UInt64 {
    let text = UnsafeRawBufferPointer(rebasing: nodes.bytes[range])
    switch text[0] {
    case UInt8(ascii: "\""): return hash.ofString(UnsafeRawBufferPointer(rebasing: text[1..<text.count - 1]))
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "{"), UInt8(ascii: "["):
      return ContentHash.mix(UInt64(text[0]), 3)
    default: return ContentHash.mix(hash.ofNumber(text), 4)
    }
  }
}
