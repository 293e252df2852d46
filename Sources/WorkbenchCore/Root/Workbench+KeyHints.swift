import TerminalUI

// The keys that may follow the typed ones.
extension Workbench {
  /// Draws a box above the footer with the keys that continue a sequence, as which-key does.
  func drawContinuations(into canvas: inout Canvas) {
    guard let typed = pending.keys, overlays.isEmpty else { return }
    let usable = keys.continuations(of: typed, in: scope).filter { $0.command.obstacle(in: self) == nil }
    let entries = usable.map { keys, command in
      [Span(keys.description, Style(.key, bold: true)), Span(" " + command.title)]
    }
    let widest = entries.map(\.columns).max() ?? 0
    let columns = max(1, (canvas.size.columns - 4) / (widest + 2))
    let rows = min((entries.count + columns - 1) / columns, max(1, canvas.size.rows - 4))
    let box = Rect(
      column: 0, row: canvas.size.rows - rows - 3, columns: canvas.size.columns, rows: rows + 2)
    canvas.fill(box)
    let hidden = max(0, entries.count - rows * columns)
    canvas.box(
      box, title: [Span(pending.description + " …", Style(.title, bold: true))],
      trailing: [Span(hidden == 0 ? "Esc cancels" : "\(hidden) more", .hint)], style: Style(.focusedBorder))
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      for (index, entry) in entries.enumerated() where index / rows < columns {
        canvas.write(entry, column: index / rows * (widest + 2), row: index % rows, limit: widest)
      }
    }
  }

  /// The footer's hint on a typed number.
  var countHints: [(String, String)]? {
    guard let count = pending.count, pending.keys == nil else { return nil }
    return [("\(count)", "repeats the next key; \(rowKey) goes to row \(count)"), ("Esc", "cancel")]
  }

  /// The key that moves to the row of a number in the focused pane.
  private var rowKey: String {
    Command.named("\(scope.rawValue).bottom").flatMap { keys.keys(of: $0).last?.description } ?? "G"
  }
}
