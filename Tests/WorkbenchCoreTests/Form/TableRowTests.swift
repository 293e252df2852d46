import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Rows of tables: their order, descriptions, copies, all of them as text, and pasted ones.
@Suite struct TableRowTests {
  private func app(columns: Int = 120, _ change: (inout SavedRequest) -> Void = { _ in }) -> Harness {
    var app = Harness.shop(columns: columns, rows: 30)
    app.show(keys: "2 <Down>", change)
    return app
  }

  private func request(_ app: Harness) -> SavedRequest { app.bench.workspace.request ?? SavedRequest(url: "") }

  private func document(_ row: Parameter) -> JSONObject { row.document }

  // MARK: The URL

  @Test func theTableFollowsTheURLWhileItIsTyped() {
    var app = app { $0.query = [] }
    app.press("k e ?a=1&b=2")
    app.expectOnScreen("✓ a           1")
    app.expectOnScreen("✓ b           2")
    app.expectOnScreen("Params 2")
    app.press("<Enter>")
    #expect(request(app).url == "{{base}}/orders?a=1&b=2")
    #expect(request(app).query == [])
    app.press("<Down> e 5 <Enter>")
    #expect(request(app).url == "{{base}}/orders?a=15&b=2")
  }

  @Test func theURLFollowsTheTableWhileItIsTyped() {
    var app = app()
    app.press("e 5")
    app.expectOnScreen("GET   {{base}}/orders?page=15")
    app.press("<Enter> <Space>")
    app.expectNotOnScreen("?page")
    app.press("<Space>")
    app.expectOnScreen("GET   {{base}}/orders?page=15")
  }

  @Test func whatIsTypedAtTheAddressComesBeforeTheRowsOfTheTable() {
    var app = app()
    app.press("k e <Path> /x <Enter>")
    #expect(request(app).url == "{{base}}/orders/x")
    #expect(request(app).query == SavedRequest.list.query)
  }

  /// The rows of the table are parts of the shown URL.
  @Test func aURLIsTypedOnAtItsEndAndClearedWhole() {
    var app = app()
    app.press("k e 5 <Enter>")
    #expect(request(app).url == "{{base}}/orders" && request(app).query[0].value == "15")
    app.press("e <C-u>")
    #expect(app.bench.requestPane.editing?.editor.text == "")
    app.press("/new <Enter>")
    #expect(request(app).url == "/new" && !request(app).query.contains { !$0.isOff })
  }

  @Test func aPathParameterIsRenamedInTheTable() {
    var app = Harness.shop(columns: 120, rows: 30)
    app.show(.create, keys: "2 <Down> h e s <Enter>")
    #expect(request(app).url == "{{base}}/orders/:orders")
    #expect(request(app).pathParameters == [Parameter("orders", "42")])
    app.press("e / <Enter>")
    app.expectOnScreen("\"orders/\" cannot name a path parameter: use letters, digits, - and _")
    #expect(request(app).url == "{{base}}/orders/:orders")
  }

  // MARK: Cells and rows

  @Test func aDescriptionIsTypedBesideTheValue() {
    var app = app()
    app.press("l e the <Space> page <Enter>")
    #expect(request(app).query[0].document["description"] == "the page")
    app.expectOnScreen("Description")
    app.expectOnScreen("the page")
    app.press("d <Down>")
    #expect(request(app).query.map(\.name) == ["debug"])
  }

  @Test func aNarrowFormShowsTheDescriptionInPlaceOfTheValue() {
    var app = app(columns: 40) { $0.query[0].document["description"] = "which page" }
    app.expectNotOnScreen("which page")
    app.press("l")
    app.expectOnScreen("page        which page")
    app.press("h")
    app.expectOnScreen("page        1")
  }

  @Test func rowsMoveAndTheSelectionGoesWithThem() {
    var app = app()
    app.press("<A-j>")
    #expect(request(app).query.map(\.name) == ["debug", "page"])
    #expect(app.bench.requestPane.selectedRow == .parameter(.query, 1))
    app.press("<A-j>")
    #expect(request(app).query.map(\.name) == ["debug", "page"])
    app.press("<A-k> u")
    #expect(request(app).query.map(\.name) == ["debug", "page"])
    app.press("u")
    #expect(request(app) == .list)
  }

  @Test func aRowIsCopiedBelowItself() {
    var app = app { $0.query[1].document["x-own"] = 1 }
    app.press("<Down> D")
    #expect(request(app).query.map(\.name) == ["page", "debug", "debug"])
    #expect(request(app).query[1] == request(app).query[2])
    #expect(app.bench.requestPane.selectedRow == .parameter(.query, 2))
  }

  @Test func commandsForRowsSayWhatTheyNeed() {
    var app = app()
    for key in ["J", "K", "D"] {
      app.press("<Home> \(key)")
      app.expectOnScreen("Select a parameter, header or field first")
    }
  }

  // MARK: Bulk edit

  @Test func aTableIsEditedAsText() {
    var app = app {
      $0.query[0].document["description"] = "which page"
      $0.query[1].document["x-own"] = 1
    }
    app.press("b")
    app.expectOnScreen("1 page: 1")
    app.expectOnScreen("2 // debug: true")
    app.press("<End> 2 <Down> <C-a>")
    app.press("<Esc>")
    #expect(request(app).query.map(document).first == ["name": "page", "value": "12", "description": "which page"])
    #expect(request(app).query.map(document).last == ["name": "debug", "value": "true", "off": true, "x-own": 1])
    app.press("u")
    #expect(request(app).query[0].value == "1")
  }

  @Test func headersAsTextKeepWhatTheTextDoesNotShow() {
    let old = [
      Parameter(document: ["name": "A", "value": "1", "description": "a"]),
      Parameter(document: ["name": "B", "value": "two\nlines", "x-own": true]),
      Parameter(document: ["name": "C", "value": "3", "off": true]),
    ]
    let text = TableText(PlacedField(.headers))
    #expect(text.text(of: old) == "A: 1\nB: two\n| lines\n// C: 3")
    #expect(text.rows(of: text.text(of: old), over: old).rows == old)
    let (rows, notice) = text.rows(of: "C: 4\n\nNew=5\n# A: 1\nB: two\n| more\n", over: old)
    #expect(
      rows.map(document) == [
        ["name": "C", "value": "4"], ["name": "New", "value": "5"],
        ["name": "A", "value": "1", "description": "a", "off": true],
        ["name": "B", "value": "two\nmore", "x-own": true],
      ])
    #expect(notice == nil)
  }

  @Test func aRenamedRowKeepsItsDescription() {
    let old = [
      Parameter("A", "1"), Parameter(document: ["name": "B", "value": "2", "description": "b"]), Parameter("C", "3"),
    ]
    let rows = TableText(PlacedField(.headers)).rows(of: "A: 1\nX-B: 2\nC: 3", over: old).rows
    #expect(rows[1].document == ["name": "X-B", "value": "2", "description": "b"])
  }

  @Test func aNameAloneIsAHeaderWithAnEmptyValue() {
    var app = app()
    app.press("]")
    app.press("b <C-End>")
    app.press("<Enter> bare")
    app.expectOnScreen("Line 2 has no colon: its value is empty")
    app.press("<Esc>")
    #expect(request(app).headers == [Parameter("Accept", "application/json"), Parameter("bare", "")])
    app.press("b <C-Home> <Right> <Right> <Right> <Right> <Right> <Right> <C-k> <Esc>")
    #expect(request(app).headers == [Parameter("Accept", ""), Parameter("bare", "")])
  }

  @Test func aNameAloneIsAParameterWithoutAValue() {
    var app = app { $0.query = [Parameter("page", "1"), Parameter(document: ["name": "bare"])] }
    app.press("b <C-End>")
    app.press("<Enter> new <Esc>")
    #expect(
      request(app).query.map(document) == [
        ["name": "page", "value": "1"], ["name": "bare"], ["name": "new"],
      ])
    app.press("b <C-Home>")
    app.press("<End> <BS> <BS> <BS> <Esc>")
    #expect(request(app).query.first.map(document) == ["name": "page"])
  }

  @Test func aNameAloneIsAVariableWithAnEmptyValueUnlessItIsSecret() {
    let old = [Parameter("n", "5"), Parameter(document: ["name": "token", "secret": true])]
    let (rows, notice) = TableText(PlacedField(.variables)).rows(of: "n\napiToken\nnew", over: old)
    #expect(
      rows.map(document) == [
        ["name": "n", "value": ""], ["name": "apiToken", "secret": true], ["name": "new", "value": ""],
      ])
    #expect(notice == nil)
  }

  @Test(arguments: ["@alice", "\\@alice", "\\\\@"])
  func aTextThatBeginsWithAnAtSignStaysTextWhenItIsEdited(value: String) throws {
    var app = app { $0.body = .multipart([Parameter("user", value)]) }
    app.press("]] G k e x <BS> <Enter>")
    #expect(request(app).body == .multipart([Parameter("user", value)]))
    app.press("e x <Enter>")
    #expect(request(app).body == .multipart([Parameter("user", value + "x")]))
    app.press("b <End> y <Esc>")
    #expect(request(app).body == .multipart([Parameter("user", value + "xy")]))
  }

  @Test func aTableWithoutFilesTakesAnAtSignAsItIs() {
    var app = app { $0.body = .form([Parameter("user", "")]) }
    app.press("]] G k e @alice <Enter>")
    #expect(request(app).body == .form([Parameter("user", "@alice")]))
  }

  @Test func aParameterThatIsTurnedOffKeepsItsPlaceItsSelectionAndItsBytes() {
    var app = app {
      $0.url = "http://x/?a=1&x+y=1,2&b=%3a"
      $0.query = []
    }
    app.press("<Down> <Space>")
    #expect(app.bench.requestPane.selectedRow == .parameter(.query, 1))
    app.expectOnScreen("GET   http://x/?a=1&b=%3a")
    app.press("<Space>")
    #expect(app.bench.requestPane.selectedRow == .parameter(.query, 1))
    app.expectOnScreen("GET   http://x/?a=1&x+y=1,2&b=%3a")
    app.press("<A-j> <A-k> l e why <Enter>")
    app.expectOnScreen("GET   http://x/?a=1&x+y=1,2&b=%3a")
    app.press("D d <A-k>")
    app.expectOnScreen("GET   http://x/?a=1&b=%3a&x+y=1,2")
  }

  @Test func theValueOfASecretDoesNotGetIntoTheFile() {
    let old = [Parameter(document: ["name": "token", "secret": true])]
    let text = TableText(PlacedField(.variables))
    #expect(text.text(of: old) == "token")
    let (rows, notice) = text.rows(of: "token: hunter2\nn: 5", over: old)
    #expect(rows == [old[0], Parameter("n", "5")])
    #expect(notice?.text == "Line 1: the value of a secret is not kept in the file; type it in the table")
  }

  @Test func filesOfAMultipartFormAreLinesWithAnAtSign() {
    let old = [Parameter(document: ["name": "cat", "file": "cat.png", "type": "image/png"])]
    guard let field = PlacedField.content(ofRows: .multipart) else { return }
    let text = TableText(field)
    #expect(text.text(of: old) == "cat: @cat.png")
    let rows = text.rows(of: "cat: @dog.png\nn: 1", over: old).rows
    #expect(
      rows.map(document) == [
        ["name": "cat", "file": "dog.png", "type": "image/png"], ["name": "n", "value": "1"],
      ])
  }

  // MARK: Pasting

  @Test(
    arguments: [
      ("a=1&b=x%20y&c", ["a": "1", "b": "x y", "c": ""]), ("?a=1", ["a": "1"]), ("a: 1\nb: 2\n", ["a": "1", "b": "2"]),
      ("https://x.example/y?a=1&b=2#z", ["a": "1", "b": "2"]), ("a=1\nb=http://x", ["a": "1", "b": "http://x"]),
    ] as [(String, [String: String])]) func pastedTextMakesRowsInOneStep(text: String, rows: [String: String])
  {
    var app = app()
    app.receive(.input(.paste(text)))
    let new = request(app).query.dropFirst().dropLast()
    #expect(Dictionary(new.map { ($0.name, $0.value) }) { a, _ in a } == rows)
    app.expectOnScreen(rows.count == 1 ? "Pasted 1 row" : "Pasted \(rows.count) rows")
    app.press("u")
    #expect(request(app) == .list)
  }

  @Test(arguments: ["curl https://a.example", "{}", "https://x.example/y", "GET /a HTTP/1.1\nHost: x", "hello"])
  func otherTextsAreNoRows(text: String) {
    var app = app()
    app.receive(.input(.paste(text)))
    #expect(request(app) == .list)
  }

  @Test func linesArePastedIntoTheTableBelowTheAddress() {
    var app = app()
    app.press("] <Home>")
    app.receive(.input(.paste("X-A: 1\nX-B: 2\n")))
    #expect(request(app).headers.map(\.name) == ["Accept", "X-A", "X-B"])
    app.expectOnScreen("Pasted 2 rows into Headers")
  }

  @Test func aQueryOnHeadersIsARowForEachPair() {
    var app = app()
    app.press("]")
    app.receive(.input(.paste("x=1&y=2")))
    #expect(request(app).headers.dropFirst() == [Parameter("x", "1"), Parameter("y", "2")])
    app.receive(.input(.paste("X-Sign: a=1&b=2")))
    #expect(request(app).headers.contains(Parameter("X-Sign", "a=1&b=2")))
    app.receive(.input(.paste("X-Link: https://x.example/?a=1&b=2")))
    #expect(request(app).headers.contains(Parameter("X-Link", "https://x.example/?a=1&b=2")))
  }

  @Test func aPastedQueryIsSentAsItIsWritten() {
    var app = app { $0.query = [] }
    app.receive(.input(.paste("ids=1,2&q=a+b")))
    app.expectOnScreen("GET   {{base}}/orders?ids=1,2&q=a+b")
    #expect(request(app).query.map(\.isAsIs) == [true, true])
  }

  @Test func headersArePastedIntoTheOpenNameOfANewRow() {
    var app = app()
    app.press("] a")
    app.receive(.input(.paste("X-A: 1\r\nX-B: https://x/?a=1\r\n")))
    #expect(request(app).headers.map(\.name) == ["Accept", "X-A", "X-B"])
    #expect(request(app).headers.last?.value == "https://x/?a=1")
    #expect(!app.bench.isEditingText)
  }

  @Test func aTextInAValueStaysText() {
    var app = app()
    app.press("e <C-u>")
    app.receive(.input(.paste("a=1&b=2")))
    app.press("<Enter>")
    #expect(request(app).query[0].value == "a=1&b=2")
  }
}

extension PlacedField {
  /// The table of a body kind.
  static func content(ofRows kind: BodyKind) -> PlacedField? {
    kind.fields.first.map { PlacedField($0, in: BodyKind.section, kind: kind.name) }
  }
}
