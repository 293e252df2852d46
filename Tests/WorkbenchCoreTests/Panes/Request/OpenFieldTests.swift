import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Text typed into a field is kept before the field is left.
@Suite struct OpenFieldTests {
  private func kept(_ app: Harness) -> [SavedRequest?] {
    app.effects.compactMap {
      if case .files(_, .keepField(_, let field)) = $0 { .some(field.file?.request) } else { nil }
    }
  }

  @Test func oneWakeUpIsEnoughForAllKeysUntilItComes() {
    var app = Harness.shop()
    app.press("e <Path> /orders/of/the/day")
    #expect(app.draftWakes == 1)
    #expect(app.effects == [])
    app.receive(.draftDue)
    #expect(kept(app).map { $0?.url } == ["{{base}}/orders/orders/of/the/day"])
    app.press("x y z")
    #expect(app.draftWakes == 2)
  }

  @Test func pastedTextIsKeptToo() {
    var app = Harness.shop()
    app.press("e <Path>")
    app.receive(.input(.paste("/pasted")))
    #expect(app.effects == [.wakeForDraft(after: .milliseconds(500))])
    app.receive(.draftDue)
    #expect(kept(app).map { $0?.url } == ["{{base}}/orders/pasted"])
  }

  @Test func theBodyEditorIsKeptAsItsTextWouldBe() {
    var app = Harness.shop()
    app.press("<Down>")
    var request = SavedRequest.create
    request.body = .text("", type: nil)
    app.open("shop/remove.json", request)
    app.press("2 ] ] G e")
    app.type("thirty words")
    app.receive(.draftDue)
    #expect(kept(app).map { $0?.body } == [.text("thirty words", type: nil)])
  }

  @Test func typingThatIsTakenBackForgetsTheDraft() {
    var app = Harness.shop()
    app.press("e x <BS>")
    app.receive(.draftDue)
    #expect(kept(app) == [nil])
  }

  @Test func aFieldThatWasLeftIsNotKeptTwice() {
    var app = Harness.shop()
    app.press("e x <Esc>")
    app.receive(.draftDue)
    #expect(app.effects == [])
  }

  @Test(arguments: [("e x <Esc>", Focus.sidebar), ("3 <A-u> x <Esc>", .response), ("2 e x <Esc>", .request)])
  func escapeLeadsBackToThePaneThatTheFieldWasOpenedFrom(keys: String, pane: Focus) {
    var app = Harness.shop()
    app.press(keys)
    #expect(app.bench.requestPane.editing == nil && app.bench.focusedPane == pane)
  }

  @Test(arguments: ["<F1>", "<F3>", "<F6>"]) func functionKeysKeepTheTextAndRunTheirCommands(key: String) {
    var app = Harness.shop()
    app.press("2 e <Path> /x")
    app.press(key)
    #expect(!app.bench.isEditingText && app.bench.workspace.request?.url == "{{base}}/orders/x")
    #expect(app.bench.overlays.count == 1)
  }

  @Test func aFunctionKeyWithoutACommandLeavesTheFieldOpen() {
    var app = Harness.shop()
    app.press("2 e <Path> /x <F11>")
    #expect(app.bench.requestPane.editing?.editor.text.contains("/orders/x") == true)
  }

  @Test func whatIsKeptHasTheOtherEditsToo() {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> 2 <Down> e 2")
    app.receive(.draftDue)
    var request = SavedRequest.list
    request.url += "/x"
    request.query[0].value = "12"
    #expect(kept(app) == [request])
  }
}
