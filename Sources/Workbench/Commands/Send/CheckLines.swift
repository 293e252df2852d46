/// The output of scripts and the checks of an exchange as lines: failed checks with their reason, then the number of
/// passed ones.
enum CheckLines {
  static func lines(of exchange: Exchange, all showsAll: Bool = false) -> [String] {
    let console = exchange.log.console.map { ($0.level == "log" ? "" : $0.level + ": ") + $0.text }
    let checks = exchange.log.checks
    guard !checks.isEmpty else { return console }
    let failed = checks.filter { !$0.isPassed }
    let shown = (showsAll ? checks : failed).map { check in
      (check.isPassed ? "✓ " : "✗ ") + check.name + (check.detail.isEmpty ? "" : ": " + check.detail)
    }
    let counted = checks.filter { !$0.isScriptError }
    let count = Formatting.count(counted.count, "check")
    return console + shown + (counted.isEmpty ? [] : ["\(counted.count(where: \.isPassed)) of \(count) passed"])
  }
}
