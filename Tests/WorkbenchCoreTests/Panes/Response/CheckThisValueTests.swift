import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// `g K` on a row of the response, and e on the result of a check.
@Suite struct CheckThisValueTests {
  private func answered(_ keys: String) -> Harness {
    var app = Harness.shop(columns: 100, rows: 40)
    app.sendAndAnswer { .answered($0) }
    app.press("3 " + keys)
    return app
  }

  private func checked(_ isPassed: Bool) -> (ExchangeID) -> Exchange {
    { id in
      var exchange = Exchange.answered(id)
      exchange.log.events = [LogEvent(.check(LogEvent.Check("has an id", isPassed: isPassed)), at: .zero)]
      return exchange
    }
  }

  private func checks(_ app: Harness) -> [String] {
    (app.bench.workspace.request?.checks ?? []).map { JSONValue.object($0).compact }
  }

  @Test(
    "A row becomes the check that it stays as it is",
    arguments: [
      ("<Down> gK", #"{"query":"jsonpath","expression":"$.id","predicate":"equals","value":7}"#),
      (
        "] gK", #"{"query":"header","expression":"Content-Type","predicate":"equals","value":"application/json"}"#
      ),
      ("] <Down> gK", #"{"query":"cookie","expression":"a","predicate":"exists"}"#),
      ("]] gK", #"{"query":"cookie","expression":"a","predicate":"exists"}"#),
      ("]] <Down> gK", #"{"query":"cookie","expression":"a[Path]","predicate":"equals","value":"/"}"#),
      ("gl gg gK", #"{"query":"duration","predicate":"lessOrEqual","value":300}"#),
      (
        "gl gg <Down> <Down> <Down> <Down> <Down> <Down> <Down> <Down> gK",
        #"{"query":"duration","expression":"wait","predicate":"lessOrEqual","value":300}"#
      ),
    ])
  func aRowBecomesACheck(keys: String, check: String) {
    #expect(checks(answered(keys)) == [check])
  }

  @Test(
    "A row of XML or HTML becomes the check of its XPath",
    arguments: [
      (
        "<a><b>1</b><c> x  y </c></a>", "application/xml", "<Down> <Down> gK",
        #"{"query":"xpath","expression":"/a/c","predicate":"equals","value":" x  y "}"#
      ),
      ("<a><b>1</b></a>", "application/xml", "gK", #"{"query":"xpath","expression":"/a","predicate":"exists"}"#),
      (
        #"<f xmlns="urn:x"><t>1</t></f>"#, "application/xml", "<Down> gK",
        #"{"query":"xpath","expression":"/_:f/_:t","predicate":"equals","value":"1"}"#
      ),
      (
        "<TITLE>News</TITLE><p>a</p>", "text/html", "gK",
        #"{"query":"xpath","expression":"/html/head/title","predicate":"equals","value":"News"}"#
      ),
      (
        "<a>one <b>two</b></a>", "application/xml", "<Down> gK",
        #"{"query":"xpath","expression":"/a","predicate":"contains","value":"one"}"#
      ),
    ])
  func aRowOfMarkupBecomesACheck(body: String, type: String, keys: String, check: String) {
    var app = Harness.shop(columns: 100, rows: 40)
    app.sendAndAnswer { .answered($0, body: body, headers: [Header("Content-Type", type)]) }
    app.press("3 " + keys)
    #expect(checks(app) == [check])
  }

  @Test func aCommentBecomesNoCheck() {
    var app = Harness.shop(columns: 100, rows: 40)
    app.sendAndAnswer { .answered($0, body: "<a><!-- c --></a>", headers: [Header("Content-Type", "text/xml")]) }
    app.press("3 <Down> gK")
    #expect(checks(app).isEmpty)
    app.expectOnScreen("Select an element or its text")
  }

  @Test func trailersAreBelowTheHeadersAndBecomeChecks() {
    var app = Harness.shop(columns: 100, rows: 40)
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id)
      exchange.timeline.hops[0].trailers = [Header("Set-Cookie", "b=2")]
      return exchange
    }
    app.press("3 ] g K <Down> g K <Down> g K")
    app.expectOnScreen("Select a header or a trailer")
    app.press("<Down> <Down> g K")
    app.expectOnScreen("Headers 3")
    app.expectOnScreen("Trailers  after the body")
    #expect(
      checks(app) == [
        #"{"query":"header","expression":"Content-Type","predicate":"equals","value":"application/json"}"#,
        #"{"query":"cookie","expression":"a","predicate":"exists"}"#,
        #"{"query":"trailer","expression":"Set-Cookie","predicate":"equals","value":"b=2"}"#,
      ])
  }

  @Test func aRowWithoutAValueSaysWhatToSelect() {
    let app = answered("gl gg <Down> gK")
    #expect(checks(app).isEmpty)
    app.expectOnScreen("Select the total time, a phase of the last message or a valid certificate")
  }

  @Test func theMessageNamesTheCheck() {
    var app = answered("<Down> gK")
    app.expectOnScreen("Check added to list: jsonpath $.id equals 7")
    app.press("g K")
    app.expectOnScreen("The request already checks jsonpath $.id equals 7")
  }

  @Test func aRefusalIsALineAndTakesNoKeys() {
    var app = answered("gl gg <Down> gK")
    #expect(app.bench.overlays.isEmpty)
    app.press("2")
    #expect(app.bench.focusedPane == .request)
  }

  private func certificate(until end: String, _ keys: String) -> Harness {
    var app = Harness.shop(columns: 100, rows: 40)
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id)
      exchange.timeline.hops[exchange.timeline.hops.count - 1].connection?.tls = Timeline.TLS(
        version: "TLSv1.3", cipher: "x", isVerified: true,
        certificates: [Timeline.Certificate(subject: "CN = a", issuer: "CN = b", validFrom: "", validUntil: end)])
      return exchange
    }
    app.press("3 gl gg " + keys)
    return app
  }

  @Test(
    "The check of a certificate passes for the response it is made from",
    arguments: [(4.5, 2), (0.2, 0), (400, 14)])
  func certificateCheck(days: Double, least: Int) throws {
    let start = Exchange.answered(.sample(1)).startedAt
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "UTC"))
    formatter.dateFormat = "MMM d HH:mm:ss yyyy"
    let end = formatter.string(from: start.addingTimeInterval(days * 86_400)) + " GMT"
    let app = certificate(until: end, "<Down> <Down> <Down> <Down> gK")
    #expect(
      checks(app) == [
        #"{"query":"certificate","expression":"daysLeft","predicate":"greaterOrEqual","value":\#(least)}"#
      ])
  }

  @Test func aCertificateThatHasExpiredMakesNoCheck() {
    let app = certificate(until: "Jan 1 00:00:00 1970 GMT", "<Down> <Down> <Down> <Down> gK")
    #expect(checks(app).isEmpty)
    app.expectOnScreen("a valid certificate")
  }

  @Test func capturesAreResultsWithTheirValues() {
    var app = Harness.shop(columns: 100, rows: 40)
    app.show(keys: "") { request in
      var document = request.document
      document["captures"] = [["name": "id", "query": "jsonpath", "expression": "$.id"]]
      request = (try? SavedRequest(document: document)) ?? request
    }
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id)
      exchange.log.events += [
        LogEvent(LogEvent.Capture("id", source: "jsonpath $.id", value: "42").content, at: .zero),
        LogEvent(LogEvent.Capture("tok", source: "$.token", value: nil).content, at: .zero),
      ]
      return exchange
    }
    app.press("3 gk")
    app.expectOnScreen("✓ id = 42  from jsonpath $.id")
    app.expectOnScreen("✓ tok = ••••••  from $.token")
    app.press("e")
    #expect(app.bench.requestPane.selectedRow == .parameter(PlacedField(.captures), 0))
    #expect(app.bench.requestPane.editing?.target == .parameterValue(PlacedField(.captures), 0))
  }

  @Test func aResultShowsTheCheckInTheForm() {
    var app = Harness.shop(columns: 100, rows: 40)
    app.sendAndAnswer { .answered($0) }
    app.press("3 <Down> g K <Down> g K")
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id)
      exchange.log.events = [
        LogEvent(.check(LogEvent.Check("jsonpath $.id equals 7", isPassed: true)), at: .zero),
        LogEvent(.check(LogEvent.Check("jsonpath $.name equals Ada", isPassed: false, detail: "no")), at: .zero),
        LogEvent(.check(LogEvent.Check("of a script", isPassed: true)), at: .zero),
      ]
      return exchange
    }
    // The first failure is selected.
    app.press("3 gk e")
    #expect(app.bench.requestPane.selectedRow == .parameter(PlacedField(.checks), 1))
    #expect(app.bench.requestPane.editing?.target == .parameterValue(PlacedField(.checks), 1))
    app.press("<Esc> 3 <Down> <Down> e")
    app.expectOnScreen("This check is not in the request: it is in a folder or a script file")
    // The response stays.
    #expect(app.bench.focusedPane == .response)
  }

  @Test func aTestWhoseNameIsComputedSaysThatNoLineHasIt() {
    var app = Harness.shop(columns: 120, rows: 40)
    app.show(keys: "") { request in
      var document = request.document
      document["scripts"] = ["postResponse": "pm.test(`item ${1}`, () => {}); pm.test('total', () => {})"]
      request = (try? SavedRequest(document: document)) ?? request
    }
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id)
      let names = ["item 1", "total"]
      exchange.log.events = names.map { LogEvent(.check(LogEvent.Check($0, isPassed: true)), at: .zero) }
      return exchange
    }
    app.press("3 gk e")
    app.expectOnScreen("This name is not in the request: a script computes it, or it is in a folder or a script file")
    #expect(app.bench.focusedPane == .response)
    app.press("<Down> e")
    #expect(app.bench.focusedPane == .request)
  }

  @Test func theChecksAreShownAgainWithTheNextResponse() {
    var app = Harness.shop(columns: 100, rows: 40)
    app.sendAndAnswer(checked(true))
    app.press("3 gk")
    app.sendAndAnswer { .answered($0) }
    #expect(app.bench.responsePane.tabID == BodyTab.id)
    app.sendAndAnswer(checked(true))
    #expect(app.bench.responsePane.tabID == ChecksTab.id)
  }

  @Test func aFailedCheckLeavesLaterResponsesInTheTabThatWasChosen() {
    var app = Harness.shop(columns: 100, rows: 40)
    app.sendAndAnswer(checked(false))
    app.press("3 gk")
    app.sendAndAnswer(checked(false))
    #expect(app.bench.responsePane.tabID == ChecksTab.id)
    app.sendAndAnswer(checked(true))
    #expect(app.bench.responsePane.tabID == BodyTab.id)
    app.sendAndAnswer(checked(false))
    #expect(app.bench.responsePane.tabID == BodyTab.id)
  }

  @Test func aTabThatARunOpensIsForItsExchangeAlone() {
    var app = Harness.shop(columns: 100, rows: 40)
    _ = app.bench.route(.tell(ResponsePane.ShowTab(id: ChecksTab.id)))
    app.sendAndAnswer(checked(true))
    #expect(app.bench.responsePane.tabID == ChecksTab.id)
    app.sendAndAnswer(checked(true))
    #expect(app.bench.responsePane.tabID == BodyTab.id)
  }

  @Test func aResultOfAScriptShowsItsLine() {
    var app = Harness.shop(columns: 100, rows: 40)
    app.show(keys: "") { request in
      var document = request.document
      document["scripts"] = [
        "preRequest": "pm.variables.set('a', 1)",
        "postResponse": [
          "const body = pm.response.json() // has an id", "", "pm.test('has an id', () => pm.expect(body.id).to.exist)",
        ],
      ]
      request = (try? SavedRequest(document: document)) ?? request
    }
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id)
      exchange.log.events = [LogEvent(.check(LogEvent.Check("has an id", isPassed: false, detail: "no")), at: .zero)]
      return exchange
    }
    app.press("3 gk <Down> e")
    guard case .line(let field, 2) = app.bench.requestPane.selectedRow else {
      Issue.record("\(String(describing: app.bench.requestPane.selectedRow))")
      return
    }
    #expect(field.field.name == "postResponse")
    #expect(app.bench.focusedPane == .request)
    let editing = app.bench.requestPane.editing
    #expect(editing?.target == .text(field) && editing?.editor.row == 2)
  }
}
