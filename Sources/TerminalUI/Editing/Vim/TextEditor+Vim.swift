// Movements and ranges in vim's sense.
extension TextEditor {
  /// Clears the selection and moves the cursor.
  package mutating func jump(to offset: Int) {
    unselect()
    move(to: offset)
  }

  /// Keeps the cursor on a character. In normal mode it is never after the last one of a line.
  mutating func keepOnCharacter() {
    visual = nil
    let start = buffer.lineStart(of: cursor)
    if cursor > start, cursor == buffer.lineEnd(of: cursor) { move(to: buffer.characterStart(before: cursor)) }
  }

  func advance(_ offset: Int, by count: Int) -> Int {
    let end = buffer.lineEnd(of: offset)
    var place = offset
    for _ in 0..<count where place < end { place = buffer.characterEnd(after: place) }
    return place
  }

  func retreat(_ offset: Int, by count: Int) -> Int {
    let start = buffer.lineStart(of: offset)
    var place = offset
    for _ in 0..<count where place > start { place = buffer.characterStart(before: place) }
    return place
  }

  func firstNonBlank(of offset: Int) -> Int {
    buffer.lineStart(of: offset) + indentation(of: offset).utf8.count
  }

  mutating func deleteForVim(_ range: Range<Int>, isLines: Bool) {
    guard isLines else {
      delete(range)
      return jump(to: range.lowerBound)
    }
    // Removing the last line also removes the line break before it.
    let isLast = range.upperBound == buffer.count && !endsWithLineBreak(range)
    let start = isLast && range.lowerBound > 0 ? range.lowerBound - 1 : range.lowerBound
    delete(start..<range.upperBound)
    jump(to: firstNonBlank(of: min(range.lowerBound, buffer.count)))
  }

  mutating func pasteLines(_ text: String, below: Bool) {
    if !below {
      let start = buffer.lineStart(of: cursor)
      return replace(start..<start, with: text, cursor: start)
    }
    let end = buffer.lineEnd(of: cursor)
    if end < buffer.count {
      replace((end + 1)..<(end + 1), with: text, cursor: end + 1)
    } else {
      replace(end..<end, with: "\n" + text.dropLast(), cursor: end + 1)
    }
    jump(to: firstNonBlank(of: cursor))
  }
}

// MARK: Words and paragraphs

extension TextEditor {
  private enum Kind { case blank, word, other, lineBreak, end }

  private func kind(at offset: Int, big: Bool) -> Kind {
    guard let byte = buffer.byte(at: offset) else { return .end }
    if byte == 0x0A { return .lineBreak }
    if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { return .blank }
    if big { return .word }
    let character: Character? =
      byte < 0x80
      ? Character(Unicode.Scalar(byte)) : buffer.text(in: offset..<buffer.characterEnd(after: offset)).first
    return character?.isWordPart == true ? .word : .other
  }

  private func isEmptyLine(at offset: Int) -> Bool {
    kind(at: offset, big: false) == .lineBreak && offset == buffer.lineStart(of: offset)
  }

  func vimWordForward(from start: Int, big: Bool) -> Int {
    var place = start
    let first = kind(at: place, big: big)
    if first == .word || first == .other {
      while kind(at: place, big: big) == first { place = buffer.characterEnd(after: place) }
    } else if first == .lineBreak {
      place += 1
    }
    while true {
      switch kind(at: place, big: big) {
      case .blank: place += 1
      case .lineBreak where !isEmptyLine(at: place): place += 1
      default: return place
      }
    }
  }

  var isOnBlank: Bool {
    switch kind(at: cursor, big: false) {
    case .blank, .lineBreak, .end: true
    case .word, .other: false
    }
  }

  /// The end of the words that `cw` changes. The current word counts even if the cursor is on its end.
  func vimChangedWords(_ count: Int, big: Bool) -> Int {
    let first = kind(at: cursor, big: big)
    var last = cursor
    while kind(at: buffer.characterEnd(after: last), big: big) == first { last = buffer.characterEnd(after: last) }
    for _ in 1..<max(1, count) { last = vimWordEnd(from: last, big: big) }
    return buffer.characterEnd(after: last)
  }

  func vimWordEnd(from start: Int, big: Bool) -> Int {
    var place = buffer.characterEnd(after: start)
    while kind(at: place, big: big) == .blank || kind(at: place, big: big) == .lineBreak { place += 1 }
    guard kind(at: place, big: big) != .end else { return buffer.characterStart(before: buffer.count) }
    let first = kind(at: place, big: big)
    while true {
      let next = buffer.characterEnd(after: place)
      guard kind(at: next, big: big) == first else { return place }
      place = next
    }
  }

  func vimWordBackward(from start: Int, big: Bool) -> Int {
    var place = start
    while place > 0 {
      let before = buffer.characterStart(before: place)
      let kind = kind(at: before, big: big)
      guard kind == .blank || (kind == .lineBreak && !isEmptyLine(at: before)) else { break }
      place = before
    }
    guard place > 0 else { return 0 }
    let first = kind(at: buffer.characterStart(before: place), big: big)
    if first == .lineBreak { return place - 1 }
    while place > 0 {
      let before = buffer.characterStart(before: place)
      guard kind(at: before, big: big) == first else { break }
      place = before
    }
    return place
  }

  private func isBlankLine(_ line: Int) -> Bool { buffer.range(ofLine: line).isEmpty }

  /// The empty line after the paragraph, or the end of the text.
  func paragraphEnd(from offset: Int) -> Int {
    var line = buffer.line(of: offset)
    while line < lineCount, isBlankLine(line) { line += 1 }
    while line < lineCount, !isBlankLine(line) { line += 1 }
    return line < lineCount ? buffer.start(ofLine: line) : buffer.count
  }

  func paragraphStart(from offset: Int) -> Int {
    var line = buffer.line(of: offset)
    if offset == buffer.start(ofLine: line) { line -= 1 }
    while line > 0, isBlankLine(line) { line -= 1 }
    while line > 0, !isBlankLine(line) { line -= 1 }
    return buffer.start(ofLine: max(0, line))
  }

  // MARK: Text objects

  func range(of object: VimTextObject) -> Range<Int>? {
    switch object.shape {
    case .word: return wordObject(object.isAround)
    case .quoted(let quote): return quoted(quote, object.isAround)
    case .bracketed(let bracket):
      guard let pair = Self.brackets.first(where: { $0.open == bracket.asciiValue }) else { return nil }
      return bracketed(pair, object.isAround)
    case .paragraph: return paragraph(object.isAround)
    }
  }

  private func wordObject(_ isAround: Bool) -> Range<Int>? {
    guard buffer.count > 0 else { return nil }
    let range = word(at: cursor)
    guard isAround else { return range }
    let end = buffer.lineEnd(of: range.upperBound)
    let after = buffer.firstIndex(from: range.upperBound) { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? end
    if after > range.upperBound { return range.lowerBound..<after }
    let before = buffer.lastIndex(before: range.lowerBound) { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return max(buffer.lineStart(of: range.lowerBound), (before ?? -1) + 1)..<range.upperBound
  }

  /// The quoted text at the cursor, or after it in the line.
  private func quoted(_ quote: Character, _ isAround: Bool) -> Range<Int>? {
    guard let mark = quote.asciiValue else { return nil }
    let line = buffer.lineStart(of: cursor)..<buffer.lineEnd(of: cursor)
    let bytes = buffer.bytes(in: line)
    var open: Int?
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
      guard byte == mark, !isEscaped else { continue }
      guard let start = open else {
        open = index
        continue
      }
      if line.lowerBound + index >= cursor {
        let (first, last) = (line.lowerBound + start, line.lowerBound + index)
        return isAround ? first..<(last + 1) : (first + 1)..<last
      }
      open = nil
    }
    return nil
  }

  private func bracketed(_ pair: (open: UInt8, close: UInt8), _ isAround: Bool) -> Range<Int>? {
    let isOnOpen = buffer.byte(at: cursor) == pair.open
    guard let open = isOnOpen ? cursor : opening(pair, before: cursor), let close = closing(pair, from: open + 1) else {
      return nil
    }
    return isAround ? open..<(close + 1) : (open + 1)..<close
  }

  private func paragraph(_ isAround: Bool) -> Range<Int>? {
    var first = row
    var last = row
    let isBlank = isBlankLine(row)
    while first > 0, isBlankLine(first - 1) == isBlank { first -= 1 }
    while last + 1 < lineCount, isBlankLine(last + 1) == isBlank { last += 1 }
    if isAround { while last + 1 < lineCount, isBlankLine(last + 1) != isBlank { last += 1 } }
    return lines(from: buffer.start(ofLine: first), to: buffer.start(ofLine: last))
  }
}
