import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct ResponseTests {
  /// The answer alone on a small screen.
  private func answered(columns: Int = 76, rows: Int = 14, _ make: (ExchangeID) -> Exchange = { .answered($0) })
    -> Harness
  {
    var app = Harness.shop(columns: columns, rows: rows)
    app.sendAndAnswer(make)
    app.press("3 z")
    return app
  }

  @Test func theBodyIsLaidOutAndFolds() {
    var app = answered()
    app.press("G k k k k <Enter>")
    app.expectScreen(
      """
       shop ▸ list                                                      env local
      ╭ 200 OK · 143 ms · 38 B · HTTP/1.1 ───────────────────────────────────────╮
      │ Body  Headers 2  Cookies 1  Timeline  Sent                               │
      │ {                                                                        │
      │   "id": 7,                                                               │
      │   "name": "Ada",                                                         │
      │   "tags": [ … ] 2 items                                                  │
      │ }                                                                        │
      │                                                                          │
      │                                                                          │
      │                                                                          │
      │                                                                          │
      ╰──────────────────────────────────────────────────────────────────────────╯
       Tab pane  ? help  F5 send  ] tab  ⏎ fold  / find  y copy         history 0
      """)
    app.press("O G k")
    app.expectOnScreen("    \"b\"")
    app.press("C")
    app.expectNotOnScreen("\"a\"")
  }

  @Test func theBodyShowsAsItCameToo() {
    var app = answered()
    app.press("p")
    app.expectOnScreen(#"│ {"id":7,"name":"Ada","tags":["a","b"]}"#)
    app.press("p")
    app.expectOnScreen("│   \"id\": 7,")
  }

  @Test func aSearchGoesFromHitToHit() {
    var app = answered { .answered($0, body: #"["x","ada","y","Ada","z"]"#) }
    func row(_ app: Harness) -> Int { app.bench.responsePane.window.selected }
    app.press("/ ada <Enter>")
    #expect(row(app) == 2)
    app.press("n")
    #expect(row(app) == 4)
    app.press("n")
    #expect(row(app) == 2)
    app.press("N")
    #expect(row(app) == 4)
    app.press("/ <C-u> nobody <Enter>")
    app.expectOnScreen("\"nobody\" is not in this body")
    app.press("<Esc> n")
    app.expectOnScreen("Nothing is searched for: / starts")
  }

  @Test func aHitInsideOfAFoldIsOpened() {
    var app = answered { .answered($0, body: #"{"a":{"b":{"c":"deep"}}}"#) }
    app.press("C / deep <Enter>")
    app.expectOnScreen("\"c\": \"deep\"")
  }

  @Test func aFailureIsToldInEveryTab() {
    var app = Harness.shop()
    app.sendAndAnswer { .failed($0, .refused, "localhost:1 refused the connection — is the server running?") }
    app.press("3")
    for _ in ResponseTab.allCases {
      app.expectOnScreen("localhost:1 refused the connection — is the server running?")
      app.press("]")
    }
  }

  @Test func headersStandAsTheyCame() {
    var app = answered { .answered($0, headers: [Header("x-b", "2"), Header("X-A", "1"), Header("x-b", "3")]) }
    app.press("]")
    app.expectScreen(
      """
       shop ▸ list                                                      env local
      ╭ 200 OK · 143 ms · 38 B · HTTP/1.1 ───────────────────────────────────────╮
      │ Body  Headers 3  Cookies  Timeline  Sent                                 │
      │ x-b  2                                                                   │
      │ X-A  1                                                                   │
      │ x-b  3                                                                   │
      │                                                                          │
      │                                                                          │
      │                                                                          │
      │                                                                          │
      │                                                                          │
      │                                                                          │
      ╰──────────────────────────────────────────────────────────────────────────╯
       Tab pane  ? help  F5 send  ] tab  ⏎ fold  / find  y copy         history 0
      """)
  }

  @Test func cookiesStandWithTheirAttributes() {
    var app = answered {
      .answered($0, headers: [Header("set-cookie", "id=a=b; Path=/; HttpOnly"), Header("Set-Cookie", "bare")])
    }
    app.press("]]")
    for line in ["│ id = a=b", "│   Path=/", "│   HttpOnly", "│ bare ="] { app.expectOnScreen(line) }
    var plain = answered { .answered($0, headers: []) }
    plain.press("]]")
    plain.expectOnScreen("The answer sets no cookies")
  }

  @Test func theTimelineIsAWaterfallAndTheWireLog() {
    var app = answered(rows: 20)
    app.press("]]]")
    app.expectScreen(
      """
       shop ▸ list                                                      env local
      ╭ 200 OK · 143 ms · 38 B · HTTP/1.1 ───────────────────────────────────────╮
      │ Body  Headers 2  Cookies 1  Timeline  Sent                               │
      │ 143 ms in all · 120 B sent · 238 B received                              │
      │                                                                          │
      │ 1  GET http://localhost/orders?page=1  200                               │
      │    HTTP/1.1 · 127.0.0.1:80 · new connection · 120 B+0 B out · 200 B+38 B │
      │    queue        50 µs  █·······································          │
      │    DNS        1.00 ms  █·······································          │
      │    connect    2.00 ms  █·······································          │
      │    send         80 µs  █·······································          │
      │    wait        130 ms  █████████████████████████████████████···          │
      │    receive    10.0 ms  ·····································███          │
      │                                                                          │
      │ Wire log of 1  GET http://localhost/orders?page=1                        │
      │   3.00 ms > GET /orders?page=1 HTTP/1.1                                  │
      │    133 ms < HTTP/1.1 200 OK                                              │
      │    134 ms < { 38 bytes of body }                                         │
      ╰──────────────────────────────────────────────────────────────────────────╯
       Tab pane  ? help  F5 send  ] tab  ⏎ fold  / find  y copy         history 0
      """)
  }

  @Test func everyRedirectIsAHopWithItsOwnTimes() {
    var app = answered(rows: 40) { id in
      var exchange = Exchange.answered(id)
      var first = Timeline.sample.hops[0]
      first.status = 302
      var second = Timeline.sample.hops[0]
      second.start = .milliseconds(143)
      second.url = "https://localhost/new"
      second.connection?.tls = .init(version: "TLSv1.3", cipher: "AES", isVerified: false)
      exchange.timeline = Timeline(hops: [first, second])
      return exchange
    }
    app.press("]]]")
    app.expectOnScreen("Timeline 2")
    app.expectOnScreen("143 ms in all · 1 redirect · 240 B sent · 476 B received")
    app.expectOnScreen("302")
    app.expectOnScreen("2  GET https://localhost/new  200")
    app.expectOnScreen("TLSv1.3 · AES · CERTIFICATE NOT VERIFIED")
    app.expectOnScreen("    wait        130 ms  ····················███████████████████·")
  }

  @Test func whatWasReallySentHasATab() {
    var app = answered { id in
      var exchange = Exchange.answered(id)
      exchange.sent?.body = Data("a=1".utf8)
      return exchange
    }
    app.press("[")
    app.expectOnScreen("│ GET http://localhost/orders?page=1")
    app.expectOnScreen("│ Accept  application/json")
    app.expectOnScreen("│ a=1")
  }

  @Test func eachTabKeepsItsPlaceAndANewAnswerStartsAtTheTop() {
    var app = answered()
    app.press("G")
    let last = app.bench.responsePane.window.selected
    app.press("] [")
    #expect(app.bench.responsePane.window.selected == last)
    app.sendAndAnswer { .answered($0) }
    #expect(app.bench.responsePane.window.selected == 0)
  }

  @Test func aLongLineScrollsSideways() {
    var app = answered {
      .answered($0, body: String((0..<300).map { Character(Unicode.Scalar(UInt8(97 + $0 / 8 % 26))) }), headers: [])
    }
    app.expectOnScreen("│ aaaaaaaabb")
    app.press("l")
    app.expectOnScreen("│ bbbbbbbbcc")
    app.press("h h")
    app.expectOnScreen("│ aaaaaaaabb")
  }

  @Test func theSelectedRowStaysInSightUnderAWarning() {
    let body = "{\n" + (0..<60).map { "line\($0)\n" }.joined()
    var app = answered { .answered($0, body: body) }
    app.expectOnScreen("Not valid JSON")
    app.press("G k")
    app.expectOnScreen("line59")
  }

  @Test func aMillionLinesCostAScreenful() {
    var app = answered { .answered($0, body: "", headers: [Header("Content-Type", "text/plain")]) }
    let body = Data((String(repeating: "a line\n", count: 999_999) + "the last").utf8)
    let id = app.bench.library.exchange!.id
    app.bench.library.live[app.bench.library.subject] = LiveExchange(
      id: id, stage: .ended(.answered(id)), body: BodyDocument(body, contentType: "text/plain"))
    app.press("G")
    app.expectOnScreen("│ the last")
    // A drawing that made every row would need the whole day for these.
    for _ in 0..<200 {
      app.press("k")
      _ = app.screen
    }
    #expect(app.bench.responsePane.window.selected == 999_799)
  }
}
