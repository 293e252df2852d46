import RequestModel
import TerminalUI

/// The list of all keys and commands.
package struct HelpScreen: Equatable, Sendable {
  package var first = 0
  /// The scope listed first.
  package var scope: Command.Scope
  package private(set) var filter: ListFilter?

  package init(scope: Command.Scope) { self.scope = scope }

  private var isTyping: Bool { filter?.isOpen ?? false }

  mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(let key): return handle(key, on: screen)
    case .paste(let text) where isTyping:
      filter?.editor.insert(text)
      first = 0
    case .paste: break
    case .scrolled(let rows): scroll(by: rows, on: screen)
    }
    return .stays()
  }

  private mutating func handle(_ key: Key, on screen: Size) -> OverlayOutcome {
    let step = isTyping ? ListKeys.step(key, page: page(screen)) : ListKeys.stepByLetter(key, page: page(screen))
    if let step {
      scroll(by: step, on: screen)
      return .stays()
    }
    switch key {
    case .escape:
      guard filter != nil else { return .closed([]) }
      (filter, first) = (nil, 0)
    case .enter where isTyping: filter?.isOpen = false
    case _ where isTyping: if filter?.editor.handle(key) == true { first = 0 }
    case .character("/"): (filter, first) = (ListFilter(), 0)
    case .character("q"), .character("?"), .function(1): return .closed([])
    default: break
    }
    return .stays()
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
        FilterField.draw(filter, into: &canvas, top)
        list = rest
      }
      if lines.isEmpty { canvas.write("No matches", column: 0, row: list.row, style: Style(.hint)) }
      for row in 0..<list.rows where first + row < lines.count {
        canvas.write(lines[first + row], column: 0, row: list.row + row)
      }
    }
  }
}
