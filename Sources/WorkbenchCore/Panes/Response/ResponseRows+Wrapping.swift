// Wrapping of rows to a given width.
extension ResponseRows {
  /// Longer rows are cut by bytes, so that a line in the middle of a giant row costs no more than its first one.
  /// Non-ASCII text then leaves part of a line empty.
  private static let exactWidth = 1 << 13

  func lineCount(of row: Int, columns: Int) -> Int {
    let width = width(of: row)
    if width <= columns { return 1 }
    if width > Self.exactWidth { return (width + columns - 1) / columns }
    return self.row(row, columns: 0..<Self.exactWidth).wrapped(to: columns, keepsBytes: isHex(row)).count
  }

  /// The column of a row at which one of its lines begins.
  func firstColumn(ofLine line: Int, of row: Int, columns: Int) -> Int {
    if line == 0 { return 0 }
    if width(of: row) > Self.exactWidth { return line * columns }
    let lines = self.row(row, columns: 0..<Self.exactWidth).wrapped(to: columns, keepsBytes: isHex(row))
    return lines.prefix(line).reduce(0) { $0 + $1.columns }
  }

  /// At most `count` lines of a row, starting with `first`.
  func lines(
    of row: Int, from first: Int, count: Int, columns: Int, draw: (Range<Int>) -> [Span]
  ) -> [[Span]] {
    let width = width(of: row)
    if width > Self.exactWidth {
      let last = min(first + count, (width + columns - 1) / columns)
      return (first..<max(first, last)).map { draw($0 * columns..<($0 + 1) * columns) }
    }
    return Array(draw(0..<Self.exactWidth).wrapped(to: columns, keepsBytes: isHex(row)).dropFirst(first).prefix(count))
  }
}

extension [Span] {
  /// Wraps the line to at most `columns` columns without cutting characters. An empty line stays one line.
  ///
  /// - Parameter keepsBytes: Whether the two digits of a byte in hexadecimal stay together.
  func wrapped(to columns: Int, keepsBytes: Bool = false) -> [[Span]] {
    var lines: [[Span]] = [[]]
    var used = 0
    for span in self {
      var rest = Substring(span.text)
      while !rest.isEmpty {
        var piece = rest.prefix(columns: columns - used)
        let next = rest[piece.endIndex...].first
        if keepsBytes, piece.last?.isHexDigit == true, next?.isHexDigit == true { piece = piece.dropLast() }
        if piece.isEmpty, used > 0 {
          lines.append([])
          used = 0
          continue
        }
        // Always take one character, even if it is wider than the line, so that the loop ends.
        let taken = piece.isEmpty ? rest.prefix(1) : piece
        lines[lines.count - 1].append(Span(String(taken), span.style))
        used += taken.columns
        rest = rest[taken.endIndex...]
      }
    }
    return lines
  }
}
