import TerminalUI

/// A place in rows of text.
struct TextPlace: Comparable, Sendable {
  var row: Int
  /// Columns from the start of the row.
  var column: Int

  static func < (a: TextPlace, b: TextPlace) -> Bool { (a.row, a.column) < (b.row, b.column) }
}

/// Text that is selected with the mouse, from the character under the first place to that under the last one.
package struct TextMark: Equatable, Sendable {
  private let start: TextPlace
  /// `nil` until the mouse has moved.
  private var end: TextPlace?

  init(at place: TextPlace) { start = place }

  var isEmpty: Bool { end == nil }

  mutating func extend(to place: TextPlace) { if end != nil || place != start { end = place } }

  /// The rows with selected text.
  var rows: ClosedRange<Int>? { end.map { min(start, $0).row...max(start, $0).row } }

  /// The selected columns of a row.
  func columns(ofRow row: Int) -> Range<Int>? {
    guard let end, let rows, rows.contains(row) else { return nil }
    let (first, last) = (min(start, end), max(start, end))
    let lower = row == first.row ? first.column : 0
    let upper = row == last.row ? last.column : .max - 1
    return lower..<max(lower, upper) + 1
  }
}

extension String {
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
