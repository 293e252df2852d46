import RequestModel
import TerminalUI

/// Every key and what it does, made from the list of commands.
package struct HelpScreen: Equatable, Sendable {
  package var first = 0
  /// Its commands come first.
  package var scope: Command.Scope

  mutating func scroll(by rows: Int, on screen: Size) {
    let box = Self.box(screen)
    let lines = CommandTable.lines(first: scope, columns: box.columns - 4)
    first = min(max(0, first + rows), max(0, lines.count - (box.rows - 2)))
  }

  static func box(_ screen: Size) -> Rect {
    Rect(screen).centered(Size(columns: min(92, screen.columns), rows: screen.rows - 2))
  }

  func draw(into canvas: inout Canvas) {
    let box = Self.box(canvas.size)
    let lines = CommandTable.lines(first: scope, columns: box.columns - 4)
    canvas.fill(box)
    canvas.box(
      box, title: [Span("Keys and commands", Style(.title, bold: true))], trailing: [Span("Esc closes", .hint)],
      style: Style(.focusedBorder))
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      for row in 0..<canvas.size.rows where first + row < lines.count {
        canvas.write(lines[first + row], column: 0, row: row)
      }
    }
  }
}
