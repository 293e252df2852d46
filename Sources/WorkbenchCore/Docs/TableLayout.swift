/// A table as wide as its cells, but at most as wide as the screen; then long cells are wrapped.
struct TableLayout {
  private(set) var lines: [[Span]] = []

  private static let gap = " │ "

  init(_ header: [[Span]], _ rows: [[[Span]]], columns: Int) {
    let all = [header] + rows
    let natural = header.indices.map { column in all.map { $0[column].columns }.max() ?? 0 }
    let room = columns - Self.gap.columns * (header.count - 1)
    guard let widths = Self.widths(natural.map { max(1, $0) }, room: room) else {
      lines = Self.stacked(header, rows, columns: columns)
      return
    }
    lines = Self.row(header.map { $0.map { Span($0.text, Style(.label, bold: true)) } }, widths)
    lines.append([Span(widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─"), .border)])
    for row in rows { lines += Self.row(row, widths) }
  }

  /// Narrows the widest columns until all fit; `nil` if the columns become too narrow.
  private static func widths(_ natural: [Int], room: Int) -> [Int]? {
    let least = 6
    guard natural.reduce(0, +) > room else { return natural }
    guard natural.map({ min($0, least) }).reduce(0, +) <= room else { return nil }
    var limit = room
    while natural.map({ min($0, limit) }).reduce(0, +) > room { limit -= 1 }
    return natural.map { min($0, limit) }
  }

  private static func row(_ cells: [[Span]], _ widths: [Int]) -> [[Span]] {
    let wrapped = zip(cells, widths).map { SpanWrapping.lines(of: $0, columns: $1) }
    return (0..<(wrapped.map(\.count).max() ?? 1)).map { line in
      var spans: [Span] = []
      for (column, cell) in wrapped.enumerated() {
        if column > 0 { spans.append(Span(gap, .border)) }
        let part = cell[ifPresent: line] ?? []
        let padding = column < wrapped.count - 1 ? widths[column] - part.columns : 0
        spans += part + (padding > 0 ? [Span(String(repeating: " ", count: padding))] : [])
      }
      return spans
    }
  }

  /// A line for each cell.
  private static func stacked(_ header: [[Span]], _ rows: [[[Span]]], columns: Int) -> [[Span]] {
    var lines: [[Span]] = []
    for (index, row) in rows.enumerated() {
      if index > 0 { lines.append([]) }
      for (name, cell) in zip(header, row) {
        let label = name.map { Span($0.text, .label) } + [Span(": ", .label)]
        lines += SpanWrapping.lines(of: label + cell, columns: columns)
      }
    }
    return lines
  }
}
