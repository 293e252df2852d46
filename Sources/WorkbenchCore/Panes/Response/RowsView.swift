/// The scroll position, selection and search of a tab's rows.
package struct RowsView: Equatable, Sendable {
  package var window = ListWindow()
  /// The number of columns scrolled away.
  package var skippedColumns = 0
  /// The number of lines of the first row scrolled away, if rows are wrapped.
  package var skippedLines = 0
  package var isWrapped = false
  package var showsNumbers = false
  /// The row where a multi-row selection started.
  package var anchor: Int?
  /// The text selected with the mouse.
  package var mark: TextMark?
  /// The row copied last, until another one is selected.
  var copiedRow: Int?
  package var search: RowSearch?
  private var tasks = 0

  /// Whether rows or a part of one are selected.
  var isSelecting: Bool { anchor != nil || mark?.isEmpty == false }

  package var selectedRows: ClosedRange<Int> {
    let anchor = anchor ?? window.selected
    return min(anchor, window.selected)...max(anchor, window.selected)
  }

  /// Resets the position and the search for another exchange.
  mutating func reset() {
    rewind()
    search = nil
  }

  /// Resets the position for other rows.
  mutating func rewind() {
    window = ListWindow()
    (skippedColumns, skippedLines, anchor, copiedRow, mark) = (0, 0, nil, nil, nil)
  }

  mutating func nextTask(of tab: String) -> TaskID {
    tasks += 1
    return TaskID(tab: tab, number: tasks)
  }

  /// The columns used by row numbers.
  func gutter(_ rows: ResponseRows) -> Int {
    showsNumbers ? Formatting.number(max(1, rows.count)).count + 1 : 0
  }
}

// Moving among rows that may be wrapped.
extension RowsView {
  /// - Parameter size: The area that rows are drawn in.
  mutating func move(by step: Int, _ rows: ResponseRows, _ size: Size) {
    if isWrapped, abs(step) == 1, scrollInside(by: step, rows, size) { return }
    select(row: window.selected + step, rows, size)
    if abs(step) > 1 { skippedLines = 0 }
    // Coming from below, show the end of a row taller than the screen.
    if isWrapped, step == -1 { showEnd(of: window.selected, rows, size) }
  }

  mutating func select(row: Int, _ rows: ResponseRows, _ size: Size) {
    let former = window
    window.select(row, of: rows.count, height: size.rows)
    if window.selected != former.selected { (copiedRow, mark) = (nil, nil) }
    fitWrapped(from: former, rows, size)
  }

  mutating func scroll(by step: Int, _ rows: ResponseRows, _ size: Size) {
    if isWrapped, scrollInside(by: step, rows, size) { return }
    window.scroll(by: step, of: rows.count, height: size.rows)
    skippedLines = 0
  }

  mutating func scrollSideways(by columns: Int) { skippedColumns = max(0, skippedColumns + columns) }

  /// Scrolls a selected row that was off the screen into its upper half.
  mutating func center(from former: ListWindow, _ rows: ResponseRows, _ size: Size) {
    guard !isWrapped, !former.visible(of: rows.count, height: size.rows).contains(window.selected) else { return }
    window.show(first: min(max(0, window.selected - size.rows / 3), max(0, rows.count - size.rows)))
  }

  /// Fits the window to changed rows or a resized pane.
  mutating func fit(_ rows: ResponseRows, _ size: Size) {
    let former = window
    window.fit(count: rows.count, height: size.rows)
    fitWrapped(from: former, rows, size)
  }

  /// Scrolls sideways until a column of the selected row is visible.
  ///
  /// - Parameter indent: The row's indentation, which `column` does not count.
  mutating func showColumn(_ column: Int, indent: Int, _ size: Size) {
    if isWrapped {
      let lines = (indent + column) / size.columns
      if lines >= size.rows { skippedLines = lines - size.rows / 2 }
    } else if indent + column < size.columns * 3 / 4 {
      skippedColumns = 0
    } else if !(skippedColumns..<skippedColumns + max(1, size.columns - 8)).contains(indent + column) {
      skippedColumns = indent + column - size.columns / 2
    }
  }

  /// Keeps the selected row visible, or its first lines if it is taller than the screen.
  private mutating func fitWrapped(from former: ListWindow, _ rows: ResponseRows, _ size: Size) {
    if !isWrapped || rows.count == 0 { return skippedLines = 0 }
    var first = min(former.first, window.selected)
    var lines = 0
    for row in stride(from: window.selected, through: first, by: -1) {
      lines += rows.lineCount(of: row, columns: size.columns)
      if lines > size.rows {
        first = min(row + 1, window.selected)
        break
      }
    }
    if first != former.first || window.selected != former.selected { skippedLines = 0 }
    window.show(first: first)
  }

  /// Scrolls within a selected row taller than the screen.
  private mutating func scrollInside(by step: Int, _ rows: ResponseRows, _ size: Size) -> Bool {
    guard rows.count > 0, window.first == window.selected else { return false }
    let hidden = rows.lineCount(of: window.selected, columns: size.columns) - size.rows
    let target = min(max(0, skippedLines + step), max(0, hidden))
    guard hidden > 0, target != skippedLines else { return false }
    skippedLines = target
    return true
  }

  private mutating func showEnd(of row: Int, _ rows: ResponseRows, _ size: Size) {
    guard rows.count > 0, window.first == row else { return }
    skippedLines = max(0, rows.lineCount(of: row, columns: size.columns) - size.rows)
  }
}
