package import TerminalUI

// Moving among rows that may take several lines each.
extension ResponsePane {
  /// The lines and columns that rows are drawn in.
  package mutating func move(by step: Int, _ rows: ResponseRows, _ size: Size) {
    if isWrapped, abs(step) == 1, scrollInside(by: step, rows, size) { return }
    select(row: window.selected + step, rows, size)
    if abs(step) > 1 { skippedLines = 0 }
    // From below one comes to the end of a row that is taller than the screen.
    if isWrapped, step == -1 { showEnd(of: window.selected, rows, size) }
  }

  package mutating func select(row: Int, _ rows: ResponseRows, _ size: Size) {
    let former = window
    window.select(row, of: rows.count, height: size.rows)
    fitWrapped(from: former, rows, size)
  }

  package mutating func scroll(by step: Int, _ rows: ResponseRows, _ size: Size) {
    if isWrapped, scrollInside(by: step, rows, size) { return }
    window.scroll(by: step, of: rows.count, height: size.rows)
    skippedLines = 0
  }

  /// Puts a selected row that was out of sight into the upper middle, where one sees what is around it.
  package mutating func center(from former: ListWindow, _ rows: ResponseRows, _ size: Size) {
    guard !isWrapped, !former.visible(of: rows.count, height: size.rows).contains(window.selected) else { return }
    window.show(first: min(max(0, window.selected - size.rows / 3), max(0, rows.count - size.rows)))
  }

  /// Makes the numbers fit rows or a pane that have changed.
  package mutating func fit(_ rows: ResponseRows, _ size: Size) {
    let former = window
    window.fit(count: rows.count, height: size.rows)
    fitWrapped(from: former, rows, size)
  }

  /// The selected row is on the screen, or the beginning of it where it is taller than the screen.
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

  /// Scrolls within a selected row that is taller than the screen.
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
