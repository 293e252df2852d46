import Foundation
import RequestModel
import Testing

@testable import WorkbenchCore

@Suite struct CopyCurlTests {
  private func copied(_ app: Harness) -> (job: SendJob, includesSecrets: Bool)? {
    app.effects.lazy.compactMap { effect in
      if case .copyCurl(let job, let includesSecrets)? = effect.work(RequestTextEffect.self) {
        (job, includesSecrets)
      } else {
        nil
      }
    }.first
  }

  @Test func theSelectedRequestIsCopiedWithItsEditsAndWithoutSecrets() throws {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> x")
    let copy = try #require(copied(app))
    #expect(copy.job.request.url == "{{base}}/orders/x")
    #expect(copy.job.basis == .edits)
    #expect(!copy.includesSecrets)
  }

  @Test func secretsAreCopiedOnlyByACommandOfTheirOwn() throws {
    var app = Harness.shop()
    app.press(": curl <Space> with <Enter>")
    let copy = try #require(copied(app))
    #expect(copy.job.request == .list)
    #expect(copy.includesSecrets)
  }

  @Test func whatIsPreviewedIsCopiedWhileThePreviewStaysOpen() throws {
    var app = Harness.shop(columns: 80, rows: 14)
    app.press("<F7>")
    guard case .preview(let job)? = app.effects.last?.work(RequestTextEffect.self) else {
      return #expect(Bool(false), "\(app.effects)")
    }
    app.receive(.previewed(job.id, PreviewText(lines: ["GET /list HTTP/1.1"], notes: [])))
    app.expectOnScreen(" ⏎ Esc close  x copy as cURL  X copy with secrets")
    app.press("x X")
    #expect(
      app.effects == [
        .requestText(.copyCurl(job, includesSecrets: false)), .requestText(.copyCurl(job, includesSecrets: true)),
      ])
    app.expectOnScreen("GET /list HTTP/1.1")
  }

  @Test func longLinesOfAPreviewAreWrappedToTheWindow() {
    var app = Harness.shop(columns: 40, rows: 12)
    app.press("<F7>")
    guard case .preview(let job)? = app.effects.last?.work(RequestTextEffect.self) else {
      return #expect(Bool(false), "\(app.effects)")
    }
    let note = "Cannot be sent: no value for {{id}} in environment local"
    app.receive(.previewed(job.id, PreviewText(lines: [String(repeating: "x", count: 50) + "!"], notes: [note])))
    app.expectOnScreen("│ in environment local ")
    app.expectOnScreen("xx!")
  }

  @Test func inTheResponseTheRequestIsCopiedAsItWasSent() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("x")
    #expect(copied(app) != nil)
    app.press("3 x")
    guard case .copySentCurl(let sent, .http, _)? = app.effects.last?.work(RequestTextEffect.self) else {
      return #expect(Bool(false), "\(app.effects)")
    }
    #expect(sent.url == "http://localhost/orders?page=1")
  }

  @Test func inHistoryItIsCopiedAsItWasSentAndNeverWithSecrets() throws {
    let id = try #require(ExchangeID("00000000-0000-4000-8000-000000000001"))
    var app = Harness.shop()
    app.press("H")
    let summary = ExchangeSummary(
      id: id, startedAt: .distantPast, method: "GET", url: "http://localhost/", name: "list", result: .status(200),
      duration: .zero, bodySize: 0)
    app.receive(.history(.listed(query: "", [summary], total: 1)))
    app.receive(.history(.opened(.answered(id), body: nil, sentBody: nil)))
    app.press("x")
    guard case .copySentCurl(let sent, .http, _)? = app.effects.last?.work(RequestTextEffect.self) else {
      return #expect(Bool(false), "\(app.effects)")
    }
    #expect(sent.url == "http://localhost/orders?page=1")
    app.press(": curl <Space> with <Enter>")
    #expect(app.effects == [])
    app.expectOnScreen("History stores no secrets")
  }

  @Test func theSecretOptionsOfWhatWasSentAreMasked() {
    var app = Harness.shop()
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id)
      exchange.request.options = RequestOptions(document: ["proxy": "http://p:1", "proxyPassword": "hunter2"])
      return exchange
    }
    app.press("3 x")
    guard case .copySentCurl(_, _, let options)? = app.effects.last?.work(RequestTextEffect.self) else {
      return #expect(Bool(false), "\(app.effects)")
    }
    #expect(options.document == ["proxy": "http://p:1", "proxyPassword": .string(PlacedField.mask)])
  }
}
