internal import Foundation

/// Tolerant parsing of HTML: invalid markup becomes text, and open elements are closed.
extension MarkupIndexer {
  /// The nesting limit of browsers. Deeper elements become siblings.
  private static let maximumDepth = 512

  mutating func readHTML() throws(MarkupProblem) {
    let elements = HTMLElements.known
    while true {
      skipSpace()
      guard position < bytes.count else { break }
      try check(at: position)
      guard bytes[position] == UInt8(ascii: "<"), beginsMarkup(position) else {
        try readText()
        continue
      }
      switch bytes[position + 1] {
      case UInt8(ascii: "/"): readEndTag(elements)
      case UInt8(ascii: "!"): try readDeclaration()
      case UInt8(ascii: "?"): try readSpan(.instruction, endingWith: ">")
      default: try readStartTag(elements)
      }
    }
    while !outer.isEmpty { close(at: bytes.count, isImplied: true) }
  }

  /// Whether the `<` at `offset` starts markup.
  @inline(__always)
  func beginsMarkup(_ offset: Int) -> Bool {
    guard offset + 1 < bytes.count, !restIsText else { return false }
    let next = bytes[offset + 1]
    if next == UInt8(ascii: "/") { return byte(at: offset + 2).isASCIILetter }
    return next.isASCIILetter || next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
  }

  // MARK: Tags

  @inline(__always)
  private mutating func readStartTag(_ elements: HTMLElements) throws(MarkupProblem) {
    let start = position
    let name = name(from: start + 1)
    guard let isClosed = passTag(behindName: name.upperBound) else { return restIsText = true }
    let key = HTMLElements.hash(bytes, name)
    let traits = elements.traits(of: key)
    closeWhatEnds(before: start, at: traits)
    if isClosed || traits.contains(.void) { return addLeaf(.element, from: start) }
    if outer.count >= Self.maximumDepth { close(at: start, isImplied: true) }
    open(from: start, name: key, traits: traits)
    if traits.contains(.rawText) { try readRawText(of: name) }
  }

  @inline(__always)
  private func name(from start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, !bytes[end].isMarkupSpace, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "/")
    {
      end += 1
    }
    return start..<end
  }

  /// Skips past the tag's end and returns whether the tag is self-closing; `nil` if it has no end.
  @inline(__always)
  private mutating func passTag(behindName end: Int) -> Bool? {
    if byte(at: end) == UInt8(ascii: ">") {
      position = end + 1
      return false
    }
    var reader = TagReader(bytes, behindName: end)
    var slash = -1
    while let (part, range) = reader.next() {
      if part == .slash { slash = range.lowerBound }
      guard part == .end else { continue }
      position = range.upperBound
      return slash == range.lowerBound - 1
    }
    return nil
  }

  /// Closes elements whose end tags may be omitted before an element with these traits.
  @inline(__always)
  private mutating func closeWhatEnds(before offset: Int, at traits: HTMLTraits) {
    guard let (closed, boundary) = traits.closes, !level.openTraits.isDisjoint(with: closed) else { return }
    var index = outer.count
    var count = 0
    var current = level
    while index > 0, current.traits.isDisjoint(with: boundary) {
      if !current.traits.isDisjoint(with: closed) { count = outer.count - index + 1 }
      index -= 1
      current = outer[index]
    }
    for _ in 0..<count { close(at: offset, isImplied: true) }
  }

  private mutating func readEndTag(_ elements: HTMLElements) {
    let start = position
    let name = name(from: start + 2)
    guard passTag(behindName: name.upperBound) != nil else { return restIsText = true }
    let key = HTMLElements.hash(bytes, name)
    let boundary = elements.traits(of: key).boundaryOfEnd
    var index = outer.count
    var current = level
    while index > 0 {
      if current.name == key {
        for _ in 0..<(outer.count - index) { close(at: start, isImplied: true) }
        return close(at: start, isImplied: false)
      }
      if !current.traits.isDisjoint(with: boundary) { break }
      index -= 1
      current = outer[index]
    }
    addLeaf(.strayEnd, from: start)
  }

  // MARK: Raw text

  /// Reads raw text up to the element's end tag.
  private mutating func readRawText(of name: Range<Int>) throws(MarkupProblem) {
    let start = position
    while let bracket = bytes.offset(of: "</", from: position) {
      let found = self.name(from: bracket + 2)
      if found.count == name.count, HTMLElements.hash(bytes, found) == level.name {
        try addLines(.text, start..<bracket)
        position = bracket
        return
      }
      position = bracket + 2
    }
    position = bytes.count
    try addLines(.text, start..<position)
  }

  private mutating func readDeclaration() throws(MarkupProblem) {
    if bytes.has("<!--", at: position) {
      try readSpan(.comment, endingWith: "-->", from: 2)
    } else if bytes.has("<![CDATA[", at: position) {
      try readSpan(.characterData, endingWith: "]]>")
    } else {
      try readSpan(bytes.has("<!doctype", at: position, ignoringCase: true) ? .declaration : .comment, endingWith: ">")
    }
  }

  private mutating func readSpan(
    _ leaf: MarkupLeaf, endingWith ending: StaticString, from length: Int = 2
  ) throws(MarkupProblem) {
    let start = position
    let end = bytes.offset(of: ending, from: start + length)
    position = end.map { $0 + ending.utf8CodeUnitCount } ?? bytes.count
    try addLines(leaf, start..<position)
  }
}
