import Foundation
import RequestLoad
import RequestModel
import RequestRuns

@testable import WorkbenchCore

extension RunResult {
  /// A result of the shop.
  static func sample(
    _ path: String, _ title: String, _ method: String = "GET", iteration: Int = 0, status: Int = 200,
    failing: [String] = [], milliseconds: Int = 143, exchange: Int = 1
  ) -> RunResult {
    var result = RunResult(
      iteration: iteration, title: title, address: Address(path), file: path, method: method,
      url: "http://localhost/\(title)", outcome: .completed(status: status, reason: ""),
      startedAt: Date(timeIntervalSince1970: 1_000_000))
    result.duration = .milliseconds(milliseconds)
    result.bodySize = 12_345
    result.checks = [LogEvent.Check("status equals 200", isPassed: failing.isEmpty, detail: failing.first ?? "")]
    result.checks += failing.dropFirst().map { LogEvent.Check($0, isPassed: false, detail: "") }
    result.exchange = .sample(exchange)
    return result
  }

  /// An iteration of the shop, in which some requests may fail.
  static func iteration(_ number: Int = 0, fails: Bool = true) -> [RunResult] {
    var broken = sample("shop/odd.json", "odd", iteration: number)
    broken.outcome = .failed(
      Failure(.refused, "Cannot connect to localhost:8080: connection refused — is the server running?"))
    (broken.checks, broken.bodySize, broken.duration) = ([], 0, .zero)
    let failing = ["expected 200, got 500", "body has no error"]
    return [
      sample(
        "shop/orders/create.json", "Create order", "POST", iteration: number, status: fails ? 500 : 200,
        failing: fails ? failing : [], exchange: 1),
      sample("shop/list.json", "list", iteration: number, milliseconds: 12, exchange: 2),
      sample("shop/remove.json", "remove", "DELETE", iteration: number, status: 204, milliseconds: 1_430, exchange: 3),
    ] + (fails ? [broken] : [])
  }
}

extension LoadReport {
  /// The first seconds of a load that the server is too slow for.
  static let sample: LoadReport = {
    var report = LoadReport(LoadSettings(.rate(200), for: .seconds(30)))
    report.intervals = (0..<12).map { second in
      var interval = LoadInterval(start: .seconds(second))
      interval.finished = second < 6 ? 200 : 200 - second * 5
      (interval.p50, interval.p99) = (
        .milliseconds(12), .milliseconds(20 + (second > 5 ? second * second * 4 : second))
      )
      return interval
    }
    report.elapsed = .seconds(12)
    (report.total.sent, report.total.finished, report.total.finishedInTime) = (2_400, 2_205, 2_205)
    (report.total.failed, report.total.errors) = (14, ["status 503 Service Unavailable": 12, "timed out": 2])
    report.total.latency.count = 2_205
    (report.total.latency.p50, report.total.latency.p90) = (.milliseconds(12), .milliseconds(18))
    (report.total.latency.p99, report.total.latency.p999) = (.milliseconds(310), .milliseconds(502))
    report.total.latency.maximum = .milliseconds(512)
    report.requests = ["shop/orders/create.json", "shop/list.json"].map { LoadFigures(name: $0) }
    (report.requests[0].finished, report.requests[0].failed) = (1_103, 14)
    report.requests[1].finished = 1_102
    return report
  }()
}

extension ExchangeID {
  static func sample(_ number: Int) -> ExchangeID {
    ExchangeID(UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)") ?? UUID())
  }
}

extension RecordedRun {
  static func sample(_ number: Int = 1) -> RecordedRun {
    var run = RecordedRun(
      id: ExchangeID.sample(number).uuid, name: "shop", startedAt: Date(timeIntervalSince1970: 1_000_000),
      duration: .milliseconds(1_585), environment: "local")
    (run.iterations, run.requests, run.failures) = (1, 4, 2)
    return run
  }
}

extension Harness {
  /// The form of a run of the whole collection.
  static func runForm(columns: Int = 100, rows: Int = 24) -> Harness {
    var app = Harness.shop(columns: columns, rows: rows)
    app.press("<Up> <Up> X")
    return app
  }

  /// A run of the collection that has just started.
  static func running(_ iterations: Int = 1, columns: Int = 100, rows: Int = 24) -> Harness {
    var app = runForm(columns: columns, rows: rows)
    if iterations > 1 { app.press("<Tab> <Tab> <Tab> \(iterations) <F5>") } else { app.press("<F5>") }
    app.receive(.run(1, .started(.sample(), iterations: iterations)))
    return app
  }

  /// A load under way.
  static func loading(columns: Int = 100, rows: Int = 24) -> Harness {
    var app = runForm(columns: columns, rows: rows)
    app.press("<Tab> <Right> <Tab> <Tab> 200/s <F5>")
    app.receive(.run(1, .started(.sample(), iterations: 1)))
    app.receive(.run(1, .load(.sample, inFlight: 3, now: Date(timeIntervalSince1970: 1_000_012))))
    return app
  }

  /// A run that has ended.
  static func ran(columns: Int = 100, rows: Int = 24) -> Harness {
    var app = running(columns: columns, rows: rows)
    app.tell(RunResult.iteration())
    app.endRun()
    return app
  }

  mutating func tell(_ results: [RunResult], after seconds: Double = 0.5) {
    receive(.run(1, .results(results, now: Date(timeIntervalSince1970: 1_000_000 + seconds))))
  }

  mutating func endRun(_ ending: RunTotals.Ending? = nil) {
    var totals = RunTotals()
    (totals.duration, totals.iterations, totals.ending) = (.milliseconds(1_585), 1, ending)
    receive(.run(1, .ended(totals, now: Date(timeIntervalSince1970: 1_000_002))))
  }

  /// The run that was started last.
  var job: RunJob? {
    effects.lazy.compactMap { if case .start(let job)? = $0.work(RunEffect.self) { job } else { nil } }.last
  }
}

extension Workbench {
  var showsRun: Bool { leftPane == .run }
  var runPane: RunPane { panes[RunPane.self] }
}
