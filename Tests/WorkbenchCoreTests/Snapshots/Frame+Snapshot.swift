import TerminalUI

extension Frame {
  /// The whole screen as text: first its characters, then the styles of each row as runs of columns.
  ///
  /// A row of plain text has no line among the styles. A style is its role, then its surface, `bold` and `underlined`
  /// where they differ from the default: `12 title.bar.bold` means twelve columns.
  var snapshot: String {
    var lines = ["\(size.columns)×\(size.rows) \(title)"]
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { "|\($0)" }
    if let cursor { lines.append("cursor \(cursor.column),\(cursor.row)") }
    lines += pictures.map { "picture \($0.part.column),\($0.part.row) \($0.part.columns)×\($0.part.rows)" }
    return (lines + styleLines).joined(separator: "\n") + "\n"
  }

  /// Neighbouring rows of the same styles share a line.
  private var styleLines: [String] {
    var groups: [(rows: ClosedRange<Int>, styles: String)] = []
    for row in 0..<size.rows {
      let styles = styleRuns(row: row).map { "\($0.count) \($0.name)" }.joined(separator: ", ")
      if let last = groups.last, last.styles == styles {
        groups[groups.count - 1].rows = last.rows.lowerBound...row
      } else {
        groups.append((row...row, styles))
      }
    }
    return groups.filter { !$0.styles.isEmpty }.map { group in
      let (first, last) = (group.rows.lowerBound, group.rows.upperBound)
      return (first == last ? "\(first)" : "\(first)–\(last)") + ": " + group.styles
    }
  }

  private func styleRuns(row: Int) -> [(name: String, count: Int)] {
    var runs: [(name: String, count: Int)] = []
    var last: Cell?
    for cell in cells[row * size.columns..<(row + 1) * size.columns] {
      defer { last = cell }
      // Most cells are styled as the one before them. Names take much longer to make than styles to compare.
      if let last, last.style == cell.style, last.pixels == nil, cell.pixels == nil {
        runs[runs.count - 1].count += 1
        continue
      }
      let name = cell.styleName
      if runs.last?.name == name { runs[runs.count - 1].count += 1 } else { runs.append((name, 1)) }
    }
    if runs.last?.name == "text" { runs.removeLast() }
    return runs
  }
}

extension Cell {
  fileprivate var styleName: String {
    if let pixels { return "\(pixels.top.hex)/\(pixels.bottom.hex)" }
    var name = "\(style.role)"
    if style.surface != .plain { name += ".\(style.surface)" }
    if style.isBold { name += ".bold" }
    if style.isUnderlined { name += ".underlined" }
    return name
  }
}

extension RGB {
  fileprivate var hex: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
