import RequestModel

/// What scripts wrote, and the checks of an exchange as lines: failed ones with their reason, then how many passed.
enum CheckLines {
  static func lines(of exchange: Exchange, all showsAll: Bool = false) -> [String] {
    let console = exchange.log.console.map { ($0.level == "log" ? "" : $0.level + ": ") + $0.text }
    let checks = exchange.log.checks
    guard !checks.isEmpty else { return console }
    let failed = checks.filter { !$0.isPassed }
    let shown = (showsAll ? checks : failed).map { check in
      (check.isPassed ? "✓ " : "✗ ") + check.name + (check.detail.isEmpty ? "" : ": " + check.detail)
    }
    return console + shown + ["\(checks.count - failed.count) of \(Formatting.count(checks.count, "check")) passed"]
  }
}
