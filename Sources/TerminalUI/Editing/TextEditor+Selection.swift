extension TextEditor {
  /// The selected bytes; `nil` if nothing is selected.
  package var selection: Range<Int>? {
    guard let anchor, anchor != cursor else { return nil }
    return min(anchor, cursor)..<max(anchor, cursor)
  }

  /// The bytes drawn as selected.
  package var shownSelection: Range<Int>? { visual ?? selection }

  package var selectedText: String? { selection.map(buffer.text) }

  package mutating func select(_ range: Range<Int>) {
    history.interrupt()
    goal = nil
    isMarking = false
    (anchor, cursor) = (range.lowerBound, range.upperBound)
  }

  package mutating func selectAll() { select(0..<buffer.count) }

  package mutating func selectWord() { select(buffer.count == 0 ? 0..<0 : word(at: cursor)) }

  /// Selects the line of the cursor with its line break.
  package mutating func selectLine() { select(lines(from: cursor, to: cursor)) }

  package mutating func unselect() {
    anchor = nil
    isMarking = false
  }

  /// Starts marking, or ends it.
  package mutating func toggleMark() {
    history.interrupt()
    isMarking.toggle()
    anchor = isMarking ? cursor : nil
  }

  package mutating func extendSelection(_ movement: (inout TextEditor) -> Void) {
    let wasMarking = isMarking
    let start = anchor ?? cursor
    isMarking = true
    movement(&self)
    isMarking = wasMarking
    anchor = start
  }

  /// Extends the selection to an offset, as a dragged mouse does.
  package mutating func extendSelection(to offset: Int) { extendSelection { $0.move(to: offset) } }

  // MARK: Clipboard

  /// Copies the selection, or the line of the cursor.
  ///
  /// - Returns: The text for other programs.
  package mutating func copy() -> String {
    clipboard = buffer.text(in: selection ?? lines(from: cursor, to: cursor))
    if isMarking { unselect() }
    return clipboard
  }

  package mutating func cut() -> String {
    let range = selection ?? lines(from: cursor, to: cursor)
    clipboard = buffer.text(in: range)
    delete(range)
    return clipboard
  }
}
