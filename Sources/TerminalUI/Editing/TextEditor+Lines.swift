// Edits of whole lines.
extension TextEditor {
  /// The lines of two offsets and the lines between, with the last line break. A fold counts as one line.
  func lines(from first: Int, to last: Int) -> Range<Int> {
    let start = folds.isEmpty ? nil : folds.fold(at: buffer.line(of: first))?.lowerBound
    let end = folds.isEmpty ? nil : folds.fold(at: buffer.line(of: last))?.upperBound
    let lastLine = buffer.lineEnd(of: end.map(buffer.start) ?? last)
    return (start.map(buffer.start) ?? buffer.lineStart(of: first))..<min(buffer.count, lastLine + 1)
  }

  /// The lines of the selection. If it ends at the start of a line, that line does not count.
  private var selectedLines: Range<Int> {
    guard let selection else { return lines(from: cursor, to: cursor) }
    let endsBeforeLine = selection.upperBound == buffer.lineStart(of: selection.upperBound)
    return lines(from: selection.lowerBound, to: endsBeforeLine ? selection.upperBound - 1 : selection.upperBound)
  }

  /// Starts a new line with the indentation of the current one, deeper after an open bracket.
  package mutating func insertLineBreak() {
    guard isMultiline else { return }
    asOneStep { editor in
      editor.deleteSelection()
      editor.insertIndentedLine()
    }
  }

  private mutating func insertIndentedLine() {
    let indent = String(indentation(of: cursor).prefix(cursor - buffer.lineStart(of: cursor)))
    let opened = syntax.indentsBrackets ? Self.brackets.first { $0.open == lastByteBeforeCursor } : nil
    guard let opened else { return insert("\n" + indent) }
    let inner = "\n" + indent + EditingSyntax.indent
    let isClosedHere = buffer.byte(at: cursor) == opened.close
    let place = cursor + inner.utf8.count
    replace(cursor..<cursor, with: isClosedHere ? inner + "\n" + indent : inner, cursor: place)
  }

  /// The last byte before the cursor that is not a blank.
  private var lastByteBeforeCursor: UInt8? {
    let place = buffer.lastIndex(before: cursor) { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return place.flatMap(buffer.byte)
  }

  /// The leading blanks of the line at an offset.
  func indentation(of offset: Int) -> Substring {
    let start = buffer.lineStart(of: offset)
    let end = buffer.firstIndex(from: start) { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? buffer.count
    return Substring(buffer.text(in: start..<end))
  }

  /// Types a closing bracket. In a blank line, aligns it with the line of its opening bracket.
  mutating func insertClosing(_ bracket: Character) {
    guard syntax.indentsBrackets, isMultiline, selection == nil,
      let pair = Self.brackets.first(where: { $0.close == bracket.asciiValue }), isInIndentation,
      let open = opening(pair, before: cursor)
    else { return insert(String(bracket)) }
    let line = buffer.lineStart(of: cursor)
    let indent = indentation(of: open)
    guard indent.utf8.count < cursor - line else { return insert(String(bracket)) }
    asOneStep { $0.replace(line..<$0.cursor, with: String(indent) + String(bracket)) }
  }

  private var isInIndentation: Bool {
    let start = buffer.lineStart(of: cursor)
    return cursor - start <= 1_024
      && buffer.bytes(in: start..<cursor).allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  // MARK: Moving and duplicating

  package mutating func moveLinesUp() {
    let lines = selectedLines
    guard lines.lowerBound > 0 else { return }
    swapLines(self.lines(from: lines.lowerBound - 1, to: lines.lowerBound - 1), lines, goingUp: true)
  }

  package mutating func moveLinesDown() {
    let lines = selectedLines
    guard lines.upperBound < buffer.count || endsWithLineBreak(lines) else { return }
    swapLines(lines, self.lines(from: lines.upperBound, to: lines.upperBound), goingUp: false)
  }

  func endsWithLineBreak(_ range: Range<Int>) -> Bool {
    !range.isEmpty && buffer.byte(at: range.upperBound - 1) == TextChunk.lineBreak
  }

  private mutating func swapLines(_ first: Range<Int>, _ second: Range<Int>, goingUp: Bool) {
    let (former, formerAnchor) = (cursor, anchor)
    var (a, b) = (buffer.bytes(in: first), buffer.bytes(in: second))
    // The last line has no line break.
    if b.last != TextChunk.lineBreak {
      b.append(TextChunk.lineBreak)
      a.removeLast()
    }
    replace(first.lowerBound..<second.upperBound, with: b + a, .other)
    let shift = goingUp ? -first.count : b.count
    (cursor, anchor) = (min(former + shift, buffer.count), formerAnchor.map { min($0 + shift, buffer.count) })
  }

  /// Copies the lines of the selection below it.
  package mutating func duplicateLines() {
    let lines = selectedLines
    let (former, formerAnchor) = (cursor, anchor)
    var bytes = buffer.bytes(in: lines)
    if !endsWithLineBreak(lines) { bytes.insert(TextChunk.lineBreak, at: 0) }
    replace(lines.upperBound..<lines.upperBound, with: bytes, .other)
    (cursor, anchor) = (former + bytes.count, formerAnchor.map { $0 + bytes.count })
  }

  // MARK: Indentation and comments

  package mutating func indentLines() {
    changeLines { $0.isEmpty ? nil : EditingSyntax.indent + $0 }
  }

  package mutating func outdentLines() {
    changeLines { line in
      if line.hasPrefix("\t") { return String(line.dropFirst()) }
      let blanks = line.prefix(EditingSyntax.indent.count).prefix { $0 == " " }
      return blanks.isEmpty ? nil : String(line.dropFirst(blanks.count))
    }
  }

  /// Comments out the lines of the selection, or uncomments them if all are comments.
  ///
  /// - Returns: `false` if the language has no comments.
  @discardableResult
  package mutating func toggleComment() -> Bool {
    guard let comment = syntax.comment else { return false }
    let lines = buffer.text(in: selectedLines).split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    if lines.allSatisfy({ comment.isOn($0) }) {
      changeLines { comment.removed(from: $0) }
    } else {
      let indent = lines.map { $0.prefix(while: \.isWhitespace) }.min { $0.count < $1.count } ?? ""
      changeLines { comment.added(to: $0, after: indent.count) }
    }
    return true
  }

  /// Changes each selected line; the cursor and the selection stay with their text.
  private mutating func changeLines(_ change: (String) -> String?) {
    let range = selectedLines
    let hasSelection = selection != nil
    let isForward = anchor.map { $0 <= cursor } ?? true
    let old = buffer.text(in: range)
    let fromEnd = buffer.lineEnd(of: cursor) - cursor
    var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let hasLineBreak = lines.count > 1 && lines.last == ""
    if hasLineBreak { lines.removeLast() }
    let new = lines.map { change($0) ?? $0 }.joined(separator: "\n") + (hasLineBreak ? "\n" : "")
    guard new != old else { return }
    replace(range, with: new)
    let end = range.lowerBound + new.utf8.count
    if hasSelection {
      (anchor, cursor) = isForward ? (range.lowerBound, end) : (end, range.lowerBound)
    } else {
      cursor = max(range.lowerBound, buffer.lineEnd(of: range.lowerBound) - fromEnd)
    }
  }
}

extension EditingSyntax.Comment {
  func isOn(_ line: some StringProtocol) -> Bool { line.drop(while: \.isWhitespace).hasPrefix(start) }

  func added(to line: String, after indent: Int) -> String? {
    if line.allSatisfy(\.isWhitespace) { return nil }
    return line.prefix(indent) + start + " " + line.dropFirst(indent) + (end.map { " " + $0 } ?? "")
  }

  func removed(from line: String) -> String? {
    guard isOn(line) else { return nil }
    let indent = line.prefix(while: \.isWhitespace)
    var text = line.dropFirst(indent.count + start.count)
    if text.first == " " { text.removeFirst() }
    if let end, text.hasSuffix(end) {
      text.removeLast(end.count)
      if text.last == " " { text.removeLast() }
    }
    return String(indent) + String(text)
  }
}
