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

  private func app(_ checks: [JSONObject], _ captures: [JSONObject] = [], keys: String = "") -> Harness {
    var app = Harness.shop(columns: 120, rows: 30)
    app.show(keys: "2 gk <Down> " + keys) { request in
      var document = request.document
      document["checks"] = .array(checks.map(JSONValue.object))
      document["captures"] = .array(captures.map(JSONValue.object))
      request = (try? SavedRequest(document: document)) ?? request
    }
    return app
  }

  @Test func aCheckWithATypoIsMarkedWithTheReason() {
    let app = app([["query": "stauts", "value": 200], ["query": "status", "value": 200]])
    app.expectOnScreen("! stauts")
    app.expectOnScreen("✓ status")
    app.expectOnScreen("there is no query \"stauts\"")
  }

  @Test func theReasonIsThatOfTheSelectedRow() {
    let app = app([["query": "stauts"], ["query": "body", "predicate": "matches", "value": "(a"]], keys: "<Down>")
    app.expectOnScreen("the pattern (a cannot be used")
    app.expectNotOnScreen("there is no query")
  }

  @Test func aRowThatIsOffIsNotMarked() {
    let app = app([["query": "stauts", "off": true]])
    app.expectOnScreen("✗ stauts")
    app.expectNotOnScreen("there is no query")
  }

  @Test func aMistypedCheckIsMarkedOnceItIsTyped() {
    var app = app([])
    app.press("a stauts <Enter>")
    app.expectOnScreen("! stauts")
    app.press("e <BS> <BS> <BS> <BS> atus <Enter>")
    app.expectNotOnScreen("! st")
  }

  @Test func aCaptureWithATypoIsMarked() {
    let app = app([], [["name": "id", "query": "jsonpath", "expression": "$.["]], keys: "<Down>")
    app.expectOnScreen("! id")
    app.expectOnScreen("$.[ is no JSONPath")
  }

  @Test func aHardCheckSaysSoInItsRowAndInANotice() {
    var app = app([["query": "status", "value": 200]], keys: "S")
    app.expectOnScreen("equals 200 hard")
    app.expectOnScreen("status is hard: if it fails, the remaining checks and requests are left out")
    #expect(app.bench.workspace.request?.checks == [["query": "status", "value": 200, "hard": true]])
    app.press("S")
    app.expectNotOnScreen("equals 200 hard")
    app.expectOnScreen("status is soft: if it fails, everything else goes on")
  }

  @Test func aLongExpectationLeavesRoomForTheWordHard() {
    let value = JSONValue.string(String(repeating: "long ", count: 40))
    app([["query": "body", "predicate": "contains", "value": value, "hard": true]]).expectOnScreen("… hard")
  }

  @Test(arguments: [("2 ] <Down> b", "Headers as text"), ("2 gk <Down> b", "Checks as text")])
  func theTextOfATableNamesTheTable(keys: String, title: String) {
    var app = Harness.shop(columns: 120, rows: 30)
    app.show(keys: keys) { $0.checks = [["query": "status", "value": 200]] }
    app.expectOnScreen(title)
  }
}
