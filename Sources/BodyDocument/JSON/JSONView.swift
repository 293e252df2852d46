import RequestModel

/// The pretty view of JSON. Keys, numbers and strings keep their bytes, including order, duplicates and digits. Escapes
/// show as characters unless they are invisible or would end the string.
struct JSONView: TreeView {
  let tree: RowTree
  /// Whether the body contains several top-level values.
  let isSequence: Bool
  /// Whether any string or key contains an escape.
  let hasEscapes: Bool
  /// Its objects as a table, if they are of one kind.
  var table: JSONTable?

  func pieces(of row: Int, isFolded: Bool, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void) {
    var start = tree[row].start
    if let key = keyRange(of: row, in: source) {
      emit(text(key, .key))
      emit(.words(": ", .punctuation))
      start = source.startOfJSONValue(behindKey: key.upperBound)
    }
    let isObject = source[start] == UInt8(ascii: "{")
    if isFolded {
      emit(.words(isObject ? "{ … }" : "[ … ]", .punctuation))
      return emit(.words(Messages.folded(isObject, tree.childCount(of: row)), .note))
    }
    if tree.isContainer(row) {
      return emit(.words(isObject ? "{" : "[", .punctuation))
    }
    switch source[start] {
    case UInt8(ascii: "{"): emit(.words("{}", .punctuation))
    case UInt8(ascii: "["): emit(.words("[]", .punctuation))
    case UInt8(ascii: "}"): emit(.words("}", .punctuation))
    case UInt8(ascii: "]"): emit(.words("]", .punctuation))
    case UInt8(ascii: "\""): emit(text(start..<end(ofLeaf: row, in: source), .string))
    default: emit(.bytes(start..<end(ofLeaf: row, in: source), token(source[start])))
    }
    if tree.hasNextSibling(row) { emit(.words(",", .punctuation)) }
  }

  private func text(_ range: Range<Int>, _ token: SyntaxRole) -> Piece {
    hasEscapes ? .escaped(range, token) : .bytes(range, token)
  }

  func bytes(of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    let last = tree.end(of: row)
    let end = tree.isClosing(last) ? tree[last].start + 1 : end(ofLeaf: last, in: source)
    return tree[row].start..<end
  }

  /// A path as in RFC 9535. The values of a sequence count as items of an array.
  func path(of row: Int, in source: UnsafeRawBufferPointer) -> String {
    path(of: row, in: source, isNormalized: false)
  }

  /// - Parameter isNormalized: Whether to write every key in brackets and quotes: RFC 9535, section 2.7.
  func path(of row: Int, in source: UnsafeRawBufferPointer, isNormalized: Bool) -> String {
    var steps: [String] = []
    var current: Int? = tree.isClosing(row) ? Int(tree[row].parent) : row
    while let row = current {
      current = tree.parent(of: row)
      if let key = keyRange(of: row, in: source) {
        steps.append(Self.step(Self.decoded(key, in: source), isNormalized))
      } else if current != nil || isSequence {
        steps.append("[\(tree.index(of: row))]")
      }
    }
    return "$" + steps.reversed().joined()
  }

  func key(of row: Int, in source: UnsafeRawBufferPointer) -> String? {
    keyRange(of: row, in: source).map { Self.decoded($0, in: source) }
  }

  func value(of row: Int, in source: UnsafeRawBufferPointer) -> String {
    let range = valueRange(of: row, in: source)
    return source[range.lowerBound] == UInt8(ascii: "\"") ? Self.decoded(range, in: source) : source.text(range)
  }

  private static func decoded(_ string: Range<Int>, in source: UnsafeRawBufferPointer) -> String {
    JSONString(escaped: source.text(string.lowerBound + 1..<string.upperBound - 1)).value
  }

  /// The value of a row, without its key.
  func valueRange(of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    let range = bytes(of: row, in: source)
    let key = keyRange(of: row, in: source)
    return (key.map { source.startOfJSONValue(behindKey: $0.upperBound) } ?? range.lowerBound)..<range.upperBound
  }

  func token(_ byte: UInt8) -> SyntaxRole {
    switch byte {
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The key of a member with its quotes; `nil` if the row is not a member.
  func keyRange(of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int>? {
    guard !tree.isClosing(row), let parent = tree.parent(of: row), isObject(parent) else { return nil }
    let start = tree[row].start
    return start..<source.endOfJSONString(from: start)

    func isObject(_ container: Int) -> Bool {
      source[tree[tree.end(of: container)].start] == UInt8(ascii: "}")
    }
  }

  /// Finds the end by scanning back from the next row, so that long strings are not read again.
  private func end(ofLeaf row: Int, in source: UnsafeRawBufferPointer) -> Int {
    source.endOfJSONValue(before: row + 1 < tree.count ? tree[row + 1].start : source.count)
  }

  private static func step(_ key: String, _ isNormalized: Bool) -> String {
    let isName =
      key.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
      && key.unicodeScalars.first.map { !("0"..."9").contains($0) } ?? false
    return isName && !isNormalized ? "." + key : "['" + quoted(key) + "']"
  }

  /// The escapes of a normalized path: RFC 9535, section 2.7.
  private static func quoted(_ key: String) -> String {
    key.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "'": text += "\\'"
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      case "\u{C}": text += "\\f"
      case _ where scalar.value < 0x20: text += "\\u" + scalar.value.padded(to: 4, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The offset behind the string that begins at `start`.
  @inline(__always)
  func endOfJSONString(from start: Int) -> Int {
    var offset = start + 1
    while self[offset] != UInt8(ascii: "\"") { offset += self[offset] == UInt8(ascii: "\\") ? 2 : 1 }
    return offset + 1
  }

  /// The start of a member's value.
  @inline(__always)
  func startOfJSONValue(behindKey end: Int) -> Int {
    var offset = end
    while self[offset].isJSONSpace || self[offset] == UInt8(ascii: ":") { offset += 1 }
    return offset
  }

  /// The end of the value before the next one.
  @inline(__always)
  func endOfJSONValue(before next: Int) -> Int {
    var end = next
    while self[end - 1].isJSONSpace || self[end - 1] == UInt8(ascii: ",") { end -= 1 }
    return end
  }
}

extension UInt8 {
  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
