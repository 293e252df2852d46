/// Draws the visible part of a multi-line text with line numbers. Reads only what is on the screen.
struct TextAreaView {
  let editor: TextEditor
  let language: CodeLanguage
  let firstRow: Int
  let firstColumn: Int
  /// The matches of a search.
  var matches: [Range<Int>] = []
  /// The offset of the first error.
  var problem: Int?
  /// The folder whose variables are highlighted; `nil` highlights none.
  var workspace: Workspace?

  /// The columns of the line numbers.
  static func gutter(_ editor: TextEditor) -> Int { String(editor.lineCount).count + 1 }

  func draw(into canvas: inout Canvas) {
    let gutter = Self.gutter(editor)
    let part = Rect(column: gutter, row: 0, columns: canvas.size.columns - gutter, rows: canvas.size.rows)
    canvas.fill(part, Style(on: .input))
    let rows = firstRow..<min(editor.rowCount, firstRow + canvas.size.rows)
    let problemLine = problem.map(editor.buffer.line)
    var colours = VisibleColours(of: editor.buffer, language, from: editor.folds.line(ofRow: firstRow))
    for (row, line) in rows.map(editor.folds.line).enumerated() {
      let fold = editor.folds.fold(at: line)
      let number = String(line + 1)
      canvas.write(number, column: gutter - 1 - number.count, row: row, style: Style(.hint))
      if line == problemLine { canvas.write("!", column: gutter - 1, row: row, style: Style(.error, bold: true)) }
      canvas.draw(in: Rect(column: part.column, row: row, columns: part.columns, rows: 1)) {
        draw(line, &colours, into: &$0)
        if let fold { draw(fold, into: &$0) }
      }
      if let fold {
        canvas.write("▸", column: gutter - 1, row: row, style: Style(line == problemLine ? .error : .hint))
        colours.skip(toLine: fold.upperBound + 1)
      }
    }
    canvas.cursor = Point(
      column: gutter + editor.cursorColumns - firstColumn, row: editor.visibleRow - firstRow)
  }

  private func draw(_ line: Int, _ colours: inout VisibleColours, into canvas: inout Canvas) {
    let buffer = editor.buffer
    let (range, column) = buffer.visible(line: line, columns: firstColumn..<(firstColumn + canvas.size.columns))
    var painted = PaintedLine(buffer.bytes(in: range), at: range.lowerBound, on: .input)
    for (range, role) in colours.next(showing: range) { painted.paint(range) { $0.role = role } }
    paintVariables(in: range, &painted)
    if let problem { painted.paint(problem..<editor.buffer.characterEnd(after: problem)) { $0.isUnderlined = true } }
    for match in matches[firstMatch(after: range.lowerBound)...].prefix(while: { $0.lowerBound < range.upperBound }) {
      painted.paint(match) { $0.role = .match }
    }
    if let selection = editor.shownSelection {
      painted.paint(selection) { $0 = Style(.text, on: .selection) }
      drawLineBreak(after: range.upperBound, in: selection, into: &canvas)
    }
    canvas.write(painted.spans(from: column, tabWidth: buffer.tabWidth), column: column - firstColumn, row: 0)
  }

  /// Shows the end of the fold's last line after its first, and the number of hidden lines.
  private func draw(_ fold: ClosedRange<Int>, into canvas: inout Canvas) {
    let buffer = editor.buffer
    let end = buffer.columns(before: buffer.range(ofLine: fold.lowerBound).upperBound) - firstColumn
    let last = buffer.range(ofLine: fold.upperBound)
    let tail = last.count <= Self.longestTail ? buffer.text(in: last).trimmingBlanks : ""
    let isHidden = tail.columns > 24 || tail.isEmpty
    let count = "  " + Formatting.count(fold.count - 1, "line")
    canvas.write(
      [Span(isHidden ? " ⋯" : " ⋯ " + tail, .bodyPunctuation), Span(count, .hint)], column: max(0, end), row: 0,
      on: .input)
  }

  /// The longest last line of a fold that is shown, in bytes.
  private static let longestTail = 200

  /// The first match that ends after an offset. There may be many.
  private func firstMatch(after offset: Int) -> Int { matches.partitioningIndex { $0.upperBound > offset } }

  /// Shows a selected line break as a blank.
  private func drawLineBreak(after end: Int, in selection: Range<Int>, into canvas: inout Canvas) {
    guard selection.contains(end), editor.buffer.byte(at: end) == UInt8(ascii: "\n") else { return }
    let column = editor.buffer.columns(before: end) - firstColumn
    canvas.write(" ", column: column, row: 0, style: Style(on: .selection))
  }

  /// How far a variable may extend beyond the visible part of a line.
  private static let reach = 256

  private func paintVariables(in visible: Range<Int>, _ painted: inout PaintedLine) {
    guard let workspace else { return }
    let buffer = editor.buffer
    let start = max(buffer.lineStart(of: visible.lowerBound), buffer.scalarStart(visible.lowerBound - Self.reach))
    let end = min(buffer.lineEnd(of: visible.upperBound), buffer.scalarStart(visible.upperBound + Self.reach))
    let text = buffer.text(in: start..<max(start, end))
    guard text.containsExactly("{{") else { return }
    var offset = start
    for span in workspace.spans(for: text) {
      let length = span.text.utf8.count
      if span.style != Style() {
        painted.paint(offset..<(offset + length)) { $0 = span.style.on(.input) }
      }
      offset += length
    }
  }
}
