import Testing

@testable import RequestModel

/// The query language of history.
struct HistoryQueryTests {
  private typealias Query = HistoryQuery

  @Test(
    arguments: [
      ("", []), ("  ", []), ("orders", [.init(.text("orders"))]),
      ("-orders", [.init(.text("orders"), isNegated: true)]),
      ("- a", [.init(.text("-")), .init(.text("a"))]),
      ("\"two words\"", [.init(.text("two words"))]),
      ("-\"a b\" c", [.init(.text("a b"), isNegated: true), .init(.text("c"))]),
      ("\"open", [.init(.text("open"))]), (#"a\"b"#, [.init(.text("a\"b"))]),
      ("http://x:80/a", [.init(.text("http://x:80/a"))]), ("localhost:8080", [.init(.text("localhost:8080"))]),
      ("localhost:8080/a", [.init(.text("localhost:8080/a"))]), ("stdio:uvx", [.init(.text("stdio:uvx"))]),
      ("error:\" at x\"", [.init(.text("error: at x"))]), ("\"colour:red\"", [.init(.text("colour:red"))]),
      ("x-id:ab", [.init(.text("x-id:ab"))]), ("\"status:500\"", [.init(.text("status:500"))]),
      (":x", [.init(.text(":x"))]),
      ("STATUS:404", [.init(.status([.codes(404...404)]))]),
      ("status:5xx|404,>=600", [.init(.status([.codes(500...599), .codes(404...404), .codes(600...Int.max)]))]),
      ("status:200-299", [.init(.status([.codes(200...299)]))]), ("status:<=299", [.init(.status([.codes(0...299)]))]),
      ("status:failed,cancelled,TimedOut", [.init(.status([.failed(nil), .cancelled, .failed(.timedOut)]))]),
      ("method:post|Put", [.init(.method(["POST", "PUT"]))]), ("host:API.x", [.init(.host(["api.x"]))]),
      ("env:\"my, env\"", [.init(.environment(["my, env"]))]), ("tag:a,b", [.init(.tag(["a", "b"]))]),
      ("url:a|b", [.init(.url("a|b"))]), ("name:\"Get order\"", [.init(.name("Get order"))]),
      ("request:r7f", [.init(.request("r7f"))]),
      ("time:>1s", [.init(.duration(1_000_000_001...Int.max))]), ("time:<=1.5ms", [.init(.duration(0...1_500_000))]),
      ("time:100ms..2m", [.init(.duration(100_000_000...120_000_000_000))]),
      ("size:>1M", [.init(.size(1_048_577...Int.max))]), ("size:<2kb", [.init(.size(0...2_047))]),
      ("size:1.5k", [.init(.size(1_536...1_536))]),
      ("since:2d", [.init(.since(.ago(172_800)))]), ("until:30m", [.init(.until(.ago(1_800)))]),
      ("since:2026", [.init(.since(.calendar([2026])))]),
      ("since:2026-01-31T13:05", [.init(.since(.calendar([2026, 1, 31, 13, 5])))]),
      ("until:yesterday", [.init(.until(.daysBeforeToday(1)))]),
      (
        "has:failure has:PIN -is:pinned",
        [.init(.has(.failure)), .init(.has(.pin)), .init(.has(.pin), isNegated: true)]
      ),
    ] as [(String, [HistoryQuery.Term])])
  func aQueryIsConditionsThatMustAllHold(text: String, terms: [HistoryQuery.Term]) throws {
    #expect(try HistoryQuery(text) == HistoryQuery(terms))
  }

  @Test(arguments: [
    ("a stauts:500", 2, "no filter is called \"stauts\" — did you mean status:?"),
    ("before:2d", 0, "no filter is called \"before\" — did you mean until:?"),
    (
      "a -colour:red", 2,
      """
      no filter is called "colour" — write one of status, method, host, url, name, env, tag, since, until, time, size, \
      has, is, request, run, or quotes around a text
      """
    ),
    ("status:", 7, "status: needs a value, such as 404, 5xx, 200-299, >=400, failed, cancelled"),
    ("x -status:9", 10, "status: does not take \"9\" — write 404, 5xx, 200-299, >=400, failed, cancelled"),
    ("status:500-400", 7, "status: does not take \"500-400\" — write 404, 5xx, 200-299, >=400, failed, cancelled"),
    ("time:5", 5, "time: does not take \"5\" — write >1s, <200ms"),
    ("size:>much", 5, "size: does not take \">much\" — write >1M, <=64k"),
    ("since:soon", 6, "since: does not take \"soon\" — write 30m, 2d, today, 2026-01-31"),
    ("since:2026-13", 6, "since: does not take \"2026-13\" — write 30m, 2d, today, 2026-01-31"),
    ("since:1M", 6, "since: does not take \"1M\" — the units are s, m (minutes), h, d, w and y"),
    ("until:2months", 6, "until: does not take \"2months\" — write 30m, 2d, yesterday, 2026-01"),
    ("until:2026-02-31", 6, "until: does not take \"2026-02-31\" — write 30m, 2d, yesterday, 2026-01"),
    ("has:everything", 4, "has: does not take \"everything\" — write failure, note, tag, pin, body"),
    ("is:new", 3, "is: does not take \"new\" — write pinned, tagged, failed"),
  ]) func aMistakeIsASentenceWithItsPosition(text: String, position: Int, sentence: String) {
    let mistake = #expect(throws: HistoryQuery.Mistake.self) { try HistoryQuery(text) }
    #expect(mistake == HistoryQuery.Mistake(sentence: sentence, position: position))
  }

  // MARK: Completion

  private static let known = HistoryQuery.KnownValues(
    statuses: ["200", "503"], methods: ["GET", "POST"], hosts: ["api.x.org"], environments: ["my env", "local"],
    tags: ["slow"])

  private func completions(_ text: String) -> [String] {
    HistoryQuery.completions(for: text, at: text.count, knowing: Self.known).map(\.text)
  }

  @Test func aBeginningIsCompletedToAKey() {
    #expect(completions("s") == ["status:", "since:", "size:"])
    #expect(completions("orders -st") == ["status:"])
    #expect(completions("sx") == [])
    #expect(completions("") == [])
    #expect(completions("status ") == [])
    #expect(
      HistoryQuery.completions(for: "a -st b", at: 5, knowing: Self.known)
        == [.init(range: 3..<5, text: "status:", help: "404, 5xx, 200-299, >=400, failed, cancelled")])
  }

  @Test func aValueIsCompletedToKnownOnes() {
    #expect(completions("status:5") == ["5xx", "503"])
    #expect(completions("method:") == ["GET", "POST"])
    #expect(completions("method:p") == ["POST"])
    #expect(completions("env:") == ["\"my env\"", "local"])
    #expect(completions("host:api.x.org") == [])
    #expect(completions("has:n") == ["note"])
    #expect(completions("url:x") == [])
    #expect(completions("nothing:x") == [])
    #expect(
      HistoryQuery.completions(for: "x status:404,5", at: 14, knowing: Self.known)
        == [.init(range: 13..<14, text: "5xx"), .init(range: 13..<14, text: "503")])
    #expect(
      HistoryQuery.completions(for: "env:\"my", at: 7, knowing: Self.known) == [.init(range: 4..<7, text: "\"my env\"")]
    )
  }
}
