/// Finds the column for a short label beside a text, so that the label hides no letter of it.
struct LabelPlace {
  private enum Kind { case blank, line, text }

  /// The cells of one row.
  private let cells: [Kind]
  private let length: Int

  /// - Parameter length: The columns of the label.
  init(row: Int, of frame: Frame, length: Int) {
    self.length = length
    cells = (0..<frame.size.columns).map { column in
      let cell = frame[column, row]
      guard cell.pixels == nil, cell.width == 1 else { return .text }
      switch cell.characters.value(at: 0) {
      case 0x20: return .blank
      // Box Drawing.
      case 0x2500...0x257F: return .line
      default: return .text
      }
    }
  }

  /// The column for the label of what begins at `start`: before the text, behind it, or on the line around it. Where
  /// nothing is free, it covers the end.
  func column(for start: Int) -> Int {
    let end = cells[start...].firstIndex(of: .line) ?? cells.count
    guard let text = cells[start..<end].firstIndex(of: .text) else { return max(0, min(start, cells.count - length)) }
    if isFree(text - length - 2, count: length + 2) { return text - length - 1 }
    if isFree(text - length, count: length) { return text - length }
    if let gap = (text..<end).first(where: { isFree($0, count: length + 2) }) { return gap + 1 }
    if let gap = (text..<end).first(where: { isFree($0, count: length) && isFree($0, until: end) }) {
      return gap + 1 + length <= end ? gap + 1 : gap
    }
    if isFree(text - length, count: length, withLines: true) { return text - length }
    if isFree(end, count: length, withLines: true) { return end }
    return max(text, end - length)
  }

  private func isFree(_ start: Int, count: Int, withLines: Bool = false) -> Bool {
    guard start >= 0, start + count <= cells.count else { return false }
    return cells[start..<start + count].allSatisfy { $0 == .blank || withLines && $0 == .line }
  }

  /// Whether nothing follows up to `end`.
  private func isFree(_ start: Int, until end: Int) -> Bool { cells[start..<end].allSatisfy { $0 == .blank } }
}
