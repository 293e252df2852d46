/// A line of tab titles. The selected one is recognizable without colour.
enum TabBar {
  typealias Title = (title: String, badge: String)

  static func draw(_ titles: [Title], selected: Int, into canvas: inout Canvas) {
    let shown = layOut(titles, selected: selected, columns: canvas.size.columns)
    if let first = shown.first, first.index > 0 { canvas.write("‹ ", column: 0, row: 0, style: Style(.hint)) }
    for (index, columns) in shown {
      let item = titles[index]
      let isSelected = index == selected
      let style = isSelected ? Style(.title, bold: true, underlined: true) : Style(.label)
      canvas.markPlace(column: columns.lowerBound, row: 0, isMajor: true)
      let used = canvas.write(item.title, column: columns.lowerBound, row: 0, style: style)
      canvas.write(badge(item), column: columns.lowerBound + used, row: 0, style: Style(.hint))
    }
    let next = shown.last.map { $0.index + 1 } ?? 0
    if next < titles.count { canvas.write("›", column: canvas.size.columns - 1, row: 0, style: Style(.hint)) }
  }

  private static func badge(_ item: Title) -> String { item.badge.isEmpty ? "" : " " + item.badge }

  private typealias Placed = (index: Int, columns: Range<Int>)

  /// The titles that fit, with their columns. If not all fit, those before the selected one are dropped.
  private static func layOut(_ titles: [Title], selected: Int, columns: Int) -> [Placed] {
    let widths = titles.map { $0.title.columns + badge($0).columns }
    let isCut = widths.reduce(-2) { $0 + $1 + 2 } > columns
    guard isCut, selected > 0 else { return place(widths, from: 0, columns) }
    let shown = place(widths, from: selected - 1, columns)
    return shown.contains { $0.index == selected } ? shown : place(widths, from: selected, columns)
  }

  /// Leaves room for the arrow if more titles follow.
  private static func place(_ widths: [Int], from first: Int, _ columns: Int) -> [Placed] {
    var start = first > 0 ? 2 : 0
    var shown: [Placed] = []
    for index in widths.indices.dropFirst(first) {
      let room = index == widths.count - 1 ? columns : columns - 2
      guard start + widths[index] <= room || shown.isEmpty else { break }
      shown.append((index, start..<start + widths[index]))
      start += widths[index] + 2
    }
    return shown
  }

  /// The index of the title at `column`, or of the hidden one that an arrow at either end leads to.
  static func hit(_ column: Int, _ titles: [Title], selected: Int, columns: Int) -> Int? {
    let shown = layOut(titles, selected: selected, columns: columns)
    if let hit = shown.first(where: { $0.columns.contains(column) }) { return hit.index }
    guard let first = shown.first?.index, let last = shown.last?.index else { return nil }
    if first > 0, column == 0 { return first - 1 }
    return last + 1 < titles.count && column == columns - 1 ? last + 1 : nil
  }
}
