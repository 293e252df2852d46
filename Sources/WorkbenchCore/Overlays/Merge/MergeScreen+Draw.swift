extension MergeScreen {
  private static func box(_ screen: Size) -> Rect { Rect(screen).centered(Size(columns: 160, rows: screen.rows - 2)) }

  func columns(on screen: Size) -> Int { max(10, Self.box(screen).columns - 4) }

  /// The lines of the list, below its head.
  func height(on screen: Size) -> Int { max(1, Self.box(screen).rows - 2 - head(columns(on: screen)).count) }

  /// The place of the lines.
  func list(on screen: Size) -> Rect {
    Self.box(screen).inset(columns: 2, rows: 1).splitTop(head(columns(on: screen)).count).rest
  }

  package func draw(into canvas: inout Canvas) {
    let box = Self.box(canvas.size)
    canvas.dialog(box, title: title, trailing: trailing)
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      let head = head(canvas.size.columns)
      let lines = lines(columns: canvas.size.columns)
      for (row, line) in head.enumerated() { canvas.write(line, column: 0, row: row) }
      let shown = lines.dropFirst(first).prefix(max(0, canvas.size.rows - head.count))
      for (row, line) in shown.enumerated() {
        if line.row == selected, line.isFirst {
          canvas.fill(
            Rect(column: 0, row: head.count + row, columns: canvas.size.columns, rows: 1), Style(on: .selected))
        }
        canvas.write(
          line.spans, column: 0, row: head.count + row, on: line.row == selected && line.isFirst ? .selected : nil)
      }
    }
  }

  private var trailing: [Span] {
    choices.isEmpty
      ? [Span("no conflicts", .success)]
      : undecided == 0 ? [Span("all decided", .success)] : [Span("\(undecided) to decide", .warning)]
  }

  // MARK: Lines

  /// Below this width the versions are shown one below the other.
  private static let wide = 90

  private func head(_ columns: Int) -> [[Span]] {
    guard columns >= Self.wide else {
      return [[Span("o mine: \(mine)  t theirs: \(theirs)".truncated(to: columns), .hint)]]
    }
    let widths = Self.widths(columns)
    let titles = ["Field", "Mine: \(mine)", "Theirs: \(theirs)", "Merged"]
    return [
      zip(titles, widths).map { Span($0.truncated(to: $1 - 1).padded(to: $1), Style(.label, bold: true)) }
    ]
  }

  private static func widths(_ columns: Int) -> [Int] {
    let label = min(32, columns / 4)
    let cell = (columns - label) / 3
    return [label, cell, cell, columns - label - 2 * cell]
  }

  func lines(columns: Int) -> [RowLine] {
    versions.rows.indices.flatMap { index in
      let lines = columns >= Self.wide ? wideLines(index, columns) : narrowLines(index, columns)
      return lines.enumerated().map { RowLine(row: index, isFirst: $0 == 0, spans: $1) }
    }
  }

  /// The maximum number of lines of a value.
  private static let lineLimit = 8

  private static func wrapped(_ text: String?, _ columns: Int) -> [String] {
    guard let text else { return ["—"] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      line.isEmpty ? [""] : String(line).wrapped(to: max(4, columns))
    }
    guard lines.count > lineLimit else { return lines }
    return lines.prefix(lineLimit - 1) + ["… \(lines.count - lineLimit + 1) more lines"]
  }

  private func wideLines(_ index: Int, _ columns: Int) -> [[Span]] {
    let row = versions.rows[index]
    let widths = Self.widths(columns)
    let side = side(of: row)
    let label = Self.wrapped(Self.mark(of: row, side) + row.label, widths[0] - 2)
    let cells: [(lines: [String], style: Style)] = [
      (label, Style(Self.isConflict(row) && side == nil ? .error : .text, bold: Self.isConflict(row))),
      (Self.wrapped(row.mine, widths[1] - 2), Style(side == .ours ? .success : .text)),
      (Self.wrapped(row.theirs, widths[2] - 2), Style(side == .theirs ? .success : .text)),
      (Self.wrapped(result(of: row, side), widths[3] - 1), Style(side == nil ? .warning : .text)),
    ]
    let height = cells.map(\.lines.count).max() ?? 1
    return (0..<height).map { line in
      zip(cells, widths).map { cell, width in
        let text = line < cell.lines.count ? cell.lines[line] : ""
        return Span(text.truncated(to: width - 1).padded(to: width), cell.style)
      }
    }
  }

  private func narrowLines(_ index: Int, _ columns: Int) -> [[Span]] {
    let row = versions.rows[index]
    let side = side(of: row)
    let head = [
      Span(
        (Self.mark(of: row, side) + row.label).truncated(to: columns),
        Style(Self.isConflict(row) && side == nil ? .error : .text, bold: Self.isConflict(row)))
    ]
    let versions: [(String, String?, MergeSide)] =
      [("mine", row.mine, .ours), ("theirs", row.theirs, .theirs)]
      + (Self.isConflict(row) && knowsBase ? [("before", row.base, .base)] : [])
    return [head]
      + versions.flatMap { name, text, own -> [[Span]] in
        let style = Style(side == own ? .success : .text)
        return Self.wrapped(text, columns - 9).enumerated().map { line, text in
          let prefix = line == 0 ? (side == own ? "✓ " : "  ") + name : ""
          return [Span(prefix.padded(to: 9), .label), Span(text, style)]
        }
      }
  }

  private static func isConflict(_ row: ThreeVersions.Row) -> Bool {
    if case .conflict = row.kind { true } else { false }
  }

  /// `!` marks an open conflict, `✓` a decided one, a dot an automatic merge.
  private static func mark(of row: ThreeVersions.Row, _ side: MergeSide?) -> String {
    isConflict(row) ? (side == nil ? "! " : "✓ ") : "· "
  }

  private func result(of row: ThreeVersions.Row, _ side: MergeSide?) -> String? {
    switch side {
    case nil: "o mine, t theirs" + (knowsBase ? ", b before" : "")
    case .ours?: row.mine
    case .theirs?: row.theirs
    case .base?: row.base
    }
  }
}
