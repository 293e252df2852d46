import Foundation
internal import RequestModel

/// The values of a JSON body, identified by their rows and read without building objects.
///
/// Borrows the rows and the bytes, so it must not escape the closure it is passed to.
struct JSONNodes {
  enum Kind { case object, array, string, number, boolean, null }

  /// The implicit array around a sequence of values. It has no row.
  static let sequence = -1

  let rows: UnsafeBufferPointer<Row>
  let bytes: UnsafeRawBufferPointer
  let isSequence: Bool

  /// Calls `body` with the nodes of `content`; returns `nil` if it is not JSON.
  static func read<Result>(_ content: BodyContent, _ body: (JSONNodes) -> Result) -> Result? {
    guard case .tree(let view) = content.pretty, let view = view as? JSONView else { return nil }
    return content.text.withUnsafeBytes { bytes in
      view.tree.rows.withUnsafeBufferPointer { rows in
        body(JSONNodes(rows: rows, bytes: bytes, isSequence: view.isSequence))
      }
    }
  }

  var root: Int { isSequence ? Self.sequence : 0 }

  // MARK: Structure

  /// Whether it has children.
  @inline(__always)
  func isContainer(_ node: Int) -> Bool {
    node == Self.sequence || (node + 1 < rows.count && rows[node + 1].parent == UInt32(truncatingIfNeeded: node))
  }

  /// The last row of `node`: its closing row, or itself.
  @inline(__always)
  func end(of node: Int) -> Int {
    if node == Self.sequence { return rows.count }
    return isContainer(node) ? Int(rows[node].extent) : node
  }

  /// The rows of all descendants.
  @inline(__always)
  func inside(of node: Int) -> Range<Int> {
    isContainer(node) ? node + 1..<end(of: node) : node + 1..<node + 1
  }

  /// The children of a container, in order.
  @inline(__always)
  func children(of node: Int) -> Children {
    let inside = inside(of: node)
    return Children(nodes: self, child: inside.lowerBound, end: inside.upperBound)
  }

  struct Children: Sequence, IteratorProtocol {
    fileprivate let nodes: JSONNodes
    fileprivate var child: Int
    fileprivate let end: Int

    @inline(__always)
    mutating func next() -> Int? {
      guard child < end else { return nil }
      defer { child = nodes.end(of: child) + 1 }
      return child
    }
  }

  /// The previous sibling of `node`, which must not be the first.
  @inline(__always)
  func previous(_ node: Int) -> Int {
    let row = rows[node - 1]
    let isClosing = row.parent != Row.none && rows[Int(row.parent)].extent == UInt32(truncatingIfNeeded: node - 1)
    return isClosing ? Int(row.parent) : node - 1
  }

  func childCount(of node: Int) -> Int {
    let inside = inside(of: node)
    guard !inside.isEmpty else { return 0 }
    return index(of: previous(inside.upperBound)) + 1
  }

  /// The index of `node` in its container.
  func index(of node: Int) -> Int { Int(rows[end(of: node)].extent) }

  // MARK: Values

  func isObject(_ node: Int) -> Bool { kind(of: node) == .object }

  func kind(of node: Int) -> Kind {
    guard node != Self.sequence else { return .array }
    if isContainer(node) { return bytes[rows[end(of: node)].start] == UInt8(ascii: "}") ? .object : .array }
    switch bytes[valueStart(of: node)] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    default: return .number
    }
  }

  /// Whether `node` is the value of an object's member.
  @inline(__always)
  func isMember(_ node: Int) -> Bool {
    let parent = rows[node].parent
    guard parent != Row.none else { return false }
    return bytes[rows[Int(rows[Int(parent)].extent)].start] == UInt8(ascii: "}")
  }

  /// The start of the value, after its key if there is one.
  func valueStart(of node: Int) -> Int {
    let start = rows[node].start
    guard isMember(node) else { return start }
    return bytes.startOfJSONValue(behindKey: bytes.endOfJSONString(from: start))
  }

  func value(of node: Int) -> Range<Int> {
    let last = end(of: node)
    return valueStart(of: node)..<(last == node ? endOfLeaf(node) : rows[last].start + 1)
  }

  /// The key of a member without quotes, with its escapes.
  func key(of member: Int) -> Range<Int> {
    let start = rows[member].start
    return start + 1..<bytes.endOfJSONString(from: start) - 1
  }

  /// Finds the end by scanning back from the next row, so that long strings are not read again.
  func endOfLeaf(_ node: Int) -> Int {
    bytes.endOfJSONValue(before: node + 1 < rows.count ? rows[node + 1].start : bytes.count)
  }

  // MARK: Strings

  /// The decoded text between two quotes, without a copy if it has no escapes.
  func text(_ inside: Range<Int>) -> StringBytes {
    let raw = UnsafeRawBufferPointer(rebasing: bytes[inside])
    return raw.contains(UInt8(ascii: "\\")) ? .copied(JSONEscape.decode(raw, keepsSurrogates: true)) : .plain(raw)
  }

  /// Whether the row is a member with the key `name`, in UTF-8. Decodes only if the first bytes match.
  @inline(__always)
  func isMember(_ row: Int, named name: UnsafeBufferPointer<UInt8>) -> Bool {
    var offset = rows[row].start
    guard bytes[offset] == UInt8(ascii: "\"") else { return false }
    offset += 1
    for byte in name {
      let found = bytes[offset]
      // A key always ends inside the body, and its closing quote differs from every byte of `name` except an escaped quote.
      if found == UInt8(ascii: "\\") { return isMemberWithEscapes(row, named: name) }
      guard found == byte, found != UInt8(ascii: "\"") else { return false }
      offset += 1
    }
    guard bytes[offset] == UInt8(ascii: "\"") else { return false }
    return isFollowedByColon(offset + 1)
  }

  @inline(never)
  private func isMemberWithEscapes(_ row: Int, named name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isMember(row) else { return false }
    return text(key(of: row)).withBytes { $0.elementsEqual(name) }
  }

  /// A string in an array looks like a key but is not followed by a colon.
  @inline(__always)
  private func isFollowedByColon(_ offset: Int) -> Bool {
    var offset = offset
    while offset < bytes.count, bytes[offset].isJSONSpace { offset += 1 }
    return offset < bytes.count && bytes[offset] == UInt8(ascii: ":")
  }
}
