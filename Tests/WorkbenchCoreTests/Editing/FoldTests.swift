import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct FoldRegionTests {
  private func regions(_ text: String, _ language: CodeLanguage) -> [ClosedRange<Int>] {
    FoldRegions(TextBuffer(text), language).all
  }

  @Test func bracketsInStringsAndCommentsDoNotCount() {
    let json = "{\n  \"a\": [ // ]\n    \"]\", \"\\\"[\"\n  ],\n  \"{{b}}\": {}\n}"
    #expect(regions(json, .json) == [0...5, 1...3])
    #expect(regions("query {\n  a # }\n  b(c: \"\"\"\n}\n\"\"\") {\n d }\n}", .graphql) == [0...6, 2...4, 4...5])
    #expect(regions("f(`{\n`, {\n  a: 1\n})", .javascript) == [0...3, 1...3])
    #expect(regions("{\n  \"open\n}", .json) == [0...2])
  }

  @Test func elementsAndCommentsFoldAndEmptyOnesDoNot() {
    let xml = "<a>\n <!-- <b>\n -->\n <c d=\">\"/>\n <e>\n </e>\n</a>"
    #expect(regions(xml, .xml) == [0...6, 1...2, 4...5])
    #expect(regions("<DIV>\n<br>\n<img>\n</div>", .html) == [0...3])
  }

  @Test func otherTextsFoldByTheirIndentation() {
    #expect(regions("a\n  b\n    c\n\n  d\ne", .plain) == [0...4, 1...2])
  }

  @Test func whatIsAroundEverythingStaysOpen() {
    let regions = FoldRegions(TextBuffer("{\n\"a\": {\n\"b\": [\n1\n]\n}\n}"), .json)
    #expect(regions.below(0) == [0...6, 1...5, 2...4].filter { $0 != 0...6 })
    #expect(regions.below(1) == [2...4])
    #expect(regions.deepest == 1)
  }
}

@Suite struct FoldingTests {
  private static let json = "{\n  \"a\": {\n    \"b\": [\n      1\n    ]\n  },\n  \"c\": 2\n}"

  private func editing(_ text: String = json) -> Harness {
    var app = Harness.shop(columns: 80, rows: 30)
    app.show(keys: "2 ]] z G e") { $0.body = .text(text, type: "application/json") }
    app.press("<C-Home>")
    return app
  }

  private func editor(_ app: Harness) -> TextEditor? { app.bench.requestPane.editing?.editor }

  private func row(_ app: Harness) -> Int? { editor(app)?.row }

  @Test func aFoldShowsItsFirstLineItsEndAndHowMuchItHides() {
    var app = editing()
    app.press("<Down> <A-z>")
    app.expectOnScreen("\"a\": { ⋯ },  4 lines")
    app.expectOnScreen("2▸")
    app.expectNotOnScreen("\"b\"")
    app.press("<Down>")
    #expect(row(app) == 6)
    app.press("<Up>")
    #expect(row(app) == 1)
    app.press("<A-z>")
    app.expectOnScreen("\"b\"")
  }

  @Test func allFoldsCloseAndOpenByLevels() {
    var app = editing()
    app.press("<A-Z>")
    #expect(editor(app)?.rowCount == 4)
    app.press("<A-Z> <A-->")
    #expect(editor(app)?.rowCount == 6)
    app.press("<A-->")
    #expect(editor(app)?.rowCount == 4)
    app.press("<A-+>")
    #expect(editor(app)?.rowCount == 6)
  }

  @Test func movingIntoAFoldOpensIt() {
    var app = editing()
    app.press("<Down> <A-z> <End> <Right>")
    #expect(row(app) == 2 && editor(app)?.rowCount == 8)
    app = editing()
    app.press("<Down> <A-z> <C-f> b <Esc>")
    #expect(row(app) == 2 && editor(app)?.rowCount == 8)
  }

  @Test func editsAboveMoveFoldsAndEditsInsideOpenThem() {
    var app = editing()
    app.press("<Down> <A-z> <Up> <End> <Enter>")
    #expect(editor(app)?.lineCount == 9 && editor(app)?.rowCount == 5)
    app.press("<Down> <End> x")
    #expect(editor(app)?.rowCount == 5)
    app.press("<C-z> <C-z>")
    #expect(editor(app)?.text == Self.json && editor(app)?.rowCount == 4)
    app.press("<Down> <End> <Del>")
    #expect(editor(app)?.lineCount == 7 && editor(app)?.rowCount == 7)
  }

  @Test func vimsKeysFoldAndALineOfAFoldIsAllOfIt() {
    var app = editing()
    app.press("<Esc> : vim <Enter> e gg zM")
    #expect(editor(app)?.rowCount == 4)
    app.press("j j")
    #expect(row(app) == 6)
    app.press("k dd")
    #expect(editor(app)?.text == "{\n  \"c\": 2\n}")
    app.press("u gg zR jza")
    #expect(editor(app)?.rowCount == 4)
    app.press("zo j zc")
    #expect(editor(app)?.rowCount == 6)
    app.press("zc")
    #expect(editor(app)?.rowCount == 4)
  }

  @Test func aClickInTheMarginFoldsAndClicksFindTheRightLine() throws {
    var app = editing()
    let area = try #require(app.bench.layout[.request])
    func click(_ column: Int, _ row: Int) {
      app.receive(.input(.mouse(Mouse(.press, at: Point(column: area.column + 2 + column, row: area.row + 2 + row)))))
    }
    click(0, 1)
    #expect(editor(app)?.rowCount == 4)
    click(5, 2)
    #expect(row(app) == 6)
    click(0, 2)
    #expect(editor(app)?.rowCount == 4 && row(app) == 6)
  }

  @Test func aTextWithoutStructureSaysSo() {
    var app = editing("a\nb")
    app.press("<A-z>")
    app.expectOnScreen("Nothing to fold here")
  }
}
