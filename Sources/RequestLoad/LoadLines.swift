internal import RequestBasics

/// Formats a load run as text lines.
package struct LoadLines: Sendable {
  /// The maximum number of listed requests, and of listed kinds of errors.
  private static let listLimit = 20

  private let usesColour: Bool

  package init(usesColour: Bool) { self.usesColour = usesColour }

  /// A description of the run before its start.
  package func beginning(_ settings: LoadSettings, requests: Int) -> [String] {
    var line = "\(Self.model(settings)) for \(TimeSpan.text(settings.duration))"
    if settings.warmUp > .zero { line += " after \(TimeSpan.text(settings.warmUp)) of warm-up" }
    return [line + ", \(Formatting.count(requests, "request"))" + (requests == 1 ? "" : " in turn")]
  }

  /// The state of a run in one line of the given width.
  package func progress(_ report: LoadReport, inFlight: Int, width: Int?) -> String {
    var facts: [String]
    if report.elapsed == .zero {
      facts = ["warm-up", Formatting.count(report.warmUpCount, report.settings.noun)]
    } else {
      let total = report.total
      facts = [
        TimeSpan.text(.seconds(Int(report.elapsed / .seconds(1)))), LoadText.rate(report.finishedPerSecond),
        "p50 \(Formatting.duration(total.latency.p50))", "p99 \(Formatting.duration(total.latency.p99))",
        Formatting.count(total.failed, "error"),
      ]
    }
    facts.append("\(Formatting.number(inFlight)) in flight")
    let line = facts.joined(separator: "  ")
    guard let width else { return line }
    if line.count >= width { return line.prefix(max(1, width - 2)) + "…" }
    let chart = LoadText.bars(report.intervals.map { $0.p99 / .milliseconds(1) }, width: width - line.count - 8)
    return chart.isEmpty ? line : line + "  p99 " + chart
  }

  /// The figures after the end.
  package func summary(_ report: LoadReport, _ checks: [LoadCheck]) -> [String] {
    var lines = [""] + totals(report)
    if report.total.latency.count > 0 { lines += [""] + latencies(report) }
    if report.intervals.count > 1 { lines += [""] + charts(report) }
    if !report.total.errors.isEmpty { lines += ["", red("Errors")] + errors(report) }
    if !checks.isEmpty { lines += ["", "Thresholds"] + checks.map(threshold) }
    lines += remarks(report)
    return lines
  }

  // MARK: Parts

  private static func model(_ settings: LoadSettings) -> String {
    let connections = settings.connections.map { Formatting.count($0, "connection") }
    return switch settings.model {
    case .rate(let rate): LoadText.rate(rate) + (connections.map { " on \($0)" } ?? "")
    case .users(let count): connections ?? Formatting.count(count, "user")
    }
  }

  private func totals(_ report: LoadReport) -> [String] {
    let total = report.total
    let count = Formatting.count(total.sent, report.settings.noun)
    var sent = "Sent       \(count), \(LoadText.rate(report.sentPerSecond))"
    if case .rate(let rate) = report.settings.model { sent += " of \(LoadText.rate(rate))" }
    let failed = total.failed > 0 ? red("\(Formatting.number(total.failed)) failed") : "0 failed"
    return connections(report) + [
      sent,
      "Finished   \(Formatting.number(total.finished)), \(LoadText.rate(report.finishedPerSecond)), \(failed)"
        + " (\(LoadText.percent(total.errorShare)))",
      "Received   \(Formatting.bytes(total.bytes))",
      "Measured   \(LoadText.span(report.elapsed)), at most \(Formatting.number(report.mostInFlight)) in flight",
    ]
  }

  private func connections(_ report: LoadReport) -> [String] {
    guard let count = report.settings.connections else { return [] }
    let lost = report.total.lost > 0 ? red("\(Formatting.number(report.total.lost)) lost") : "0 lost"
    let opened = Formatting.number(report.openedConnections)
    return ["Connected  \(opened) of \(Formatting.count(count, "connection")), \(lost)"]
  }

  private func latencies(_ report: LoadReport) -> [String] {
    let head = "Latency    " + LatencySummary.durations.map { Self.right($0.name) }.joined()
    let requests = report.requests.filter { $0.latency.count > 0 }
    let listed = requests.count > 1 ? Array(requests.prefix(Self.listLimit)) : []
    var lines =
      [head, row("all", report.total.latency)]
      + listed.flatMap { figures in
        ["  " + figures.name, row("", figures.latency)]
      }
    if requests.count > Self.listLimit {
      let rest = requests.count - Self.listLimit
      lines.append("  … and \(Formatting.count(rest, "more request", plural: "more requests"))")
    }
    return lines
  }

  private func row(_ name: String, _ latency: LatencySummary) -> String {
    let durations = LatencySummary.durations.map { Self.right(Formatting.duration($0.value(latency))) }
    return "  \(name)".padded(to: 11) + durations.joined()
  }

  /// The width of a figure: seven figures and their label fit in 80 columns.
  private static let figureWidth = 9

  private static func right(_ text: String) -> String {
    String(repeating: " ", count: max(1, figureWidth - text.count)) + text
  }

  /// The width of a chart: with its label and the highest value it fits in 80 columns.
  private static let chartWidth = 48

  /// The charts of the whole run. If there are too many intervals, a bar shows several of them.
  private func charts(_ report: LoadReport) -> [String] {
    let step = report.step / .seconds(1)
    return [
      chart("Rate", report.intervals.map { Double($0.finished) / step }, highest: LoadText.rate),
      chart("p99", report.intervals.map { $0.p99 / .seconds(1) }) { Formatting.duration(.seconds($0)) },
    ]
  }

  private func chart(_ name: String, _ values: [Double], highest: (Double) -> String) -> String {
    let group = (values.count + Self.chartWidth - 1) / Self.chartWidth
    let bars = stride(from: 0, to: values.count, by: max(1, group)).map { start in
      values[start..<min(values.count, start + group)].max() ?? 0
    }
    return name.padded(to: 11) + LoadText.bars(bars, width: Self.chartWidth) + "  up to \(highest(values.max() ?? 0))"
  }

  private func errors(_ report: LoadReport) -> [String] {
    let ranked = report.total.rankedErrors
    let lines = ranked.prefix(Self.listLimit).map { "  \(Formatting.number($0.count))  \($0.name)" }
    let rest = ranked.count - lines.count
    return lines + (rest > 0 ? ["  … and \(Formatting.count(rest, "more kind", plural: "more kinds"))"] : [])
  }

  private func threshold(_ check: LoadCheck) -> String {
    "  " + (check.isPassed ? coloured("✓", 32) : red("✗")) + " \(check.name): \(check.detail)"
  }

  private func remarks(_ report: LoadReport) -> [String] {
    var lines: [String] = []
    if report.heldBack > 0 || report.total.unsent > 0 {
      lines.append(
        red(
          "The limit of \(Formatting.number(report.settings.limit)) in flight was reached: "
            + "\(Formatting.count(report.heldBack, report.settings.noun)) started late and "
            + "\(Formatting.number(report.total.unsent)) not at all — the server, or this machine, is too slow for this "
            + "rate: lower it, or raise --max-in-flight"))
    }
    if report.lateness.p99 > Self.acceptableLateness, report.heldBack == 0, report.total.unsent == 0 {
      lines.append(
        red(
          "This machine was too busy: 1 % of the \(report.settings.noun)s started more than "
            + "\(Formatting.duration(report.lateness.p99)) late — lower the rate, or use several machines"))
    }
    if report.cancelled > 0 {
      lines.append("\(Formatting.count(report.cancelled, report.settings.noun)) cancelled")
    }
    if let problem = report.problem { lines.append(red(problem)) }
    if report.isInterrupted { lines.append(red("Interrupted")) }
    return lines.isEmpty ? [] : [""] + lines
  }

  private static let acceptableLateness = Duration.milliseconds(10)

  // MARK: Colours

  private func red(_ text: String) -> String { coloured(text, 31) }

  private func coloured(_ text: String, _ code: Int) -> String {
    usesColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}
