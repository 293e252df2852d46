package import RequestModel
package import TerminalUI

/// A question with a key for each answer.
package struct Confirm: Equatable, Sendable {
  package struct Choice: Equatable, Sendable {
    package var key: Key
    package var label: String
    package var action: Action
  }

  package enum Action: Equatable, Sendable {
    case dismiss
    case quit
    case saveAllAndQuit
    case delete(Address)
    case overwrite(Address)
    /// Saves a file though its mode lets nobody write it.
    case saveReadOnly(Address, overwriting: Bool)
    case reload(Address)
    /// Sends again, with what was refused allowed: for once or for good.
    case allow([OutsideSource], SendJob, forGood: Bool)
    /// Forgets the unsaved edits of a request without a file.
    case discardEdits(Address)
    /// Writes the body over a file of the user's.
    case overwriteFile(String)
    case saveBodyAs(String)
  }

  package var title: String
  package var text: String
  package var choices: [Choice]

  /// A message with nothing to choose closes on Enter, too: what was being typed ends with it.
  func choice(for key: Key) -> Choice? {
    choices.first { $0.key == key } ?? (choices.count == 1 && key == .enter ? choices[0] : nil)
  }

  func draw(into canvas: inout Canvas) {
    let columns = min(64, canvas.size.columns)
    // On a short screen the answers matter more than the whole of the question.
    let lines = text.wrapped(to: columns - 4).prefix(max(0, canvas.size.rows - choices.count - 3))
    let box = Rect(canvas.size).centered(Size(columns: columns, rows: lines.count + choices.count + 3))
    canvas.fill(box)
    canvas.box(box, title: [Span(title, Style(.title, bold: true))], style: Style(.focusedBorder))
    let inside = box.inset(columns: 2, rows: 1)
    canvas.draw(in: inside) { canvas in
      for (row, line) in lines.enumerated() { canvas.write(line, column: 0, row: row) }
      for (index, choice) in choices.enumerated() {
        let row = lines.count + 1 + index
        canvas.write(choice.key.description.padded(to: 5), column: 0, row: row, style: Style(.key, bold: true))
        canvas.write(choice.label, column: 5, row: row)
      }
    }
  }
}
