/// The output of scripts and the checks of an exchange as lines: failed checks with their reason, then the number of
/// passed and skipped ones.
enum CheckLines {
  static func lines(of exchange: Exchange, all showsAll: Bool = false) -> [String] {
    let console = exchange.log.console.map { ($0.level == "log" ? "" : $0.level + ": ") + $0.text }
    let checks = exchange.log.checks
    guard !checks.isEmpty else { return console }
    let failed = checks.filter { !$0.isPassed }
    let shown = (showsAll ? checks : failed).map { check in
      let mark = check.isSkipped ? "- " : check.isPassed ? "✓ " : "✗ "
      return mark + check.name + (check.detail.isEmpty ? "" : ": " + check.detail)
    }
    let counted = checks.filter { !$0.isScriptError }
    guard !counted.isEmpty else { return console + shown }
    let (passed, skipped) = (counted.count { $0.isPassed && !$0.isSkipped }, counted.count(where: \.isSkipped))
    let rest = skipped > 0 ? ", \(Formatting.number(skipped)) skipped" : ""
    return console + shown + ["\(passed) of \(Formatting.count(counted.count, "check")) passed\(rest)"]
  }
}
