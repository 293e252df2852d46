extension TextScreen {
  static func statistics(_ statistics: RequestStatistics, of title: String, _ clock: Clock, columns: Int) -> TextScreen
  {
    // Without the borders and the names.
    let rows = StatisticsLines.rows(statistics, clock, width: max(10, min(60, columns - 18)))
    let width = rows.map { $0[0].columns }.max() ?? 0
    let lines = rows.map { row in
      Span(row[0] + String(repeating: " ", count: width - row[0].columns + 2) + row[1])
    }
    return TextScreen(title: title, lines: lines)
  }
}
