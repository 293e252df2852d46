/// A value in a text: its kind, its byte range and the index of the next value.
///
/// Nodes are stored depth first in one array: a container's first child follows it, its next sibling is at `next`.
struct JSONNode: Equatable, Sendable {
  enum Kind: Equatable, Sendable { case null, yes, no, number, string, array, object }

  var kind: Kind
  /// Byte range of the value, including quotes and brackets.
  var start: Int
  var end: Int
  /// Byte range of the key, including quotes; empty outside an object.
  var keyStart: Int
  var keyEnd: Int
  /// Index of the first node after this one and its descendants.
  var next: Int

  /// Byte offset of the member or element.
  var itemStart: Int { keyEnd > keyStart ? keyStart : start }
}

/// A strict RFC 8259 parser that turns UTF-8 bytes into nodes.
struct JSONParser {
  static let depthLimit = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private(set) var nodes: [JSONNode] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    nodes.reserveCapacity(bytes.count / 16 + 4)
  }

  mutating func parse() throws(JSONSyntaxError) {
    let head = bytes.prefix(4)
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    guard !head.starts(with: [0xFE, 0xFF]), !head.starts(with: [0xFF, 0xFE]), !looksLikeBareUTF16 else {
      throw failure(.utf16, 0)
    }
    skipSpace()
    guard offset < bytes.count else { throw failure(.empty, offset) }
    try value(keyStart: 0, keyEnd: 0, depth: 1)
    skipSpace()
    guard offset == bytes.count else { throw failure(.textAfterEnd, offset) }
  }

  /// Detects UTF-16 without a byte order mark: JSON starts with an ASCII character, so one of its two bytes is zero.
  private var looksLikeBareUTF16: Bool {
    bytes.count >= 2 && bytes.count.isMultiple(of: 2) && (bytes[0] == 0) != (bytes[1] == 0)
  }

  private mutating func value(keyStart: Int, keyEnd: Int, depth: Int) throws(JSONSyntaxError) {
    let start = offset
    let index = nodes.count
    nodes.append(JSONNode(kind: .null, start: start, end: start, keyStart: keyStart, keyEnd: keyEnd, next: index + 1))
    guard offset < bytes.count else { throw failure(.expectedValue, offset) }
    switch bytes[offset] {
    case UInt8(ascii: "{"): try object(index, depth)
    case UInt8(ascii: "["): try array(index, depth)
    case UInt8(ascii: "\""):
      try string()
      nodes[index].kind = .string
    case UInt8(ascii: "t"): try word("true", .yes, index)
    case UInt8(ascii: "f"): try word("false", .no, index)
    case UInt8(ascii: "n"): try word("null", .null, index)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try number()
      nodes[index].kind = .number
    default: throw failure(bytes[offset] >= 0x80 ? invalidOr(.expectedValue) : .expectedValue, offset)
    }
    nodes[index].end = offset
    nodes[index].next = nodes.count
  }

  private mutating func object(_ index: Int, _ depth: Int) throws(JSONSyntaxError) {
    nodes[index].kind = .object
    try enter(depth)
    if consume(UInt8(ascii: "}")) { return }
    while true {
      let keyStart = offset
      guard peek == UInt8(ascii: "\"") else { throw missing(.expectedKey, closer: "}") }
      try string()
      let keyEnd = offset
      skipSpace()
      guard consume(UInt8(ascii: ":")) else { throw missing(.expectedColon, closer: "}") }
      skipSpace()
      try value(keyStart: keyStart, keyEnd: keyEnd, depth: depth + 1)
      if try endsAfterValue(UInt8(ascii: "}"), "}") { return }
    }
  }

  private mutating func array(_ index: Int, _ depth: Int) throws(JSONSyntaxError) {
    nodes[index].kind = .array
    try enter(depth)
    if consume(UInt8(ascii: "]")) { return }
    while true {
      guard offset < bytes.count else { throw missing(.expectedValue, closer: "]") }
      try value(keyStart: 0, keyEnd: 0, depth: depth + 1)
      if try endsAfterValue(UInt8(ascii: "]"), "]") { return }
    }
  }

  private mutating func enter(_ depth: Int) throws(JSONSyntaxError) {
    guard depth <= Self.depthLimit else { throw failure(.tooDeep(limit: Self.depthLimit), offset) }
    offset += 1
    skipSpace()
  }

  /// Consumes the comma or the closing bracket after a value.
  private mutating func endsAfterValue(_ closer: UInt8, _ shown: Character) throws(JSONSyntaxError) -> Bool {
    skipSpace()
    if consume(closer) { return true }
    let comma = offset
    guard consume(UInt8(ascii: ",")) else { throw missing(.expectedComma(closer: shown), closer: shown) }
    skipSpace()
    if peek == closer { throw failure(.trailingComma(closer: shown), comma) }
    return false
  }

  private mutating func word(_ word: StaticString, _ kind: JSONNode.Kind, _ index: Int) throws(JSONSyntaxError) {
    for position in 0..<word.utf8CodeUnitCount {
      guard offset + position < bytes.count, bytes[offset + position] == word.utf8Start[position] else {
        throw failure(.expectedValue, offset)
      }
    }
    offset += word.utf8CodeUnitCount
    nodes[index].kind = kind
  }

  private mutating func number() throws(JSONSyntaxError) {
    let start = offset
    _ = consume(UInt8(ascii: "-"))
    if !consume(UInt8(ascii: "0")) {
      guard digits() else { throw failure(.badNumber, start) }
    }
    if consume(UInt8(ascii: ".")) {
      guard digits() else { throw failure(.badNumber, start) }
    }
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      guard digits() else { throw failure(.badNumber, start) }
    }
    if let byte = peek, byte.isASCIIDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") {
      throw failure(.badNumber, start)
    }
  }

  private mutating func digits() -> Bool {
    let start = offset
    while let byte = peek, byte.isASCIIDigit { offset += 1 }
    return offset > start
  }

  private mutating func string() throws(JSONSyntaxError) {
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw failure(.controlCharacter(byte), offset)
      case 0x80...:
        guard let length = scalarLength(at: offset) else { throw failure(.invalidUTF8, offset) }
        offset += length
      default: offset += 1
      }
    }
    throw failure(.unclosedString, offset)
  }

  private mutating func escape() throws(JSONSyntaxError) {
    let start = offset
    guard offset + 1 < bytes.count else { throw failure(.unclosedString, bytes.count) }
    switch bytes[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 2
    case UInt8(ascii: "u"):
      guard offset + 5 < bytes.count else { throw failure(.unclosedString, bytes.count) }
      for digit in bytes[offset + 2..<offset + 6] {
        let isLetter = (digit | 0x20) >= UInt8(ascii: "a") && (digit | 0x20) <= UInt8(ascii: "f")
        guard digit.isASCIIDigit || isLetter else { throw failure(.unknownEscape, start) }
      }
      offset += 6
    default: throw failure(.unknownEscape, start)
    }
  }

  /// The length of the UTF-8 sequence at `start`; `nil` if it is ill-formed (Unicode Standard, table 3-7).
  private func scalarLength(at start: Int) -> Int? {
    guard let (length, second) = UTF8Lead.sequence(bytes[start]), start + length <= bytes.count,
      second.contains(bytes[start + 1])
    else { return nil }
    return bytes[start + 1..<start + length].allSatisfy { $0 & 0xC0 == 0x80 } ? length : nil
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    offset += 1
    return true
  }

  private func invalidOr(_ problem: JSONSyntaxError.Problem) -> JSONSyntaxError.Problem {
    scalarLength(at: offset) == nil ? .invalidUTF8 : problem
  }

  /// `problem`, or `.unclosed` at the end of the text.
  private func missing(_ problem: JSONSyntaxError.Problem, closer: Character) -> JSONSyntaxError {
    failure(offset < bytes.count ? problem : .unclosed(closer), offset)
  }

  private func failure(_ problem: JSONSyntaxError.Problem, _ offset: Int) -> JSONSyntaxError {
    JSONSyntaxError(isConflictMarker(offset) ? .conflictMarkers : problem, at: TextPosition(offset: offset, in: bytes))
  }

  /// Whether a Git conflict marker begins at `offset`: seven identical signs at the start of a line.
  private func isConflictMarker(_ offset: Int) -> Bool {
    guard offset + 7 <= bytes.count, offset == 0 || bytes[offset - 1] == UInt8(ascii: "\n") else { return false }
    let isMarker = "<|=>".utf8.contains(bytes[offset])
    return isMarker && bytes[offset..<offset + 7].allSatisfy { $0 == bytes[offset] }
  }
}
