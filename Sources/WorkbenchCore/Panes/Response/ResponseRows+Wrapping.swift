import TerminalUI

// Rows cut into lines of a given width.
extension ResponseRows {
  /// Rows longer than this are cut by their bytes: what is not ASCII then leaves part of a line empty, and a line in the
  /// middle of a giant row costs no more than one at its start.
  private static let exactWidth = 1 << 13

  func lineCount(of row: Int, columns: Int) -> Int {
    let width = width(of: row)
    if width <= columns { return 1 }
    if width > Self.exactWidth { return (width + columns - 1) / columns }
    return self.row(row, columns: 0..<Self.exactWidth).wrapped(to: columns).count
  }

  /// Lines of a row from `first` on, at most `count`.
  func lines(
    of row: Int, from first: Int, count: Int, columns: Int, draw: (Range<Int>) -> [Span]
  ) -> [[Span]] {
    let width = width(of: row)
    if width > Self.exactWidth {
      let last = min(first + count, (width + columns - 1) / columns)
      return (first..<max(first, last)).map { draw($0 * columns..<($0 + 1) * columns) }
    }
    return Array(draw(0..<Self.exactWidth).wrapped(to: columns).dropFirst(first).prefix(count))
  }
}

extension [Span] {
  /// The line in lines of at most `columns` columns; no character is cut, and an empty line stays one.
  func wrapped(to columns: Int) -> [[Span]] {
    var lines: [[Span]] = [[]]
    var used = 0
    for span in self {
      var rest = Substring(span.text)
      while !rest.isEmpty {
        let piece = rest.prefix(columns: columns - used)
        if piece.isEmpty, used > 0 {
          lines.append([])
          used = 0
          continue
        }
        // A wide character in a single column: it stands alone rather than for ever.
        let taken = piece.isEmpty ? rest.prefix(1) : piece
        lines[lines.count - 1].append(Span(String(taken), span.style))
        used += taken.columns
        rest = rest[taken.endIndex...]
      }
    }
    return lines
  }
}
