/// A place in rows of text.
struct TextPlace: Comparable, Sendable {
  var row: Int
  /// Columns from the start of the row.
  var column: Int

  static func < (a: TextPlace, b: TextPlace) -> Bool { (a.row, a.column) < (b.row, b.column) }
}

/// Text that is selected with the mouse, from the character under the first place to that under the last one.
package struct TextMark: Equatable, Sendable {
  private var start: TextPlace
  /// `nil` until the mouse has moved.
  private var end: TextPlace?

  init(at place: TextPlace) { start = place }

  /// Selects what a double or triple click at a place selects.
  ///
  /// - Parameters:
  ///   - text: The text of the row.
  ///   - rows: The rows of the line.
  init(at place: TextPlace, clicks: Int, text: String, line rows: ClosedRange<Int>) {
    self.init(at: place)
    if clicks == 2, let word = text.word(atColumn: place.column) {
      start.column = word.lowerBound
      end = TextPlace(row: place.row, column: word.upperBound - 1)
    }
    if clicks > 2 {
      start = TextPlace(row: rows.lowerBound, column: 0)
      end = TextPlace(row: rows.upperBound, column: .max - 1)
    }
  }

  var isEmpty: Bool { end == nil }

  mutating func extend(to place: TextPlace) { if end != nil || place != start { end = place } }

  var rows: ClosedRange<Int>? { end.map { min(start, $0).row...max(start, $0).row } }

  func columns(ofRow row: Int) -> Range<Int>? {
    guard let end, let rows, rows.contains(row) else { return nil }
    let (first, last) = (min(start, end), max(start, end))
    let lower = row == first.row ? first.column : 0
    let upper = row == last.row ? last.column : .max - 1
    return lower..<max(lower, upper) + 1
  }
}

extension String {
  /// The columns of the word at a column: a name, a number or a URL. Other characters are words of their own; `nil`
  /// behind the end.
  func word(atColumn column: Int) -> Range<Int>? {
    let characters = Array(self)
    func width(_ range: Range<Int>) -> Int { characters[range].reduce(0) { $0 + String($1).columns } }
    var (index, left) = (0, 0)
    while index < characters.count, left + width(index..<index + 1) <= column {
      left += width(index..<index + 1)
      index += 1
    }
    guard index < characters.count else { return nil }
    guard characters[index].isInWord else { return left..<left + max(1, width(index..<index + 1)) }
    let first = characters[..<index].lastIndex { !$0.isInWord }.map { $0 + 1 } ?? 0
    var end = characters[index...].firstIndex { !$0.isInWord } ?? characters.count
    // A full stop or colon at the end belongs to the sentence.
    while end - 1 > index, ".:?!".contains(characters[end - 1]) { end -= 1 }
    let start = left - width(first..<index)
    return start..<start + width(first..<end)
  }

  /// The characters of a line that are at least partly in some of its columns.
  func part(columns: Range<Int>) -> Substring {
    let head = self[...].prefix(columns: columns.lowerBound)
    let rest = self[head.endIndex...]
    let count = columns.upperBound - head.columns
    // No character takes more columns than bytes.
    if count >= rest.utf8.count { return rest }
    let whole = rest.prefix(columns: count)
    guard whole.columns < count, whole.endIndex < rest.endIndex else { return whole }
    return rest[...whole.endIndex]
  }
}

extension Character {
  fileprivate var isInWord: Bool { isLetter || isNumber || "-_./:?&=%@#~+!".contains(self) }
}

extension Canvas {
  /// Draws the selected part of a line over it.
  ///
  /// - Parameters:
  ///   - mark: The selected columns.
  ///   - first: The column of the line that is shown at `column`.
  mutating func write(_ mark: Range<Int>, of line: [Span], from first: Int = 0, column: Int, row: Int) {
    let (lower, upper) = (max(0, mark.lowerBound - first), mark.upperBound - first)
    guard upper > lower else { return }
    let text = line.map(\.text).joined()
    let start = text[...].prefix(columns: lower).columns
    let width = text.part(columns: lower..<upper).columns
    guard width > 0 else { return }
    write(line.dropping(columns: start), column: column + start, row: row, on: .selection, limit: width)
  }
}
