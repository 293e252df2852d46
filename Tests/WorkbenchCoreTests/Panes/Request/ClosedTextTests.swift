import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Commands on texts and fields that are not open.
@Suite struct ClosedTextTests {
  private func body(_ body: RequestBody) -> Harness {
    var app = Harness.shop(columns: 100, rows: 30)
    app.show(keys: "2 ]]") { $0.body = body }
    return app
  }

  private func text(_ app: Harness) -> String? { app.bench.workspace.request?.body?["text"]?.string }

  @Test func aBodyIsFormattedWithoutOpeningItAndUndone() {
    var app = body(.text("{\"a\": [1] /* one */}", type: "application/json"))
    app.press("<A-q>")
    #expect(text(app) == "{\n  \"a\": [\n    1\n  ] /* one */\n}")
    app.expectOnScreen("Formatted")
    app.press("<A-Q>")
    #expect(text(app) == "{\"a\":[1]/* one */}")
    app.press("u u")
    #expect(text(app) == "{\"a\": [1] /* one */}")
  }

  @Test func anErrorChangesNothingAndIsTold() {
    var app = body(.text("{\"a\" 1}", type: "application/json"))
    app.press("<A-q>")
    #expect(text(app) == "{\"a\" 1}")
    app.expectOnScreen("Cannot format the text: 1:6 expected \":\" after the key")
    app = body(.text("plain", type: "text/plain"))
    app.press("<A-q>")
    app.expectOnScreen("Cannot format text")
    app.press("[ <A-q>")
    app.expectOnScreen("This tab has no text")
  }

  @Test func theJSONOfAFileStaysFormatted() {
    var app = body(.json(["a": [1]]))
    app.press("<A-Q>")
    app.expectOnScreen("The file keeps this JSON formatted")
    #expect(app.bench.workspace.unsaved == [])
  }

  // MARK: The editor

  private func edit(_ app: Harness) -> (edited: EditedText, text: String, type: String)? {
    app.effects.lazy.compactMap {
      if case .edit(let edited, let text, let type) = $0 { (edited, text, type) } else { nil }
    }
    .first
  }

  @Test func anyFieldOpensInTheEditor() throws {
    var app = Harness.shop()
    app.press("2 E")
    var opened = try #require(edit(app))
    #expect(opened.text == "{{base}}/orders?page=1" && opened.type == "txt")
    app.receive(.edited(opened.edited, text: "{{base}}\n/new\n"))
    #expect(app.bench.workspace.request?.url == "{{base}} /new")
    app.press("g h E")
    opened = try #require(edit(app))
    #expect(opened.text == "application/json")
    app.receive(.edited(opened.edited, text: "text/csv"))
    #expect(app.bench.workspace.request?.headers.first?.value == "text/csv")
  }

  @Test func theOpenFieldGoesToTheEditorWithWhatWasTyped() throws {
    var app = Harness.shop()
    app.press("2 e x <A-e>")
    #expect(try #require(edit(app)).text == "{{base}}/orders?page=1x")
    #expect(app.bench.requestPane.editing == nil)
  }

  @Test(arguments: [
    ("application/xml", "xml"), ("text/html", "html"), ("application/json", "json"), ("text/javascript", "js"),
    ("text/plain", "txt"),
  ]) func theExtensionIsThatOfTheMediaType(type: String, name: String) throws {
    var app = body(.text("x", type: type))
    app.press("E")
    let opened = try #require(edit(app))
    #expect(opened.type == name)
    #expect(opened.text == "x")
  }
}
