// The detail below the list: the checks of the selected result.
extension RunPane {
  /// Shows the request of the selected result, its problem, and all checks, failed ones first.
  func drawDetail(into canvas: inout Canvas, _ keys: KeyMap) {
    guard let selected, let result = selected.result, result.lineCount > 0, canvas.size.rows > 1 else { return }
    let width = canvas.size.columns
    canvas.fill(Rect(column: 0, row: 0, columns: width, rows: 1), Style(.border), with: "─")
    canvas.write(
      " \(selected.request.address.path.visibleLine) ".truncated(to: width - 2), column: 2, row: 0,
      style: Style(.label))
    let room = canvas.size.rows - 1
    for (row, line) in result.lines(columns: width, rows: room, keys).enumerated() {
      canvas.write(line.truncated(to: width), column: 0, row: row + 1)
    }
  }
}

extension RunRow {
  /// The problem and the checks. Texts of failures are wrapped if there is room for all of them.
  fileprivate func lines(columns: Int, rows: Int, _ keys: KeyMap) -> [[Span]] {
    let whole = lines { $0.wrapped(to: columns - 2) }
    if whole.count <= rows { return whole }
    let short = lines { [$0] }
    if short.count <= rows { return short }
    if rows < 2 { return Array(short.prefix(rows)) }
    let rest = short.count - (rows - 1)
    return short.prefix(rows - 1) + [[Span("  … and \(rest) more: \(keys.name(of: "run.read")) shows them", .hint)]]
  }

  private func lines(_ wrap: (String) -> [String]) -> [[Span]] {
    let problems = (problem.map(wrap) ?? []).map { [Span($0, .error)] }
    return problems + checks.flatMap { check in Self.lines(of: check, wrap) }
  }

  private static func lines(of check: LogEvent.Check, _ wrap: (String) -> [String]) -> [[Span]] {
    if check.isSkipped { return [[Span("- ", .hint), Span(check.name.visibleLine)]] }
    if check.isPassed { return [[Span("✓ ", .success), Span(check.name.visibleLine)]] }
    let text = check.name + (check.detail.isEmpty ? "" : ": \(check.detail)")
    return wrap(text.visibleLine).enumerated().map { index, line in
      [Span(index == 0 ? "✗ " : "  ", .error), Span(line, .error)]
    }
  }
}
