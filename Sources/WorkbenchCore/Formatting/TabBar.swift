import TerminalUI

/// A line of tab titles. The selected one is recognizable without colour.
enum TabBar {
  static func draw(_ titles: [(title: String, badge: String)], selected: Int, into canvas: inout Canvas) {
    let width = titles.reduce(0) { $0 + $1.title.columns + $1.badge.columns + ($1.badge.isEmpty ? 2 : 3) }
    // If not all fit, drop titles before the selected one.
    let first = width > canvas.size.columns ? max(0, selected - 1) : 0
    var column = first > 0 ? canvas.write("‹ ", column: 0, row: 0, style: Style(.hint)) : 0
    for (index, item) in titles.enumerated().dropFirst(first) {
      let isSelected = index == selected
      let style = isSelected ? Style(.title, bold: true, underlined: true) : Style(.label)
      let badge = item.badge.isEmpty ? "" : " " + item.badge
      guard column + item.title.columns + badge.columns <= canvas.size.columns else {
        canvas.write("›", column: canvas.size.columns - 1, row: 0, style: Style(.hint))
        return
      }
      canvas.markPlace(column: column, row: 0, isMajor: true)
      column += canvas.write(item.title, column: column, row: 0, style: style)
      column += canvas.write(badge, column: column, row: 0, style: Style(.hint))
      column += 2
    }
  }

  /// The index of the title at `column`, if all titles fit.
  static func hit(_ column: Int, titles: [(title: String, badge: String)]) -> Int? {
    var start = 0
    for (index, item) in titles.enumerated() {
      let end = start + item.title.columns + (item.badge.isEmpty ? 0 : item.badge.columns + 1)
      if (start..<end).contains(column) { return index }
      start = end + 2
    }
    return nil
  }
}
