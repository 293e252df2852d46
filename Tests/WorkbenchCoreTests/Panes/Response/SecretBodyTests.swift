import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Bodies with masked secrets. Every copy and file says whether it has the mask or the server's bytes.
struct SecretBodyTests {
  private static let whole = #"{"id":7,"token":"s3cret-value","twice":"s3cret-value"}"#
  private static let masked = whole.replacing("s3cret-value", with: "************")

  private func answered() -> Harness {
    var app = Harness.shop()
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id, body: Self.masked)
      guard case .completed(var answer) = exchange.outcome else { return exchange }
      answer.maskedSecrets = MaskedSecrets([17..<29, 40..<52], of: Data(Self.whole.utf8))
      exchange.outcome = .completed(answer)
      return exchange
    }
    app.press("3")
    return app
  }

  @Test func theSecretsAreShownOnlyWhenAskedFor() {
    var app = answered()
    app.expectOnScreen("2 secrets masked")
    app.expectNotOnScreen("s3cret")
    app.press("M")
    app.expectOnScreen(#""token": "s3cret-value""#)
    app.expectOnScreen("2 secrets shown — M masks them")
    app.press("M")
    app.expectNotOnScreen("s3cret")
    app.expectOnScreen("Secrets masked")
  }

  @Test func copiesSayWhetherTheSecretsAreInThem() {
    var app = answered()
    app.press("g Y")
    #expect(app.copied == ["the body (2 secrets masked): \(Self.masked)"])
    app.press("y")
    #expect(app.copied == ["the value (secrets masked): \(Self.masked)"])
    app.press("j Y")
    #expect(app.copied == ["the row: \"id\": 7,"])
    app.press("j Y")
    #expect(app.copied == [#"the row (secrets masked): "token": "************","#])
    app.press("g y <Enter>")
    #expect(app.copied == ["the value (secrets masked): ************"])
    app.press("M g Y")
    #expect(app.copied == ["the body (secrets included): \(Self.whole)"])
    app.press("y")
    #expect(app.copied == ["the value (secrets included): s3cret-value"])
  }

  @Test func savingOffersBothAndSaysWhichItWas() throws {
    var app = answered()
    app.press("w")
    app.expectOnScreen("Save body, 2 secrets masked")
    app.press("<C-u> /tmp/a.json <Enter>")
    #expect(
      app.effects == [
        .body(.save(Data(Self.masked.utf8), path: "/tmp/a.json", overwriting: false, remark: "2 secrets masked"))
      ])
    app.press("w <C-t>")
    app.expectOnScreen("Save body, secrets included")
    app.press("<C-u> /tmp/a.json <Enter>")
    let secrets = try #require(app.bench.workspace.exchange?.secrets)
    let included = { (overwriting: Bool) -> Effect in
      .body(
        .save(
          Data(Self.masked.utf8), path: "/tmp/a.json", overwriting: overwriting, restoring: secrets,
          remark: "secrets included"))
    }
    #expect(app.effects == [included(false)] && secrets.restored(in: Data(Self.masked.utf8)) == Data(Self.whole.utf8))
    app.receive(.saveRefused(.exists("/tmp/a.json")))
    app.press("o")
    #expect(app.effects == [included(true)])
  }

  @Test func aMaskNeverBecomesAVariable() {
    var app = answered()
    app.press("jj g V")
    app.expectOnScreen("This value contains a masked secret — M shows it, then g V saves it as a secret variable")
    #expect(app.effects.isEmpty && app.bench.overlays.isEmpty)
    app.press("M g V")
    app.expectOnScreen("Secret variable of local")
    app.expectOnScreen("Name; value: stored with your secrets")
    app.press("<Enter>")
    #expect(
      app.effects == [
        .setVariable(
          "token", value: "s3cret-value", environment: "local", collection: "/collections/shop", isSecret: true)
      ])
    app.press("k g V")
    app.press("<Enter>")
    #expect(app.effects == [.setVariable("id", value: "7", environment: "local", collection: "/collections/shop")])
  }

  @Test func whatAFilterLeavesOfTheMaskIsNoVariableEither() {
    var app = answered()
    app.press("f <C-u> $.token <Enter> g V")
    app.expectOnScreen("This value contains a masked secret")
    app.press("M")
    app.expectOnScreen("s3cret-value")
    app.press("j g V token <Enter>")
    #expect(
      app.effects.contains {
        if case .files(_, .setVariable(_, "s3cret-value", _, _, true)) = $0 { true } else { false }
      })
  }

  @Test func otherProgramsGetWhatIsShownAndTheUserIsTold() throws {
    var app = answered()
    app.press("E")
    app.expectOnScreen("Opened a copy of the body, 2 secrets masked")
    app.press("M E")
    app.expectOnScreen("Opened a copy of the body, secrets included")
    let shown = try #require(app.bench.responsePane.tab(BodyTab.self)?.shown.revealed)
    #expect(app.effects.contains(.body(.open(shown, name: "orders.json", .editor))))
    app.press("f <C-u> |cat <Enter>")
    app.expectOnScreen("The command reads the body, secrets included")
  }

  @Test func historyHasOnlyTheMaskAndSaysSo() {
    var app = Harness.shop()
    let exchange = Exchange.answered(ExchangeID(), body: Self.masked)
    let entry = ExchangeSummary(
      id: exchange.id, startedAt: exchange.startedAt, method: "GET", url: "http://localhost/orders", name: "list",
      result: .status(200), duration: .seconds(1), bodySize: 3)
    app.receive(.history(.listed(query: "", [entry], total: 1)))
    app.press("H")
    app.receive(
      .history(
        .opened(exchange, body: BodyDocument(Data(Self.masked.utf8), contentType: "application/json"), sentBody: nil)))
    app.press("3 M")
    app.expectOnScreen("History stores masked bodies — send the request again")
    app.press("w")
    app.expectOnScreen("Save body, as stored in history")
  }
}
