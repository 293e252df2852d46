import RequestBasics
import TerminalUI
import TestSupport
import Testing

@Suite struct CanvasTests {
  private func drawing(_ columns: Int, _ rows: Int, _ draw: (inout Canvas) -> Void) -> Frame {
    var canvas = Canvas(Frame(size: Size(columns: columns, rows: rows)))
    draw(&canvas)
    return canvas.frame
  }

  @Test func textStopsAtEveryEdge() {
    let frame = drawing(5, 3) { canvas in
      canvas.write("above", column: 0, row: -1)
      canvas.write("right edge", column: 2, row: 0)
      canvas.write("left", column: -2, row: 1)
      canvas.write("below", column: 0, row: 3)
    }
    #expect(frame.text == "  rig\nft\n")
  }

  @Test func aPartNeverDrawsOutsideOfItself() {
    let frame = drawing(6, 3) { canvas in
      canvas.fill(Rect(canvas.size), with: ".")
      canvas.draw(in: Rect(column: 1, row: 1, columns: 3, rows: 1)) { part in
        part.fill(Rect(column: -9, row: -9, columns: 30, rows: 30), with: "x")
        part.draw(in: Rect(column: 2, row: 0, columns: 9, rows: 9)) { $0.write("abc", column: 0, row: 0) }
      }
    }
    #expect(frame.text == "......\n.xxa..\n......")
  }

  @Test func aPartOutsideOfTheScreenIsNotDrawnAtAll() {
    _ = drawing(4, 2) { canvas in
      canvas.draw(in: Rect(column: 9, row: 0, columns: 3, rows: 1)) { _ in Issue.record("It was drawn") }
    }
  }

  @Test func aWideCharacterThatDoesNotFitWholeIsLeftOut() {
    let frame = drawing(5, 2) { canvas in
      canvas.write("abcd界", column: 0, row: 0)
      canvas.write("界x", column: -1, row: 1)
    }
    #expect(frame.text == "abcd\n x")
  }

  @Test func nothingIsWrittenBehindACharacterThatDidNotFit() {
    let frame = drawing(5, 1) { $0.write([Span("abcd界"), Span("e")], column: 0, row: 0) }
    #expect(frame.text == "abcd")
  }

  @Test(arguments: [(0, "x 字"), (1, " x字"), (2, "界x"), (3, "界 x")])
  func halfOfAWideCharacterThatIsOverwrittenBecomesABlank(column: Int, text: String) {
    let frame = drawing(4, 1) { canvas in
      canvas.write("界字", column: 0, row: 0)
      canvas.write("x", column: column, row: 0)
    }
    #expect(frame.text == text)
    #expect(frame.cells.reduce(0) { $0 + Int($1.width) } == 4)
  }

  @Test func aWideCharacterOverTwoHalvesClearsBothNeighbours() {
    let frame = drawing(4, 1) { canvas in
      canvas.write("界字", column: 0, row: 0)
      canvas.write("本", column: 1, row: 0)
    }
    #expect(frame.text == " 本")
    #expect(frame.cells.map(\.width) == [1, 2, 0, 1])
  }

  @Test func aLimitCountsColumns() {
    let frame = drawing(9, 2) { canvas in
      let wide = canvas.write("日本語", column: 0, row: 0, limit: 5)
      let spans = canvas.write([Span("ab"), Span("cdef")], column: 0, row: 1, limit: 3)
      #expect(wide == 4 && spans == 3)
    }
    #expect(frame.text == "日本\nabc")
  }

  @Test func trailingTextEndsAtItsColumn() {
    let frame = drawing(8, 1) { $0.writeTrailing([Span("日"), Span("x")], endingAt: 8, row: 0) }
    #expect(frame.text == "     日x")
  }

  @Test func aBoxCarriesItsTitleAndWhatTrails() {
    let frame = drawing(24, 3) { canvas in
      canvas.box(Rect(canvas.size), title: [Span("Orders")], trailing: [Span("12")], style: Style(.border))
    }
    #expect(
      frame.text == """
        ╭ Orders ────────── 12 ╮
        │                      │
        ╰──────────────────────╯
        """)
  }

  @Test func aTitleThatIsTooLongIsCutAndTheCornersStay() {
    let frame = drawing(12, 2) { canvas in
      canvas.box(
        Rect(canvas.size), title: [Span("Create an order")], trailing: [Span("unsaved")], style: Style(.border))
    }
    #expect(
      frame.text == """
        ╭ Create… ─╮
        ╰──────────╯
        """)
  }

  @Test func aBoxOfAnySizeDrawsInsideOfItself() {
    for columns in 0...9 {
      for rows in 0...4 {
        let frame = drawing(12, 6) { canvas in
          canvas.box(
            Rect(column: 1, row: 1, columns: columns, rows: rows), title: [Span("日本語")], trailing: [Span("x")],
            style: Style(.border))
        }
        let inside = Rect(column: 1, row: 1, columns: columns, rows: rows)
        for row in 0..<6 {
          for column in 0..<12 where !inside.contains(Point(column: column, row: row)) {
            #expect(frame[column, row] == .blank, "\(columns)×\(rows)")
          }
        }
      }
    }
  }

  @Test func theCursorIsShownOnlyInsideOfItsPart() {
    let frame = drawing(9, 3) { canvas in
      canvas.draw(in: Rect(column: 2, row: 1, columns: 3, rows: 1)) { $0.cursor = Point(column: 2, row: 0) }
    }
    #expect(frame.cursor == Point(column: 4, row: 1))
    let outside = drawing(9, 3) { canvas in
      canvas.draw(in: Rect(column: 2, row: 1, columns: 3, rows: 1)) { $0.cursor = Point(column: 3, row: 0) }
    }
    #expect(outside.cursor == nil)
  }

  // MARK: Changes

  /// Writes a few texts over a frame, some of wide characters.
  private func drawing(over frame: Frame, _ random: inout SplitMix64) -> Frame {
    var canvas = Canvas(frame)
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let text = ["a", "界", "b字", "日本", "xy", " "].randomElement(using: &random) ?? ""
      let column = Int.random(in: -1..<frame.size.columns, using: &random)
      let row = Int.random(in: 0..<frame.size.rows, using: &random)
      canvas.write(text, column: column, row: row, style: Style(Bool.random(using: &random) ? .border : .mark))
    }
    return canvas.frame
  }

  @Test(arguments: Seeds.some(of: 1_000))
  func theChangesOfAFrameAreTheCellsThatDifferFromAnother(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let old = drawing(over: Frame(size: Size(columns: 6, rows: 3)), &random)
    let new = drawing(over: old, &random)
    var (screen, places) = (old.cells, [Int]())
    new.forEachChange(since: old) { index, cell in
      places.append(index)
      if cell.width > 0 { Self.put(cell, at: index, on: &screen) }
    }
    #expect(places == new.cells.indices.filter { new.cells[$0] != old.cells[$0] })
    #expect(screen == new.cells)
  }

  /// Writes a cell as a terminal does, which erases the other half of a wide character.
  private static func put(_ cell: Cell, at index: Int, on screen: inout [Cell]) {
    if screen[index].width == 0 { screen[index - 1] = .blank }
    if screen[index].width == 2 { screen[index + 1] = .blank }
    screen[index] = cell
    guard cell.width == 2 else { return }
    if screen[index + 1].width == 2 { screen[index + 2] = .blank }
    screen[index + 1] = Cell("", width: 0, style: cell.style)
  }
}
