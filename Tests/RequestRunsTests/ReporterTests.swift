import Foundation
import RequestModel
import TestSupport
import Testing

@testable import RequestRuns

/// The texts of reports. Hostile texts stay text in them.
struct ReporterTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000.5)

  private static func result(
    _ path: String, _ outcome: RunResult.Outcome, checks: [LogEvent.Check] = [], iteration: Int = 0
  ) -> RunResult {
    var result = RunResult(
      iteration: iteration, title: Address(path).stem, address: Address(path), file: "shop/" + path, method: "GET",
      url: "http://x/" + path, outcome: outcome, startedAt: date)
    result.duration = .milliseconds(12)
    result.bodySize = 40
    result.checks = checks
    return result
  }

  private static let passed = LogEvent.Check("status is 200", isPassed: true)
  private static let failed = LogEvent.Check("has id", isPassed: false, detail: "expected 7, not 8")

  private static let results = [
    result("a.json", .completed(status: 200, reason: "OK"), checks: [passed]),
    result("b/c.json", .completed(status: 200, reason: "OK"), checks: [passed, failed]),
    result("d.json", .failed(Failure(.refused, "Cannot connect to localhost:1 — check the port"))),
    result("e.json", .skipped),
    result("f.json", .broken("f.json:1:2 — expected a value")),
  ]

  private static func report(
    _ format: RunReportFormat, _ results: [RunResult] = results, iterations: Int = 1, ending: RunTotals.Ending? = nil,
    usesColour: Bool = false
  ) -> String {
    var reporter = format.reporter(usesColour: usesColour)
    return report(&reporter, results, iterations, ending)
  }

  private static func report(
    _ reporter: inout any RunReporter, _ results: [RunResult], _ iterations: Int = 1, _ ending: RunTotals.Ending? = nil
  ) -> String {
    var totals = RunTotals()
    totals.iterations = iterations
    totals.duration = .milliseconds(60)
    totals.ending = ending
    var text = reporter.begin(
      RunFacts(name: "shop", startedAt: date, environment: "local", iterationCount: iterations, requestCount: 5))
    for result in results {
      totals.add(result)
      text += reporter.report(result, nil)
    }
    return text + reporter.end(totals)
  }

  @Test func anErrorOfAScriptIsNoCheck() throws {
    let error = LogEvent.Check("script after the response", isPassed: false, detail: "Error: oops", isScriptError: true)
    let results = [Self.result("a.json", .completed(status: 200, reason: "OK"), checks: [Self.passed, error])]
    let lines = Self.report(.cli, results)
    #expect(lines.contains("1 of 1 check passed") && lines.contains("✗ script after the response: Error: oops"))
    #expect(lines.contains("1 request (1 failed), 1 check, 1 script error\n"), "\(lines)")
    let json = try #require(try JSONText(Self.report(.json, results)).value.object)
    #expect(json["results"]?.array?.first?.object?["checks"] == [["name": "status is 200", "passed": true]])
    #expect(
      json["results"]?.array?.first?.object?["scriptErrors"]
        == [["name": "script after the response", "passed": false, "detail": "Error: oops"]])
    let totals = json["totals"]?.object
    #expect(totals?["result"] == "failed" && totals?["failedChecks"] == 0 && totals?["scriptErrors"] == 1)
    #expect(Self.report(.junit, results).contains(#"<error message="Error: oops" type="ScriptError">"#))
    #expect(Self.report(.tap, results).contains("    1..1\nnot ok 1 - a.json"))
  }

  @Test(
    arguments: [
      (.cli, "SKIP GET     e.json  No permission <a>\n"),
      (.json, #""skipReason":"No permission <a>""#),
      (.html, #""skipReason":"No permission \u003Ca>""#),
      (.junit, #"<skipped message="No permission &lt;a&gt;"/>"#),
      (.tap, "ok 1 - e.json # SKIP No permission <a>\n"),
      (.github, "::notice file=shop/e.json,line=1,title=e::Skipped: No permission <a>\n"),
    ] as [(RunReportFormat, String)])
  func everyReportSaysWhyARequestWasSkipped(_ format: RunReportFormat, _ text: String) {
    var result = Self.result("e.json", .skipped)
    result.note = "No permission <a>"
    let report = Self.report(format, [result])
    #expect(report.contains(text), "\(report)")
  }

  @Test func aSkippedTestHasNeitherPassedNorFailed() throws {
    let skipped = LogEvent.Check("later" + LogEvent.Check.skippedMark, isPassed: true)
    let results = [Self.result("a.json", .completed(status: 200, reason: "OK"), checks: [Self.passed, skipped])]
    let lines = Self.report(.cli, results)
    #expect(lines.contains("1 of 2 checks passed, 1 skipped\n"), "\(lines)")
    #expect(lines.contains("1 iteration, 1 request, 2 checks (1 skipped)\n"), "\(lines)")
    let json = Self.report(.json, results)
    #expect(json.contains(#"{"name":"later (skipped)","passed":true,"skipped":true}"#), "\(json)")
    #expect(json.contains(#""failedChecks":0,"#) && json.contains(#""skippedChecks":1"#), "\(json)")
    let junit = Self.report(.junit, results)
    #expect(junit.contains(#"tests="2" failures="0" errors="0" skipped="1""#), "\(junit)")
    #expect(junit.contains("<testcase name=\"later\" classname=\"a\" time=\"0.000000\">\n<skipped/>\n"), "\(junit)")
    try JUnitSchema.validate(junit)
    let tap = Self.report(.tap, results)
    #expect(tap.contains("    ok 1 - status is 200\n    ok 2 - later # SKIP\n    1..2\nok 1 - a.json\n"), "\(tap)")
    var summary: any RunReporter = GitHubSummary()
    #expect(Self.report(&summary, results).contains("2 checks (0 failed, 1 skipped)"))
  }

  @Test func aConsoleLineMayHaveSeveralLines() {
    var result = Self.result("a.json", .completed(status: 200, reason: "OK"))
    result.console = [LogEvent.ConsoleLine("warn", "{\n  a: 1\n}")]
    #expect(
      Self.report(.cli, [result]).hasPrefix(
        """
        200  GET     a.json  12.0 ms, 40 B
               warn: {
                 a: 1
               }

        """))
  }

  // MARK: Formats

  @Test func linesTellAWarningOnceAndOtherConsoleLinesEachTime() {
    var results = ["a.json", "b.json"].map { Self.result($0, .completed(status: 200, reason: "OK")) }
    for index in results.indices {
      results[index].console = [
        LogEvent.ConsoleLine("warn", "tests is deprecated"), LogEvent.ConsoleLine("log", "seen"),
      ]
    }
    #expect(
      Self.report(.cli, results) == """
        200  GET     a.json  12.0 ms, 40 B
               warn: tests is deprecated
               seen
        200  GET     b.json  12.0 ms, 40 B
               seen

        1 iteration, 2 requests, 0 checks
        60.0 ms, 80 B received

        """)
  }

  @Test func linesTellEachResultAndTheSummaryBeginsWithFailures() {
    #expect(
      Self.report(.cli) == """
        200  GET     a.json  12.0 ms, 40 B, 1 of 1 check passed
        200  GET     b/c.json  12.0 ms, 40 B, 1 of 2 checks passed
               ✗ has id: expected 7, not 8
        ERR  GET     d.json  Cannot connect to localhost:1 — check the port
        SKIP GET     e.json
        ERR  GET     f.json  f.json:1:2 — expected a value

        Failures
          b/c.json
            ✗ has id: expected 7, not 8
          d.json
            ✗ Cannot connect to localhost:1 — check the port
          f.json
            ✗ f.json:1:2 — expected a value

        1 iteration, 4 requests (3 failed), 1 skipped, 3 checks (1 failed)
        60.0 ms, 200 B received

        """)
  }

  @Test func linesHaveColoursOnATerminalOnly() {
    #expect(!Self.report(.cli).contains("\u{1B}"))
    #expect(Self.report(.cli, usesColour: true).contains("\u{1B}[31m✗\u{1B}[0m has id"))
  }

  @Test func theSummaryRepeatsABoundedNumberOfFailures() {
    let failures = (0..<500).map { Self.result("\($0).json", .broken("it is empty")) }
    var reporter: any RunReporter = LineReporter(usesColour: false)
    for failure in failures { _ = reporter.report(failure, nil) }
    let end = reporter.end(RunTotals())
    #expect(end.contains("… and 400 more requests"))
    #expect(end.split(separator: "\n").count < 250)
  }

  @Test func aCancelledRequestHasNotFailed() {
    let results = [Self.results[1], Self.result("f.json", .cancelled)]
    let lines = Self.report(.cli, results, ending: .interrupted)
    #expect(lines.contains("STOP GET     f.json\n"))
    #expect(lines.contains("1 iteration, 2 requests (1 failed), 1 cancelled, 2 checks (1 failed)\n"))
    #expect(!lines.contains("Cancelled"))
    let json = Self.report(.json, results, ending: .interrupted)
    #expect(json.contains(#""failedRequests":1"#) && json.contains(#""cancelledRequests":1"#))
    // A test that did not end is no success.
    #expect(Self.report(.tap, results).contains("not ok 2 - f.json"))
    var totals = RunTotals()
    totals.add(results[1])
    #expect(!totals.isSuccess && totals.failedRequests == 0)
  }

  @Test func requestsLeftOutAfterAHardCheckAreInTheTotals() {
    var totals = RunTotals()
    totals.leftOutRequests = 1_200
    var (lines, json): (any RunReporter, any RunReporter) = (LineReporter(usesColour: false), JSONReporter())
    #expect(lines.end(totals).contains("0 requests, 1200 left out after a failure, 0 checks"))
    #expect(json.end(totals).contains(#""leftOutRequests":1200"#))
    #expect(!json.end(RunTotals()).contains("leftOut"))
  }

  @Test func jsonHasRunResultsAndTotals() throws {
    let document = try #require(try JSONText(Self.report(.json)).value.object)
    #expect(document.keys == ["format", "version", "run", "results", "totals"])
    let results = try #require(document["results"]?.array).compactMap(\.object)
    #expect(results.compactMap { $0["result"]?.string } == ["passed", "failed", "error", "skipped", "error"])
    #expect(
      results[1].compact
        == #"{"iteration":1,"name":"c","path":"b/c.json","result":"failed","method":"GET","url":"http://x/b/c.json","#
        + #""status":200,"reason":"OK","startedAt":"2023-11-14T22:13:20.500Z","seconds":0.012000,"bodySize":40,"#
        + #""checks":[{"name":"status is 200","passed":true},"#
        + #"{"name":"has id","passed":false,"detail":"expected 7, not 8"}]}"#)
    #expect(
      document["totals"]?.compact
        == #"{"result":"failed","iterations":1,"requests":4,"failedRequests":3,"skippedRequests":1,"checks":3,"#
        + #""failedChecks":1,"bytes":200,"seconds":0.060000,"transferSeconds":0.060000}"#)
    #expect(try JSONText(Self.report(.json, [])).value.object?["results"] == .array([]))
  }

  @Test func junitHasASuiteForEachRequestAndACaseForEachCheck() {
    #expect(
      Self.report(.junit, Array(Self.results.prefix(3))) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="shop">
        <testsuite name="a" tests="1" failures="0" errors="0" skipped="0" time="0.012000" \
        timestamp="2023-11-14T22:13:20">
        <testcase name="status is 200" classname="a" time="0.012000"/>
        </testsuite>
        <testsuite name="b/c" tests="2" failures="1" errors="0" skipped="0" time="0.012000" \
        timestamp="2023-11-14T22:13:20">
        <testcase name="status is 200" classname="b.c" time="0.012000"/>
        <testcase name="has id" classname="b.c" time="0.000000">
        <failure message="expected 7, not 8" type="AssertionFailure">GET http://x/b/c.json&#10;</failure>
        </testcase>
        </testsuite>
        <testsuite name="d" tests="1" failures="0" errors="1" skipped="0" time="0.012000" \
        timestamp="2023-11-14T22:13:20">
        <testcase name="d" classname="d" time="0.012000">
        <error message="Cannot connect to localhost:1 — check the port" type="refused">GET http://x/d.json&#10;</error>
        </testcase>
        </testsuite>
        </testsuites>

        """)
  }

  @Test func tapHasAPointForEachRequestAndItsChecksAsASubtest() {
    #expect(
      Self.report(.tap, Array(Self.results.prefix(4))) == """
        TAP version 14
        # Subtest: a.json
            ok 1 - status is 200
            1..1
        ok 1 - a.json
        # Subtest: b/c.json
            ok 1 - status is 200
            not ok 2 - has id
              ---
              message: "expected 7, not 8"
              ...
            1..2
        not ok 2 - b/c.json
          ---
          request: "GET http://x/b/c.json"
          status: "200"
          ...
        not ok 3 - d.json
          ---
          request: "GET http://x/d.json"
          message: "Cannot connect to localhost:1 — check the port"
          ...
        ok 4 - e.json # SKIP left out by a script
        1..4

        """)
    #expect(Self.report(.tap, [], ending: .interrupted).hasSuffix("1..0\nBail out! Interrupted\n"))
  }

  @Test func githubMarksTheFilesOfFailures() {
    #expect(
      Self.report(.github) == """
        ::error file=shop/b/c.json,line=1,title=c::has id: expected 7, not 8
        ::error file=shop/d.json,line=1,title=d::Cannot connect to localhost:1 — check the port
        ::error file=shop/f.json,line=1,title=f::f.json:1:2 — expected a value

        """)
    var summary: any RunReporter = GitHubSummary()
    let text = Self.report(&summary, Self.results)
    #expect(text.hasPrefix("### ❌ shop\n\n4 requests (3 failed), 3 checks (1 failed), 60.0 ms\n"))
    #expect(text.contains("| b/c.json | 1 | has id: expected 7, not 8 |"))
  }

  @Test func theHTMLPageIsOneFileWithoutLinks() {
    let page = Self.report(.html)
    #expect(!page.contains("src=") && !page.contains("href=") && !page.contains("@import") && !page.contains("url("))
    #expect(page.contains("default-src 'none'"))
    #expect(page.hasSuffix("</html>\n"))
  }

  @Test func iterationsAreToldApart() {
    let results = [0, 1].map { Self.result("a.json", .cancelled, iteration: $0) }
    #expect(Self.report(.cli, results, iterations: 2).hasPrefix("Iteration 1 of 2\nSTOP"))
    #expect(Self.report(.junit, results, iterations: 2).contains("<testsuite name=\"a (iteration 2)\""))
    #expect(Self.report(.tap, results, iterations: 2).contains("not ok 2 - a.json (iteration 2)"))
  }

  // MARK: Hostile texts

  private static let hostile =
    "\u{1B}[2J</script><!--]]>\"'&%0A::error::x\n\u{0}\u{FFFE}\u{202E}\u{85} # TODO \\ |*_`"

  private static var hostileResults: [RunResult] {
    var result = Self.result(
      "x.json", .failed(Failure(.other, hostile)),
      checks: [
        LogEvent.Check(hostile, isPassed: false, detail: hostile)
      ])
    result.title = hostile
    result.url = hostile
    result.excerpt = hostile
    result.console = [LogEvent.ConsoleLine("log", hostile)]
    return [result]
  }

  @Test(arguments: [RunReportFormat.cli, .tap, .github])
  func controlCharactersNeverReachATerminalOrALog(_ format: RunReportFormat) {
    let report = Self.report(format, Self.hostileResults)
    #expect(!report.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
    #expect(!report.contains("\u{202E}"))
    // No line of a text begins a command of its own.
    #expect(!report.split(separator: "\n").contains { $0.hasPrefix("::error::x") })
  }

  @Test func markupInTextsStaysText() throws {
    let page = Self.report(.html, Self.hostileResults)
    #expect(page.components(separatedBy: "</script>").count == 3)
    #expect(!page.contains("<!--"))
    let start = try #require(page.range(of: "id=\"data\">"))
    let end = try #require(page.range(of: "</script>"))
    let data = try JSONText(String(page[start.upperBound..<end.lowerBound])).value.object
    #expect(data?["results"]?.array?.first?.object?["name"]?.string == Self.hostile)
    #expect(try JSONText(Self.report(.json, Self.hostileResults)).value.object != nil)
  }

  @Test func junitHasNoCharactersThatXMLCannotHave() {
    let report = Self.report(.junit, Self.hostileResults)
    #expect(!report.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0xFFFE })
    #expect(report.contains("&lt;/script&gt;&lt;!--]]&gt;&quot;'&amp;%0A::error::x&#10;\u{FFFD}\u{FFFD}"))
  }

  @Test(arguments: [false, true]) func junitIsValidAgainstTheSchemaOfJenkins(_ isHostile: Bool) throws {
    let report = Self.report(.junit, isHostile ? Self.hostileResults : Self.results, ending: .failed("It ended"))
    try JUnitSchema.validate(report)
  }
}

extension JSONObject {
  fileprivate var compact: String { JSONValue.object(self).compact }
}
