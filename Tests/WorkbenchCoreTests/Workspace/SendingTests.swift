import BodyDocument
import Foundation
import RequestModel
import Testing

@testable import WorkbenchCore

@Suite struct SendingTests {
  private let start = Date(timeIntervalSince1970: 1_000_000)

  @Test func enterInTheTreeSendsTheRequestWithItsOriginAndEnvironment() {
    var app = Harness.shop()
    app.press("<Enter>")
    let id = app.sentID!
    #expect(
      app.effects == [
        .send(
          SendJob(
            id: id, request: .list, origin: .init(root: "/collections", address: "shop/list.json"),
            environment: "local",
            basis: .file
          ))
      ])
  }

  @Test func f5BeforeTheFileIsReadSendsItThen() {
    var app = Harness(columns: 100)
    app.receive(.workspace(.loaded(.shop)))
    app.press("<F5>")
    #expect(app.sentID == nil)
    app.open("shop/list.json", .list)
    #expect(app.sentID != nil)
  }

  @Test func f5BeforeTheEnvironmentIsReadSendsItThen() {
    var app = Harness(columns: 100)
    app.receive(.workspace(.loaded(.shop)))
    app.receive(.workspace(.opened("shop/list.json", .success(.request(.list)))))
    app.press("<F5>")
    #expect(app.effects == [.refresh("shop/list.json")])
    #expect(app.bench.notice == nil)
    app.receive(.workspace(.scope("shop/list.json", .shop)))
    let jobs = app.effects.compactMap { if case .send(let job) = $0 { job.environment } else { nil } }
    #expect(jobs == ["local"])
  }

  @Test func nothingIsPreviewedOrCopiedBeforeTheEnvironmentIsRead() {
    var app = Harness(columns: 100)
    app.receive(.workspace(.loaded(.shop)))
    app.receive(.workspace(.opened("shop/list.json", .success(.request(.list)))))
    let effects = app.bench.route([.commit, .tell(JobPreparation.preview)])
    #expect(effects == [.refresh("shop/list.json")])
    app.expectOnScreen("Still reading the file — try again")
  }

  @Test func f5WhileEditingTakesTheTextAsItStands() {
    var app = Harness.shop()
    app.press("e <Path> /x <F5>")
    guard case .send(let order)? = app.effects.last else { return #expect(Bool(false), "Nothing was sent") }
    #expect(order.request.url == "{{base}}/orders/x")
    #expect(!app.bench.isEditingText)
    #expect(app.effects.first == .keepDraft("shop/list.json", order.request))
  }

  @Test func headProgressAndBodyShowAsSoonAsTheyAreThere() {
    var app = Harness.shop()
    app.press("<F5>")
    let id = app.sentID!
    app.expectOnScreen("╭ Preparing…")
    app.receive(.exchange(id, .started(start)))
    #expect(app.effects == [.wake(after: .milliseconds(100))])
    app.receive(.woke(now: start + 1.25))
    #expect(app.effects == [.wake(after: .milliseconds(100))])
    app.expectOnScreen("╭ Waiting 1.2 s")
    app.expectOnScreen("Ctrl+C cancels")
    app.expectOnScreen("Waiting for a response")

    app.receive(
      .exchange(
        id, .head(Response(status: 201, reason: "Created", httpVersion: "HTTP/2", headers: [Header("X-A", "1")])))
    )
    app.expectOnScreen("╭ 201 Created · 0 B, length unknown · 1.2 s")
    app.expectOnScreen("Headers 1")
    app.receive(.exchange(id, .progress(received: 1_500, expected: 30_000)))
    app.expectOnScreen("1.5 kB of 30.0 kB")
    app.receive(.exchange(id, .body(BodyDocument(Data("hello".utf8), contentType: "text/plain"))))
    app.expectOnScreen("│ hello")
    #expect(app.bench.workspace.isAnythingRunning)

    app.receive(.exchange(id, .ended(.answered(id, status: 201, reason: "Created"), sentBody: nil)))
    #expect(app.effects == [.listNewest(50)])
    app.expectOnScreen("╭ 201 Created · 143 ms · 38 B · HTTP/1.1")
    app.receive(.woke(now: start + 2))
    #expect(app.effects.isEmpty)
  }

  @Test func aLargeBodyTellsHowFarItIsUntilAllOfItHasGoneOut() {
    var app = Harness.shop()
    app.press("<F5>")
    let id = app.sentID!
    app.receive(.exchange(id, .started(start)))
    app.receive(.woke(now: start + 1.25))
    app.receive(.exchange(id, .sent(12_000_000, of: 100_000_000)))
    app.expectOnScreen("╭ Sending 12.0 MB of 100 MB · 1.2 s")
    app.expectOnScreen("│ Sending 12.0 MB of 100 MB")
    app.expectNotOnScreen("Waiting")
    app.receive(.exchange(id, .sent(13_000_000, of: nil)))
    app.expectOnScreen("╭ Sending 13.0 MB, length unknown · 1.2 s")
    app.receive(.exchange(id, .sent(100_000_000, of: 100_000_000)))
    app.expectOnScreen("╭ Waiting 1.2 s")
    app.expectOnScreen("Waiting for a response")
  }

  @Test func oneClockIsEnoughForAllThatRuns() {
    var app = Harness.shop()
    app.press("<F5>")
    let first = app.sentID!
    app.receive(.exchange(first, .started(start)))
    app.press("<Down>")
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "/x"))
    app.press("<F5>")
    app.receive(.exchange(app.sentID!, .started(start)))
    #expect(app.effects.isEmpty)
    app.receive(.exchange(first, .ended(.answered(first), sentBody: nil)))
    app.receive(.woke(now: start + 1))
    #expect(app.effects == [.wake(after: .milliseconds(100))])
  }

  @Test func theTreeMarksWhatIsRunning() {
    var app = Harness.shop()
    app.press("<F5>")
    let id = app.sentID!
    app.expectOnScreen("GET  list            …│")
    app.receive(.exchange(id, .ended(.answered(id), sentBody: nil)))
    app.expectNotOnScreen("…│")
  }

  @Test func aSecondSendWaitsForTheFirst() {
    var app = Harness.shop()
    app.press("<F5> <F5>")
    #expect(app.effects.count == 1)
    app.expectOnScreen("Already running: Ctrl+C cancels it")
  }

  @Test func aLateAnswerOfAReplacedExchangeIsDropped() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    let old = app.sentID!
    app.press("<F5>")
    let shown = app.screen
    app.receive(.exchange(old, .head(Response(status: 500, reason: "Late", httpVersion: "HTTP/1.1", headers: []))))
    app.receive(.exchange(old, .ended(.answered(old, status: 500, reason: "Late"), sentBody: nil)))
    #expect(app.effects.isEmpty)
    #expect(app.screen == shown)
  }

  @Test func anAnswerGoesToTheRequestItBelongsToThoughAnotherIsShown() {
    var app = Harness.shop()
    app.press("<F5>")
    let id = app.sentID!
    app.press("<Down>")
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "/x"))
    app.receive(.exchange(id, .ended(.answered(id), sentBody: nil)))
    app.expectNotOnScreen("200 OK")
    app.press("<Up>")
    app.expectOnScreen("200 OK")
  }

  @Test func controlCCancelsFirstAndQuitsThen() {
    var app = Harness.shop()
    app.press("<F5>")
    let id = app.sentID!
    app.press("<C-c>")
    #expect(app.effects == [.cancel(id)])
    var cancelled = Exchange.answered(id)
    cancelled.outcome = .cancelled(partial: nil)
    app.receive(.exchange(id, .ended(cancelled, sentBody: nil)))
    app.expectOnScreen("╭ Cancelled · 143 ms")
    app.press("<C-c>")
    #expect(app.effects == [.remember(environments: [:], selection: "shop/list.json", filters: []), .quit])
  }

  @Test func aFailureSaysWhatWhyAndWhatToDo() {
    var app = Harness.shop()
    app.sendAndAnswer { .failed($0, .refused, "Cannot connect to localhost:80 — nothing listens there") }
    app.expectOnScreen("╭ Connection refused · 2.00 ms")
    app.expectOnScreen("Cannot connect to localhost:80 — nothing listens there")
  }

  @Test(arguments: [
    (Failure.Kind.tooManyRedirects, "╭ Too many redirects · 2.00 ms"),
    (Failure.Kind.redirectRefused, "╭ Redirect not followed · 2.00 ms"),
  ]) func theTitleOfARedirectSaysWhyItWasNotFollowed(_ kind: Failure.Kind, _ title: String) {
    var app = Harness.shop()
    app.sendAndAnswer { .failed($0, kind, "why") }
    app.expectOnScreen(title)
  }

  @Test func aCutAnswerShowsWhatHadComeAndWhyItEnded() {
    var app = Harness.shop()
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id, body: "half of it", headers: [Header("Content-Type", "text/plain")])
      exchange.outcome = .failed(
        Failure(.connectionLost, "The connection closed after 10 of 20 B"), partial: exchange.response)
      return exchange
    }
    app.expectOnScreen("╭ 200 OK · Connection lost · 143 ms")
  }

  @Test(arguments: [("https://localhost/", true), ("wss://localhost/", true), ("http://localhost/", false)])
  func anUnverifiedAnswerSaysSo(_ url: String, _ isSaid: Bool) {
    var app = Harness.shop()
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id)
      exchange.request.options.verifiesTLS = false
      exchange.sent?.url = url
      return exchange
    }
    #expect(app.screen.contains("TLS NOT VERIFIED") == isSaid)
  }
}
