import TerminalUI
import Testing

@Suite struct PlainFrameTests {
  private func frame(_ lines: [String], _ change: (inout Canvas) -> Void = { _ in }) -> Frame {
    var canvas = Canvas(Frame(size: Size(columns: 30, rows: lines.count)))
    for (row, line) in lines.enumerated() { canvas.write(line, column: 0, row: row) }
    change(&canvas)
    return canvas.frame
  }

  @Test func linesBecomeBlanksAndSymbolsWords() {
    let plain = frame([
      " orders ▸ Create order", "╭ Collections ──────╮", "│▾ a              ●│", "│  ▸ b · ✓         │", "⏎ send  ↑ up",
    ]).plain
    #expect(plain.text == " orders > Create order\n  Collections\n - a              *\n   + b , yes\nEnter send  Up up")
  }

  @Test func aWordAtTheEndOfARowTakesTheRoomOfPairs() {
    #expect(frame(["⏎ ab  cd  ef  gh  ijklmnopq…"]).plain.text == "Enter ab cd ef gh ijklmnopq...")
  }

  @Test func theCursorIsOnTheSelectedRow() {
    let plain = frame(["╭ List ──╮", "│  one   │", "│        │"]) { canvas in
      canvas.write("  two ", column: 1, row: 2, style: Style(on: .selected))
    }.plain
    #expect(plain.cursor == Point(column: 3, row: 2))
  }

  @Test func aTextFieldKeepsTheCursor() {
    let plain = frame(["⏎ name"]) { canvas in
      canvas.write("x", column: 2, row: 0, style: Style(on: .selected))
      canvas.cursor = Point(column: 5, row: 0)
    }.plain
    #expect(plain.cursor == Point(column: 9, row: 0))
  }

  @Test func withoutASelectionTheCursorIsOnTheFirstText() {
    #expect(frame(["╭────╮", "│ text│"]).plain.cursor == Point(column: 2, row: 1))
    #expect(frame(["", ""]).plain.cursor == Point(column: 0, row: 0))
    #expect(Frame(size: Size(columns: 0, rows: 0)).plain.cursor == nil)
  }
}
