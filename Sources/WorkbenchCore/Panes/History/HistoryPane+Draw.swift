extension HistoryPane {
  package func draw(into canvas: inout Canvas, in context: PaneContext) {
    let (workspace, isFocused) = (context.workspace, context.isFocused)
    canvas.pane(
      [Span("History", Style(.title, bold: isFocused))],
      trailing: [Span(trailing(columns: canvas.size.columns / 2 - 4), .hint)], isFocused: isFocused)
    var inside = FilterField.draw(filter, above: Rect(canvas.size).inset(columns: 1, rows: 1), into: &canvas)
    for hint in filterHints(columns: inside.columns) {
      let (line, rest) = inside.splitTop(1)
      canvas.draw(in: line) { $0.write([hint].truncated(to: $0.size.columns), column: 0, row: 0) }
      inside = rest
    }
    canvas.draw(in: inside) { drawRows(into: &$0, workspace, isFocused) }
  }

  private func drawRows(into canvas: inout Canvas, _ workspace: Workspace, _ isFocused: Bool) {
    if let problem {
      let lines = problem.sentence.wrapped(to: canvas.size.columns - 1)
      return canvas.write(lines: lines, column: 0, row: 0, style: Style(.error))
    }
    guard !entries.isEmpty else {
      let send = workspace.keys.name(of: "request.send")
      let hint = query.isEmpty ? "Nothing sent yet: \(send) sends a request" : "No matches: Esc clears the filter"
      let lines = hint.wrapped(to: max(1, canvas.size.columns - 1))
      return canvas.write(lines: lines, column: 1, row: 0, style: Style(.hint))
    }
    canvas.drawRows(window, of: entries.count, selected: window.selected, isFocused: isFocused) {
      index, surface, line in
      draw(entries[index], on: surface, into: &line, workspace)
    }
  }

  /// The least columns for the name or URL beside the time.
  private static let leastPlace = 6

  /// The column of the name or URL, after the result and the method. A run has no method.
  static func placeColumn(of entry: ExchangeSummary) -> Int { entry.run == nil ? 9 : 5 }

  /// The title of a run that fits, the name of a request, or its URL.
  static func placeText(of entry: ExchangeSummary, columns: Int) -> String {
    entry.run?.title(columns: columns) ?? name(of: entry)
  }

  /// The name of the request, or its URL.
  static func name(of entry: ExchangeSummary) -> String { entry.name.isEmpty ? entry.url.withoutScheme : entry.name }

  /// The tags and the note.
  static func marks(of entry: ExchangeSummary) -> String {
    entry.annotation.tags.map { " #" + $0 }.joined() + (entry.annotation.note.map { " “\($0)”" } ?? "")
  }

  private func draw(
    _ entry: ExchangeSummary, on surface: Style.Surface, into canvas: inout Canvas, _ workspace: Workspace
  ) {
    let width = canvas.size.columns
    let (text, role) = entry.run?.label ?? entry.result.label
    canvas.write(text, column: 0, row: 0, style: Style(role, on: surface))
    if entry.run == nil {
      canvas.write(entry.method.shortMethod, column: 4, row: 0, style: Style(.method(entry.method), on: surface))
    }
    let column = Self.placeColumn(of: entry)
    var time = [Span(" " + workspace.clock.text(entry.startedAt, now: workspace.now), .hint)]
    // In a narrow pane, the name says more.
    if width - column - time.columns < Self.leastPlace { time = [] }
    let room = width - column - time.columns
    let signs = (entry.id == marked ? "◆ " : "") + (entry.annotation.isPinned ? "▪ " : "")
    let place = signs + Self.placeText(of: entry, columns: room - signs.columns)
    let marks = Self.marks(of: entry)
    // A long URL leaves a third of the room to the marks.
    let shown = place.truncated(to: room - min(marks.columns, room / 3))
    let end = column + canvas.write(shown, column: column, row: 0, style: Style(.text, on: surface))
    if !marks.isEmpty {
      let rest = column + room - end
      canvas.write(marks.truncated(to: rest), column: end, row: 0, style: Style(.hint, on: surface))
    }
    canvas.writeTrailing(time, endingAt: width, row: 0, on: surface)
  }
}

extension ExchangeSummary.Result {
  /// The result in three columns.
  var label: (String, Style.Role) {
    switch self {
    case .status(let status): (ExchangeSummary.label(ofStatus: status), .status(status))
    case .failed: ("ERR", .error)
    case .cancelled: ("✗", .hint)
    }
  }
}

extension RecordedRun {
  /// The result in four columns, as in the results of a run.
  fileprivate var label: (String, Style.Role) {
    if failures > 0 { return ("FAIL", .error) }
    return ending == nil ? ("pass", .success) : ("stop", .warning)
  }

  /// The longest title that fits, else only the name.
  fileprivate func title(columns: Int) -> String {
    let counts = failures > 0 ? "\(Formatting.number(failures)) failed" : Formatting.count(requests, "request")
    let titles = [title, "run \(name): \(counts)", "run \(name)"]
    return titles.first { $0.columns <= columns } ?? name
  }
}

extension String {
  fileprivate var withoutScheme: String {
    for scheme in ["http://", "https://"] where hasPrefix(scheme) { return String(dropFirst(scheme.count)) }
    return self
  }
}
