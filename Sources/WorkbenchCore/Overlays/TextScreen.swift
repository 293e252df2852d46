/// Lines to read, such as the preview of a request.
package struct TextScreen: OverlayScreen {
  package let title: String
  /// Each is wrapped to the width of the box.
  package let lines: [Span]
  /// Actions on the text, by key. The screen stays open.
  package let choices: [Confirm.Choice]
  package private(set) var first = 0
  /// The text selected with the mouse, in the wrapped rows.
  private var mark: TextMark?
  /// The rows at the last width: wrapping hundreds of thousands of lines for each key would take a second.
  private var kept: Wrapped?

  package init(title: String, lines: [Span], choices: [Confirm.Choice] = []) {
    (self.title, self.lines, self.choices) = (title, lines, choices)
  }

  package var headline: String {
    let text = ([title] + lines.prefix(1).map(\.text)).joined(separator: ": ")
    return text.hasSuffix(":") ? String(text.dropLast()) : text
  }
  package var enterHint: String? { choices.contains { $0.key == .enter } ? nil : "close" }
  package var hints: [(key: String, label: String)] { choices.map { ($0.key.description, $0.label) } }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(let key):
      mark = nil
      if let action = choices.first(where: { $0.key == key })?.action {
        return .stays([action])
      } else if let step = ListKeys.stepByLetter(key, page: max(1, height(screen) - 1)) {
        scroll(by: step, on: screen)
      } else if key == .escape || key == .enter || key == .character("q") {
        return .closed([])
      }
    case .scrolled(let rows): scroll(by: rows, on: screen)
    case .paste: break
    }
    return .stays()
  }

  private mutating func scroll(by rows: Int, on screen: Size) {
    keepRows(on: screen)
    first = min(max(0, first + rows), max(0, wrapped(on: screen).count - height(screen)))
  }

  private struct Row: Equatable {
    var span: Span
    /// The text between the row before it and this one.
    var separator: String
  }

  private struct Wrapped: Equatable {
    let columns: Int
    let rows: [Row]
  }

  /// Wraps the lines once for a screen, rather than each time it is drawn before the first key.
  mutating func keepRows(on screen: Size) {
    let columns = Self.columns(screen)
    if kept?.columns != columns { kept = Wrapped(columns: columns, rows: rows(of: columns)) }
  }

  private func wrapped(on screen: Size) -> [Row] {
    let columns = Self.columns(screen)
    return kept.flatMap { $0.columns == columns ? $0.rows : nil } ?? rows(of: columns)
  }

  private static func columns(_ screen: Size) -> Int { HelpScreen.box(screen).columns - 4 }

  private func rows(of columns: Int) -> [Row] {
    lines.flatMap { line -> [Row] in
      guard line.text.columns > columns else { return [Row(span: line, separator: "\n")] }
      var rest = Substring(line.text)
      var separator = "\n"
      return line.text.wrapped(to: columns).map { piece in
        let row = Row(span: Span(piece, line.style), separator: separator)
        rest = rest.dropFirst(piece.count)
        separator = rest.first == " " ? " " : rest.first == "\n" ? "\n" : ""
        rest = rest.first == "\n" ? rest.dropFirst() : rest.drop { $0 == " " }
        return row
      }
    }
  }

  // MARK: The mouse

  package mutating func drag(_ mouse: Mouse, on screen: Size) -> [PaneOutput] {
    let part = HelpScreen.box(screen).inset(columns: 2, rows: 1)
    keepRows(on: screen)
    let wrapped = wrapped(on: screen)
    let last = wrapped.count - 1
    guard last >= 0 else { return [] }
    if mouse.action == .drag, mark != nil {
      if mouse.point.row < part.row { scroll(by: -1, on: screen) }
      if mouse.point.row >= part.row + part.rows { scroll(by: 1, on: screen) }
    }
    let row = min(max(0, first + mouse.point.row - part.row), last)
    let place = TextPlace(row: row, column: max(0, mouse.point.column - part.column))
    switch mouse.action {
    case .press:
      let text = wrapped[row].span.text
      mark =
        part.contains(mouse.point)
        ? TextMark(at: place, clicks: mouse.clicks, text: text, line: Self.line(of: row, in: wrapped)) : nil
    case .drag: mark?.extend(to: place)
    case .release: return copyMark(on: screen)
    case .wheelUp, .wheelDown: break
    }
    return []
  }

  /// The wrapped rows of the line that a row is part of.
  private static func line(of row: Int, in wrapped: [Row]) -> ClosedRange<Int> {
    let first = wrapped[...row].lastIndex { $0.separator == "\n" } ?? 0
    let next = wrapped[(row + 1)...].firstIndex { $0.separator == "\n" } ?? wrapped.count
    return first...max(first, next - 1)
  }

  private func copyMark(on screen: Size) -> [PaneOutput] {
    let wrapped = wrapped(on: screen)
    guard let mark, let rows = mark.rows, rows.lowerBound < wrapped.count else { return [] }
    let shown = rows.clamped(to: 0...wrapped.count - 1)
    let text = shown.reduce(into: "") { text, row in
      if row > shown.lowerBound { text += wrapped[row].separator }
      text += wrapped[row].span.text.part(columns: mark.columns(ofRow: row) ?? 0..<0)
    }
    return text.isEmpty ? [] : [.effect(.copy(text, what: "the selected text"))]
  }

  private func height(_ screen: Size) -> Int { HelpScreen.box(screen).rows - 2 }

  package func draw(into canvas: inout Canvas) {
    let box = HelpScreen.box(canvas.size)
    canvas.dialog(box, title: title, trailing: [Span("Esc closes", .hint)])
    let lines = wrapped(on: canvas.size)
    drawPosition(of: lines.count, in: box, into: &canvas)
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      for row in 0..<canvas.size.rows where first + row < lines.count {
        let line = [lines[first + row].span]
        canvas.write(line, column: 0, row: row)
        if let mark = mark?.columns(ofRow: first + row) { canvas.write(mark, of: line, column: 0, row: row) }
      }
    }
  }

  /// Draws the number of the last visible row at the lower border, unless all rows are visible.
  private func drawPosition(of count: Int, in box: Rect, into canvas: inout Canvas) {
    let height = box.rows - 2
    guard count > height, box.columns > 24 else { return }
    let position = "\(Formatting.number(min(count, first + height)))/\(Formatting.number(count))"
    let style = Style(.focusedBorder)
    canvas.writeTrailing(
      [Span(" ", style), Span(position, .hint), Span(" ", style)], endingAt: box.column + box.columns - 1,
      row: box.row + box.rows - 1)
  }
}

extension TextScreen {
  /// The request as it would be sent, and notes on it.
  static func preview(_ preview: PreviewText, of job: SendJob) -> TextScreen {
    let notes = preview.notes.flatMap { $0.split(separator: "\n") }.map { Span(String($0), .note) }
    let text = preview.lines.map { Span($0) }
    let choices = [
      Confirm.Choice.letter("x", "copy as cURL", .effect(.requestText(.copyCurl(job, includesSecrets: false)))),
      Confirm.Choice.letter("X", "copy with secrets", .effect(.requestText(.copyCurl(job, includesSecrets: true)))),
    ]
    return TextScreen(
      title: "Preview", lines: notes + (notes.isEmpty || text.isEmpty ? [] : [Span("")]) + text,
      choices: text.isEmpty ? [] : choices)
  }
}
