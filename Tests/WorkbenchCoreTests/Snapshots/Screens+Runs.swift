import Foundation
import RequestLoad
import RequestModel
import RequestRuns
import TerminalUI

@testable import WorkbenchCore

// Runs of folders.
extension Screen {
  static let runs = [
    Screen("run-form") { Harness.runForm(columns: $0.columns, rows: $0.rows) }.atAllSizes,
    Screen("run-form-data") { size in
      var app = Harness.runForm(columns: size.columns, rows: size.rows)
      app.press("<S-Tab> <S-Tab> rows.csv")
      let rows: [JSONObject] = [
        [
          "name": "ada", "age": 36, "city": "London",
          "note": "wrote the first program, for a machine that was never built",
        ],
        ["name": "grace", "age": 45, "city": "New York", "note": ""],
      ]
      app.receive(.found(.data(path: "rows.csv", .success(DataPreview(rows, of: 2)))))
      return app
    }.atAllSizes,
    Screen("run-form-mistakes") { size in
      var app = Harness.runForm(columns: size.columns, rows: size.rows)
      app.press("<S-Tab> <S-Tab> rows.csv <S-Tab> soon <S-Tab> 0 <Tab> <Tab>")
      let problem = Problem("rows.csv:12:1 — a field in this row has no closing quote")
      app.receive(.found(.data(path: "rows.csv", .failure(problem))))
      return app
    }.atAllSizes,
    Screen("run-running") { size in
      var app = Harness.running(25, columns: size.columns, rows: size.rows)
      app.tell(RunResult.iteration(0, fails: false) + RunResult.iteration(1), after: 3.2)
      return app
    }.atAllSizes,
    Screen("run-ended") { Harness.ran(columns: $0.columns, rows: $0.rows) }.atAllSizes,
    Screen("run-checks") { size in
      var app = Harness.running(columns: size.columns, rows: size.rows)
      var result = RunResult.sample(
        "shop/list.json", "list", failing: ["expected 200, got 500", "body contains order", "duration less 5"])
      result.checks += (1...4).map { LogEvent.Check("jsonpath $.orders[\($0)].id exists", isPassed: true, detail: "") }
      app.tell([result])
      var totals = RunTotals()
      (totals.duration, totals.iterations, totals.leftOutRequests) = (.milliseconds(1_585), 1, 3)
      app.receive(.run(1, .ended(totals, now: Date(timeIntervalSince1970: 1_000_002))))
      return app
    }.atAllSizes,
    Screen("run-failed-only") { size in
      var app = Harness.ran(columns: size.columns, rows: size.rows)
      app.press("f j")
      return app
    }.atAllSizes,
    Screen("run-response") { size in
      var app = Harness.ran(columns: size.columns, rows: size.rows)
      app.press("<Enter>")
      let exchange = Exchange.answered(.sample(1), status: 500, reason: "Internal Server Error")
      app.receive(.history(.opened(exchange, body: nil, sentBody: nil)))
      return app
    }.atAllSizes,
    Screen("run-compared") { size in
      var app = Harness.ran(columns: size.columns, rows: size.rows)
      var slow = RunResult.iteration(fails: false)
      slow[2].duration = .milliseconds(200)
      app.waitForResult(of: .run(.compare(.sample(1), with: nil)))
      app.receive(.found(.compared(old: .sample(2), slow, new: .sample(1), RunResult.iteration())))
      return app
    }.atAllSizes,
    Screen("run-form-load") { size in
      var app = Harness.runForm(columns: size.columns, rows: size.rows)
      app.press("<Tab> <Right> <Tab> <Tab> 600/min")
      return app
    }.atAllSizes,
    Screen("run-load") { Harness.loading(columns: $0.columns, rows: $0.rows) }.atAllSizes,
    Screen("run-load-ended") { size in
      var app = Harness.loading(columns: size.columns, rows: size.rows)
      app.receive(.run(1, .loadEnded(.sample, now: Date(timeIntervalSince1970: 1_000_013))))
      return app
    }.atAllSizes,
    Screen("run-not-run") { size in
      var app = Harness.runForm(columns: size.columns, rows: size.rows)
      app.press("<F5>")
      app.receive(.run(1, .failed(Problem("Cannot read rows.csv: No such file or directory"))))
      return app
    },
    Screen("run-asks") { size in
      var app = Harness.running(columns: size.columns, rows: size.rows)
      app.receive(.run(1, .asks(.init([.scripts]))))
      return app
    },
    Screen("run-plain") { size in
      var app = Harness.ran(columns: size.columns, rows: size.rows)
      app.bench.apply(Settings(Array(#"{ "plain": true }"#.utf8)))
      return app
    },
    Screen("run-out-of-sight") { size in
      var app = Harness.running(5, columns: size.columns, rows: size.rows)
      app.press("<Esc>")
      app.tell(RunResult.iteration())
      return app
    },
  ]
}
