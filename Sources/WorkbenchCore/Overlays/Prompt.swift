package import RequestModel
package import TerminalUI

/// One line to type.
package struct Prompt: Equatable, Sendable {
  package enum Purpose: Equatable, Sendable {
    case create(NewItem, in: Address)
    case rename(Address)
    /// Whether secrets are written, too; `nil` where there is nothing to choose.
    case saveBody(includesSecrets: Bool?)
    /// The name of a variable that gets this value.
    case variable(value: String, isSecret: Bool)

    /// Whether it needs the request or response that was shown when it was opened; the others name their file.
    var actsOnWhatIsShown: Bool {
      switch self {
      case .create, .rename: false
      case .saveBody, .variable: true
      }
    }
  }

  package var title: String
  package var hint: String
  package var editor: TextEditor
  package var purpose: Purpose

  package init(title: String, hint: String, text: String = "", purpose: Purpose) {
    self.title = title
    self.hint = hint
    editor = TextEditor(text)
    self.purpose = purpose
  }

  func draw(into canvas: inout Canvas) {
    let box = Rect(canvas.size).centered(Size(columns: min(64, canvas.size.columns), rows: 4))
    canvas.fill(box)
    canvas.box(box, title: [Span(title, Style(.title, bold: true))], style: Style(.focusedBorder))
    let (field, below) = box.inset(columns: 2, rows: 1).splitTop(1)
    canvas.draw(in: field) { line in
      line.fill(Rect(line.size), Style(on: .input))
      let skipped = max(0, editor.cursorColumns - line.size.columns + 1)
      line.write(editor.text.dropping(columns: skipped), column: 0, row: 0, style: Style(.text, on: .input))
      line.cursor = Point(column: editor.cursorColumns - skipped, row: 0)
    }
    canvas.write(hint, column: below.column, row: below.row, style: Style(.hint), limit: below.columns)
  }
}
