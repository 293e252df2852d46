/// A text with a cursor, a selection and undo; single-line or multi-line.
///
/// Positions are byte offsets in `buffer`, always between two characters.
package struct TextEditor: Equatable, Sendable {
  package internal(set) var buffer: TextBuffer
  package internal(set) var cursor: Int
  /// The other end of the selection; `nil` if nothing is selected.
  package internal(set) var anchor: Int?
  /// The selection of vim's visual mode.
  var visual: Range<Int>?
  /// Whether movements extend the selection, as after Ctrl+^.
  package internal(set) var isMarking = false
  /// Whether Enter starts a new line. Otherwise line ends of pasted text become blanks.
  package let isMultiline: Bool
  /// The editing rules for the language of the text.
  package var syntax = EditingSyntax()
  /// The text that was last cut or copied.
  package var clipboard = ""
  /// Counts the changes of the text.
  package internal(set) var revision = 0

  /// The folded lines.
  package internal(set) var folds = TextFolds()
  /// The first visible column when the mouse placed the cursor in a text of one line.
  var scroll = 0

  var history = EditHistory()
  /// The column that the cursor returns to when it moves over shorter lines.
  var goal: Int?

  /// Places the cursor at the end of a single-line text, or at the start of a multi-line one.
  package init(_ text: String, isMultiline: Bool = false) {
    self.isMultiline = isMultiline
    buffer = TextBuffer(Self.fitting(text, isMultiline), tabWidth: isMultiline ? 4 : 1)
    cursor = isMultiline ? 0 : buffer.count
  }

  package var text: String { buffer.text }

  static func fitting(_ text: String, _ isMultiline: Bool) -> String {
    isMultiline || !text.contains(where: \.isNewline) ? text : String(text.map { $0.isNewline ? " " : $0 })
  }
}

// MARK: Lines and columns

extension TextEditor {
  package var lineCount: Int { buffer.lineCount }

  /// The line of the cursor, from 0.
  package var row: Int { buffer.line(of: cursor) }

  /// The number of characters before the cursor in its line.
  package var column: Int { buffer.characters(in: buffer.lineStart(of: cursor)..<cursor) }

  /// The number of drawn columns before the cursor.
  package var cursorColumns: Int { buffer.columns(before: cursor) }

  package func line(_ row: Int) -> String { buffer.text(in: buffer.range(ofLine: row)) }

  /// Moves the cursor to the nearest valid position.
  ///
  /// - Parameter column: The number of characters before it in the line.
  package mutating func place(_ row: Int, _ column: Int) {
    let range = buffer.range(ofLine: row)
    if column >= range.count { return move(to: range.upperBound) }
    move(to: range.lowerBound + buffer.text(in: range).prefix(max(0, column)).utf8.count)
  }

  /// Moves the cursor to the position nearest to a drawn column, such as after a click.
  package mutating func place(row: Int, atColumns columns: Int) {
    move(to: buffer.offset(inLineFrom: buffer.start(ofLine: row), atColumns: columns).offset)
  }

  /// The text around the cursor in its line, for looking up words: at most some thousand bytes.
  ///
  /// - Returns: The text, and the number of its characters before the cursor.
  package var surroundings: (text: String, column: Int) {
    let reach = 2_048
    let start = max(buffer.lineStart(of: cursor), buffer.scalarStart(max(0, cursor - reach)))
    let end = min(buffer.lineEnd(of: cursor), buffer.scalarStart(min(buffer.count, cursor + reach)))
    return (buffer.text(in: start..<end), buffer.characters(in: start..<cursor))
  }
}
