// Selecting text with the mouse. It is copied when the button is released.
extension ResponsePane {
  package mutating func drag(_ mouse: Mouse, in context: PaneContext) -> [PaneOutput] {
    if mouse.action == .press {
      tab.beginMark(at: mouse.point, clicks: mouse.clicks, in: context)
    } else if tab.view.mark != nil {
      if mouse.action == .release { return tab.copyMark(in: context) }
      tab.extendMark(to: mouse.point, in: context)
    }
    return []
  }

  package mutating func clearMark() { if tab.view.mark != nil { tab.view.mark = nil } }
}

extension ResponseTab {
  /// The place in the rows under a point inside the pane's border, or the nearest one. `nil` if no rows are shown.
  func place(at point: Point, in context: PaneContext) -> TextPlace? {
    guard rows.count > 0 else { return nil }
    let size = rowsSize(in: context)
    let line = min(max(0, point.row - headRows(in: context)), size.rows - 1)
    let column = max(0, point.column - view.gutter(rows))
    let end = TextPlace(row: rows.count - 1, column: .max - 1)
    guard view.isWrapped else {
      let row = view.window.first + line
      return row < rows.count ? TextPlace(row: row, column: view.hiddenColumns(of: row, rows) + column) : end
    }
    var rest = line + view.skippedLines
    for row in view.window.first..<rows.count {
      let count = rows.lineCount(of: row, columns: size.columns)
      if rest < count {
        return TextPlace(row: row, column: rows.firstColumn(ofLine: rest, of: row, columns: size.columns) + column)
      }
      rest -= count
    }
    return end
  }

  /// Starts to select text where the mouse was pressed: a second click selects the word, a third one the row.
  fileprivate mutating func beginMark(at point: Point, clicks: Int, in context: PaneContext) {
    var canvas = Canvas(Frame(size: Size(columns: 1, rows: 1)))
    let isRow = point.row >= headRows(in: context) && !drawContent(into: &canvas, in: context)
    view.mark = isRow ? place(at: point, in: context).map { mark(at: $0, clicks: clicks) } : nil
  }

  private func mark(at place: TextPlace, clicks: Int) -> TextMark {
    guard clicks > 1 else { return TextMark(at: place) }
    let text = rows.row(place.row, columns: 0..<RowsLimit.copiedColumns).map(\.text).joined()
    return TextMark(at: place, clicks: clicks, text: text, line: place.row...place.row)
  }

  /// Selects up to the mouse, and scrolls if it is above or below the rows.
  fileprivate mutating func extendMark(to point: Point, in context: PaneContext) {
    let line = point.row - headRows(in: context)
    if line < 0 { scroll(by: -1, in: context) }
    if line >= rowsSize(in: context).rows { scroll(by: 1, in: context) }
    if let place = place(at: point, in: context) { view.mark?.extend(to: place) }
  }

  /// Copies the text selected with the mouse.
  func copyMark(in context: PaneContext) -> [PaneOutput] {
    guard let mark = view.mark, let selected = mark.rows, selected.lowerBound < rows.count else { return [] }
    let shown = selected.clamped(to: 0...rows.count - 1)
    let text = shown.map { row in
      rows.row(row, columns: 0..<RowsLimit.copiedColumns).map(\.text).joined()
        .part(columns: mark.columns(ofRow: row) ?? 0..<0)
    }.joined(separator: "\n")
    guard !text.isEmpty else { return [] }
    return [.effect(.copy(text, what: remarking("the selected text", on: text, rows: shown, in: context)))]
  }
}

extension RowsView {
  /// The width of the part of a row that is scrolled away.
  func hiddenColumns(of row: Int, _ rows: ResponseRows) -> Int {
    skippedColumns == 0 ? 0 : min(skippedColumns, rows.row(row, columns: 0..<skippedColumns).columns)
  }
}
