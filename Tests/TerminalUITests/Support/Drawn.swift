import TerminalUI

/// A text as it stands on a screen that is wide enough for it.
struct Drawn {
  let columns: Int
  let frame: Frame

  init(_ text: String, columns: Int = 600) {
    var canvas = Canvas(Frame(size: Size(columns: columns, rows: 1)))
    self.columns = canvas.write(text, column: 0, row: 0)
    frame = canvas.frame
  }

  var text: String { frame.text }
  var scalars: [Unicode.Scalar] { Array(text.unicodeScalars) }
}
