import RequestBasics
import Testing

@testable import RequestLoad

/// Typed options and printed texts.
struct LoadTextTests {
  @Test(arguments: [
    ("30s", 30_000), ("5m", 300_000), ("1h30m", 5_400_000), ("250ms", 250), ("2", 2000), ("1.5s", 1500),
    ("2min", 120_000), ("1d", 86_400_000),
  ])
  func lengthsOfTimeAreUnderstood(_ text: String, _ milliseconds: Int) {
    #expect(TimeSpan.parse(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "s", "5x", "-1s", "1e3", "5 s", "inf", "5s3", "1.2.3s", "400d"])
  func otherTextsAreNoLengthsOfTime(_ text: String) {
    #expect(TimeSpan.parse(text) == nil)
  }

  @Test func lengthsOfTimeAreShownAsTheyAreTyped() {
    for text in ["30s", "5m", "1h30m", "250ms", "1500ms"] {
      #expect(TimeSpan.parse(text).map(TimeSpan.text) == text)
    }
    #expect(TimeSpan.text(.zero) == "0ms")
  }

  @Test func ratesAreRequestsInAUnitOfTime() {
    #expect(LoadSettings.rate("200/s") == 200 && LoadSettings.rate("200") == 200)
    #expect(LoadSettings.rate("600/min") == 10 && LoadSettings.rate("600/m") == 10)
    #expect(LoadSettings.rate("7200/h") == 2 && LoadSettings.rate("0.5/s") == 0.5)
    for text in ["", "0", "-1", "/s", "5/x", "5/s/s", "fast", "200000/s"] { #expect(LoadSettings.rate(text) == nil) }
  }

  private static var report: LoadReport {
    var report = LoadReport(LoadSettings(.rate(200), for: .seconds(10)))
    report.elapsed = .seconds(10)
    (report.total.sent, report.total.finished, report.total.finishedInTime) = (2000, 2000, 1990)
    (report.total.failed, report.total.bytes, report.total.errors) = (20, 5_000_000, ["status 500": 20])
    var latency = LatencySummary()
    (latency.count, latency.minimum, latency.mean) = (2000, .milliseconds(8), .milliseconds(14))
    (latency.p50, latency.p90) = (.milliseconds(12), .milliseconds(20))
    (latency.p99, latency.p999, latency.maximum) = (.milliseconds(180), .milliseconds(220), .milliseconds(230))
    report.total.latency = latency
    report.requests = [report.total]
    report.requests[0].name = "orders/list.json"
    report.mostInFlight = 12
    return report
  }

  @Test(arguments: [
    ("p99<200ms", true, "it is 180 ms"), ("p99.9 <= 220ms", true, "it is 220 ms"), ("p50<12ms", false, "it is 12.0 ms"),
    ("errors<1%", false, "it is 1.00 %"), ("errors<=1%", true, "it is 1.00 %"), ("errors<21", true, "it is 20"),
    ("rate>190/s", true, "it is 199.0/s"), ("rate>=12000/min", false, "it is 199.0/s"),
    ("max<1s", true, "it is 230 ms"),
    ("mean>20ms", false, "it is 14.0 ms"), ("avg<20ms", true, "it is 14.0 ms"), ("min>=8ms", true, "it is 8.00 ms"),
  ])
  func thresholdsAreChecks(_ text: String, _ isPassed: Bool, _ detail: String) throws {
    let check = try LoadThreshold(text).check(Self.report)
    #expect(check == LoadCheck(name: text, isPassed: isPassed, detail: detail))
  }

  @Test(arguments: [
    "", "p99", "p99<", "<200ms", "p98<1s", "p0<1s", "errors<x", "rate>1%", "speed<1s", "p99=5ms", "p99<500",
  ])
  func otherTextsAreNoThresholds(_ text: String) {
    #expect(throws: LoadThresholdError.self) { try LoadThreshold(text) }
  }

  @Test func aThresholdFailsIfNothingWasMeasured() throws {
    let check = try LoadThreshold("errors<1%").check(LoadReport(LoadSettings(.users(1), for: .seconds(1))))
    #expect(!check.isPassed && check.detail == "nothing was measured")
  }

  @Test func aLoadOfConversationsNamesItsConnections() throws {
    var report = Self.report
    (report.settings.connections, report.openedConnections, report.total.lost) = (10, 9, 1)
    let lines = LoadLines(usesColour: false).summary(report, [])
    #expect(lines[1...2] == ["Connected  9 of 10 connections, 1 lost", "Sent       2000 messages, 200.0/s of 200.0/s"])
    let beginnings = [LoadSettings.Model.rate(200), .users(10)].map { model in
      report.settings.model = model
      return LoadLines(usesColour: false).beginning(report.settings, requests: 1).first
    }
    #expect(beginnings == ["200.0/s on 10 connections for 10s, 1 request", "10 connections for 10s, 1 request"])
    #expect(report.total.attempts == 2001)
  }

  @Test func theSummaryHasAllFigures() throws {
    let checks = [try LoadThreshold("p99<200ms").check(Self.report), try LoadThreshold("errors<1%").check(Self.report)]
    #expect(
      LoadLines(usesColour: false).summary(Self.report, checks).joined(separator: "\n") == """

        Sent       2000 requests, 200.0/s of 200.0/s
        Finished   2000, 199.0/s, 20 failed (1.00 %)
        Received   5.0 MB
        Measured   10s, at most 12 in flight

        Latency          min     mean      p50      p90      p99    p99.9      max
          all        8.00 ms  14.0 ms  12.0 ms  20.0 ms   180 ms   220 ms   230 ms

        Errors
          20  status 500

        Thresholds
          ✓ p99<200ms: it is 180 ms
          ✗ errors<1%: it is 1.00 %
        """)
  }

  @Test func theLinesOfTheSummaryFitInEightyColumns() {
    var report = Self.report
    report.intervals = (0..<300).map { second in
      var interval = LoadInterval(start: .seconds(second))
      (interval.finished, interval.p99) = (100_000, .milliseconds(1_234))
      return interval
    }
    for line in LoadLines(usesColour: false).summary(report, []) { #expect(line.count < 80, "\(line)") }
  }

  @Test func theMeasuredTimeIsRounded() {
    var report = Self.report
    report.elapsed = .milliseconds(2_227)
    #expect(LoadLines(usesColour: false).summary(report, []).contains("Measured   2.23 s, at most 12 in flight"))
  }

  @Test func whatCouldNotBeSentHasNoLatency() throws {
    var recorder = LoadRecorder(LoadSettings(.users(1), for: .seconds(1)), names: ["a"])
    var sample = LoadSample(request: 0, intended: .zero, started: .zero, ended: .microseconds(863), .failed("no value"))
    sample.isMeasured = false
    recorder.add(sample)
    let report = recorder.report(at: .seconds(1))
    #expect(report.total.failed == 1 && report.total.latency.count == 0)
    #expect(!LoadLines(usesColour: false).summary(report, []).contains { $0.hasPrefix("Latency") })
    #expect(!(try LoadThreshold("p99<1s").check(report).isPassed))
    recorder.add(LoadSample(request: 0, intended: .zero, started: .zero, ended: .milliseconds(7)))
    #expect(recorder.report(at: .seconds(1)).total.latency.count == 1)
  }

  @Test func aFewRequestsHaveTheirLatenciesWhileTheLoadGoesOn() {
    var recorder = LoadRecorder(LoadSettings(.users(1), for: .seconds(1)), names: ["a"])
    recorder.add(LoadSample(request: 0, intended: .zero, started: .zero, ended: .milliseconds(7)))
    #expect(recorder.report(at: .seconds(1), isFinal: false).requests[0].latency.count == 1)
  }

  @Test func theProgressOfATerminalHasAChart() {
    var report = Self.report
    report.intervals = [10, 40, 80].map { milliseconds in
      var interval = LoadInterval(start: .zero)
      interval.p99 = .milliseconds(milliseconds)
      return interval
    }
    let lines = LoadLines(usesColour: false)
    let plain = "10s  199.0/s  p50 12.0 ms  p99 180 ms  20 errors  3 in flight"
    #expect(lines.progress(report, inFlight: 3, width: nil) == plain)
    #expect(lines.progress(report, inFlight: 3, width: 100) == plain + "  p99 ▂▅█")
    #expect(lines.progress(report, inFlight: 3, width: 62) == plain)
    #expect(lines.progress(report, inFlight: 3, width: 40) == plain.prefix(38) + "…")
  }

  @Test func theReportIsJSONWithTheSameFigures() throws {
    let checks = [try LoadThreshold("p99<200ms").check(Self.report)]
    let text = Self.report.json(name: "shop", startedAt: "2026-01-02T03:04:05.000Z", checks)
    let report = try JSONText(text).value.object
    #expect(report?["result"] == "passed" && report?["sentPerSecond"]?.number?.text == "200.00")
    let total = report?["total"]?.object
    #expect(total?["sent"] == 2000 && total?["failed"] == 20)
    #expect(total?["latency"]?.object?["p99"]?.number?.text == "0.180000")
    #expect(report?["requests"]?.array?.first?.object?["name"] == "orders/list.json")
    #expect(report?["load"]?.object?["rate"]?.number?.text == "200.00")
  }
}
