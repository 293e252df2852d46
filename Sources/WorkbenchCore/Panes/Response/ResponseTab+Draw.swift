extension ResponseTab {
  /// Draws the tab below the titles: head lines, search, notices, rows.
  func draw(into canvas: inout Canvas, of live: LiveExchange, in context: PaneContext) {
    var content = Rect(canvas.size)
    for draw in headLines(in: context) + searchLines {
      let (top, rest) = content.splitTop(1)
      canvas.draw(in: top, draw)
      content = rest
    }
    canvas.draw(in: content) { drawBelowHead(into: &$0, live, context) }
  }

  private var searchLines: [HeadLine] {
    guard let search = searchLine else { return [] }
    return [{ FilterField.draw(search, row: rows.places(ofRow: view.window.selected), into: &$0) }]
  }

  private func drawBelowHead(into canvas: inout Canvas, _ live: LiveExchange, _ context: PaneContext) {
    var part = Rect(canvas.size)
    let style = Style(headNotice(in: context)?.kind == .failure ? .error : .warning)
    for line in noticeLines(in: context, columns: part.columns, rows: part.rows) {
      let (top, rest) = part.splitTop(1)
      canvas.write(line, column: 0, row: top.row, style: style)
      part = rest
    }
    var isDrawn = false
    canvas.draw(in: part) { isDrawn = drawContent(into: &$0, in: context) }
    if isDrawn { return }
    if let header = rows.header(columns: view.skippedColumns..<view.skippedColumns + (part.columns + 1) * 3) {
      let (top, rest) = part.splitTop(1)
      let gutter = view.gutter(rows)
      canvas.write(header.markedWhereCut(at: max(1, part.columns - gutter)), column: gutter, row: top.row)
      part = rest
    }
    if rows.count == 0 {
      let lines = Self.reason(of: live, in: context.workspace).wrapped(to: max(1, part.columns)).prefix(part.rows)
      return canvas.write(lines: lines, column: 0, row: part.row, style: Style(.hint))
    }
    canvas.draw(in: part) { drawRows(into: &$0, isFocused: context.isFocused) }
  }

  /// The text shown instead of rows.
  private static func reason(of live: LiveExchange, in workspace: Workspace) -> String {
    let send = workspace.keys.name(of: "request.send")
    return switch live.stage {
    case .preparing, .sending:
      live.upload?.text(live.rate) ?? live.login.map { "Waiting for the login at \($0.host): \(send) shows it again" }
        ?? "Waiting for a response"
    case .ended(let exchange) where live.response == nil:
      exchange.sent == nil
        ? ["Nothing was sent", workspace.wayToValues].compactMap(\.self).joined(separator: ". ")
        : "No response received"
    case .receiving, .ended: placeholder(for: live)
    }
  }

  private func drawRows(into canvas: inout Canvas, isFocused: Bool) {
    let gutter = view.gutter(rows)
    let search = view.search?.search
    var line = 0
    for index in view.window.visible(of: rows.count, height: canvas.size.rows) where line < canvas.size.rows {
      let surface: Style.Surface? = isFocused && view.selectedRows.contains(index) ? .selected : nil
      let skipped = view.isWrapped && index == view.window.first ? view.skippedLines : 0
      let room = Size(columns: max(1, canvas.size.columns - gutter), rows: canvas.size.rows - line)
      canvas.markPlace(column: gutter, row: line)
      for (number, spans) in lines(of: index, from: skipped, room, marking: search).enumerated() {
        if let surface {
          canvas.fill(Rect(column: 0, row: line, columns: canvas.size.columns, rows: 1), Style(on: surface))
        }
        if gutter > 0, number + skipped == 0 {
          let name = [Span(Formatting.number(index + 1), .hint)]
          canvas.writeTrailing(name, endingAt: gutter - 1, row: line, on: surface)
        }
        canvas.write(spans, column: gutter, row: line, on: surface)
        if let mark = view.mark?.columns(ofRow: index) {
          let first =
            view.isWrapped
            ? rows.firstColumn(ofLine: number + skipped, of: index, columns: room.columns)
            : view.hiddenColumns(of: index, rows)
          canvas.write(mark, of: spans, from: first, column: gutter, row: line)
        }
        line += 1
      }
    }
  }

  /// The visible part of a row: its wrapped lines, or the columns not scrolled away.
  private func lines(of row: Int, from first: Int, _ room: Size, marking search: BodySearch?) -> [[Span]] {
    guard view.isWrapped else {
      // Rows count bytes, and drawing cuts any excess. A character of one column takes at most three bytes, not counting
      // combining marks. One more shows that the row is longer.
      let bytes = (room.columns + 1) * 3
      let spans = rows.row(row, columns: view.skippedColumns..<view.skippedColumns + bytes, marking: search)
      return [spans.markedWhereCut(at: room.columns, keepsBytes: rows.isHex(row))]
    }
    return rows.lines(of: row, from: first, count: room.rows, columns: room.columns) {
      rows.row(row, columns: $0, marking: search)
    }
  }
}
