/// TAP 14 (testanything.org): a test point for each request, its checks as a subtest before it.
package struct TAPReporter: RunReporter {
  private var count = 0
  private var iterationCount = 1

  package mutating func begin(_ run: RunFacts) -> String {
    iterationCount = run.iterationCount
    return "TAP version 14\n"
  }

  package mutating func report(_ result: RunResult, _ exchange: Exchange?) -> String {
    count += 1
    let name = result.address.path + (iterationCount > 1 ? " (iteration \(result.iteration + 1))" : "")
    var lines: [String] = []
    let checks = result.countedChecks
    if !checks.isEmpty {
      lines.append("# Subtest: \(name.tap)")
      for (index, check) in checks.enumerated() {
        let directive = check.isSkipped ? " # SKIP" : ""
        lines.append("    \(check.isPassed ? "ok" : "not ok") \(index + 1) - \(check.unmarkedName.tap)\(directive)")
        if !check.isPassed, !check.detail.isEmpty {
          lines += Self.details([("message", check.detail)]).map { "    " + $0 }
        }
      }
      lines.append("    1..\(checks.count)")
    }
    // TAP counts a skipped test as passed.
    let isSkipped = result.outcome == .skipped && !result.isFailure
    let directive = isSkipped ? " # SKIP \((result.note ?? "left out by a script").tap)" : ""
    lines.append("\(result.isFailure ? "not ok" : "ok") \(count) - \(name.tap)\(directive)")
    lines += Self.details(Self.facts(result))
    return lines.map { $0 + "\n" }.joined()
  }

  package mutating func end(_ totals: RunTotals) -> String {
    // The plan of a run that ended early covers only its results.
    let bail = totals.ending.map { "Bail out! \($0.sentence.tap)\n" } ?? ""
    return "1..\(count)\n" + (totals.ending == .stopped ? "" : bail)
  }

  private static func facts(_ result: RunResult) -> [(String, String)] {
    guard result.isFailure else { return [] }
    var facts = [("request", "\(result.method) \(result.url)")]
    if let status = result.status { facts.append(("status", String(status))) }
    let errors = result.scriptErrors.map { "\($0.name): \($0.detail)" }
    let problems = (result.problem.map { [$0] } ?? []) + errors
    if !problems.isEmpty { facts.append(("message", problems.joined(separator: "; "))) }
    return facts
  }

  /// A YAML block, in which every value is a double-quoted string.
  private static func details(_ facts: [(String, String)]) -> [String] {
    guard !facts.isEmpty else { return [] }
    return ["  ---"] + facts.map { "  \($0.0): \(JSONValue.string($0.1.visibleLine).compact)" } + ["  ..."]
  }
}

extension String {
  /// A description: on one line, with `#` and `\` escaped.
  fileprivate var tap: String {
    visibleLine.replacingExactly("\\", with: "\\\\").replacingExactly("#", with: "\\#")
  }
}
