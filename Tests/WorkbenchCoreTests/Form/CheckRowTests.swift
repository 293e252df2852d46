import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The rows of checks and captures in the form.
@Suite struct CheckRowTests {
  @Test func thePlaceholderOfANarrowFormIsCutWithAMark() {
    var app = Harness.shop(columns: 80, rows: 24)
    app.press("2 ]]]]]]")
    app.expectOnScreen("+ add a check: status, jsonpath $.id, header Cont… │")
  }

  private func app(_ checks: [JSONObject], _ captures: [JSONObject] = [], scope: String? = nil, keys: String = "")
    -> Harness
  {
    var app = Harness.shop(columns: 120, rows: 30)
    app.show(keys: "2 gk " + keys) { request in
      var document = request.document
      document["checks"] = .array(checks.map(JSONValue.object))
      document["captures"] = .array(captures.map(JSONValue.object))
      request = (try? SavedRequest(document: document)) ?? request
      guard let scope else { return }
      // No file can have it.
      var file = SavedFile.request(request)
      var rows = PlacedField(.captures).rows(in: file)
      rows[0].document["scope"] = .string(scope)
      PlacedField(.captures).setRows(rows, in: &file)
      request = file.request ?? request
    }
    return app
  }

  @Test func aCheckWithATypoIsMarkedWithTheReason() {
    let app = app([["query": "stauts", "value": 200], ["query": "status", "value": 200]])
    app.expectOnScreen("! stauts")
    app.expectOnScreen("• status")
    app.expectOnScreen("unknown query \"stauts\" — did you mean \"status\"?")
  }

  @Test func theReasonIsThatOfTheSelectedRow() {
    let app = app([["query": "stauts"], ["query": "body", "predicate": "matches", "value": "(a"]], keys: "<Down>")
    app.expectOnScreen("missing closing parenthesis in the pattern")
    app.expectNotOnScreen("unknown query")
  }

  @Test func aNameThatNoTemplateCanReferToIsMarked() {
    app([], [["name": "a{b", "query": "status"]], keys: "<Down>")
      .expectOnScreen("{{a{b}} is not this variable: leave out the braces")
    app([], [["name": "a.b", "query": "status"]], keys: "<Down>").expectNotOnScreen("leave out the braces")
    let variables = PlacedField(.variables)
    #expect(variables.mistake(in: Parameter("a}", "1"))?.cell == 0)
    let blank = "{{a }} is not this variable: leave out the blanks around it"
    #expect(variables.mistake(in: Parameter("a ", "1"))?.sentence == blank)
    #expect(variables.mistake(in: Parameter("a b", "1")) == nil)
  }

  @Test func aRowThatIsOffIsNotMarked() {
    let app = app([["query": "stauts", "off": true]])
    app.expectOnScreen("│   stauts")
    app.expectNotOnScreen("unknown query")
  }

  @Test func aMistypedCheckIsMarkedOnceItIsTyped() {
    var app = app([])
    app.press("a stauts <Enter> <Esc>")
    app.expectOnScreen("! stauts")
    app.press("h e <BS> <BS> <BS> <BS> atus <Enter>")
    app.expectNotOnScreen("! st")
  }

  @Test func aCaptureWithATypoIsMarked() {
    let app = app([], [["name": "id", "query": "jsonpath", "expression": "$.["]], keys: "<Down>")
    app.expectOnScreen("! id")
    app.expectOnScreen("$.[ is not a JSONPath")
  }

  @Test func aHardCheckSaysSoInItsRowAndInANotice() {
    var app = app([["query": "status", "value": 200]], keys: "<A-s>")
    // At the end of the row, so that it is no part of the value.
    app.expectOnScreen("equals 200      ")
    app.expectOnScreen("   hard   ")
    app.expectOnScreen("status is hard: if it fails, the remaining checks and requests are skipped")
    #expect(app.bench.workspace.request?.checks == [["query": "status", "value": 200, "hard": true]])
    app.press("<A-s>")
    app.expectNotOnScreen("   hard   ")
    app.expectOnScreen("status is soft: if it fails, everything else continues")
  }

  @Test func aLongExpectationLeavesRoomForTheWordHard() {
    let value = JSONValue.string(String(repeating: "long ", count: 40))
    app([["query": "body", "predicate": "contains", "value": value, "hard": true]]).expectOnScreen("… hard")
  }

  @Test func aClickSelectsTheCellOfACheck() throws {
    var app = app([["query": "status", "predicate": "equals", "value": 200]])
    for (text, cell) in [("equals 200", 1), ("• status", 0)] {
      let lines = app.screen.split(separator: "\n")
      let row = try #require(lines.firstIndex { $0.contains(text) })
      let place = try #require(lines[row].range(of: text)?.lowerBound)
      let column = lines[row].distance(from: lines[row].startIndex, to: place) + 2
      app.receive(.input(.mouse(Mouse(.press, at: Point(column: column, row: row)))))
      #expect(app.bench.requestPane.selectedRow == .parameter(PlacedField(.checks), 0))
      #expect(app.bench.requestPane.cell == cell)
    }
  }

  @Test(arguments: [("2 ] <Down> b", "Headers as text"), ("2 gk b", "Checks as text")])
  func theTextOfATableNamesTheTable(keys: String, title: String) {
    var app = Harness.shop(columns: 120, rows: 30)
    app.show(keys: keys) { $0.checks = [["query": "status", "value": 200]] }
    app.expectOnScreen(title)
  }

  private static let capture: JSONObject = [
    "name": "tok", "query": "jsonpath", "expression": "$.token", "scope": "session",
  ]

  private func scope(_ app: Harness) -> JSONValue? { app.bench.workspace.request?.captures.first?["scope"] }

  @Test func tabSelectsTheScopeOfACaptureAndNothingIsTypedIntoIt() {
    var app = app([], [Self.capture], keys: "G k k k e")
    #expect(app.bench.requestPane.editing?.target == .parameterValue(PlacedField(.captures), 0))
    app.press("<Tab>")
    #expect(!app.bench.isEditingText)
    app.expectOnScreen("‹ session ›")
    app.press("x y z")
    #expect(scope(app) == "session")
  }

  @Test func spaceAndArrowsChooseTheScope() {
    var app = app([], [Self.capture], keys: "G k k k e <Tab> <Space>")
    #expect(scope(app) == "environment")
    app.press("<Right>")
    #expect(scope(app) == "collection")
    app.press("<Left> <Left>")
    // The session is the standard, which is left out of the file.
    #expect(scope(app) == nil)
  }

  @Test func anUnknownScopeIsMarkedWithTheReason() {
    let app = app([], [Self.capture], scope: "sessionxyz", keys: "G k k k")
    app.expectOnScreen("! tok")
    app.expectOnScreen("unknown scope \"sessionxyz\" — choose one of session, environment, collection")
  }

  @Test func theKeyOfATabSelectsItsFirstRow() {
    var app = app([["query": "status", "value": 200]])
    #expect(app.bench.requestPane.selectedRow == .parameter(PlacedField(.checks), 0))
    app.press("e")
    #expect(app.bench.requestPane.editing?.target == .parameterValue(PlacedField(.checks), 0))
  }

  @Test func theSelectionGoesUpBeforeTheListScrolls() {
    let checks = (1...40).map { number -> JSONObject in ["query": "header", "expression": .string("X-\(number)")] }
    var app = app(checks, keys: "G")
    let before = app.screen
    app.press("k k k")
    let rows = { (screen: String) in screen.split(separator: "\n").map { $0.contains("header X-40") } }
    #expect(rows(app.screen) == rows(before))
    app.expectOnScreen("+ add")
  }

  @Test func theKeyThatChecksAValueSaysWhereItDoes() {
    var app = app([["query": "status", "value": 200]])
    app.press("g *")
    app.expectOnScreen("g K on a row of the response adds a check")
  }
}
