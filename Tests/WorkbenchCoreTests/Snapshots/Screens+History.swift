import Foundation
import RequestModel
import TerminalUI

@testable import WorkbenchCore

extension Screen {
  static let history: [Screen] = [
    widest("history-empty") { $0.press("H") },
    widest("history") { $0.showHistory() },
    Screen("history-past-exchange") { app in
      app.showHistory()
      app.receive(.history(.opened(.answered(ExchangeSummary.samples[0].id), body: nil, sentBody: nil)))
    },
    Screen("history-filter") { app in
      app.showHistory()
      app.press("/ cr")
      app.receive(.history(.listed(query: "cr", [ExchangeSummary.samples[1]], total: 4)))
    },
    Screen("history-failed") { app in
      app.press("H")
      app.receive(.history(.failed(Problem("The history is locked"))))
    },
    Screen("history-last-response") { app in
      app.receive(.history(.last(.list, ExchangeSummary.samples[0])))
    },
    widest("history-annotated") { $0.showHistory(ExchangeSummary.annotated) },
    widest("history-filter-mistake") { app in
      app.showHistory()
      app.press("/")
      app.type("status:5xx siz:>1M ")
    },
    widest("history-filter-completion") { app in
      app.press("H")
      let known = HistoryQuery.KnownValues(
        statuses: ["200", "404"], methods: ["GET", "POST"], hosts: ["localhost"], environments: ["local"],
        tags: ["release", "slow"])
      app.receive(
        .history(.listed(query: "", ExchangeSummary.samples, total: 4, facts: HistoryFacts(size: 12_345, known: known)))
      )
      app.press("/")
      app.type("tag:")
    },
    widest("history-no-match") { app in
      app.showHistory()
      app.press("/")
      app.type("zebra")
      app.receive(.history(.listed(query: "zebra", [], total: 4)))
    },
    widest("history-tags") { app in
      app.showHistory(ExchangeSummary.annotated)
      app.press("e")
    },
    widest("history-note") { app in
      app.showHistory(ExchangeSummary.annotated)
      app.press("a")
    },
    widest("history-deleted") { app in
      app.showHistory()
      app.press("d")
      app.receive(.history(.changed(Notice(.information, "Deleted — u restores it"))))
    },
    widest("history-of-request") { app in
      app.showHistory(ExchangeSummary.annotated)
      app.press("f")
      app.receive(.history(.listed(query: "request:r7f3a9c21", [ExchangeSummary.annotated[0]], total: 4)))
    },
    widest("history-statistics") { app in
      app.showHistory()
      app.waitForResult(of: .history(.statistics(ExchangeSummary.samples[0])))
      app.receive(.history(.statistics(ExchangeSummary.samples[0], title: "List orders", .sample)))
    },
    widest("history-marked") { app in
      app.showHistory()
      app.press("<Space> <Down>")
    },
    widest("history-limited") { app in
      app.press("H")
      let limits = Retention(count: 1_000, days: 30, size: 1 << 30)
      app.receive(
        .history(
          .listed(query: "", ExchangeSummary.samples, total: 4, facts: HistoryFacts(size: 12_345, limits: limits))))
    },
    widest("history-limits") { app in
      app.showHistory()
      app.press("g ,")
    },
    widest("history-comparison") { app in
      app.showHistory()
      app.show(ExchangeDiff(.before, .after))
    },
    widest("history-comparison-same") { app in
      app.showHistory()
      var later = Exchange.before
      later.duration = .milliseconds(12)
      app.show(ExchangeDiff(.before, later))
    },
  ]

  private static func widest(_ name: String, _ change: @escaping @Sendable (inout Harness) -> Void) -> Screen {
    Screen(name, change).atAllSizes
  }
}

extension Harness {
  fileprivate mutating func show(_ diff: ExchangeDiff) {
    waitForResult(of: .history(.compare(diff.old.id, diff.new.id)))
    receive(.history(.compared(diff.old.id, diff.new.id, ComparedExchanges(diff))))
  }

  fileprivate mutating func showHistory(_ list: [ExchangeSummary] = ExchangeSummary.samples) {
    press("H")
    receive(.history(.listed(query: "", list, total: 4, facts: HistoryFacts(size: 12_345))))
  }
}

extension ExchangeSummary {
  fileprivate static let samples = [
    sample(1, "GET", "list", .status(200)), sample(2, "POST", "create", .status(404)),
    sample(3, "DELETE", "", .failed(.refused)), sample(4, "GET", "slow", .cancelled),
  ]

  /// Exchanges with marks, and what is long.
  fileprivate static let annotated: [ExchangeSummary] = {
    var list = samples
    list[0].annotation = Annotation(tags: ["release", "slow"], note: "Before the cache was added", isPinned: true)
    list[0].requestID = RequestID("r7f3a9c21")
    list[1].annotation = Annotation(tags: ["bug"])
    let path = String(repeating: "segment/", count: 30)
    (list[2].url, list[2].name) = ("https://api.shop.example:8443/\(path)?page=1", "")
    (list[3].name, list[3].annotation.note) = ("Café ☕ 注文", "日本語のメモ")
    return list
  }()

  private static func sample(_ number: Int, _ method: String, _ name: String, _ result: Result) -> ExchangeSummary {
    ExchangeSummary(
      id: ExchangeID("00000000-0000-4000-8000-00000000000\(number)")!, startedAt: Date(timeIntervalSince1970: 50_000),
      method: method, url: "http://localhost/\(name)", name: name, result: result, duration: .milliseconds(3),
      bodySize: 10)
  }
}

extension RequestStatistics {
  fileprivate static let sample = RequestStatistics(count: 40, recent: (1...40).map(recent))

  private static func recent(_ number: Int) -> Recent {
    let milliseconds = number % 7 * 10 + 20
    let start = Date(timeIntervalSince1970: 50_000 - Double(number))
    let result: ExchangeSummary.Result = .status(number % 9 == 4 ? 503 : 200)
    return Recent(id: ExchangeID(), startedAt: start, duration: .milliseconds(milliseconds), result: result)
  }
}

extension Exchange {
  fileprivate static let before = Exchange.answered(
    ExchangeSummary.samples[0].id,
    headers: [
      Header("Content-Type", "application/json"), Header("Date", "Mon, 12 Jan 1970 13:46:40 GMT"),
      Header("Cache-Control", "no-cache"),
    ])

  fileprivate static let after: Exchange = {
    var exchange = Exchange.answered(
      ExchangeSummary.samples[1].id, status: 404, reason: "Not Found", body: #"{"id":7,"error":"no such order"}"#,
      headers: [
        Header("content-type", "application/json"), Header("date", "Mon, 12 Jan 1970 13:52:10 GMT"),
        Header("x-request-id", "9f3c"),
      ])
    exchange.startedAt += 330
    exchange.duration = .milliseconds(87)
    exchange.sent?.url = "http://localhost/orders?page=2"
    exchange.sent?.headers.append(Header("Authorization", "Bearer secret-word"))
    return exchange
  }()
}
