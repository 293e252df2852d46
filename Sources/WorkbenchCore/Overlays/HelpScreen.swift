import RequestModel
package import TerminalUI

/// Every key and what it does, made from the list of commands.
package struct HelpScreen: Equatable, Sendable {
  package var first = 0
  /// Its commands come first.
  package var scope: Command.Scope
  /// What the list is narrowed to; `nil` shows all.
  package var filter: TextEditor?
  /// Whether keys go into the filter.
  package var isFiltering = false

  package init(scope: Command.Scope) { self.scope = scope }

  /// Moves, or narrows the list.
  ///
  /// - Returns: Whether the screen stays open.
  mutating func handle(_ key: Key, on screen: Size) -> Bool {
    if let step = isFiltering ? ListKeys.step(key, page: page(screen)) : ListKeys.stepByLetter(key, page: page(screen))
    {
      scroll(by: step, on: screen)
      return true
    }
    switch key {
    case .escape:
      guard filter != nil else { return false }
      (filter, isFiltering, first) = (nil, false, 0)
    case .enter where isFiltering: isFiltering = false
    case _ where isFiltering:
      if filter?.handle(key) == true { first = 0 }
    case .character("/"): (filter, isFiltering, first) = (TextEditor(""), true, 0)
    case .character("q"), .character("?"), .function(1): return false
    default: break
    }
    return true
  }

  mutating func insert(_ text: String) {
    filter?.insert(text)
    first = 0
  }

  mutating func scroll(by rows: Int, on screen: Size) {
    let height = height(screen)
    first = min(max(0, first + rows), max(0, lines(screen).count - height))
  }

  private func height(_ screen: Size) -> Int { Self.box(screen).rows - 2 - (filter == nil ? 0 : 1) }
  private func page(_ screen: Size) -> Int { max(1, height(screen) - 1) }

  private func lines(_ screen: Size) -> [[Span]] {
    CommandTable.lines(first: scope, columns: Self.box(screen).columns - 4, matching: filter?.text ?? "")
  }

  static func box(_ screen: Size) -> Rect {
    Rect(screen).centered(Size(columns: min(92, screen.columns), rows: screen.rows - 2))
  }

  func draw(into canvas: inout Canvas) {
    let box = Self.box(canvas.size)
    let lines = lines(canvas.size)
    canvas.fill(box)
    canvas.box(
      box, title: [Span("Keys and commands", Style(.title, bold: true))],
      trailing: [Span(filter == nil ? "/ finds · Esc closes" : "Esc shows all", .hint)], style: Style(.focusedBorder))
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      var list = Rect(canvas.size)
      if let filter {
        let (top, rest) = list.splitTop(1)
        FilterField.draw(filter, isOpen: isFiltering, into: &canvas, top)
        list = rest
      }
      if lines.isEmpty { canvas.write("Nothing matches", column: 0, row: list.row, style: Style(.hint)) }
      for row in 0..<list.rows where first + row < lines.count {
        canvas.write(lines[first + row], column: 0, row: list.row + row)
      }
    }
  }
}
