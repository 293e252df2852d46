/// A line for each request as it ends, and a summary that begins with the failures.
package struct LineReporter: RunReporter {
  /// The maximum number of failures in the summary.
  static let failureLimit = 100

  private let usesColour: Bool
  private var iterationCount = 1
  private var iteration: Int?
  private var failures: [RunResult] = []
  private var failureCount = 0
  /// The first warnings that were shown. Collections for old versions of Postman repeat theirs with every request.
  private var warnings: Set<ExactText> = []
  private static let warningLimit = 1_000

  package init(usesColour: Bool) { self.usesColour = usesColour }

  package mutating func begin(_ run: RunFacts) -> String {
    iterationCount = run.iterationCount
    return ""
  }

  package mutating func report(_ result: RunResult, _ exchange: Exchange?) -> String {
    if result.isFailure, result.outcome != .cancelled {
      failureCount += 1
      if failures.count < Self.failureLimit { failures.append(result) }
    }
    var lines: [String] = []
    if iterationCount > 1, iteration != result.iteration {
      iteration = result.iteration
      lines.append(dim("Iteration \(result.iteration + 1) of \(iterationCount)"))
    }
    lines.append(line(result))
    for line in result.console where !isRepeatedWarning(line) {
      let text = (line.level == "log" ? "" : line.level + ": ") + line.text
      lines += text.parts(separatedBy: "\n").map { dim("       " + $0.visibleLine) }
    }
    lines += result.failedChecks.map { "       " + failed($0) }
    return text(lines)
  }

  private mutating func isRepeatedWarning(_ line: LogEvent.ConsoleLine) -> Bool {
    guard line.level == "warn" else { return false }
    if warnings.contains(ExactText(line.text)) { return true }
    if warnings.count < Self.warningLimit { warnings.insert(ExactText(line.text)) }
    return false
  }

  package mutating func end(_ totals: RunTotals) -> String {
    var lines: [String] = []
    if !failures.isEmpty {
      lines += ["", red("Failures")]
      for failure in failures { lines += summary(of: failure) }
      let rest = failureCount - failures.count
      if rest > 0 { lines.append("  … and \(Formatting.count(rest, "more request", plural: "more requests"))") }
    }
    lines += [""] + Self.totals(totals)
    if let ending = totals.ending { lines.append(red(ending.sentence.visibleLine)) }
    return text(lines)
  }

  // MARK: Lines

  private func line(_ result: RunResult) -> String {
    let method = result.method.visibleLine
    let place = method + String(repeating: " ", count: max(1, 8 - method.count)) + result.address.path.visibleLine
    switch result.outcome {
    case .skipped:
      let reason = result.note.map { "  \($0.visibleLine)" } ?? ""
      return result.isFailure ? red("SKIP") + " \(place)\(reason)" : dim("SKIP \(place)\(reason)")
    case .cancelled: return dim("STOP \(place)")
    case .failed, .broken: return red("ERR ") + " \(place)  \((result.problem ?? "").visibleLine)"
    case .completed(let status, _):
      var facts = [Formatting.duration(result.duration), Formatting.bytes(result.bodySize)]
      if result.attempts > 1 { facts.append("\(result.attempts) attempts") }
      let checks = result.countedChecks
      if !checks.isEmpty {
        let (passed, skipped) = (checks.count { $0.isPassed && !$0.isSkipped }, checks.count(where: \.isSkipped))
        facts.append("\(passed) of \(Formatting.count(checks.count, "check")) passed")
        if skipped > 0 { facts.append("\(Formatting.number(skipped)) skipped") }
      }
      let colour = result.isFailure || status >= 400 ? red : green
      let label = ExchangeSummary.label(ofStatus: status)
      let gap = String(repeating: " ", count: max(2, 5 - label.count))
      return "\(colour(label))\(gap)\(place)  \(facts.joined(separator: ", "))"
    }
  }

  private func failed(_ check: LogEvent.Check) -> String {
    red("✗") + " \(check.name.visibleLine)" + (check.detail.isEmpty ? "" : ": \(check.detail.visibleLine)")
  }

  private func summary(of result: RunResult) -> [String] {
    let place = iterationCount > 1 ? " (iteration \(result.iteration + 1))" : ""
    let problem = result.problem.map { ["    " + red("✗") + " \($0.visibleLine)"] } ?? []
    return ["  \(result.address.path.visibleLine)\(place)"] + problem + result.failedChecks.map { "    " + failed($0) }
  }

  private static func totals(_ totals: RunTotals) -> [String] {
    var facts = [
      Formatting.count(totals.iterations, "iteration"),
      Formatting.count(totals.requests, "request") + part(totals.failedRequests),
    ]
    if totals.cancelledRequests > 0 { facts.append("\(Formatting.number(totals.cancelledRequests)) cancelled") }
    if totals.skippedRequests > 0 { facts.append("\(Formatting.number(totals.skippedRequests)) skipped") }
    if totals.leftOutRequests > 0 {
      facts.append("\(Formatting.number(totals.leftOutRequests)) left out after a failure")
    }
    facts.append(Formatting.count(totals.checks, "check") + part(totals.failedChecks, totals.skippedChecks))
    if totals.scriptErrors > 0 { facts.append(Formatting.count(totals.scriptErrors, "script error")) }
    return [
      facts.joined(separator: ", "),
      "\(Formatting.duration(totals.duration)), \(Formatting.bytes(totals.bytes)) received",
    ]
  }

  private static func part(_ failed: Int, _ skipped: Int = 0) -> String {
    let counts = [(failed, "failed"), (skipped, "skipped")].filter { $0.0 > 0 }
    let texts = counts.map { Formatting.number($0.0) + " " + $0.1 }
    return texts.isEmpty ? "" : " (" + texts.joined(separator: ", ") + ")"
  }

  // MARK: Colours

  private func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
  private func red(_ text: String) -> String { coloured(text, 31) }
  private func green(_ text: String) -> String { coloured(text, 32) }
  private func dim(_ text: String) -> String { coloured(text, 2) }

  private func coloured(_ text: String, _ code: Int) -> String {
    usesColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
