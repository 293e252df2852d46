extension RunForm {
  package func draw(into canvas: inout Canvas) {
    let size = canvas.size
    let box = Rect(column: 0, row: 1, columns: size.columns, rows: max(0, size.rows - 2))
    canvas.dialog(box, title: "Run \(name)", trailing: [Span(summary, .hint)])
    drawNote(into: &canvas, box)
    let headRows = headRows(on: size)
    if let search {
      let field = Rect(column: 2, row: box.row + box.rows - 1, columns: max(0, min(40, box.columns - 4)), rows: 1)
      canvas.draw(in: field) { FilterField.draw("/", search, isOpen: true, status: [], into: &$0) }
    }
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      drawSettings(into: &canvas)
      canvas.draw(in: Rect(canvas.size).splitTop(headRows).rest) { canvas in
        if part == .data, dataState != .none { drawData(into: &canvas) } else { drawRequests(into: &canvas) }
      }
    }
  }

  /// Draws the note of the open field into the lower border, if its row is too short for it.
  private func drawNote(into canvas: inout Canvas, _ box: Rect) {
    guard search == nil, let note = note(of: part) else { return }
    let columns = max(1, box.columns - 4 - Self.labelColumns)
    let width = min(part == .data ? max(10, columns / 2) : 10, columns)
    guard note.text.columns > columns - width - 2 else { return }
    canvas.write(
      [Span(" "), note, Span(" ")].truncated(to: max(0, box.columns - 4)), column: 2, row: box.row + box.rows - 1)
  }

  private func note(of part: Part) -> Span? {
    switch part {
    case .iterations: iterationNote
    case .amount: amountNote
    case .length: lengthNote
    case .delay: delayNote
    case .data: dataNote
    case .kind, .environment, .stopping, .requests: nil
    }
  }

  private var summary: String {
    let count = tickedCount == rows.count ? "" : "\(Formatting.number(tickedCount)) of "
    return count + Formatting.count(rows.count, "request")
  }

  // MARK: Settings

  private static let labelColumns = 13

  private func drawSettings(into canvas: inout Canvas) {
    for (row, part) in parts.dropLast().enumerated() {
      let style = Style(part == self.part ? .title : .label, bold: part == self.part)
      canvas.write(label(of: part), column: 0, row: row, style: style)
      let value = Rect(
        column: Self.labelColumns, row: row, columns: max(0, canvas.size.columns - Self.labelColumns), rows: 1)
      canvas.draw(in: value) { drawValue(of: part, into: &$0) }
    }
  }

  private func label(of part: Part) -> String {
    switch part {
    case .kind: "Run"
    case .environment: "Environment"
    case .iterations: "Iterations"
    case .amount: kind == .rate ? "Rate" : "Users"
    case .length: "Duration"
    case .delay: "Delay"
    case .data: "Data file"
    case .stopping: "On failure"
    case .requests: ""
    }
  }

  private func drawValue(of part: Part, into canvas: inout Canvas) {
    switch part {
    case .kind: drawChoice(kindText, part, into: &canvas)
    case .environment: drawChoice(environmentText, part, into: &canvas)
    case .stopping: drawChoice(stopsAtFailure ? "stop" : "continue", part, into: &canvas)
    case .iterations, .amount, .length, .delay, .data, .requests: drawField(part, into: &canvas)
    }
  }

  private var kindText: String {
    switch kind {
    case .results: "one after another"
    case .rate: "load at a rate"
    case .users: "load of users"
    }
  }

  private var amountNote: Span {
    if load == nil, duration != nil {
      return Span(kind == .rate ? Self.rateHint : Self.userHint, .error)
    }
    let isEmpty = amount.text.trimmingBlanks.isEmpty
    switch kind {
    case .rate: return Span(isEmpty ? "\(Self.standardRate), whether or not responses have arrived" : "", .hint)
    case .users, .results: return Span(isEmpty ? "\(Self.standardUsers), each waits for its responses" : "", .hint)
    }
  }

  private var lengthNote: Span {
    if duration == nil { return Span("such as 30s or 5m", .error) }
    return Span(length.text.trimmingBlanks.isEmpty ? Self.standardLength : "", .hint)
  }

  private var environmentText: String {
    guard collection != nil else { return "each collection's own" }
    if let goneEnvironment { return "\(goneEnvironment) (gone)" }
    return environment.map { $0 + (sharedEnvironments.contains($0) ? ", workspace" : "") } ?? "none"
  }

  private func drawChoice(_ text: String, _ part: Part, into canvas: inout Canvas) {
    canvas.write([Span].choice(text, isOpen: part == self.part), column: 0, row: 0)
  }

  private func drawField(_ part: Part, into canvas: inout Canvas) {
    guard let field = Self.field(of: part), let note = note(of: part) else { return }
    let columns = part == .data ? canvas.size.columns / 2 : 10
    let width = min(max(columns, 10), max(1, canvas.size.columns))
    canvas.draw(in: Rect(column: 0, row: 0, columns: width, rows: 1)) {
      FieldView(editor: self[keyPath: field], isOpen: part == self.part).draw(into: &$0)
    }
    canvas.write(
      [note].truncated(to: max(0, canvas.size.columns - width - 2)), column: width + 2, row: 0)
  }

  private var iterationNote: Span {
    guard iterationCount != nil else { return Span(Self.iterationHint, .error) }
    if !iterations.text.trimmingBlanks.isEmpty { return Span("") }
    guard case .read(let preview) = dataState else { return Span("once", .hint) }
    return Span("\(Formatting.number(preview.count)): one for each row", .hint)
  }

  private var delayNote: Span {
    delaySeconds == nil ? Span(Self.delayHint, .error) : Span("between requests, such as 0.5 or 5s", .hint)
  }

  private var dataNote: Span {
    if !names.isEmpty { return Span(names.joined(separator: "  "), .hint) }
    switch dataState {
    case .none: return Span("CSV, JSON, JSON Lines or YAML", .hint)
    case .reading: return Span("Reading…", .hint)
    case .read(let preview):
      return Span("\(Formatting.count(preview.count, "row")): \(preview.names.joined(separator: ", "))", .hint)
    // The whole sentence is shown below.
    case .failed(let sentence): return Span(part == .data ? "" : sentence.visibleLine, .error)
    }
  }

  // MARK: Data

  private func drawData(into canvas: inout Canvas) {
    switch dataState {
    case .none, .reading: break
    case .failed(let sentence):
      let lines = sentence.visibleLine.wrapped(to: canvas.size.columns)
      canvas.write(lines: lines, column: 0, row: 0, style: Style(.error))
    case .read(let preview): drawRows(of: preview, into: &canvas)
    }
  }

  private func drawRows(of preview: DataPreview, into canvas: inout Canvas) {
    let number = String(preview.count).count + 2
    let widths = Self.widths(of: preview, room: canvas.size.columns - number)
    let head = zip(preview.names, widths).map { Span($0.visibleLine.truncated(to: $1 - 2).padded(to: $1), .label) }
    canvas.write(head, column: number, row: 0)
    let height = canvas.size.rows - 1
    for (line, index) in previewWindow.visible(of: preview.rows.count, height: height).enumerated() {
      canvas.write(Formatting.number(index + 1), column: 0, row: line + 1, style: Style(.hint))
      let cells = zip(preview.rows[index], widths).map { Span($0.visibleLine.truncated(to: $1 - 2).padded(to: $1)) }
      canvas.write(cells, column: number, row: line + 1)
    }
  }

  /// As wide as the first values, within limits; columns without room are left out.
  private static func widths(of preview: DataPreview, room: Int) -> [Int] {
    let natural = preview.names.enumerated().map { column, name in
      max(name.columns, preview.rows.prefix(20).map { $0[column].visibleLine.columns }.max() ?? 0) + 2
    }
    // Long values are cut for the sake of other columns.
    let most = natural.reduce(0, +) <= room ? Int.max : 32
    var (widths, rest) = ([Int](), room)
    for width in natural.map({ min($0, most) }) {
      guard rest >= min(width, 8) else { break }
      widths.append(min(width, rest))
      rest -= width
    }
    return widths
  }

  // MARK: Requests

  private func drawRequests(into canvas: inout Canvas) {
    guard !rows.isEmpty else {
      canvas.write("There are no requests in this folder", column: 0, row: 0, style: Style(.hint))
      return
    }
    let selected: Style.Surface = part == .requests ? .selected : .selectedUnfocused
    canvas.draw(window, of: rows.count, in: Rect(canvas.size), selected: selected) { index, surface, line in
      draw(rows[index], on: surface, into: &line)
    }
  }

  private func draw(_ row: Row, on surface: Style.Surface, into canvas: inout Canvas) {
    let method = row.method?.shortMethod.padded(to: 5) ?? "?    "
    let spans = [
      Span(row.isTicked ? "[x] " : "[ ] ", .key), Span(method, row.method.map { .method($0) } ?? .error),
      Span(row.title, row.isTicked ? .text : .hint),
    ]
    let end = canvas.write(spans.truncated(to: canvas.size.columns), column: 0, row: 0, on: surface)
    let folder = row.address.parent.path
    let room = canvas.size.columns - end - 2
    guard folder != self.folder.path, room > 8 else { return }
    canvas.writeTrailing(
      [Span(folder.truncatedAtFront(to: room), .hint)], endingAt: canvas.size.columns, row: 0, on: surface)
  }
}
