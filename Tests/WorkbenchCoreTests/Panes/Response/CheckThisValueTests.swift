import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// `X` on a row of the response, and e on the result of a check.
@Suite struct CheckThisValueTests {
  private func answered(_ keys: String) -> Harness {
    var app = Harness.shop(columns: 100, rows: 40)
    app.sendAndAnswer { .answered($0) }
    app.press("3 " + keys)
    return app
  }

  private func checks(_ app: Harness) -> [String] {
    (app.bench.workspace.request?.checks ?? []).map { JSONValue.object($0).compact }
  }

  @Test(
    "A row becomes the check that it stays as it is",
    arguments: [
      ("<Down> X", #"{"query":"jsonpath","expression":"$.id","predicate":"equals","value":7}"#),
      (
        "] X", #"{"query":"header","expression":"Content-Type","predicate":"equals","value":"application/json"}"#
      ),
      ("]] X", #"{"query":"cookie","expression":"a","predicate":"exists"}"#),
      ("]] <Down> X", #"{"query":"cookie","expression":"a[Path]","predicate":"equals","value":"/"}"#),
      ("gl gg X", #"{"query":"duration","predicate":"lessOrEqual","value":300}"#),
      (
        "gl gg <Down> <Down> <Down> <Down> <Down> <Down> <Down> <Down> X",
        #"{"query":"duration","expression":"wait","predicate":"lessOrEqual","value":300}"#
      ),
    ])
  func aRowBecomesACheck(keys: String, check: String) {
    #expect(checks(answered(keys)) == [check])
  }

  @Test func aRowWithoutAValueSaysWhatToSelect() {
    let app = answered("gl gg <Down> X")
    #expect(checks(app).isEmpty)
    app.expectOnScreen("Select the total time, a phase of the last message or a certificate")
  }

  @Test func aResultShowsTheCheckInTheForm() {
    var app = Harness.shop(columns: 100, rows: 40)
    app.sendAndAnswer { .answered($0) }
    app.press("3 <Down> X <Down> X")
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id)
      exchange.log.events = [
        LogEvent(.check(LogEvent.Check("jsonpath $.id equals 7", isPassed: true)), at: .zero),
        LogEvent(.check(LogEvent.Check("jsonpath $.name equals Ada", isPassed: false, detail: "no")), at: .zero),
        LogEvent(.check(LogEvent.Check("of a script", isPassed: true)), at: .zero),
      ]
      return exchange
    }
    app.press("3 gk <Down> <Down> e")
    #expect(app.bench.requestPane.selectedRow == .parameter(PlacedField(.checks), 1))
    app.press("3 <Down> e")
    app.expectOnScreen("This check is not one of the request's table: it is of a script or a folder")
  }
}
