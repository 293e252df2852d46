import TerminalUI
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
}
