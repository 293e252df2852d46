import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// A request that was sent in an earlier run.
@Suite struct LastExchangeTests {
  @Test func historyIsAskedForARequestThatWasNotSentYet() {
    var app = Harness()
    app.receive(.workspace(.loaded(.shop)))
    app.receive(.workspace(.opened("shop/list.json", .success(.request(.list)))))
    #expect(app.effects == [.findLastExchange(.list, RequestID("r00000001"))])
    app.expectOnScreen("Not sent yet: press F5")
    app.receive(.history(.last(.list, .sample(3))))
    app.receive(.workspace(.opened("shop/list.json", .success(.request(.list)))))
    #expect(app.effects.isEmpty)
  }

  @Test func itsStateIsToldAndItsResponseShown() {
    var app = Harness.shop()
    let last = ExchangeSummary.sample(3)
    app.receive(.history(.last(.list, last)))
    app.expectNotOnScreen("Not sent yet")
    app.expectOnScreen("Last sent \(app.bench.workspace.clock.fullText(last.startedAt))")
    app.expectOnScreen("200 · ")
    app.press("L")
    #expect(app.effects == [.openExchange(last.id)])
    app.receive(
      .history(
        .opened(.answered(last.id), body: BodyDocument(Data(#"{"name":"Ada"}"#.utf8), contentType: nil), sentBody: nil))
    )
    app.expectOnScreen("\"name\": \"Ada\"")
    #expect(app.bench.workspace.subject == .request("shop/list.json"))
    app.press("L")
    app.expectOnScreen("The last response is already shown")
  }

  @Test(arguments: [
    (ExchangeSummary.Result.failed(.unprepared), "Last tried ", "│ Not sent "),
    (ExchangeSummary.Result.failed(.refused), "Last sent ", "│ Connection refused "),
  ]) func aFailureIsNamed(result: ExchangeSummary.Result, sent: String, title: String) {
    var app = Harness.shop()
    var last = ExchangeSummary.sample(3)
    (last.result, last.duration, last.bodySize) = (result, .zero, 0)
    app.receive(.history(.last(.list, last)))
    app.expectOnScreen(sent + app.bench.workspace.clock.fullText(last.startedAt))
    app.expectOnScreen(title)
    app.expectNotOnScreen("0 B")
  }

  @Test func aSendMeanwhileWins() {
    var app = Harness.shop()
    let last = ExchangeSummary.sample(3)
    app.receive(.history(.last(.list, last)))
    app.press("L")
    app.sendAndAnswer { .answered($0, status: 404, reason: "Not Found") }
    app.receive(.history(.opened(.answered(last.id), body: nil, sentBody: nil)))
    app.expectOnScreen("404 Not Found")
  }

  @Test func aRequestThatWasNeverSentSaysSo() {
    var app = Harness.shop()
    app.press("L")
    app.expectOnScreen("This request was never sent")
  }
}

extension ExchangeSummary {
  /// An exchange of history, told apart by its number.
  static func sample(_ number: Int) -> ExchangeSummary {
    var random = SplitMix64(seed: UInt64(number))
    return ExchangeSummary(
      id: random.nextExchangeID(), startedAt: Date(timeIntervalSince1970: 1_000_000), method: "GET",
      url: "http://localhost/orders", name: "list", result: .status(200), duration: .milliseconds(143), bodySize: 38)
  }
}
