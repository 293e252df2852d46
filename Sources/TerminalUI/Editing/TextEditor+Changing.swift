// Edits. All of them end in `replace`.
extension TextEditor {
  /// Replaces a range and places the cursor after the new text, or at `cursor`.
  package mutating func replace(_ range: Range<Int>, with text: String, cursor: Int? = nil) {
    replace(range, with: Array(text.utf8), .other, cursor: cursor)
  }

  mutating func replace(
    _ range: Range<Int>, with new: [UInt8], _ change: EditHistory.Change, cursor place: Int? = nil
  ) {
    goal = nil
    let end = place ?? range.lowerBound + new.count
    if range.isEmpty, new.isEmpty { return move(to: end) }
    let edit = TextEdit(offset: range.lowerBound, removed: buffer.bytes(in: range), inserted: new)
    write(new, over: range)
    let after = buffer.characterBoundary(from: end)
    history.add(edit, change, cursor: cursor, anchor: anchor, after: after)
    cursor = after
    unselect()
    revision += 1
  }

  /// Inserts text at the cursor, replacing the selection.
  package mutating func insert(_ text: String) {
    let text = Self.fitting(text, isMultiline)
    let isTyped = selection == nil && text != "\n" && text.count == 1
    replace(selection ?? cursor..<cursor, with: Array(text.utf8), isTyped ? .typing : .other)
  }

  /// Replaces several ranges as one step. They are in order and do not overlap.
  package mutating func replaceAll(_ replacements: [(range: Range<Int>, text: [UInt8])]) {
    guard let first = replacements.first, let last = replacements.last else { return }
    let whole = first.range.lowerBound..<last.range.upperBound
    let old = buffer.bytes(in: whole)
    var new: [UInt8] = []
    new.reserveCapacity(old.count)
    var done = whole.lowerBound
    for (range, text) in replacements {
      new += old[(done - whole.lowerBound)..<(range.lowerBound - whole.lowerBound)]
      new += text
      done = range.upperBound
    }
    replace(whole, with: new, .other)
  }

  /// Runs edits that are undone in one step.
  package mutating func asOneStep(_ edits: (inout TextEditor) -> Void) {
    let isOutermost = !history.isGrouping
    if isOutermost { history.beginGroup() }
    edits(&self)
    if isOutermost { history.endGroup() }
  }

  package mutating func deleteBackward() {
    if deleteSelection() { return }
    let start = buffer.characterStart(before: cursor)
    delete(start..<cursor, joinsLines(start) ? .other : .erasing)
  }

  package mutating func deleteForward() {
    if deleteSelection() { return }
    delete(cursor..<buffer.characterEnd(after: cursor), joinsLines(cursor) ? .other : .erasing)
  }

  private func joinsLines(_ offset: Int) -> Bool { buffer.byte(at: offset) == TextChunk.lineBreak }

  package mutating func deleteWordBackward() { delete(selection ?? wordStart(before: cursor)..<cursor) }
  package mutating func deleteWordForward() { delete(selection ?? cursor..<wordEnd(after: cursor)) }
  package mutating func deleteToLineStart() { delete(selection ?? buffer.lineStart(of: cursor)..<cursor) }

  package mutating func deleteToLineEnd() {
    if deleteSelection() { return }
    let end = buffer.lineEnd(of: cursor)
    if cursor < end { delete(cursor..<end) } else { deleteForward() }
  }

  /// - Returns: `false` if nothing is selected.
  @discardableResult
  package mutating func deleteSelection() -> Bool {
    guard let selection else { return false }
    delete(selection)
    return true
  }

  mutating func delete(_ range: Range<Int>, _ change: EditHistory.Change = .other) {
    if !range.isEmpty { replace(range, with: [], change) }
  }
}

// MARK: Undo

extension TextEditor {
  /// Whether an edit of this text can be undone.
  package var canUndo: Bool { history.canUndo }

  package mutating func undo() {
    guard let step = history.undo() else { return }
    for edit in step.edits.reversed() {
      write(edit.removed, over: edit.offset..<(edit.offset + edit.inserted.count))
    }
    restore(step.cursorBefore, anchor: step.anchorBefore)
  }

  package mutating func redo() {
    guard let step = history.redo() else { return }
    for edit in step.edits {
      write(edit.inserted, over: edit.offset..<(edit.offset + edit.removed.count))
    }
    restore(step.cursorAfter, anchor: nil)
  }

  private mutating func restore(_ cursor: Int, anchor: Int?) {
    self.cursor = cursor
    self.anchor = anchor
    isMarking = false
    goal = nil
    revision += 1
  }
}
