extension GoToScreen {
  package func draw(into canvas: inout Canvas) {
    let (height, places) = (height(on: canvas.size), places(on: canvas.size))
    let (box, list) = (places.box, places.list)
    canvas.dialog(box, title: "Go to", trailing: [Span(summary(box.columns), .hint)])
    canvas.draw(in: places.field) { FilterField.draw("", editor, isOpen: true, status: status, into: &$0) }
    if rows.isEmpty {
      canvas.write("No matches", column: list.column, row: list.row, style: Style(.hint), limit: list.columns)
    }
    let words = query.words
    let part = Rect(column: list.column, row: list.row, columns: list.columns, rows: height)
    canvas.draw(window, of: rows.count, in: part) { index, surface, line in
      draw(rows[index], words, on: surface, into: &line)
    }
  }

  func places(on screen: Size) -> ListBox {
    ListBox(on: screen, columns: min(120, screen.columns), rows: height(on: screen))
  }

  /// The signs that narrow the list.
  private func summary(_ columns: Int) -> String {
    columns < 100 ? "> @ # /" : GoToKind.allCases.map { "\($0.rawValue) \($0.title)" }.joined(separator: "  ")
  }

  private var status: [Span] {
    guard !editor.text.isEmpty else { return [] }
    return [Span(query.kind.map { $0.title + " · " } ?? "", .hint), Span(Formatting.number(total), .hint)]
  }

  private func draw(_ row: Row, _ words: [[UInt8]], on surface: Style.Surface, into line: inout Canvas) {
    let cells = cells(of: row)
    let width = line.size.columns
    var room = width - Self.signColumns
    if !cells.detail.isEmpty {
      let detail = cells.detail.truncated(to: min(width / 2, max(0, room - 8)))
      line.writeTrailing([Span(detail, .hint)], endingAt: width, row: 0, on: surface)
      room -= detail.columns + 1
    }
    line.write(cells.sign.text.padded(to: Self.signColumns), column: 0, row: 0, style: cells.sign.style.on(surface))
    let hasPath = !cells.path.isEmpty && room > 24
    let titleRoom = hasPath ? max(room / 2, room - cells.path.columns - 2) : room
    let title = Self.marked(cells.title, words, Style(cells.isUsable ? .text : .hint))
    let used = line.write(title.truncated(to: titleRoom), column: Self.signColumns, row: 0, on: surface)
    guard hasPath else { return }
    let column = Self.signColumns + used + 2
    let path = Self.marked(cells.path, words, Style(.hint))
    line.write(path.truncated(to: room - used - 2), column: column, row: 0, on: surface)
  }

  private static let signColumns = 6

  private struct Cells {
    var sign: Span
    var title: String
    var path = ""
    var detail = ""
    var isUsable = true
  }

  private func cells(of row: Row) -> Cells {
    switch row {
    case .node(let index): return cells(of: nodes[index])
    case .item(let index):
      let item = items[index]
      let detail = item.whyUnavailable ?? item.detail
      if case .environment = item.target {
        return Cells(sign: Span("env", .variable), title: item.title, detail: detail)
      }
      return Cells(sign: Span(">", .key), title: item.title, detail: detail, isUsable: item.whyUnavailable == nil)
    case .exchange(let index):
      let exchange = exchanges[index]
      let (text, role) = exchange.result.label
      return Cells(
        sign: Span("#" + text, role), title: exchange.method + " " + exchange.url, path: exchange.name,
        detail: clock.text(exchange.startedAt, now: now))
    }
  }

  private func cells(of node: CollectionNode) -> Cells {
    let sign: Span =
      switch node.kind {
      case .folder: Span("▸", .label)
      case .request(let method, _): Span(method.shortMethod, .method(method))
      case .broken: Span("!", .error)
      }
    // A path that is the title says nothing more.
    let path = node.shownPath
    return Cells(sign: sign, title: node.title, path: path == node.title ? "" : path)
  }

  /// Highlights the typed letters.
  private static func marked(_ text: String, _ words: [[UInt8]], _ style: Style) -> [Span] {
    let span = Span(text, style)
    let name = Array(text.lowercased().utf8)
    // Another spelling in lower case has its letters elsewhere.
    guard !words.isEmpty, name.count == text.utf8.count else { return [span] }
    let places = words.flatMap { LetterMatch.places(of: $0, in: name) }
    return span.marking(places.sorted { $0.lowerBound < $1.lowerBound }, from: 0)
  }
}
