internal import Foundation

/// Parsing of XML 1.0. Checks well-formedness of tags, attributes and references; does not resolve entities.
extension MarkupIndexer {
  mutating func readXML() throws(MarkupProblem) {
    var hasRoot = false
    while true {
      skipSpace()
      guard position < bytes.count else { break }
      try check(at: position)
      let isOutside = outer.isEmpty
      guard bytes[position] == UInt8(ascii: "<") else {
        guard !isOutside else { throw problem(hasRoot ? .expectedEnd : .expectedRoot) }
        try readText()
        continue
      }
      switch byte(at: position + 1) {
      case UInt8(ascii: "/"):
        guard !isOutside else { throw problem(hasRoot ? .expectedEnd : .expectedRoot) }
        try readXMLEndTag()
      case UInt8(ascii: "?"): try readInstruction()
      case UInt8(ascii: "!"): try readXMLDeclaration(isOutside: isOutside, hasRoot: hasRoot)
      default:
        guard !isOutside || !hasRoot else { throw problem(.expectedEnd) }
        hasRoot = true
        try readXMLStartTag()
      }
    }
    guard outer.isEmpty else { throw problem(.expected(endTagOfInnermost)) }
    guard hasRoot else { throw problem(.expectedRoot) }
  }

  @inline(__always)
  private mutating func readXMLStartTag() throws(MarkupProblem) {
    let start = position
    position += 1
    try readName()
    if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
    while true {
      let end = position
      skipSpace()
      guard position < bytes.count else { throw problem(.expected(">")) }
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        guard outer.count < Row.maximumDepth else { throw problem(.tooDeep, at: start) }
        return open(from: start)
      case UInt8(ascii: "/"):
        position += 1
        guard byte(at: position) == UInt8(ascii: ">") else { throw problem(.expected(">")) }
        position += 1
        return addLeaf(.element, from: start)
      default:
        guard position > end else { throw problem(.expected(">")) }
        try readAttribute()
      }
    }
  }

  @inline(__always)
  private mutating func readName() throws(MarkupProblem) {
    guard position < bytes.count, bytes[position].isXMLNameStart else { throw problem(.expectedName) }
    repeat { position += 1 } while position < bytes.count && bytes[position].isXMLNameByte
  }

  @inline(__always)
  private mutating func readAttribute() throws(MarkupProblem) {
    let start = position
    try readName()
    try noteAttribute(start..<position)
    skipSpace()
    guard byte(at: position) == UInt8(ascii: "=") else { throw problem(.expected("=")) }
    position += 1
    skipSpace()
    let quote = byte(at: position)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw problem(.expectedValueInQuotes) }
    position += 1
    while position < bytes.count, bytes[position] != quote {
      switch bytes[position] {
      case UInt8(ascii: "<"): throw problem(.bareBracket)
      case UInt8(ascii: "&"): try readReference()
      case 0..<0x20 where !bytes[position].isMarkupSpace: throw problem(.controlCharacter)
      default: position += 1
      }
    }
    guard position < bytes.count else { throw problem(.expected(quote == UInt8(ascii: "'") ? "'" : "\"")) }
    position += 1
  }

  /// Rejects repeated attributes (XML 1.0, 3.1). In tags with very many, checks only the first ones.
  @inline(__always)
  private mutating func noteAttribute(_ name: Range<Int>) throws(MarkupProblem) {
    for other in attributes where other.count == name.count {
      var offset = 0
      while offset < name.count, bytes[other.lowerBound + offset] == bytes[name.lowerBound + offset] { offset += 1 }
      if offset == name.count { throw problem(.repeatedAttribute, at: name.lowerBound) }
    }
    if attributes.count < 32 { attributes.append(name) }
  }

  /// `&name;`, `&#1;` or `&#x1;`.
  mutating func readReference() throws(MarkupProblem) {
    let start = position
    position += 1
    if byte(at: position) == UInt8(ascii: "#") {
      position += byte(at: position + 1) == UInt8(ascii: "x") ? 2 : 1
      let digits = position
      while byte(at: position).isHexDigit { position += 1 }
      guard position > digits else { throw problem(.expectedReference, at: start) }
    } else {
      guard byte(at: position).isXMLNameStart else { throw problem(.expectedReference, at: start) }
      while byte(at: position).isXMLNameByte { position += 1 }
    }
    guard byte(at: position) == UInt8(ascii: ";") else { throw problem(.expectedReference, at: start) }
    position += 1
  }

  @inline(__always)
  private mutating func readXMLEndTag() throws(MarkupProblem) {
    let start = position
    let opened = rows[Int(level.row)].start + 1
    position += 2
    let name = position
    while position < bytes.count, bytes[position].isXMLNameByte { position += 1 }
    guard isSame(name..<position, asNameAt: opened) else { throw problem(.expected(endTagOfInnermost), at: start) }
    skipSpace()
    guard byte(at: position) == UInt8(ascii: ">") else { throw problem(.expected(">")) }
    position += 1
    close(at: start, isImplied: false)
  }

  @inline(__always)
  private func isSame(_ name: Range<Int>, asNameAt opened: Int) -> Bool {
    var offset = opened
    for byte in name {
      guard bytes[byte] == bytes[offset] else { return false }
      offset += 1
    }
    return !bytes[offset].isXMLNameByte
  }

  private var endTagOfInnermost: String {
    let start = rows[Int(level.row)].start + 1
    var end = start
    while byte(at: end).isXMLNameByte { end += 1 }
    return "</" + bytes.text(start..<min(end, bytes.characterStart(start + 60))) + ">"
  }

  private mutating func readXMLDeclaration(isOutside: Bool, hasRoot: Bool) throws(MarkupProblem) {
    if bytes.has("<!--", at: position) { return try readComment() }
    if !isOutside {
      guard bytes.has("<![CDATA[", at: position) else { throw problem(.expectedName, at: position + 1) }
      return try readSpan(.characterData, from: 9, to: "]]>")
    }
    guard !hasRoot, bytes.has("<!DOCTYPE", at: position) else {
      throw problem(hasRoot ? .expectedEnd : .expectedName, at: hasRoot ? position : position + 1)
    }
    let start = position
    position += 9
    guard byte(at: position).isMarkupSpace else { throw problem(.expectedName) }
    skipSpace()
    try readName()
    position = try endOfDocumentType(from: position)
    try addLines(.declaration, start..<position)
  }

  private mutating func readInstruction() throws(MarkupProblem) {
    let start = position
    position += 2
    try readName()
    guard byte(at: position).isMarkupSpace || bytes.has("?>", at: position) else { throw problem(.expected("?>")) }
    position = start
    try readSpan(.instruction, from: 2, to: "?>")
  }

  private mutating func readComment() throws(MarkupProblem) {
    let start = position
    // XML 1.0, 2.5: a comment contains two hyphens only at its end.
    guard let end = bytes.offset(of: "--", from: start + 4) else { throw problem(.expected("-->"), at: bytes.count) }
    guard byte(at: end + 2) == UInt8(ascii: ">") else { throw problem(.expected("-->"), at: end) }
    position = end + 3
    try addLines(.comment, start..<position)
  }

  private mutating func readSpan(
    _ leaf: MarkupLeaf, from length: Int, to ending: StaticString
  ) throws(MarkupProblem) {
    let start = position
    guard let end = bytes.offset(of: ending, from: start + length) else {
      throw problem(.expected("\(ending)"), at: bytes.count)
    }
    position = end + ending.utf8CodeUnitCount
    try addLines(leaf, start..<position)
  }

  /// Skips quoted values, comments and the internal subset.
  private func endOfDocumentType(from start: Int) throws(MarkupProblem) -> Int {
    var offset = start
    var isInBrackets = false
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: ">") where !isInBrackets: return offset + 1
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"): isInBrackets = false
      case UInt8(ascii: "\""), UInt8(ascii: "'"): offset = bytes.offset(of: byte, from: offset + 1) ?? bytes.count
      case UInt8(ascii: "<"):
        if bytes.has("<!--", at: offset) { offset = bytes.offset(of: "-->", from: offset + 4) ?? bytes.count }
        if bytes.has("<?", at: offset) { offset = bytes.offset(of: "?>", from: offset + 2) ?? bytes.count }
      default: break
      }
      offset += 1
    }
    throw problem(.expected(">"), at: bytes.count)
  }
}
