// A screen that is read aloud or felt in braille: text without lines around it, the cursor where the keys go.
extension Frame {
  /// The frame for a screen reader.
  ///
  /// Lines and bars become blanks, and symbols become words or ASCII characters. The cursor is on the selected row, unless
  /// a text field has it: a reader follows the cursor and says its row.
  package var plain: Frame {
    var frame = self
    frame.cursor = cursor ?? selectionPoint ?? firstText
    frame.markFolders()
    frame.markTabs()
    frame.removeHeadingMarks()
    return frame.spelled(Self.words).replacingCharacters { Self.drawing.contains($0) ? " " : Self.symbols[$0] }
  }

  /// Where the selected row of the focused list begins.
  private var selectionPoint: Point? { point { $0.style.surface == .selected } }

  private var firstText: Point? {
    point { $0.style.surface != .bar && $0.text != " " && !Self.drawing.contains($0.text) && $0.pixels == nil }
      ?? (cells.isEmpty ? nil : Point(column: 0, row: 0))
  }

  private func point(of isMeant: (Cell) -> Bool) -> Point? {
    guard let first = cells.firstIndex(where: isMeant) else { return nil }
    let (column, row) = (first % size.columns, first / size.columns)
    // Indentation is of no interest.
    let text = (column..<size.columns).first { self[$0, row].text != " " && isMeant(self[$0, row]) }
    return Point(column: text ?? column, row: row)
  }

  /// A triangle that begins a row folds it; elsewhere it separates names.
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

  /// Puts brackets around the selected tab, which is underlined otherwise.
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

  /// Whether something in the row is written like the other tabs. A heading is underlined, too.
  private func hasOtherTabs(_ row: Int) -> Bool {
    (0..<size.columns).contains { self[$0, row].style == Style(.label) && self[$0, row].text != " " }
  }

  private func isTab(_ column: Int, _ row: Int) -> Bool {
    let style = self[column, row].style
    return style.role == .title && style.isUnderlined && style.isBold
  }

  /// Removes the mark that heads the marks of a table's rows.
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
