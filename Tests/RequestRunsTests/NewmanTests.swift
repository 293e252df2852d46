import Foundation
import RequestModel
import Testing

@testable import RequestRuns

/// newman's command line and its reports.
struct NewmanTests {
  // MARK: The command line

  @Test func optionsAreWrittenInEveryWayThatNewmanTakes() throws {
    let line = try NewmanLine([
      "--env-var", "a=1=2", "-kx", "c.json", "-ee.json", "--globals=g.json", "-n", "3", "--folder", "A", "--folder",
      "-B",
      "--delay-request", "500", "--timeout-request=5000", "--bail", "-r", "cli,json,cli",
      "--reporter-json-export=r.json",
      "--reporter-cli-no-summary", "--global-var", "b", "--color", "off",
    ])
    #expect(line.collection == "c.json" && line.environment == "e.json" && line.globals == "g.json")
    #expect(line.environmentVariables == [NewmanLine.Variable("a", "1=2")])
    #expect(line.globalVariables == [NewmanLine.Variable("b", "")])
    #expect(line.isInsecure && line.suppressesExitCode && line.bailsOnFailure && !line.isVerbose)
    #expect(line.iterationCount == 3 && line.delay == 500 && line.requestTimeout == 5000 && line.timeout == nil)
    #expect(line.folders == ["A", "-B"] && line.reporters == ["cli", "json"] && line.colour == .off)
    #expect(line.option("export", of: "json") == "r.json" && line.option("export", of: "junit") == nil)
    #expect(line.option("no-summary", of: "cli") == "")
  }

  @Test func bailTakesItsModifiers() throws {
    let modifiers = try ["--bail", "--bail=folder", "--bail=failure", "--bail=folder,failure"].map { option in
      try NewmanLine(["c.json", option]).bailsOnFailure
    }
    #expect(modifiers == [true, false, true, true])
  }

  @Test(arguments: [
    (["-e", "e.json"], "error: missing required argument 'collection'"),
    (["a", "b"], "error: newman runs one collection, and \"b\" is a second"),
    (["c", "--env-var"], "error: option '--env-var <value>' argument missing"),
    (["c", "-e"], "error: option '-e, --environment <path>' argument missing"),
    (["c", "--nothere"], "error: unknown option '--nothere'"),
    (["c", "--iteration-cuont", "2"], "error: unknown option '--iteration-cuont' — did you mean --iteration-count?"),
    (["c", "-kz"], "error: unknown option '-z'"),
    (["c", "--delay-request", "2s"], "error: --delay-request 2s: The value must be a positive integer."),
    (["c", "--timeout", "0"], "error: --timeout 0: The value must be a positive integer."),
    (["c", "--color", "blue"], "error: invalid value `blue` for --color. Expected: auto|on|off"),
    (["c", "--bail", "item"], "error: --bail item: it takes folder and failure"),
    (["c", "-r", "cli,teamcity"], "error: could not find \"teamcity\" reporter — there are cli, json and junit"),
  ]) func mistakesAreNamedAsNewmanNamesThem(_ arguments: [String], _ sentence: String) {
    #expect { try NewmanLine(arguments) } throws: { ($0 as? NewmanLineError)?.description == sentence }
  }

  @Test(
    arguments: [
      (["--reporter-cli-no-assertion"], "cli-no-assertion has no effect: did you mean --reporter-cli-no-assertions?"),
      (["--reporter-cli-loud"], "cli-loud has no effect: no reporter has it"),
      (["--reporter-junit-export", "r.xml"], "junit-export has no effect without -r junit"),
      (["--reporter-htmlextra-export=r.html"], "htmlextra-export has no effect: no reporter has it"),
      (["--reporter-cli-noSummary", "--reporter-cli-no_banner", "--reporter-silent"], nil),
      (["-r", "json", "--reporter-export", "r.json"], nil),
      (["-r", "json", "--reporter-json-silent"], "json-silent has no effect: no reporter has it"),
    ] as [([String], String?)])
  func optionsOfReportersTakeEffectOrAreNamed(_ options: [String], _ note: String?) throws {
    let line = try NewmanLine(["c"] + options)
    #expect(line.ignoredOptions == [note].compactMap(\.self).map { "--reporter-" + $0 })
  }

  @Test func optionsOfReportersAreFoundInEverySpelling() throws {
    let line = try NewmanLine([
      "c", "--reporter-cli-noSummary", "--reporter-cli-no_banner=x", "--reporter-json-export", "a", "--reporter-export",
      "b",
    ])
    #expect(line.option("no-summary", of: "cli") == "" && line.option("no-banner", of: "cli") == "x")
    #expect(line.option("export", of: "json") == "b" && line.option("silent", of: "cli") == nil)
  }

  // MARK: Reports

  private static let date = Date(timeIntervalSince1970: 1_700_000_000)

  private static var collection: NewmanCollection {
    NewmanCollection(
      [
        "info": ["name": "Shop", "_postman_id": "c-1"],
        "item": [
          [
            "name": "Orders",
            "item": [
              [
                "id": "i-1", "name": "List it", "request": "http://x/list",
                "event": [["listen": "test", "script": ["exec": ["1"]]]],
              ]
            ],
          ],
          ["id": "i-2", "name": "Last", "request": "http://x/last"],
        ],
      ], name: "shop.json")
  }

  private static func result(
    _ path: String, _ outcome: RunResult.Outcome, checks: [LogEvent.Check] = []
  ) -> (RunResult, Exchange?) {
    var result = RunResult(
      iteration: 0, title: Address(path).name, address: Address(path), file: "shop.json", method: "GET",
      url: "http://x/list?a=1", outcome: outcome, startedAt: date)
    result.duration = .milliseconds(12)
    result.checks = checks
    guard case .completed(let status, let reason) = outcome else { return (result, nil) }
    let response = Response(
      status: status, reason: reason, httpVersion: "HTTP/1.1", headers: [Header("A", "b")], body: Data("hi".utf8))
    let exchange = Exchange(
      id: ExchangeID(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
      request: SavedRequest(url: "http://x/list"), startedAt: date,
      sent: SentRequest(method: "GET", url: "http://x/list?a=1", headers: [Header("C", "d")]),
      outcome: .completed(response), duration: .milliseconds(12))
    return (result, exchange)
  }

  @Test func requestsOfOneNameAreThoseOfTheFileInOrder() {
    let request = { (url: String) -> JSONValue in ["name": "Twin", "request": .string(url)] }
    let collection = NewmanCollection(["item": [request("http://x/1"), request("http://x/2")]], name: "twins.json")
    let (made, exchange) = Self.result("Twin", .completed(status: 200, reason: "OK"))
    let urls = [0, 1, 2].map { ordinal in
      var result = made
      result.ordinal = ordinal
      return collection.item(of: result, exchange).json.object?["request"]?.string
    }
    // One that the file does not have is the first.
    #expect(urls == ["http://x/1", "http://x/2", "http://x/1"])
  }

  private static let results = [
    result(
      "Orders/List it", .completed(status: 200, reason: "OK"),
      checks: [
        LogEvent.Check("passes", isPassed: true),
        LogEvent.Check("fails", isPassed: false, detail: "expected 1 to equal 2"),
        LogEvent.Check(
          "script after the response", isPassed: false, detail: "TypeError: x is not a function", isScriptError: true),
      ]),
    result("Last", .failed(Failure(.refused, "Cannot connect to x"))),
  ]

  private static func report(_ reporter: some RunReporter) -> String {
    var reporter = reporter
    var totals = RunTotals()
    (totals.iterations, totals.duration) = (1, .milliseconds(60))
    var text = reporter.begin(RunFacts(name: "shop.json", startedAt: date, requestCount: 2))
    for (result, exchange) in results {
      totals.add(result)
      text += reporter.report(result, exchange)
    }
    return text + reporter.end(totals)
  }

  @Test func linesAreThoseOfNewman() {
    #expect(
      Self.report(NewmanLineReporter(Self.collection, NewmanLineReporter.Options())) == """
        newman

        Shop

        ❏ Orders
        ↳ List it
          GET http://x/list?a=1 [200 OK, 8B, 12ms]
          ✓  passes
          1. fails
          2⠄ TypeError in test-script

        → Last
          GET http://x/list?a=1 [errored]
             Cannot connect to x

        ┌─────────────────────────┬──────────────────┬──────────────────┐
        │                         │         executed │           failed │
        ├─────────────────────────┼──────────────────┼──────────────────┤
        │              iterations │                1 │                0 │
        ├─────────────────────────┼──────────────────┼──────────────────┤
        │                requests │                2 │                1 │
        ├─────────────────────────┼──────────────────┼──────────────────┤
        │            test-scripts │                1 │                1 │
        ├─────────────────────────┼──────────────────┼──────────────────┤
        │      prerequest-scripts │                0 │                0 │
        ├─────────────────────────┼──────────────────┼──────────────────┤
        │              assertions │                2 │                1 │
        ├─────────────────────────┴──────────────────┴──────────────────┤
        │ total run duration: 60ms                                      │
        ├───────────────────────────────────────────────────────────────┤
        │ total data received: 2B (approx)                              │
        ├───────────────────────────────────────────────────────────────┤
        │ average response time: 12ms [min: 12ms, max: 12ms, s.d.: 0µs] │
        └───────────────────────────────────────────────────────────────┘

          #  failure         detail

         1.  AssertionError  fails
                             expected 1 to equal 2
                             at assertion:1 in test-script
                             inside "Orders / List it"

         2.  TypeError       x is not a function
                             at test-script
                             inside "Orders / List it"

         3.  Error           Cannot connect to x
                             at request
                             inside "Last"



        """)
  }

  @Test func switchesLeaveLinesOut() {
    var options = NewmanLineReporter.Options()
    (options.showsSummary, options.showsFailures, options.showsPassed) = (false, false, false)
    (options.showsBanner, options.usesUnicode) = (false, false)
    #expect(
      Self.report(NewmanLineReporter(Self.collection, options)) == """
        Shop

        Folder Orders
        Sub-folder List it
          GET http://x/list?a=1 [200 OK, 8B, 12ms]
          1. fails
          2. TypeError in test-script

        Root Last
          GET http://x/list?a=1 [errored]
             Cannot connect to x


        """)
  }

  @Test func theTimeOfTheLastMessageIsDividedAsNewmanDividesIt() {
    let first = Timeline.Hop(
      attempt: 1, method: "GET", url: "http://x/", start: .milliseconds(2),
      phases: Timeline.Phases(dns: .milliseconds(1), wait: .milliseconds(7)), status: 302)
    let last = Timeline.Hop(
      attempt: 1, method: "GET", url: "http://x/list", start: .milliseconds(13),
      phases: Timeline.Phases(
        queue: .microseconds(250), send: .milliseconds(2), wait: .milliseconds(3), receive: .milliseconds(4)),
      status: 200)
    var exchange = Self.results[0].1
    exchange?.timeline.hops = [first, last]
    exchange?.duration = .milliseconds(25)
    let phases = NewmanPhases(exchange)
    #expect(
      phases?.columns.map { "\($0.name) \($0.duration.map { $0 / .milliseconds(1) } ?? -1)" } == [
        "prepare 3.0", "wait 0.25", "dns-lookup -1.0", "tcp-handshake -1.0", "transfer-start 5.0", "download 4.0",
        "process 2.75", "total 15.0",
      ])
    #expect(NewmanPhases(nil) == nil)
  }

  @Test func verboseLinesHaveTheSizesOfBothMessages() {
    var options = NewmanLineReporter.Options()
    options.isVerbose = true
    let (result, exchange) = Self.results[0]
    var reporter = NewmanLineReporter(Self.collection, options)
    let text = reporter.report(result, exchange)
    let facts = "  200 OK ★ 12ms time ★ 6B↑ 8B↓ size ★ 1↑ 1↓ headers ★ 0 cookies"
    #expect(text.contains("  GET http://x/list?a=1 \n\(facts)\n  ┌ ↓ 2B\n  │ hi\n  └\n"), "\(text)")
  }

  @Test func aRequestThatAScriptSkippedIsShownWithoutItsRequest() {
    var (result, _) = Self.result("Last", .skipped, checks: [LogEvent.Check("ready", isPassed: true)])
    result.console = [LogEvent.ConsoleLine("log", "skips")]
    var lines = NewmanLineReporter(Self.collection, NewmanLineReporter.Options())
    #expect(lines.report(result, nil) == "\n→ Last\n  ┌\n  │ skips\n  └\n  ✓  ready\n")
    result.note = "skipped by the user"
    #expect(lines.report(result, nil) == "")
  }

  @Test func testsThatAreSkippedAreNoPassedOnes() throws {
    let skipped = [LogEvent.Check("later" + LogEvent.Check.skippedMark, isPassed: true)]
    let (result, exchange) = Self.result("Last", .completed(status: 200, reason: "OK"), checks: skipped)
    var lines = NewmanLineReporter(Self.collection, NewmanLineReporter.Options())
    #expect(lines.report(result, exchange).contains("  -  [skipped] later\n"))
    var json = NewmanJSONReporter(Self.collection) { (.null, .null) }
    #expect(json.report(result, exchange).contains(#"{"assertion":"later","skipped":true}"#))
  }

  @Test func theJSONReportHasTheShapeOfNewman() throws {
    let text = Self.report(
      NewmanJSONReporter(Self.collection) { (["name": "Dev", "values": .array([])], ["values": .array([])]) })
    let report = try #require(try JSONText(text).value.object)
    #expect(report.keys == ["collection", "run", "environment", "globals"])
    #expect(report["environment"]?.object?["name"] == "Dev")
    let run = try #require(report["run"]?.object)
    #expect(run.keys == ["executions", "stats", "timings", "transfers", "failures", "error"])
    let stats = try #require(run["stats"]?.object)
    #expect(stats["assertions"] == ["total": 2, "pending": 0, "failed": 1])
    #expect(stats["requests"] == ["total": 2, "pending": 0, "failed": 1])
    #expect(stats["testScripts"] == ["total": 1, "pending": 0, "failed": 1])
    #expect(run["transfers"] == ["responseTotal": 2])
    #expect(run["error"] == .null)
    let executions = (run["executions"]?.array ?? []).compactMap(\.object)
    #expect(
      executions.map(\.keys).first == ["cursor", "item", "request", "response", "id", "testScript", "assertions"])
    #expect(executions.map { $0["id"] } == ["i-1", "i-2"])
    #expect(executions.last?["requestError"]?.object?["message"] == "Cannot connect to x")
    let response = try #require(executions.first?["response"]?.object)
    #expect(response["code"] == 200 && response["stream"] == ["type": "Buffer", "data": [104, 105]])
    #expect(response["header"] == [["key": "A", "value": "b"]] && response["responseTime"] == 12)
    let url = try #require(executions.first?["request"]?.object?["url"]?.object)
    #expect(url["host"] == ["x"] && url["path"] == ["list"] && url["query"] == [["key": "a", "value": "1"]])
    let failures = (run["failures"]?.array ?? []).compactMap(\.object)
    #expect(failures.map { $0["at"] } == ["assertion:1 in test-script", "test-script", "request"])
    #expect(failures.map { $0["source"]?.object?["name"] } == ["List it", "List it", "Last"])
  }

  @Test func theJUnitReportHasASuiteForEachRequest() {
    #expect(
      Self.report(NewmanJUnitReporter(Self.collection)) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="Shop" tests="2" time="0.012">
          <testsuite name="Orders / List it" id="i-1" timestamp="2023-11-14T22:13:20.000Z" tests="2" failures="1" errors="1" \
        time="0.012">
            <system-err>Iteration: 0&#10;test-script: TypeError: x is not a function&#10;---&#10;</system-err>
            <testcase name="passes" time="0.012" classname="OrdersListIt"/>
            <testcase name="fails" time="0.012" classname="OrdersListIt">
              <failure type="AssertionFailure" message="expected 1 to equal 2">Failed 1 times.&#10;\
        Collection JSON ID: c-1.&#10;Collection name: Shop.&#10;Request name: Orders / List it.&#10;\
        Test description: fails.&#10;Error message: expected 1 to equal 2.&#10;\
        Stacktrace: AssertionError: expected 1 to equal 2.</failure>
            </testcase>
          </testsuite>
          <testsuite name="Last" id="i-2" timestamp="2023-11-14T22:13:20.000Z" tests="0" failures="0" errors="1" \
        time="0.000">
            <system-err>Iteration: 0&#10;request: Error: Cannot connect to x&#10;---&#10;</system-err>
          </testsuite>
        </testsuites>

        """)
  }
}
