import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The mouse in text fields of one line.
@Suite struct FieldMouseTests {
  private func mouse(_ app: inout Harness, _ action: Mouse.Action, _ column: Int, clicks: Int = 1, row: Int = 0) {
    guard let field = app.bench.render().field else {
      Issue.record("No field is open")
      return
    }
    let point = Point(column: field.part.column + column, row: field.part.row + row)
    app.receive(.input(.mouse(Mouse(action, at: point, clicks: clicks))))
  }

  private func editor(_ app: Harness) -> TextEditor? { app.bench.requestPane.editing?.editor }

  @Test func aClickPlacesTheCursorAndADragSelects() {
    var app = Harness.shop()
    app.press("2 e")
    mouse(&app, .press, 2)
    #expect(editor(app)?.cursor == 2)
    mouse(&app, .drag, 6)
    #expect(editor(app)?.selectedText == "base")
    mouse(&app, .drag, 60, row: 5)
    #expect(editor(app)?.selectedText == "base}}/orders?page=1")
    mouse(&app, .press, 3, clicks: 2)
    #expect(editor(app)?.selectedText == "base")
    mouse(&app, .press, 3, clicks: 3)
    #expect(editor(app)?.selectedText == "{{base}}/orders?page=1")
  }

  @Test func aScrolledTextStaysWhereItIsUnderTheMouse() {
    var app = Harness.shop(columns: 60)
    app.press("2 e <C-u>")
    app.type(String(repeating: "0123456789", count: 20) + " word")
    mouse(&app, .press, 10)
    let cursor = editor(app)?.cursor
    mouse(&app, .press, 10, clicks: 2)
    #expect(editor(app)?.selection?.upperBound == 200)
    #expect(cursor.map { $0 > 100 } == true)
    mouse(&app, .press, 10)
    #expect(editor(app)?.cursor == cursor)
  }

  @Test func wideCharactersAreHitAtTheirColumns() {
    var app = Harness.shop()
    app.press("2 e <C-u>")
    app.type("日本e\u{301}x")
    mouse(&app, .press, 4)
    #expect(editor(app)?.cursor == 6)
    mouse(&app, .press, 5)
    #expect(editor(app)?.cursor == 9)
  }

  @Test func promptsListsAndFiltersHaveItToo() throws {
    var app = Harness.shop()
    app.press(": send")
    mouse(&app, .press, 1)
    mouse(&app, .press, 1, clicks: 2)
    guard let picker = app.bench.overlays.last?.screen as? Picker else { throw Missing() }
    #expect(picker.editor.selectedText == "send")
    app.press("<Esc> 1 / orders")
    mouse(&app, .press, 2)
    mouse(&app, .drag, 0)
    #expect(app.bench.panes[CollectionsPane.self].filter?.editor.selectedText == "or")
  }

  private struct Missing: Error {}

  @Test func aClickElsewhereStillClosesTheField() {
    var app = Harness.shop()
    app.press("2 e <Path> x")
    app.receive(.input(.mouse(Mouse(.press, at: Point(column: 1, row: 3)))))
    #expect(app.bench.requestPane.editing == nil)
    #expect(app.bench.workspace.items["shop/list.json"].draft?.current.request?.url == "{{base}}/ordersx")
  }
}
