extension WorkspacesScreen {
  package func draw(into canvas: inout Canvas) {
    let (matches, height) = (matches, height(on: canvas.size))
    let places = places(on: canvas.size)
    let (box, list) = (places.box, places.list)
    let hint = canvas.size.columns < 60 ? "/ opens a path" : "type to find, or a path: / or ~/"
    canvas.dialog(box, title: "Workspaces", trailing: [Span(hint, .hint)])
    canvas.draw(in: places.field) { FieldView(editor: editor).draw(into: &$0) }
    if matches.isEmpty {
      canvas.write("No matches", column: list.column, row: list.row, style: Style(.hint), limit: list.columns)
    }
    if isAlone, height > 1 {
      canvas.write(
        "  Type a path to open another, such as ~/apis", column: list.column, row: list.row + 1, style: Style(.hint),
        limit: list.columns)
    }
    let titles = titleColumns(of: matches, in: list.columns)
    let part = Rect(column: list.column, row: list.row, columns: list.columns, rows: height)
    canvas.draw(window, of: matches.count, in: part) { index, surface, line in
      draw(matches[index], titles: titles, on: surface, into: &line)
    }
  }

  func places(on screen: Size) -> ListBox {
    ListBox(on: screen, columns: min(110, screen.columns), rows: height(on: screen))
  }

  /// The columns of the titles; all of them on narrow screens, which show no paths.
  private func titleColumns(of rows: [Row], in columns: Int) -> Int {
    guard columns >= 56, !isPath else { return columns }
    return min(columns / 3, max(12, rows.lazy.map(\.title.columns).max() ?? 0))
  }

  private func draw(_ row: Row, titles: Int, on surface: Style.Surface, into line: inout Canvas) {
    let facts = row.facts(isBrief: line.size.columns < 56)
    let room = line.size.columns - facts.columns - (facts.isEmpty ? 0 : 2)
    let title = [Span(row.mark, .key), Span(row.title, row.isMissing ? .hint : .text)]
    line.write(title.truncated(to: min(titles + 2, room)), column: 0, row: 0, on: surface)
    if room > titles + 6 {
      line.write(
        row.path.truncated(to: room - titles - 4), column: titles + 4, row: 0, style: Style(.hint, on: surface))
    }
    line.writeTrailing(facts, endingAt: line.size.columns, row: 0, on: surface)
  }
}

extension WorkspacesScreen.Row {
  var isOpen: Bool { if case .open = place { true } else { false } }
  var isMissing: Bool { if case .recent(_, true) = place { true } else { false } }

  fileprivate var mark: String {
    switch place {
    case .open(_, true): "✓ "
    case .open: "• "
    case .recent, .typed, .folder: "  "
    }
  }

  /// The marks on the right.
  fileprivate func facts(isBrief: Bool) -> [Span] {
    var facts: [Span] = []
    if isMissing { facts.append(Span("missing", .warning)) }
    if let summary {
      if summary.asks { facts.append(Span(isBrief ? "?" : "asks", .warning)) }
      if summary.running > 0 { facts.append(Span(isBrief ? "↻\(summary.running)" : "↻ \(summary.running) running")) }
      if summary.unsaved > 0 {
        facts.append(Span(isBrief ? "●\(summary.unsaved)" : "● \(summary.unsaved) unsaved", .warning))
      }
    }
    if let requests, !isMissing {
      facts.append(Span(isBrief ? "\(requests)" : Formatting.count(requests, "request"), .hint))
    }
    return Array(facts.map { [$0] }.joined(separator: [Span(isBrief ? " " : "  ")]))
  }
}
