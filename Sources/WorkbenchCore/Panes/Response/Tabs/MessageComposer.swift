/// The field in which a message is written, and the messages sent before.
struct MessageComposer: Equatable, Sendable {
  var editor = TextEditor("", isMultiline: true)
  var isOpen = false
  /// Whether the request has saved messages, which Tab lists while nothing is typed.
  var hasSaved = false
  /// The request that the text is for.
  private var subject: Subject?
  /// The texts that were typed for other requests and not sent.
  private var unsent: [Subject: TextEditor] = [:]
  /// The newest last.
  private(set) var history: [String] = []
  private var recall = Recall()

  private static let historyLimit = 100
  /// The keys that it handles before the commands that act everywhere.
  static let ownKeys: Set<Key> = [.altEnter, .controlEnter]

  var isEmpty: Bool { editor.buffer.count == 0 }

  var hints: [(key: String, label: String)] {
    [("⏎", "send"), ("Alt+⏎", "new line")] + recallHints
      + (!isEmpty ? [("Alt+s", "save")] : hasSaved ? [("Tab", "saved")] : []) + [("Esc", "to the list")]
  }

  private var recallHints: [(key: String, label: String)] {
    (editor.row == 0 && recall.hasEarlier(than: editor.text, in: history) ? [("↑", "earlier")] : [])
      + (editor.row == editor.lineCount - 1 && !recall.isAtTyped ? [("↓", "later")] : [])
  }

  /// Shows the text that was typed for a request.
  mutating func show(for subject: Subject) {
    guard subject != self.subject else { return }
    if let former = self.subject, !isEmpty { unsent[former] = editor }
    editor = unsent.removeValue(forKey: subject) ?? TextEditor("", isMultiline: true)
    self.subject = subject
    recall = Recall()
  }

  /// Keeps the texts with renamed requests, and drops those of deleted ones.
  mutating func follow(_ change: Relocation) {
    subject = subject.flatMap { change($0) }
    unsent = change(unsent)
  }

  /// Up in the first line and Down in the last one go through the messages sent before.
  mutating func handle(_ key: Key) {
    switch key {
    case .up where editor.row == 0: showRecalled(1)
    case .down where editor.row == editor.lineCount - 1: showRecalled(-1)
    case .altEnter, .control("n"): editor.insertLineBreak()
    default: _ = editor.handle(key)
    }
  }

  /// The mouse places the cursor in the line that it is in.
  mutating func point(_ pointer: FieldPointer) {
    if editor.lineCount == 1 { editor.point(pointer) } else { editor.place(row: editor.row, atColumns: pointer.column) }
  }

  /// Empties the field.
  ///
  /// - Returns: The typed text; `nil` if there is none.
  mutating func takeText() -> String? {
    let text = editor.text
    guard !text.isEmpty else { return nil }
    history.removeAll { $0.isExactly(text) }
    history = history.suffix(Self.historyLimit - 1) + [text]
    show("")
    recall = Recall()
    return text
  }

  /// Shows the text again that was taken last, unless another one was typed since.
  mutating func restore(_ text: String) {
    guard isEmpty, let last = history.last, last.isExactly(text) else { return }
    history.removeLast()
    show(text)
    recall = Recall()
  }

  /// Shows an earlier message, or a later one.
  private mutating func showRecalled(_ step: Int) {
    if let text = recall.move(by: step, in: history, from: editor.text) { show(text) }
  }

  private mutating func show(_ text: String) {
    editor = TextEditor(text, isMultiline: true)
    editor.moveToEnd()
  }

  // MARK: Drawing

  /// The lines of the text around the cursor.
  func lines(most: Int) -> [HeadLine] {
    guard isOpen || !isEmpty else { return [] }
    let count = min(isOpen ? most : 1, editor.lineCount)
    let first = isOpen ? min(max(0, editor.row - count + 1), editor.lineCount - count) : 0
    return (first..<first + count).map { line -> HeadLine in { canvas in draw(line, into: &canvas) } }
  }

  private func draw(_ line: Int, into canvas: inout Canvas) {
    let surface: Style.Surface = isOpen ? .input : .plain
    canvas.fill(Rect(canvas.size), Style(on: surface))
    let sign = line == 0 ? "→ " : "  "
    canvas.write(sign, column: 0, row: 0, style: Style(.hint, on: surface))
    let part = Rect(column: sign.columns, row: 0, columns: max(1, canvas.size.columns - sign.columns), rows: 1)
    canvas.draw(in: part) { drawText(of: line, on: surface, into: &$0) }
  }

  private func drawText(of line: Int, on surface: Style.Surface, into canvas: inout Canvas) {
    let range = editor.buffer.range(ofLine: line)
    var painted = PaintedLine(editor.buffer.bytes(in: range), at: range.lowerBound, on: surface)
    if isOpen, let selection = editor.selection { painted.paint(selection) { $0 = Style(.text, on: .selection) } }
    let spans = painted.spans(from: 0, tabWidth: editor.buffer.tabWidth)
    let width = canvas.size.columns
    guard isOpen else {
      let more = editor.lineCount > 1 ? [Span(" ⋯ " + Formatting.count(editor.lineCount, "line"), .hint)] : []
      canvas.write(spans.truncated(to: max(1, width - more.columns)) + more, column: 0, row: 0, limit: width)
      return
    }
    let isCursorLine = line == editor.row
    let skipped = isCursorLine ? max(0, editor.cursorColumns - width + 1) : 0
    canvas.write(spans.dropping(columns: skipped), column: 0, row: 0, limit: width)
    guard isCursorLine else { return }
    canvas.cursor = Point(column: editor.cursorColumns - skipped, row: 0)
    canvas.showField(skipping: skipped)
  }
}
