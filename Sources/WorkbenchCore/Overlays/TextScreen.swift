import RequestModel
package import TerminalUI

/// Lines to read, such as the preview of a request.
package struct TextScreen: OverlayScreen {
  package let title: String
  /// Each is wrapped to the width of the box.
  package let lines: [Span]
  /// Actions on the text, by key. The screen stays open.
  package let choices: [Confirm.Choice]
  package private(set) var first = 0

  package init(title: String, lines: [Span], choices: [Confirm.Choice] = []) {
    (self.title, self.lines, self.choices) = (title, lines, choices)
  }

  package var enterHint: String? { choices.contains { $0.key == .enter } ? nil : "close" }
  package var hints: [(key: String, label: String)] { choices.map { ($0.key.description, $0.label) } }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(let key):
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
    first = min(max(0, first + rows), max(0, wrapped(on: screen).count - height(screen)))
  }

  private func wrapped(on screen: Size) -> [Span] {
    let columns = HelpScreen.box(screen).columns - 4
    return lines.flatMap { line in
      line.text.columns <= columns ? [line] : line.text.wrapped(to: columns).map { Span($0, line.style) }
    }
  }

  private func height(_ screen: Size) -> Int { HelpScreen.box(screen).rows - 2 }

  package func draw(into canvas: inout Canvas) {
    let box = HelpScreen.box(canvas.size)
    canvas.fill(box)
    canvas.box(
      box, title: [Span(title, Style(.title, bold: true))], trailing: [Span("Esc closes", .hint)],
      style: Style(.focusedBorder))
    let lines = wrapped(on: canvas.size)
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      for row in 0..<canvas.size.rows where first + row < lines.count {
        canvas.write([lines[first + row]], column: 0, row: row)
      }
    }
  }
}

extension TextScreen {
  /// The request as it would be sent, and notes on it.
  static func preview(_ preview: PreviewText, of job: SendJob) -> TextScreen {
    let notes = preview.notes.flatMap { $0.split(separator: "\n") }.map { Span(String($0), .note) }
    let text = preview.lines.map { Span($0) }
    let choices = [
      Confirm.Choice(
        key: .character("x"), label: "copy as cURL",
        action: .effect(.requestText(.copyCurl(job, includesSecrets: false)))),
      Confirm.Choice(
        key: .character("X"), label: "copy with secrets",
        action: .effect(.requestText(.copyCurl(job, includesSecrets: true)))),
    ]
    return TextScreen(
      title: "Preview", lines: notes + (notes.isEmpty || text.isEmpty ? [] : [Span("")]) + text,
      choices: text.isEmpty ? [] : choices)
  }
}
