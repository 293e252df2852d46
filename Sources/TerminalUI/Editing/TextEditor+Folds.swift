// Folded lines. The cursor is never in a hidden line.
extension TextEditor {
  /// The number of visible lines.
  package var rowCount: Int { lineCount - folds.hiddenLines }

  /// The row of the cursor among the visible lines.
  package var visibleRow: Int { folds.row(of: row) }

  /// Whether the cursor is on the line of a closed fold.
  package var isFolded: Bool { folds.fold(at: row) != nil }

  /// Opens the folds that hide the cursor.
  package mutating func revealCursor() { if !folds.isEmpty { folds.reveal(row) } }

  /// Opens the fold of the cursor's line.
  package mutating func openFold() { folds.open(at: row) }

  package mutating func openAllFolds() { folds.openAll() }

  /// Folds lines, and moves the cursor out of them.
  package mutating func close(_ lines: [ClosedRange<Int>]) {
    folds.close(lines)
    guard let fold = folds.fold(at: row), fold.lowerBound < row else { return }
    jump(to: firstNonBlank(of: buffer.start(ofLine: fold.lowerBound)))
  }

  /// The visible line at a distance in rows.
  func line(movedBy rows: Int) -> Int {
    let line = row
    let wanted = min(max(0, folds.row(of: line) + rows), rowCount - 1)
    return folds.line(ofRow: wanted)
  }

  /// Changes the text and adjusts the folds.
  mutating func write(_ new: [UInt8], over range: Range<Int>) {
    guard !folds.isEmpty else { return buffer.replace(range, with: new) }
    let line = buffer.line(of: range.lowerBound)
    let removed = buffer.line(of: range.upperBound) - line
    let inserted = new.count { $0 == TextChunk.lineBreak }
    let isWhole =
      range.lowerBound == buffer.lineStart(of: range.lowerBound)
      && range.upperBound == buffer.lineStart(of: range.upperBound) && (new.last ?? TextChunk.lineBreak) == 0x0A
    buffer.replace(range, with: new)
    folds.edited(at: line, removed: removed, inserted: inserted, isWhole: isWhole)
  }
}

package enum FoldAction: Equatable, Sendable {
  case toggle, open, close, openAll, closeAll, more, less
  /// Folds everything, or unfolds it if anything is folded.
  case toggleAll
}
