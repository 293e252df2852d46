/// Draws the open list beside the cursor: below it, or above if there is more room. The footer stays.
struct CompletionPopup {
  let completion: Completion
  /// The variables that items refer to.
  var variables: VisibleVariables?

  /// The largest widths of an item and of its detail, in columns.
  private static let widest = (item: 40, detail: 36)

  func draw(into canvas: inout Canvas) {
    guard let cursor = canvas.cursor, completion.count > 0 else { return }
    let (below, above) = (canvas.size.rows - cursor.row - 2, cursor.row)
    let wanted = min(completion.count, Completion.rows) + 2
    let isBelow = below >= wanted || below >= above
    let height = min(wanted, isBelow ? below : above)
    guard height > 2, canvas.size.columns >= 12 else { return }
    let rows = completion.visible(height: height - 2)
    let items = rows.map { (item: completion.item(at: $0), detail: detail(of: completion.item(at: $0))) }
    let itemWidth = min(Self.widest.item, items.map(\.item.text.columns).max() ?? 0)
    let detailWidth = min(Self.widest.detail, items.map(\.detail.columns).max() ?? 0)
    let columns = min(canvas.size.columns, itemWidth + (detailWidth == 0 ? 0 : detailWidth + 2) + 4)
    // Align the items with the beginning of the word.
    let start = cursor.column - completion.place.typed.columns - 2
    let column = min(max(0, start), canvas.size.columns - columns)
    let box = Rect(
      column: column, row: isBelow ? cursor.row + 1 : cursor.row - height, columns: columns, rows: height)
    canvas.draw(in: box) { canvas in
      canvas.fill(Rect(canvas.size))
      canvas.box(Rect(canvas.size), title: [], style: Style(.focusedBorder))
      drawCount(into: &canvas, shown: rows.count)
      for (row, line) in items.enumerated() {
        let part = Rect(column: 1, row: row + 1, columns: columns - 2, rows: 1)
        let isSelected = completion.selectedIndex == rows.lowerBound + row
        canvas.draw(in: part) { draw(line.item.text, line.detail, isSelected, itemWidth, into: &$0) }
      }
    }
    canvas.cursor = cursor
  }

  private func draw(
    _ text: String, _ detail: [Span], _ isSelected: Bool, _ width: Int, into canvas: inout Canvas
  ) {
    let surface: Style.Surface = isSelected ? .selected : .plain
    canvas.fill(Rect(canvas.size), Style(on: surface))
    let room = canvas.size.columns - 2
    canvas.write(text.truncated(to: min(width, room)), column: 1, row: 0, style: Style(.text, on: surface))
    guard room > width + 2 else { return }
    canvas.write(detail.truncated(to: room - width - 2), column: width + 3, row: 0, on: surface)
  }

  /// Shows the position of the selected item in the lower border, unless all items are shown.
  private func drawCount(into canvas: inout Canvas, shown: Int) {
    guard completion.count > shown else { return }
    let count = Formatting.number(completion.count)
    let text = completion.selectedIndex.map { " \($0 + 1) of \(count) " } ?? " \(count) words "
    canvas.writeTrailing([Span(text, .hint)], endingAt: canvas.size.columns - 1, row: canvas.size.rows - 1)
  }

  private func detail(of item: CompletionItem) -> [Span] {
    switch item.detail {
    case .none: []
    case .text(let text): [Span(text, .hint)]
    case .variable: variables?.summary(of: item.text) ?? []
    }
  }
}

extension VisibleVariables {
  /// The value of a variable and its origin, for a list.
  fileprivate func summary(of name: String) -> [Span] {
    guard let found = index.origin(of: name) else { return [Span("a new value for each use", .hint)] }
    let value = value(of: found.variable).prefix(200)
    return [Span(value.isEmpty ? "" : value + "  ", style(of: name)), Span(origin(of: found), .hint)]
  }
}
