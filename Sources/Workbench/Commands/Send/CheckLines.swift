import RequestModel

/// The checks of an exchange as lines: failed ones with their reason, then how many passed.
enum CheckLines {
  static func lines(of exchange: Exchange, all showsAll: Bool = false) -> [String] {
    let checks = exchange.log.checks
    guard !checks.isEmpty else { return [] }
    let failed = checks.filter { !$0.isPassed }
    let shown = (showsAll ? checks : failed).map { check in
      (check.isPassed ? "✓ " : "✗ ") + check.name + (check.detail.isEmpty ? "" : ": " + check.detail)
    }
    return shown + ["\(checks.count - failed.count) of \(Formatting.count(checks.count, "check")) passed"]
  }
}
