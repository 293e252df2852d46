/// A clipped view of a frame. Positions are relative to its top left corner.
package struct Canvas: Sendable {
  package private(set) var frame: Frame
  /// The part of the frame this canvas covers.
  package private(set) var area: Rect

  package init(_ frame: Frame) {
    self.frame = frame
    area = Rect(frame.size)
  }

  package var size: Size { area.size }

  /// The terminal's cursor, relative to this canvas.
  package var cursor: Point? {
    get { frame.cursor.map { Point(column: $0.column - area.column, row: $0.row - area.row) } }
    set {
      let place = newValue.map { Point(column: $0.column + area.column, row: $0.row + area.row) }
      frame.cursor = place.flatMap { area.contains($0) ? $0 : nil }
    }
  }

  /// Records for the mouse that the whole canvas shows an open text field, from a column on.
  package mutating func showField(skipping columns: Int) { frame.field = ShownField(part: area, firstColumn: columns) }

  /// Drops the cursor and the field of the covered parts.
  package mutating func cover() { (frame.cursor, frame.field) = (nil, nil) }

  /// Draws inside `part`, relative to this canvas.
  package mutating func draw(in part: Rect, _ body: (inout Canvas) -> Void) {
    let whole = area
    area = Rect(
      column: part.column + whole.column, row: part.row + whole.row, columns: part.columns, rows: part.rows
    ).intersection(whole)
    // The corner of an empty part is meaningless.
    if !area.isEmpty { body(&self) }
    area = whole
  }

  /// Records that a click at this position has an effect.
  package mutating func markPlace(column: Int, row: Int, isMajor: Bool = false) {
    let point = Point(column: area.column + column, row: area.row + row)
    if frame.places != nil, area.contains(point) { frame.mark(Place(point: point, isMajor: isMajor)) }
  }

  /// Writes one line of text and returns the number of columns written. Stops at the right edge or after `limit`
  /// columns.
  ///
  /// Control characters show as visible marks, so that no text can move the cursor.
  @discardableResult
  package mutating func write(
    _ text: String, column: Int, row: Int, style: Style = Style(), limit: Int = .max
  ) -> Int {
    writeWhatFits(text, column: column, row: row, style: style, limit: limit).columns
  }

  /// Writes lines below each other.
  package mutating func write(
    lines: some Sequence<String>, column: Int, row: Int, style: Style = Style(), limit: Int = .max
  ) {
    for (offset, line) in lines.enumerated() {
      write(line, column: column, row: row + offset, style: style, limit: limit)
    }
  }

  private mutating func writeWhatFits(
    _ text: String, column: Int, row: Int, style: Style, limit: Int
  ) -> (columns: Int, isWhole: Bool) {
    guard row >= 0, row < area.rows else { return (0, false) }
    let end = min(area.columns, limit == .max ? .max : column + limit)
    if column >= 0, text.isPrintableASCII {
      let count = max(0, min(text.utf8.count, end - column))
      frame.put(
        ascii: text.utf8.prefix(count), style: style, column: area.column + column, row: area.row + row, count: count)
      return (count, count == text.utf8.count)
    }
    var place = column
    for glyph in Glyphs(text) {
      guard place + glyph.width <= end else { return (place - column, false) }
      if place >= 0 {
        let style = glyph.isMark ? Style(.mark, on: style.surface, bold: style.isBold) : style
        frame.put(glyph, style: style, column: area.column + place, row: area.row + row)
      }
      place += glyph.width
    }
    return (place - column, true)
  }

  /// Writes spans and returns the number of columns written.
  @discardableResult
  package mutating func write(
    _ spans: [Span], column: Int, row: Int, on surface: Style.Surface? = nil, limit: Int = .max
  ) -> Int {
    var used = 0
    for span in spans {
      let style = surface.map(span.style.on) ?? span.style
      let room = limit == .max ? .max : limit - used
      let written = writeWhatFits(span.text, column: column + used, row: row, style: style, limit: room)
      used += written.columns
      // A wide character that did not fit leaves an empty column, which later text must not fill.
      if !written.isWhole { break }
    }
    return used
  }

  /// Writes text that ends before `column` and returns the column it starts at.
  @discardableResult
  package mutating func writeTrailing(_ spans: [Span], endingAt column: Int, row: Int, on surface: Style.Surface? = nil)
    -> Int
  {
    let start = column - spans.reduce(0) { $0 + $1.text.columns }
    write(spans, column: start, row: row, on: surface)
    return start
  }

  /// Fills a part with a character of one column.
  package mutating func fill(_ part: Rect, _ style: Style = Style(), with text: Unicode.Scalar = " ") {
    let seen = part.intersection(Rect(size))
    guard !seen.isEmpty else { return }
    for row in seen.row..<(seen.row + seen.rows) {
      frame.put(
        CellText(text), style: style, column: area.column + seen.column, row: area.row + row, count: seen.columns)
    }
  }

  /// Draws a picture in half blocks. Reads pixels only for visible cells, by their position in `part`.
  ///
  /// - Parameter source: The picture itself, which capable terminals show instead unless a cell is clipped or covered.
  package mutating func drawPicture(
    in part: Rect, source: PictureSource? = nil, pixels: (_ column: Int, _ row: Int) -> PixelPair
  ) {
    let seen = part.intersection(Rect(size))
    guard !seen.isEmpty else { return }
    if let source, seen == part {
      let place = Rect(
        column: area.column + part.column, row: area.row + part.row, columns: part.columns, rows: part.rows)
      frame.place(PlacedPicture(source: source, part: place))
    }
    for row in seen.row..<(seen.row + seen.rows) {
      for column in seen.column..<(seen.column + seen.columns) {
        frame.put(
          pixels(column - part.column, row - part.row), column: area.column + column, row: area.row + row)
      }
    }
  }

  /// The columns for the title of a box, beside the text at the end of its border, which is left out if it is long.
  package static func titleColumns(of part: Rect, beside trailing: [Span]) -> Int {
    let room = part.columns - 4
    return room - 1 - (trailing.isEmpty || trailing.columns >= room / 2 ? 0 : trailing.columns + 3)
  }

  /// Draws a box with text in its top border.
  package mutating func box(_ part: Rect, title: [Span], trailing: [Span] = [], style: Style) {
    guard part.columns >= 2, part.rows >= 2 else { return }
    let right = part.column + part.columns - 1
    let bottom = part.row + part.rows - 1
    for row in [part.row, bottom] {
      fill(Rect(column: part.column + 1, row: row, columns: part.columns - 2, rows: 1), style, with: "─")
    }
    for column in [part.column, right] {
      fill(Rect(column: column, row: part.row + 1, columns: 1, rows: part.rows - 2), style, with: "│")
    }
    for (corner, column, row) in [
      ("╭", part.column, part.row), ("╮", right, part.row), ("╰", part.column, bottom), ("╯", right, bottom),
    ] {
      write(corner, column: column, row: row, style: style)
    }
    let room = part.columns - 4
    guard room > 0 else { return }
    let tail = trailing.columns < room / 2 ? trailing : []
    let text = title.truncated(to: Self.titleColumns(of: part, beside: tail))
    // Without a title the border has no gap.
    let used =
      text.columns == 0
      ? 0 : write([Span(" ", style)] + text + [Span(" ", style)], column: part.column + 1, row: part.row)
    if !tail.isEmpty, used + tail.columns + 2 <= room + 2 {
      writeTrailing([Span(" ", style)] + tail + [Span(" ", style)], endingAt: right, row: part.row)
    }
  }
}
