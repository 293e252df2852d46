import TerminalUI

/// The line that narrows a list: `/` and what was typed.
enum FilterField {
  static func draw(_ editor: TextEditor, isOpen: Bool, into canvas: inout Canvas, _ part: Rect) {
    let surface: Style.Surface = isOpen ? .input : .plain
    canvas.draw(in: part) { line in
      line.fill(Rect(line.size), Style(on: surface))
      line.write("/", column: 0, row: 0, style: Style(.hint, on: surface))
      let skipped = max(0, editor.cursorColumns - line.size.columns + 2)
      line.write(editor.text.dropping(columns: skipped), column: 1, row: 0, style: Style(.text, on: surface))
      if isOpen { line.cursor = Point(column: 1 + editor.cursorColumns - skipped, row: 0) }
    }
  }
}
