import Foundation

// The figures of a load, while it runs and at its end.
extension ShownRun {
  /// The rows above the figures, which do not scroll.
  static let loadHeadRows = 3

  /// - Parameter first: The first visible line of the figures.
  func drawLoad(into canvas: inout Canvas, _ workspace: Workspace, from first: Int) {
    guard let load else { return }
    let width = canvas.size.columns
    let state = waitingState(workspace.keys) ?? loadState(load)
    let end = canvas.write(state.truncated(to: width), column: 0, row: 0)
    drawTime(load.report.settings, workspace.now, from: end + 2, into: &canvas)
    canvas.write(Self.totals(load, isRunning: isRunning, columns: width), column: 0, row: 1)
    let lines = loadLines(columns: width)
    let room = max(0, canvas.size.rows - Self.loadHeadRows)
    let start = min(first, max(0, lines.count - room))
    let rest = lines.count - start - room
    for (row, line) in lines[start...].prefix(rest > 0 ? max(0, room - 1) : room).enumerated() {
      canvas.write(line.truncated(to: width), column: 0, row: row + Self.loadHeadRows)
    }
    guard rest > 0, room > 0 else { return }
    canvas.write(
      "… \(Formatting.count(rest + 1, "line")) below: j and k scroll".truncated(to: width), column: 0,
      row: canvas.size.rows - 1,
      style: Style(.hint))
  }

  /// The figures: over time, latency, failures, and by request.
  func loadLines(columns: Int) -> [[Span]] {
    guard let report = load?.report else { return [] }
    let lines =
      Self.charts(report, columns: columns) + Self.latencies(report, columns: columns) + Self.errors(report)
      + Self.requests(report, columns: columns)
    return lines.last?.isEmpty == true ? lines.dropLast() : lines
  }

  // MARK: The head

  private func loadState(_ load: Load) -> [Span] {
    let settings = load.report.settings
    let amount =
      switch settings.model {
      case .rate(let rate): LoadText.rate(rate)
      case .users(let count): Formatting.count(count, "user")
      }
    let what = [Span("  \(amount) for \(TimeSpan.text(settings.duration))")]
    switch stage {
    case .preparing: return [Span("Starting…", .title)] + what
    case .running: return [Span("Load", .title)] + what
    case .stopping: return [Span("Stopping…", .warning)] + what
    case .ended, .reading, .failed:
      let reason = load.report.problem ?? (load.report.isInterrupted ? "Interrupted" : nil)
      return [Span("Ended", Style(.title, bold: true))] + what + (reason.map { [Span("  \($0)", .warning)] } ?? [])
    }
  }

  /// A bar of the elapsed time.
  private func drawTime(_ settings: LoadSettings, _ now: Date, from column: Int, into canvas: inout Canvas) {
    guard let elapsed = elapsed(now: now), settings.end > .zero else { return }
    let share = min(1, elapsed / settings.end)
    let left = " \(Self.clock(.seconds(max(1, Int((settings.end - elapsed) / .seconds(1)))))) left"
    let room = canvas.size.columns - column - left.columns
    guard room >= 8 else {
      if room >= 0 { canvas.writeTrailing([Span(left, .label)], endingAt: canvas.size.columns, row: 0) }
      return
    }
    let done = Int(Double(room) * share)
    canvas.write(
      [
        Span(String(repeating: "━", count: done), .success), Span(String(repeating: "─", count: room - done), .border),
        Span(left, .label),
      ], column: column, row: 0)
  }

  /// The totals that fit. The failures are kept longest.
  private static func totals(_ load: Load, isRunning: Bool, columns: Int) -> [Span] {
    let (report, total) = (load.report, load.report.total)
    let sent = Span("\(Formatting.number(total.sent)) sent")
    let finished = Span("\(LoadText.rate(report.finishedPerSecond)) finished")
    let failed = Span(
      "\(Formatting.number(total.failed)) failed (\(LoadText.percent(total.errorShare)))",
      total.failed > 0 ? .error : .hint)
    let inFlight = isRunning ? [Span("\(Formatting.number(load.inFlight)) in flight", .label)] : []
    let choices: [[Span]] = [[sent, finished, failed] + inFlight, [sent, finished, failed], [sent, failed]]
    let lines = choices.map { parts in Array(parts.map { [$0] }.joined(separator: [Span(" · ", .hint)])) }
    return lines.first { $0.columns <= columns } ?? [failed].truncated(to: columns)
  }

  // MARK: Figures

  private static let labelColumns = 9

  /// A bar for each interval, the last ones if there are too many, and the highest value.
  private static func charts(_ report: LoadReport, columns: Int) -> [[Span]] {
    guard !report.intervals.isEmpty else { return [] }
    let step = report.step / .seconds(1)
    func line(_ name: String, _ values: [Double], _ role: Style.Role, _ text: (Double) -> String) -> [Span] {
      let highest = " up to \(text(values.max() ?? 0))"
      let bars = LoadText.bars(values, width: columns - labelColumns - 18)
      return [Span(name.padded(to: labelColumns), .label), Span(bars, role), Span(highest, .hint)]
    }
    let time = { (seconds: Double) in Formatting.duration(.seconds(seconds)) }
    return [
      line("Rate", report.intervals.map { Double($0.finished) / step }, .success, LoadText.rate),
      line("p50", report.intervals.map { $0.p50 / .seconds(1) }, .methodRead, time),
      line("p99", report.intervals.map { $0.p99 / .seconds(1) }, .warning, time), [],
    ]
  }

  private static func latencies(_ report: LoadReport, columns: Int) -> [[Span]] {
    let latency = report.total.latency
    guard latency.count > 0 else { return [[Span("Waiting for the first figures…", .hint)]] }
    let values = [
      ("p50", latency.p50), ("p90", latency.p90), ("p99", latency.p99), ("p99.9", latency.p999),
      ("max", latency.maximum),
    ]
    var lines: [[Span]] = [[Span("Latency".padded(to: labelColumns), .label)]]
    for (name, value) in values {
      let part = [Span("\(name) ", .hint), Span(Formatting.duration(value) + "  ")]
      if lines[lines.count - 1].columns + part.columns > columns {
        lines.append([Span(String(repeating: " ", count: labelColumns))])
      }
      lines[lines.count - 1] += part
    }
    return lines + [[]]
  }

  /// The figures by request, if there are several requests.
  private static func requests(_ report: LoadReport, columns: Int) -> [[Span]] {
    guard report.requests.count > 1 else { return [] }
    let name = min(max(12, columns - 42), 60)
    let head = [Span("Request".padded(to: name) + " finished   failed       p50       p99", .label)]
    return [head]
      + report.requests.map { figures in
        let counts = Formatting.number(figures.finished).alignedRight(to: 9)
        let failed = Span(Formatting.number(figures.failed).alignedRight(to: 9), figures.failed > 0 ? .error : .hint)
        let times = [figures.latency.p50, figures.latency.p99].map { time in
          (time > .zero ? Formatting.duration(time) : "").alignedRight(to: 10)
        }
        return [Span(figures.name.truncated(to: name).padded(to: name)), Span(counts), failed, Span(times.joined())]
      } + [[]]
  }

  private static func errors(_ report: LoadReport) -> [[Span]] {
    let ranked = report.total.rankedErrors
    guard !ranked.isEmpty else { return [] }
    return [[Span("Errors", .label)]]
      + ranked.map { [Span(Formatting.number($0.count).alignedRight(to: 9), .error), Span("  \($0.name)")] } + [[]]
  }
}
