import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct ResponseTests {
  /// The answer alone on a small screen.
  private func answered(rows: Int = 14, _ make: (ExchangeID) -> Exchange = { .answered($0) }) -> Harness {
    var app = Harness.shop(columns: 76, rows: rows)
    app.sendAndAnswer(make)
    app.press("3 z")
    return app
  }

  @Test func theBodyIsLaidOutAndFolds() {
    var app = answered()
    app.press("G k k k k <Enter>")
    app.expectScreen(
      """
       shop ▸ list
       GET   {{base}}/orders?page=1                           env local  F5 sends
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
      ╰ $.tags ───────────────────────────────────────────────────────────── 4/5 ╯
       Tab pane  ? help  F5 send  ] tab  ⏎ fold  / find  f filter       history 0
      """)
    app.press("O G k")
    app.expectOnScreen("    \"b\"")
    app.press("Z")
    app.expectNotOnScreen("\"a\"")
  }

  @Test func aRowWithoutPartsFoldsTheValueAroundIt() {
    var app = answered()
    app.press("G k k <Enter>")
    app.expectOnScreen("   \"tags\": [ … ] 2 items")
    app.expectOnScreen("╰ $.tags ───────────────────────────────────────────────────────────── 4/5 ╯")
    app.press("k <Enter>")
    app.expectOnScreen("│ { … } 3 members")
    app = answered { .answered($0, body: "7") }
    app.press("<Enter>")
    app.expectOnScreen("Nothing to fold in this row")
  }

  @Test func theBodyShowsAsItCameToo() {
    var app = answered()
    app.press("<A-q>")
    app.expectOnScreen(#"│ {"id":7,"name":"Ada","tags":["a","b"]}"#)
    app.press("<A-q>")
    app.expectOnScreen("│   \"id\": 7,")
  }

  @Test(arguments: ["中", #"\u4e2d"#, "ก", #"\u0e01"#])
  func aLongLineFillsThePaneWhateverItsCharactersTake(character: String) {
    let app = answered { .answered($0, body: "[\"" + String(repeating: character, count: 100) + "\"]") }
    let row = app.screen.split(separator: "\n")[5]
    let shown = character.hasSuffix("d") || character == "中" ? "中" : "ก"
    #expect(row.hasSuffix(shown + "… │") || row.hasSuffix(shown + "…  │"), "\(app.screen)")
  }

  @Test func aHitIsMarkedAtItsOwnColumns() {
    func marked(_ app: Harness) -> String {
      app.bench.render().cells.filter { $0.style.role == .match }.map(\.text).joined()
    }
    var app = answered { .answered($0, body: #"{"k\u00e9y": "\ud83d\ude00 caf\u00e9 x"}"#) }
    app.press("/ fé")
    #expect(marked(app) == "fé")
    app.press("<C-r> <C-u> c.+x")
    #expect(marked(app) == "café x")
    app.press("<C-u> \\\\ud83d")
    #expect(marked(app) == "😀")
    app.press("<Enter> <A-q>")
    #expect(marked(app) == #"\ud83d"#)
    app.press("<Enter> / <C-r> é")
    #expect(marked(app) == #"\u00e9\u00e9"#)
  }

  @Test func aSearchGoesFromHitToHit() {
    var app = answered { .answered($0, body: #"["x","ada","y","Ada","z"]"#) }
    func row(_ app: Harness) -> Int { app.bench.responsePane.tab.view.window.selected }
    app.press("/ ada <Enter>")
    #expect(row(app) == 2)
    app.press("n")
    #expect(row(app) == 4)
    app.press("n")
    #expect(row(app) == 2)
    app.press("N")
    #expect(row(app) == 4)
    app.press("/ <C-u> nobody <Enter>")
    app.expectOnScreen("no match")
    app.press("n")
    app.expectOnScreen("No match")
  }

  @Test func aHitInsideOfAFoldIsOpened() {
    var app = answered { .answered($0, body: #"{"a":{"b":{"c":"deep"}}}"#) }
    app.press("Z / deep <Enter>")
    app.expectOnScreen("\"c\": \"deep\"")
  }

  @Test func aSearchFindsWhileItIsTypedAndCountsItsHits() {
    var app = answered { .answered($0, body: #"["x","ada","adam","y","Ada"]"#) }
    func row(_ app: Harness) -> Int { app.bench.responsePane.tab.view.window.selected }
    app.press("/ a d a")
    #expect(row(app) == 2)
    app.expectOnScreen("1 of 3")
    app.expectOnScreen(" ⏎ done  ↓ next  ↑ previous  Ctrl+R regex  Esc clear")
    app.press("m")
    app.expectOnScreen(" ⏎ done  Ctrl+R regex  Esc clear")
    #expect(row(app) == 3)
    app.expectOnScreen("1 of 1")
    app.press("<BS> <Down> <Down>")
    #expect(row(app) == 5)
    app.expectOnScreen("3 of 3")
    app.press("<Esc>")
    #expect(row(app) == 0)
  }

  @Test func aSearchIsARegularExpressionWhereOneAsksForIt() {
    var app = answered { .answered($0, body: #"["a.c","abc","a"]"#) }
    app.press("/ a . c")
    app.expectOnScreen("1 of 1")
    app.press("<C-r>")
    app.expectOnScreen("1 of 2")
    app.press("(")
    app.expectOnScreen("Invalid regular expression at column 5: missing closing")
  }

  @Test func hitsAreMarked() {
    var app = answered { .answered($0, body: #"["a nail","b"]"#) }
    app.press("/ nai <Enter> j")
    let frame = app.bench.render()
    let marked = (0..<frame.size.rows).flatMap { row in
      (0..<frame.size.columns).compactMap { frame[$0, row].style.role == .match ? frame[$0, row].text : nil }
    }
    #expect(marked.joined() == "nai")
  }

  @Test func headersAndTimelineAreSearchedToo() {
    var app = answered()
    app.press("] ] ] / body")
    app.expectOnScreen("1 of 1")
    app.expectOnScreen("15/15")
  }

  @Test func aHitFarToTheRightComesIntoSight() {
    let body = String(repeating: "x", count: 5000) + "needle" + String(repeating: "y", count: 5000) + "needle!"
    var app = answered { .answered($0, body: body, headers: []) }
    app.press("/ needle <Enter>")
    app.expectOnScreen("xneedley")
    app.expectOnScreen("1 of 2")
    app.press("n")
    app.expectOnScreen("yneedle!")
    app.press("n")
    app.expectOnScreen("xneedley")
  }

  @Test func aPathFiltersTheBodyAndEscapeBringsItBack() {
    var app = answered { .answered($0, body: #"{"items":[{"id":1,"ok":true},{"id":2,"ok":false}]}"#) }
    app.press("$ .items[?@.ok==true].id <Enter>")
    app.expectOnScreen("│ ▽ $.items[?@.ok==true].id")
    app.expectOnScreen("│   1 ")
    app.expectNotOnScreen("items\"")
    app.press("f <C-u>")
    app.press("$.items[*].id")
    app.press("<Enter>")
    app.expectOnScreen("│   2 ")
    app.press("<Esc>")
    app.expectOnScreen("\"items\": [")
    app.press("f <C-u> <Up> <Up> <Enter>")
    app.expectOnScreen("│ ▽ $.items[?@.ok==true].id")
    #expect(app.bench.responsePane.tab(BodyTab.self)?.filterHistory == ["$.items[*].id", "$.items[?@.ok==true].id"])
  }

  @Test func aTypedFilterComesBackAfterEarlierOnes() {
    var app = answered { .answered($0, body: #"{"a":1,"b":2}"#) }
    app.press("f $.a <Enter> <Esc> f $.b <Down>")
    app.expectOnScreen("▽ $.b")
    app.expectOnScreen(" ⏎ filter  ↑ earlier  Esc cancel")
    app.press("<Up>")
    app.expectOnScreen("▽ $.a")
    app.expectOnScreen(" ⏎ filter  ↓ later  Esc cancel")
    app.press("<Down> <Enter>")
    app.expectOnScreen("│   2 ")
    app.press("f <C-u>")
    app.expectOnScreen(" ⏎ show all  ↑ earlier  Esc cancel")
  }

  @Test func anInvalidFilterStaysAndSaysWhereTheMistakeIs() {
    var app = answered()
    app.press("$ .a[ <Enter>")
    app.expectOnScreen("$.a[")
    app.expectOnScreen("column")
    app.expectOnScreen("\"id\": 7")
  }

  @Test func aCommandGetsTheBodyAndSaysHowItEnded() throws {
    var app = answered()
    app.press("| jq <Space> .id <Enter>")
    let order = app.effects.compactMap { effect -> TaskID? in
      guard case .filter(let task, .command("jq .id"), let body)? = effect.work(BodyEffect.self) else { return nil }
      return body == app.bench.workspace.exchange?.body ? task : nil
    }
    let task = try #require(order.first)
    app.expectOnScreen("Filtering… · Esc cancels")
    app.receive(
      .task(
        TaskID(tab: "body", number: -1),
        .filtered(BodyDocument(Data("late".utf8), contentType: nil), remark: nil, isComplete: true)))
    app.expectNotOnScreen("late")
    let output = BodyDocument(Data("7\n".utf8), contentType: nil)
    app.receive(.task(task, .filtered(output, remark: "exit 5: jq: oops", isComplete: true)))
    app.expectOnScreen("│ 7")
    app.expectOnScreen("exit 5: jq: oops")
    app.press("<Esc>")
    app.expectOnScreen("\"id\": 7")
  }

  @Test func escapeStopsAFilterThatRuns() {
    var app = answered()
    app.press("| sleep <Space> 9 <Enter> <Esc>")
    #expect(app.effects.contains(.body(.stopFilter)))
    app.expectNotOnScreen("filtering")
  }

  @Test func controlCStopsAFilterThatRunsAndNothingElse() {
    var app = answered()
    app.press("| sleep <Space> 9 <Enter> <C-c>")
    #expect(app.effects.contains(.body(.stopFilter)) && !app.effects.contains(.quit))
    app.expectOnScreen("\"id\": 7")
  }

  @Test func theBodyComesBackWithItsPlaceAndASearchDoesNotGoIntoAFilter() {
    let items = (0..<60).map { "{\"id\":\($0)}" }.joined(separator: ",")
    var app = answered { .answered($0, body: "[\(items)]") }
    app.press("/ 55 <Enter>")
    app.expectOnScreen("\"id\": 55")
    let row = app.bench.responsePane.tab.view.window.selected
    app.press("$ [*].id <Enter>")
    app.expectOnScreen("1/62")
    #expect(app.bench.responsePane.tab.view.search == nil)
    app.press("<Esc>")
    #expect(app.bench.responsePane.tab.view.window.selected == row)
    app.expectOnScreen("\"id\": 55")
  }

  @Test func aFilterHoldsForWhatComesLater() throws {
    var app = Harness.shop(columns: 76, rows: 14)
    app.press("<F5>")
    let id = try #require(app.sentID)
    let exchange = Exchange.answered(id)
    app.receive(.exchange(id, .started(exchange.startedAt)))
    app.receive(.exchange(id, .head(try #require(exchange.response))))
    func body(_ text: String, isWhole: Bool) -> Event {
      .exchange(id, .body(BodyDocument(Data(text.utf8), contentType: "application/json", isWhole: isWhole)))
    }
    app.receive(body(#"[{"i":1},{"i":2},"#, isWhole: false))
    app.press("3 z $ [*].i <Enter>")
    app.expectOnScreen("│   2 ")
    app.receive(body(#"[{"i":1},{"i":2},{"i":3}]"#, isWhole: true))
    guard case .filter(let task, .path(let query), let whole)? = app.effects.first?.work(BodyEffect.self) else {
      Issue.record("The filter was not run again: \(app.effects)")
      return
    }
    app.receive(.task(task, .filtered(try whole.select(query), remark: nil, isComplete: true)))
    app.expectOnScreen("│   3 ")
  }

  @Test func aViewOfOneLongLineKeepsThePlace() {
    let items = (0..<200).map { "{\"id\":\($0)}" }.joined(separator: ",")
    var app = answered { .answered($0, body: "[\(items)]") }
    app.press("/ \"id\":150 <Enter>")
    let row = app.bench.responsePane.tab.view.window.selected
    app.press("<A-q>")
    app.expectOnScreen("{\"id\":150}")
    app.press("<A-q>")
    #expect(app.bench.responsePane.tab.view.window.selected == row)
  }

  @Test func aFilteredBodyIsSavedAsSuchAndUnderANameOfItsOwn() {
    var app = answered()
    app.press("$ .name <Enter> w")
    app.expectOnScreen("Save filtered body")
    app.expectOnScreen("│ orders-filtered.json")
    app.press("<C-u> /tmp/a.json <Enter>")
    let remarks = app.effects.compactMap { effect -> String? in
      guard case .save(_, _, _, _, _, let remark)? = effect.work(BodyEffect.self) else { return nil }
      return remark
    }
    #expect(remarks == ["filtered body"])
  }

  @Test func aFileThatIsThereIsAskedAboutAndAFailureKeepsThePath() {
    var app = answered()
    app.press("w <C-u> /tmp/a.json <Enter>")
    app.receive(.saveRefused(.exists("/tmp/a.json")))
    app.expectOnScreen("File already exists")
    app.press("o")
    #expect(
      app.effects == [
        .body(.save(app.bench.workspace.exchange!.body!.body, path: "/tmp/a.json", overwriting: true))
      ])
    app.receive(.saveRefused(.failed("/nope/a.json", Problem("Cannot write /nope/a.json"))))
    app.expectOnScreen("/nope/a.json")
    app.expectOnScreen("Save body")
  }

  @Test func aMissingFolderIsCreatedIfTheUserWantsIt() {
    var app = answered()
    let body = app.bench.workspace.exchange!.body!.body
    app.press("w <C-u> /new/a.json <Enter>")
    app.receive(.saveRefused(.noFolder("/new/a.json", folder: "/new")))
    app.expectOnScreen("There is no such folder")
    app.press("n")
    app.expectOnScreen("│ /new/a.json")
    app.press("<Enter>")
    app.receive(.saveRefused(.noFolder("/new/a.json", folder: "/new")))
    app.press("c")
    #expect(app.effects == [.body(.save(body, path: "/new/a.json", overwriting: false, creatingFolder: true))])
  }

  @Test func oneGoesAlongTheStructure() {
    var app = answered { .answered($0, body: #"{"a":[1,[2,3],4],"b":5}"#) }
    func row(_ app: Harness) -> Int { app.bench.responsePane.tab.view.window.selected }
    app.press("j %")
    #expect(row(app) == 8)
    app.press("%")
    #expect(row(app) == 1)
    app.press("J")
    #expect(row(app) == 9)
    app.press("J")
    app.expectOnScreen("No next value at this level")
    app.press("K j j j")
    #expect(row(app) == 4)
    app.expectOnScreen("╰ $.a[1][0] ")
    app.press("<BS>")
    #expect(row(app) == 3)
    app.press("<BS> <BS>")
    #expect(row(app) == 0)
    app.press("<BS>")
    app.expectOnScreen("This row has no parent")
  }

  @Test func theBodyOpensLevelByLevel() {
    var app = answered { .answered($0, body: #"{"a":{"b":{"c":{"d":1}}}}"#) }
    app.press("Z")
    app.expectOnScreen("\"a\": { … } 1 member")
    app.press("+")
    app.expectOnScreen("\"b\": { … } 1 member")
    app.expectOnScreen("level 2")
    app.press("+ + -")
    app.expectOnScreen("\"c\": { … } 1 member")
    app.press("O")
    app.expectOnScreen("\"d\": 1")
  }

  @Test func longLinesWrapAtTheEdge() {
    let words = (0..<60).map { "word\($0)" }.joined(separator: " ")
    var app = answered(rows: 12) { .answered($0, body: words + "\nthe second line", headers: []) }
    app.expectOnScreen("│ the second line")
    app.press("W")
    app.expectOnScreen("│ word0 word1")
    app.expectOnScreen("word59")
    app.press("j")
    app.expectOnScreen("│ the second line")
    app.expectOnScreen("wrapped · 2/2")
  }

  @Test func aLineTallerThanTheScreenIsScrolledThrough() {
    let body = (0..<3000).map { "w\($0)" }.joined(separator: " ") + "\nlast"
    var app = answered(rows: 12) { .answered($0, body: body, headers: []) }
    app.press("W")
    for _ in 0..<400 where app.bench.responsePane.tab.view.window.selected == 0 { app.press("j") }
    app.expectOnScreen("│ last")
    app.press("k")
    app.expectOnScreen("w2999")
    app.press("<Home>")
    app.expectOnScreen("│ w0 w1 ")
  }

  @Test func followingIsOfferedOnlyInTheTabThatIsFollowed() throws {
    var app = Harness.shop(columns: 100, rows: 14)
    app.press("<F5>")
    let id = try #require(app.sentID)
    let exchange = Exchange.answered(id)
    app.receive(.exchange(id, .started(exchange.startedAt)))
    app.receive(.exchange(id, .head(try #require(exchange.response))))
    let body = BodyDocument(Data("[1,2".utf8), contentType: "application/json", isWhole: false)
    app.receive(.exchange(id, .body(body)))
    app.press("3 z F")
    app.expectOnScreen("  F unfollow  ")
    app.press("]")
    app.expectNotOnScreen("F follow")
    app.expectNotOnScreen("F unfollow")
    app.press("[")
    app.expectOnScreen("  F unfollow  ")
  }

  @Test func aBodyIsShownWhileItComes() throws {
    var app = Harness.shop(columns: 76, rows: 14)
    app.press("<F5>")
    let id = try #require(app.sentID)
    let exchange = Exchange.answered(id)
    let answer = try #require(exchange.response)
    app.receive(.exchange(id, .started(exchange.startedAt)))
    app.receive(.exchange(id, .head(answer)))
    func came(_ text: String) -> Event {
      .exchange(id, .body(BodyDocument(Data(text.utf8), contentType: "application/json", isWhole: false)))
    }
    app.receive(came(#"{"list":[1,2"#))
    app.press("3 z")
    app.expectOnScreen(" Ctrl+C cancel  ")
    app.expectOnScreen("  Q pause  F follow  ")
    app.press("F")
    app.expectOnScreen("  Q pause  F unfollow  ")
    app.expectOnScreen("│     2 ")
    app.expectOnScreen("following · 6/6")
    app.receive(came(#"{"list":[1,2,3,4,5,6,7,8,9,10"#))
    app.expectOnScreen("14/14")
    app.press("k")
    app.expectOnScreen("not following: F follows · 13/14")
    app.press("Q")
    #expect(app.effects == [.exchange(.pause(id, true))])
    app.expectOnScreen("PAUSED")
    app.expectOnScreen("  Q resume  F follow  ")
    app.press("Q")
    #expect(app.effects == [.exchange(.pause(id, false))])
    app.receive(.exchange(id, .body(BodyDocument(Data(#"{"list":[1,2,3]}"#.utf8), contentType: "application/json"))))
    app.receive(.exchange(id, .ended(exchange, sentBody: nil)))
    app.expectOnScreen("│   \"list\": [")
    app.expectNotOnScreen("Q pause")
    app.expectNotOnScreen("Ctrl+C cancel")
    app.press("Q")
    app.expectOnScreen("Nothing is being received")
  }

  /// A response of a stream that has begun.
  private func streaming(_ headers: [Header]) throws -> (app: Harness, arrive: (inout Harness, String) -> Void) {
    var app = Harness.shop(columns: 76, rows: 14)
    app.press("<F5>")
    let id = try #require(app.sentID)
    app.receive(.exchange(id, .started(Date(timeIntervalSince1970: 0))))
    app.receive(
      .exchange(id, .head(Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: headers))))
    app.press("3 z")
    return (
      app,
      { app, text in
        let body = BodyDocument(Data(text.utf8), contentType: headers.first("content-type"), isWhole: false)
        app.receive(.exchange(id, .body(body)))
      }
    )
  }

  private func lines(_ count: Int, _ line: String) -> String {
    Array(repeating: line, count: count).joined(separator: "\n")
  }

  @Test(arguments: [
    ([Header("Content-Type", "text/event-stream; charset=utf-8")], "data: 1"),
    ([Header("Content-Type", "application/x-ndjson")], "[]"), ([Header("Content-Type", "text/plain")], "GET /a 200"),
    ([], "GET /a 200"),
  ])
  func streamsAreFollowedUntilAnotherRowIsSelected(headers: [Header], line: String) throws {
    let stream = try streaming(headers)
    var app = stream.app
    func arrive(_ count: Int) { stream.arrive(&app, lines(count, line)) }
    arrive(20)
    app.expectOnScreen("following · 20/20")
    app.press("k")
    app.expectOnScreen("not following: F follows · 19/20")
    arrive(30)
    app.expectOnScreen("10 new: F follows · 19/30")
    app.press("G")
    app.expectOnScreen("following · 30/30")
    app.receive(.input(.mouse(Mouse(.wheelUp, at: Point(column: 10, row: 6)))))
    arrive(40)
    app.expectOnScreen("10 new: F follows · 27/40")
    app.press("F")
    arrive(50)
    app.expectOnScreen("following · 50/50")
    app.press("F")
    arrive(60)
    app.expectOnScreen("10 new: F follows · 50/60")
  }

  @Test(arguments: [
    [Header("Content-Type", "text/plain"), Header("Content-Length", "1000")], [Header("Content-Type", "text/html")],
    [Header("Content-Type", "application/json")],
  ])
  func otherBodiesAreReadFromTheirBeginning(headers: [Header]) throws {
    let stream = try streaming(headers)
    var app = stream.app
    stream.arrive(&app, "[" + lines(30, "1,"))
    app.expectNotOnScreen("following")
    #expect(app.bench.responsePane.tab.view.window.selected == 0)
  }

  @Test func aPictureIsShownAsOne() {
    let png = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==")!
    var app = answered {
      var exchange = Exchange.answered($0)
      let headers = [Header("Content-Type", "image/png")]
      exchange.outcome = .completed(
        Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: headers, body: png))
      return exchange
    }
    app.expectOnScreen("PNG image, 2 × 2, 73 bytes")
    let frame = app.bench.render()
    #expect(!frame.pictures.isEmpty)
    app.press("V")
    app.expectOnScreen("89 50 4e 47")
    app.press("w")
    #expect((app.bench.overlays.last?.screen as? Prompt)?.editor.text.hasSuffix(".png") == true)
  }

  @Test func twoAnswersAreCompared() throws {
    var app = answered()
    let other = ExchangeSummary(
      id: ExchangeID(), startedAt: Date(timeIntervalSince1970: 0), method: "GET", url: "http://localhost/orders?page=1",
      name: "list", result: .status(200), duration: .seconds(1), bodySize: 3)
    app.receive(.history(.listed(query: "", [other], total: 1)))
    app.press("=")
    app.expectOnScreen("Compare body with")
    app.press("<Enter>")
    app.expectOnScreen("Comparing… · Esc cancels")
    let body = try #require(app.bench.workspace.exchange?.body)
    let tasks = app.effects.compactMap { effect -> TaskID? in
      guard case .compare(let task, body, _, with: other.id)? = effect.work(BodyEffect.self) else { return nil }
      return task
    }
    let task = try #require(tasks.first)
    let old = BodyDocument(
      Data(#"{"name":"Ada","id":6,"tags":["a","b"]}"#.utf8), contentType: "application/json")
    app.receive(.task(task, .compared(DocumentDiff(old, body), title: "since GET http://localhost/orders")))
    app.expectOnScreen("│ - ")
    app.expectOnScreen("1 change · 1 removed · 1 added")
    let minus = try #require(app.screen.split(separator: "\n").first { $0.contains("│ - ") })
    #expect(minus.contains("\"id\": 6"))
    app.bench.notice = nil
    app.expectOnScreen(" Esc end comparison")
    app.expectOnScreen("J next change")
    app.press("J")
    app.expectOnScreen("This is the last change")
    app.press("<Esc>")
    app.expectOnScreen("│   \"id\": 7,")
    app.expectNotOnScreen("J next change")
    app.press("= <Enter> <Esc>")
    #expect(app.effects.last == .body(.stopComparing))
    app.expectNotOnScreen("Comparing")
    app.receive(.task(task, .compared(DocumentDiff(old, body), title: "since GET http://localhost/orders")))
    app.expectOnScreen("│   \"id\": 7,")
    app.press("= <Enter> <F5>")
    #expect(app.effects.contains(.body(.stopComparing)))
  }

  @Test func responsesOfTheSameRequestAreListedFirstWithThoseOfRunsAndNoneWithoutABody() throws {
    func entry(_ number: Int, _ name: String, _ request: String, bodySize: Int = 3) -> ExchangeSummary {
      var entry = ExchangeSummary(
        id: ExchangeID("00000000-0000-4000-8000-00000000000\(number)")!, startedAt: Date(timeIntervalSince1970: 0),
        method: "GET", url: "http://shop.example/\(number)", name: name, result: .status(200), duration: .seconds(1),
        bodySize: bodySize)
      entry.requestID = RequestID(request)
      return entry
    }
    var app = Harness.shop(columns: 40, rows: 14)
    app.sendAndAnswer { .answered($0) }
    let recent = [
      entry(1, "other", "r00000009"), entry(2, "empty", "r00000001", bodySize: 0), entry(3, "", "r00000008"),
      entry(4, "list", "r00000001"),
    ]
    app.receive(.history(.listed(query: "", recent, total: 4)))
    app.press("3 = <Down>")
    func rows() throws -> (titles: [String], selected: String?) {
      let picker = try #require(app.bench.overlays.last?.screen as? Picker)
      return (picker.matches.map(\.title), picker.selected?.title)
    }
    #expect(try rows().titles == ["GET list", "GET other", "GET shop.example/3"])
    let pickers = app.effects.compactMap { effect -> ExchangePicker? in
      if case .responses(let picker)? = effect.work(HistoryEffect.self) { picker } else { nil }
    }
    let picker = try #require(pickers.first)
    #expect(pickers.count == 1 && picker.request == RequestID("r00000001"))
    let found = [entry(4, "list", "r00000001"), entry(5, "in a run", "r00000001")]
    app.receive(.history(.responses(picker, found)))
    #expect(try rows().titles == ["GET list", "GET in a run", "GET other", "GET shop.example/3"])
    #expect(try rows().selected == "GET other")
    app.expectOnScreen("GET in a run")
    app.expectOnScreen("GET shop.exa")
  }

  @Test func responsesOfRunsAreListedWithoutAnyOthersInHistory() throws {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.receive(.history(.listed(query: "", [], total: 0)))
    for (key, title) in [("=", "Compare body with"), ("g =", "Compare exchange with")] {
      for name in ["in a run", nil] {
        app.press("3 \(key)")
        app.expectOnScreen(title)
        app.expectOnScreen("Reading history…")
        let pickers = app.effects.compactMap { effect -> ExchangePicker? in
          if case .responses(let picker)? = effect.work(HistoryEffect.self) { picker } else { nil }
        }
        let found = name.map { name in
          ExchangeSummary(
            id: ExchangeID(), startedAt: Date(timeIntervalSince1970: 0), method: "GET", url: "http://shop.example",
            name: name, result: .status(200), duration: .seconds(1), bodySize: 3)
        }
        app.receive(.history(.responses(try #require(pickers.first), [found].compactMap(\.self))))
        app.expectOnScreen(name.map { "GET \($0)" } ?? "History has no other exchange to compare with")
        app.press("<Esc>")
        #expect(app.bench.overlays.isEmpty)
      }
    }
  }

  @Test func rowsAreNumberedWhereOneAsksForIt() {
    var app = answered()
    app.press("# j")
    app.expectOnScreen("│ 2   \"id\": 7")
  }

  @Test func valueKeyAndPathAreCopied() {
    var app = answered { .answered($0, body: #"{"na\u0022me":"line\n\u0041","o":{"x":1}}"#) }
    app.press("j g y <Enter>")
    #expect(app.effects == [.copy("line\nA", what: "the value")])
    app.press("g y key <Enter>")
    #expect(app.effects == [.copy("na\"me", what: "the key")])
    app.press("g y path <Enter>")
    #expect(app.effects == [.copy("$['na\"me']", what: "the path")])
    app.press("j g y <Enter>")
    #expect(app.effects == [.copy(#"{"x":1}"#, what: "the value")])
  }

  @Test func aContainerIsCopiedAsItsJSONFromBothOfItsBrackets() {
    var app = answered()
    app.press("j j j y")
    #expect(app.effects == [.copy(#"["a","b"]"#, what: "the value")])
    app.press("% y")
    #expect(app.effects == [.copy(#"["a","b"]"#, what: "the value")])
    app.press("j y")
    #expect(app.effects == [.copy(#"{"id":7,"name":"Ada","tags":["a","b"]}"#, what: "the value")])
  }

  @Test func valuesOfOtherTabsAreCopied() {
    var app = answered()
    app.press("g c y")
    #expect(app.effects == [.copy("1", what: "the value")])
    app.press("j y")
    #expect(app.effects == [.copy("/", what: "the value")])
    app.press("g e y")
    #expect(app.effects == [.copy("http://localhost/orders?page=1", what: "the value")])
    app.press("j y")
    app.expectOnScreen("Nothing to copy: this row is empty")
    #expect(app.effects.isEmpty)
    app.press("j y")
    #expect(app.effects == [.copy("application/json", what: "the value")])
    app.press("g l y")
    #expect(app.effects.count == 1)
  }

  @Test func anEmptyValueIsNotCopied() {
    var app = answered { .answered($0, body: #"{"a":""}"#) }
    app.press("j y")
    app.expectOnScreen("Nothing to copy: this value is empty")
    #expect(app.effects.isEmpty)
  }

  @Test func severalRowsAreCopiedWithoutTheirCommonIndentation() {
    var app = answered()
    app.press("j s j")
    app.expectOnScreen("2 rows selected")
    app.press("y")
    #expect(app.effects == [.copy("\"id\": 7,\n\"name\": \"Ada\",", what: "2 rows")])
    app.expectNotOnScreen("selected")
  }

  @Test func aValueBecomesAVariableOfTheEnvironment() {
    var app = answered()
    app.press("j g V")
    app.expectOnScreen("Variable of local")
    app.press("<Enter>")
    #expect(
      app.effects == [.setVariable("id", value: "7", environment: "local", collection: "/collections/shop")])
  }

  @Test func aValueWithoutAKeyIsNamedAfterItsList() {
    for (body, keys, name) in [(#"{"x-ids": [4]}"#, "jj", "xids"), ("[4]", "j", "value")] {
      var app = answered { .answered($0, body: body) }
      app.press("\(keys) g V <Enter>")
      #expect(
        app.effects == [.setVariable(name, value: "4", environment: "local", collection: "/collections/shop")])
    }
  }

  @Test func theBodyOpensInOtherPrograms() throws {
    var app = answered()
    let body = try #require(app.bench.workspace.exchange?.body)
    app.press("g |")
    #expect(app.effects == [.body(.open(body, name: "orders.json", .pager))])
    app.press("E")
    #expect(app.effects == [.body(.open(body, name: "orders.json", .editor))])
    let name = Header("Content-Disposition", #"attachment; filename="or ders;$(id).json""#)
    var named = answered { .answered($0, headers: [Header("Content-Type", "application/json"), name]) }
    let suggested = try #require(named.bench.workspace.exchange?.body)
    named.press("E")
    #expect(named.effects == [.body(.open(suggested, name: "ordersid.json", .editor))])
  }

  @Test func aFailureIsToldInEveryTab() {
    var app = Harness.shop()
    app.sendAndAnswer { .failed($0, .refused, "localhost:1 refused the connection — is the server running?") }
    app.press("3")
    for _ in ResponseTabs.all {
      app.expectOnScreen("localhost:1 refused the connection — is the server running?")
      app.press("]")
    }
  }

  @Test func headersStandAsTheyCame() {
    var app = answered { .answered($0, headers: [Header("x-b", "2"), Header("X-A", "1"), Header("x-b", "3")]) }
    app.press("]")
    app.expectScreen(
      """
       shop ▸ list
       GET   {{base}}/orders?page=1                           env local  F5 sends
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
      ╰───────────────────────────────────────────────────────────────────── 1/3 ╯
       Tab pane  ? help  F5 send  ] tab  / find  f filter  y copy       history 0
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
    plain.expectOnScreen("No cookies in this response")
  }

  @Test func theCookiesTabSaysWhatWasStoredAndWhyNot() {
    var app = answered { id in
      var exchange = Exchange.answered(
        id, headers: [Header("Set-Cookie", "a=1"), Header("Set-Cookie", "b=2; Domain=com")])
      exchange.log.append(CookieReport([nil, "No cookie can be for all of com"]).event, at: .zero)
      return exchange
    }
    app.press("]]")
    for line in ["│ a = 1", "│   Stored", "│ b = 2", "│   Not stored: No cookie can be for all of com"] {
      app.expectOnScreen(line)
    }
  }

  @Test func theCookiesTabHasThoseOfRedirectsAndOfNoTokenRequest() {
    func hop(_ path: String, _ status: Int, _ cookie: String) -> Timeline.Hop {
      Timeline.Hop(
        attempt: 1, method: "GET", url: "http://localhost\(path)", start: .zero, status: status,
        responseHeaders: [HTTPHeader("Location", "/"), HTTPHeader("Set-Cookie", cookie)])
    }
    var token = hop("/token", 200, "t=0")
    token.purpose = .authentication
    var app = answered { id in
      var exchange = Exchange.answered(id, headers: [Header("Set-Cookie", "b=2")])
      exchange.timeline = Timeline(hops: [token, hop("/login", 302, "a=1; Path=/"), hop("/home", 200, "b=2")])
      return exchange
    }
    app.expectOnScreen("Cookies 2")
    app.press("]]")
    for line in ["│ a = 1", "│   Path=/", "│   Set by GET http://localhost/login", "│ b = 2"] {
      app.expectOnScreen(line)
    }
    app.expectNotOnScreen("t = 0")
    app.expectNotOnScreen("Set by GET http://localhost/home")
    app.press("y")
    #expect(app.copied == ["the value: 1"])
    app.press("g K")
    app.expectOnScreen("Checks see the last response, which did not set this cookie")
    app.press("j j j g K")
    let request = app.bench.workspace.items[app.bench.workspace.exampleFile!].draft?.current.request
    #expect(request?.checks == [["query": "cookie", "expression": "b", "predicate": "exists"]])
  }

  @Test func aCheckOfTheSelectedRowIsAddedToTheRequest() throws {
    var app = answered()
    app.press("j g K")
    app.expectOnScreen("Check added to")
    let draft = try #require(app.bench.workspace.items[app.bench.workspace.exampleFile!].draft)
    let check = try #require(draft.current.request?.checks.first)
    #expect(check["query"] == "jsonpath" && check["predicate"] == "equals" && check["value"] == 7)
    #expect(draft.isUnsaved)
    app.press("g K")
    #expect(app.bench.workspace.items[app.bench.workspace.exampleFile!].draft?.current.request?.checks.count == 1)
  }

  @Test func aCheckOfAHeaderHasItsNameAndValue() throws {
    var app = answered { .answered($0, headers: [Header("X-A", "1"), Header("Vary", "a"), Header("vary", "b")]) }
    app.press("] g K j g K")
    let request = app.bench.workspace.items[app.bench.workspace.exampleFile!].draft?.current.request
    #expect(
      request?.checks == [
        ["query": "header", "expression": "X-A", "predicate": "equals", "value": "1"],
        ["query": "header", "expression": "Vary", "predicate": "contains", "value": "a"],
      ])
  }

  @Test func theChecksTabSaysWhatFailedAndWhy() {
    var app = answered { id in
      var exchange = Exchange.answered(id, headers: [])
      exchange.log.append(.check(LogEvent.Check("status equals 200", isPassed: true)), at: .zero)
      exchange.log.append(
        .check(LogEvent.Check("header X-Id exists", isPassed: false, detail: "expected a value, got nothing")),
        at: .zero)
      return exchange
    }
    app.expectOnScreen("Checks ✗1")
    app.press("gk")
    for line in ["│ ✓ status equals 200", "│ ✗ header X-Id exists", "│   expected a value, got nothing"] {
      app.expectOnScreen(line)
    }
  }

  @Test func aResponseWithoutChecksHasNoTabForThem() {
    var app = answered { .answered($0, headers: []) }
    app.press("]]]]]")
    #expect(!app.screen.contains("Checks"))
    app.expectOnScreen("Body")
  }

  @Test(arguments: [(40, 12), (60, 20), (80, 24), (160, 48)])
  func theWaterfallHasTheWidthOfThePane(columns: Int, rows: Int) {
    let room = max(31, columns - 4)
    let timeline = TimelineRows(.answered(.sample(1), status: 200, reason: "OK"), columns: room)
    let bars = (0..<timeline.count).map { timeline.row($0) }.filter { $0.contains { $0.text.contains("█") } }
    #expect(!bars.isEmpty)
    #expect(bars.allSatisfy { $0.columns == min(63, room) })
  }

  @Test func aCheckOfATimeIsAboutTheRequestAndNoMessageAfterIt() {
    let exchange = Exchange.answered(.sample(1))
    var followed = exchange
    var later = exchange.timeline.hops[0]
    later.purpose = .session
    followed.timeline.hops.append(later)
    let (alone, rows) = (TimelineRows(exchange, columns: 60), TimelineRows(followed, columns: 60))
    let checked = (0..<alone.count).filter { alone.check($0) != nil }
    #expect(checked.count > 1)
    #expect((0..<rows.count).filter { rows.check($0) != nil } == checked)
  }

  @Test func theTimelineIsAWaterfallAndTheWireLog() {
    var app = answered(rows: 21)
    app.press("]]]")
    app.expectScreen(
      """
       shop ▸ list
       GET   {{base}}/orders?page=1                           env local  F5 sends
      ╭ 200 OK · 143 ms · 38 B · HTTP/1.1 ───────────────────────────────────────╮
      │ Body  Headers 2  Cookies 1  Timeline  Sent                               │
      │ 143 ms total · 120 B sent · 238 B received                               │
      │                                                                          │
      │ 1  GET http://localhost/orders?page=1  200                               │
      │    HTTP/1.1 · 127.0.0.1:80 · new connection · 120 B+0 B out · 200 B+38 … │
      │    queue        50 µs  █·······································          │
      │    DNS        1.00 ms  █·······································          │
      │    connect    2.00 ms  █·······································          │
      │    send         80 µs  █·······································          │
      │    wait        130 ms  █████████████████████████████████████···          │
      │    receive    10.0 ms  ·····································███          │
      │                                                                          │
      │ Wire log 1  GET http://localhost/orders?page=1                           │
      │   3.00 ms > GET /orders?page=1 HTTP/1.1                                  │
      │    133 ms < HTTP/1.1 200 OK                                              │
      │    134 ms < { 38 bytes of body }                                         │
      ╰──────────────────────────────────────────────────────────────────── 1/15 ╯
       Tab pane  ? help  F5 send  ] tab  / find  f filter  y copy       history 0
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
    app.expectOnScreen("143 ms total · 1 redirect · 240 B sent · 476 B received")
    app.expectOnScreen("302")
    app.expectOnScreen("2  GET https://localhost/new  200")
    app.expectOnScreen("TLSv1.3 · AES · CERTIFICATE NOT VERIFIED")
    app.expectOnScreen("    wait        130 ms  ····················███████████████████·")
    app.receive(.resized(Size(columns: 50, rows: 40)))
    app.expectOnScreen("    wait        130 ms  ···········███████████· │")
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
    let last = app.bench.responsePane.tab.view.window.selected
    app.press("] [")
    #expect(app.bench.responsePane.tab.view.window.selected == last)
    app.sendAndAnswer { .answered($0) }
    #expect(app.bench.responsePane.tab.view.window.selected == 0)
  }

  @Test func aLongLineScrollsSideways() {
    // Eight of each letter.
    let letters = (0..<300).map { (index: Int) in Character(Unicode.Scalar(UInt8(97 + index / 8 % 26))) }
    var app = answered { .answered($0, body: String(letters), headers: []) }
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

  @Test func everyKeyReadsOnlyTheRowsOnTheScreen() throws {
    let body = "[" + (0..<50_000).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
    var app = answered(rows: 30) { .answered($0, body: body) }
    let document = try #require(app.bench.workspace.exchange?.body)
    for key in [
      "j", "k", "<PgDn>", "G", "k", "<Home>", "C", "O", "W", "j", "G", "k", "W", "#", "P", "%", "J", "-", "+", "V",
    ] {
      let before = document.linesMade
      app.press(key)
      _ = app.screen
      #expect(document.linesMade - before < 30 * 8, "\(key) made \(document.linesMade - before) lines")
    }
  }

  @Test func manyLinesCostAScreenful() {
    let body = String(repeating: "a line\n", count: 199_999) + "the last"
    var app = answered { .answered($0, body: body, headers: [Header("Content-Type", "text/plain")]) }
    app.press("G")
    app.expectOnScreen("│ the last")
    // A drawing that made every row would need the whole day for these.
    for _ in 0..<200 {
      app.press("k")
      _ = app.screen
    }
    #expect(app.bench.responsePane.tab.view.window.selected == 199_799)
  }
}
