package import RequestModel
package import TerminalUI

/// A question with a key for each choice.
package struct Confirm: Equatable, Sendable {
  package struct Choice: Equatable, Sendable {
    package var key: Key
    package var label: String
    /// The action; `nil` only closes the dialog.
    package var action: PaneOutput?
  }

  package var title: String
  package var text: String
  package var choices: [Choice]
  /// The exchange that waits for the login that this is about.
  package var login: ExchangeID?
  /// What follows if it is closed without a choice.
  package var whenLeft: [PaneOutput] = []
  /// What follows if Ctrl+C closes it; `nil` for the same.
  package var whenCancelled: [PaneOutput]?

  func update(_ event: OverlayEvent) -> OverlayOutcome {
    guard case .key(let key) = event else { return .stays() }
    if key == .escape { return .closed(whenLeft) }
    guard let choice = choice(for: key) else { return .stays() }
    return .closed(choice.action.map { [$0] } ?? [])
  }

  /// The choice for `key`. Enter closes a message with a single choice.
  private func choice(for key: Key) -> Choice? {
    choices.first { $0.key == key } ?? (choices.count == 1 && key == .enter ? choices[0] : nil)
  }

  private static let keyColumns = 5

  func draw(into canvas: inout Canvas) {
    let columns = DialogWidth.columns(for: text.columns, least: 64, on: canvas.size)
    let choices = choices.map { ($0.key.description, $0.label.wrapped(to: columns - 4 - Self.keyColumns)) }
    let choiceRows = choices.reduce(0) { $0 + $1.1.count }
    // On a short screen, cut the text rather than the choices.
    let lines = text.wrapped(to: columns - 4).prefix(max(0, canvas.size.rows - choiceRows - 3))
    let box = Rect(canvas.size).centered(Size(columns: columns, rows: lines.count + choiceRows + 3))
    canvas.fill(box)
    canvas.box(box, title: [Span(title, Style(.title, bold: true))], style: Style(.focusedBorder))
    let inside = box.inset(columns: 2, rows: 1)
    canvas.draw(in: inside) { canvas in
      for (row, line) in lines.enumerated() { canvas.write(line, column: 0, row: row) }
      var row = lines.count + 1
      for (key, label) in choices {
        canvas.write(key.padded(to: Self.keyColumns), column: 0, row: row, style: Style(.key, bold: true))
        for line in label {
          canvas.write(line, column: Self.keyColumns, row: row)
          row += 1
        }
      }
    }
  }
}
