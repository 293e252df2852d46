extension TextEditor {
  /// Moves the cursor and clears the selection, unless a selection is being marked.
  package mutating func move(to offset: Int) {
    history.interrupt()
    goal = nil
    cursor = min(max(0, offset), buffer.count)
    if !isMarking { anchor = nil }
  }

  package mutating func moveLeft() { move(to: collapsed?.lowerBound ?? buffer.characterStart(before: cursor)) }
  package mutating func moveRight() { move(to: collapsed?.upperBound ?? buffer.characterEnd(after: cursor)) }
  package mutating func moveToLineStart() { move(to: buffer.lineStart(of: cursor)) }
  package mutating func moveToLineEnd() { move(to: buffer.lineEnd(of: cursor)) }
  package mutating func moveToStart() { move(to: 0) }
  package mutating func moveToEnd() { move(to: buffer.count) }
  package mutating func moveWordLeft() { move(to: wordStart(before: cursor)) }
  package mutating func moveWordRight() { move(to: wordEnd(after: cursor)) }
  package mutating func moveUp(_ count: Int = 1) { move(byLines: -count) }
  package mutating func moveDown(_ count: Int = 1) { move(byLines: count) }

  /// The selection that an arrow key collapses.
  private var collapsed: Range<Int>? { isMarking ? nil : selection }

  /// Moves by lines, keeping the column if the line is long enough.
  private mutating func move(byLines count: Int) {
    let goal = self.goal ?? cursorColumns
    let line = line(movedBy: count)
    move(to: buffer.offset(inLineFrom: buffer.start(ofLine: line), atColumns: goal).offset)
    self.goal = goal
  }

  package mutating func moveToMatchingBracket() {
    if let place = matchingBracket(of: cursor) { move(to: place) }
  }
}

// MARK: Words

extension TextEditor {
  /// The number of bytes searched for the end of a word. Longer words take several steps.
  private static let reach = 4_096

  /// The start of the word before an offset. A line break is a separate step.
  func wordStart(before offset: Int) -> Int {
    let line = buffer.lineStart(of: offset)
    guard offset > line else { return buffer.characterStart(before: offset) }
    var place = offset
    var rest = Substring(buffer.text(in: max(line, buffer.scalarStart(max(0, offset - Self.reach)))..<offset))
    while let last = rest.last, !last.isWordPart { place -= rest.removeLast().utf8.count }
    while let last = rest.last, last.isWordPart { place -= rest.removeLast().utf8.count }
    return place
  }

  func wordEnd(after offset: Int) -> Int {
    let line = buffer.lineEnd(of: offset)
    guard offset < line else { return buffer.characterEnd(after: offset) }
    var place = offset
    var rest = Substring(
      buffer.text(in: offset..<min(line, buffer.scalarStart(min(buffer.count, offset + Self.reach)))))
    while let first = rest.first, !first.isWordPart { place += rest.removeFirst().utf8.count }
    while let first = rest.first, first.isWordPart { place += rest.removeFirst().utf8.count }
    return place
  }

  /// The word at an offset, or the run of other characters there.
  package func word(at offset: Int) -> Range<Int> {
    let line = buffer.lineStart(of: offset)..<buffer.lineEnd(of: offset)
    let before = buffer.text(in: max(line.lowerBound, buffer.scalarStart(max(0, offset - Self.reach)))..<offset)
    let after = buffer.text(in: offset..<min(line.upperBound, buffer.scalarStart(offset + Self.reach)))
    guard let first = after.first ?? before.last else { return offset..<offset }
    let isAlike = { (character: Character) in
      character.isWordPart == first.isWordPart && character.isWhitespace == first.isWhitespace
    }
    let start = before.reversed().prefix(while: isAlike).reduce(0) { $0 + $1.utf8.count }
    let end = after.prefix(while: isAlike).utf8.count
    return (offset - start)..<(offset + end)
  }
}

extension Character {
  var isWordPart: Bool { isLetter || isNumber || self == "_" }
}

// MARK: Brackets

extension TextEditor {
  static let brackets: [(open: UInt8, close: UInt8)] = [
    (UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "["), UInt8(ascii: "]")),
    (UInt8(ascii: "{"), UInt8(ascii: "}")),
  ]

  /// The counterpart of the bracket at an offset, or before it.
  package func matchingBracket(of offset: Int) -> Int? { partner(of: offset) ?? partner(of: offset - 1) }

  func partner(of offset: Int) -> Int? {
    guard let byte = buffer.byte(at: offset) else { return nil }
    if let pair = Self.brackets.first(where: { $0.open == byte }) { return closing(pair, from: offset + 1) }
    if let pair = Self.brackets.first(where: { $0.close == byte }) { return opening(pair, before: offset) }
    return nil
  }

  /// The closing bracket of a pair that is open at an offset.
  func closing(_ pair: (open: UInt8, close: UInt8), from offset: Int) -> Int? {
    var depth = 0
    return buffer.firstIndex(from: offset) { byte in
      if byte == pair.open { depth += 1 }
      if byte == pair.close { depth -= 1 }
      return depth < 0
    }
  }

  func opening(_ pair: (open: UInt8, close: UInt8), before offset: Int) -> Int? {
    var depth = 0
    return buffer.lastIndex(before: offset) { byte in
      if byte == pair.close { depth += 1 }
      if byte == pair.open { depth -= 1 }
      return depth < 0
    }
  }
}
