// A screen for speech or braille output: text without lines around it, and the cursor at the focus.
extension Frame {
  /// The frame for a screen reader.
  ///
  /// Lines and bars become blanks, and symbols become words or ASCII characters. The cursor is on the selected row,
  /// unless a text field has it: screen readers follow the cursor and read its row.
  package var plain: Frame {
    var frame = self
    frame.cursor = cursor ?? selectionPoint ?? firstText
    frame.markFolders()
    frame.markTabs()
    frame.removeHeadingMarks()
    return frame.spelled(Self.words).replacingCharacters { Self.drawing.contains($0) ? " " : Self.symbols[$0] }
  }

  /// The start of the selected row in the focused list.
  private var selectionPoint: Point? { point { $0.style.surface == .selected } }

  private var firstText: Point? {
    point { $0.style.surface != .bar && $0.text != " " && !Self.drawing.contains($0.text) && $0.pixels == nil }
      ?? (cells.isEmpty ? nil : Point(column: 0, row: 0))
  }

  private func point(of isMeant: (Cell) -> Bool) -> Point? {
    guard let first = cells.firstIndex(where: isMeant) else { return nil }
    let (column, row) = (first % size.columns, first / size.columns)
    // Skip the indentation.
    let text = (column..<size.columns).first { self[$0, row].text != " " && isMeant(self[$0, row]) }
    return Point(column: text ?? column, row: row)
  }

  /// Marks foldable rows. A triangle at the beginning of a row shows its fold; elsewhere it separates names.
  private mutating func markFolders() {
    for row in 0..<size.rows {
      let start = (0..<size.columns).first {
        self[$0, row].text != " " && !Self.drawing.contains(self[$0, row].text)
      }
      guard let start else { continue }
      if let mark = ["▾": "-", "▸": "+"][self[start, row].text] {
        self[start, row] = Cell(mark, style: self[start, row].style)
      }
    }
  }

  /// Puts brackets around the selected tab, which is otherwise only underlined.
  private mutating func markTabs() {
    for row in 0..<size.rows where hasOtherTabs(row) {
      for column in 0..<size.columns where isTab(column, row) {
        if column > 0, !isTab(column - 1, row) { bracket("[", column - 1, row) }
        if column + 1 < size.columns, !isTab(column + 1, row) { bracket("]", column + 1, row) }
      }
    }
  }

  private mutating func bracket(_ text: String, _ column: Int, _ row: Int) {
    if self[column, row].text == " " { self[column, row] = Cell(text, style: self[column, row].style) }
  }

  /// Whether other text in the row has the style of an unselected tab. Headings are underlined, too.
  private func hasOtherTabs(_ row: Int) -> Bool {
    (0..<size.columns).contains { self[$0, row].style == Style(.label) && self[$0, row].text != " " }
  }

  private func isTab(_ column: Int, _ row: Int) -> Bool {
    let style = self[column, row].style
    return style.role == .title && style.isUnderlined && style.isBold
  }

  /// Removes the mark in the heading of a table's marks.
  private mutating func removeHeadingMarks() {
    for index in cells.indices where cells[index].text == "✓" && cells[index].style.role == .label {
      self[index % size.columns, index / size.columns] = .blank
    }
  }

  private static let drawing = Set("╭╮╰╯┌┐└┘├┤┬┴┼─━═│┃║┆┊╌┄█▓▒░▉▊▋▌▍▎▏▐▀▄▁▂▃▅▆▇■".map(String.init))
  private static let words: [String: String] = [
    "⏎": "Enter", "⌫": "Backspace", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "…": "...", "✓": "yes",
    "✗": "no",
  ]
  private static let symbols: [String: String] = [
    "▾": "-", "▸": ">", "●": "*", "○": "-", "‹": "<", "›": ">", "·": ",", "•": "-", "–": "-", "—": "-", "×": "x",
  ]
}
