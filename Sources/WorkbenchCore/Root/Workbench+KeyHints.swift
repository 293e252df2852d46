// The keys that may follow the typed ones.
extension Workbench {
  /// Draws a box above the footer with the keys that continue a sequence, as which-key does.
  func drawContinuations(into canvas: inout Canvas) {
    guard let continuations else { return }
    let (entries, columns, height) = (continuations.entries, continuations.columns, continuations.height)
    let first = min(pending.firstRow, continuations.lastFirstRow)
    let box = Rect(
      column: 0, row: canvas.size.rows - height - 3, columns: canvas.size.columns, rows: height + 2)
    let below = entries.indices.count { $0 % continuations.rows >= first + height }
    canvas.dialog(
      box, title: pending.description + " …",
      trailing: [Span(below == 0 ? "Esc cancels" : "\(below) more: ↓", .hint)])
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      for (index, entry) in entries.enumerated() {
        let row = index % continuations.rows - first
        guard (0..<height).contains(row) else { continue }
        canvas.write(entry, column: index / continuations.rows * columns, row: row, limit: columns - 2)
      }
    }
  }

  /// The entries of the box in columns, from top to bottom.
  private struct Continuations {
    var entries: [[Span]]
    /// The width of a column.
    var columns: Int
    /// The rows of each column, and those that fit.
    var rows: Int
    var height: Int

    var lastFirstRow: Int { rows - height }
  }

  /// `nil` while no sequence is typed.
  private var continuations: Continuations? {
    guard let typed = pending.keys, overlays.isEmpty else { return nil }
    let usable = keys.continuations(of: typed, in: scope).filter { $0.command.obstacle(in: self) == nil }
    let entries = usable.map { keys, command in
      [Span(keys.description, Style(.key, bold: true)), Span(" " + command.title)]
    }
    let columns = (entries.map(\.columns).max() ?? 0) + 2
    let count = max(1, (size.columns - 4) / columns)
    let rows = max(1, (entries.count + count - 1) / count)
    return Continuations(entries: entries, columns: columns, rows: rows, height: min(rows, max(1, size.rows - 4)))
  }

  /// Scrolls the box if it has no room for all, unless the key continues the sequence.
  ///
  /// - Returns: Whether the key scrolls.
  mutating func scrollContinuations(with key: Key) -> Bool {
    guard let typed = pending.keys, !key.isTyped, case .nothing = keys.meaning(of: typed.appending(key), in: scope),
      let continuations, continuations.lastFirstRow > 0, let step = ListKeys.step(key, page: continuations.height)
    else { return false }
    pending.firstRow = min(max(0, pending.firstRow + step), continuations.lastFirstRow)
    return true
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
